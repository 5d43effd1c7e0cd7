import { until } from '../harness/clients.ts';
import { photo } from '../harness/pictures.ts';
import { type DispatchWalk, destinationAt, METADATA } from './dispatch-walk.ts';
import { anyEvent } from './recorder.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Calls the operations with which a dispatcher leads a fleet. */
export async function callFleet(walk: DispatchWalk): Promise<void> {
  const { recorder } = walk;
  const [{ id: administrator }] = await recorder.send('list-administrators');
  const { id: team } = await recorder.send('create-team', {
    body: { name: 'South', workers: [], managers: [administrator], enableSelfAssignment: true },
  });
  await callAboutWorkers(walk, team);
  await callAboutAdministrators(walk);
  await callAboutFields(walk);
  await callAboutSettings(walk);
  await callAboutPlans(walk, team);
  const { id: former } = await recorder.send('create-team', {
    body: { name: 'Old', workers: [], managers: [administrator] },
  });
  await recorder.call('delete-team', { path: { teamId: former } });
}

async function callAboutWorkers(walk: DispatchWalk, team: string): Promise<void> {
  const { recorder, server } = walk;
  const call: typeof recorder.call = (id, given) => recorder.call(id, given);
  const { id: worker } = await recorder.send('create-worker', {
    body: { name: 'Wanda Walker', phone: '+14155550155', teams: [team] },
  });
  const listed = {
    workers: [{ name: 'Walt Walker', phone: '+14155550196', teams: ['South'], vehicle: { type: 'CAR' } }],
  };
  await call('check-workers', { body: listed });
  await call('create-workers', { body: listed });
  const path = { workerId: worker };
  await call('get-worker-invitation', { path });
  server.clock.advance(2 * MINUTE_MS);
  await call('send-worker-invitation', { path });
  await call('create-sign-in-link', { path });
  await call('revoke-worker-invitation', { path });
  await call('get-uninvited-workers');
  await call('invite-workers');
  await call('put-schedule', {
    path,
    body: {
      entries: [{ date: '2040-01-03', timezone: 'America/Los_Angeles', shifts: [[2209219200000, 2209248000000]] }],
    },
  });
  await call('list-shifts', { query: { from: 2209200000000, to: 2209248000000 } });
  await call('set-worker-picture', {
    path,
    file: { name: 'wanda.jpg', type: 'image/jpeg', bytes: await photo(64, 64) },
  });
  await call('remove-worker-picture', { path });
  await call('delete-worker', { path });
  const walker = await walk.driver('Walt Walker', {
    phone: '+14155550156',
    team: 'South',
    place: [-122.41, 37.78],
  });
  await call('set-worker-duty', { path: { workerId: walker.id }, body: { onDuty: true } });
  await until(async () => {
    const { line } = await recorder.send('get-track', { path: { workerId: walker.id } });
    return line === undefined || line.length > 0;
  }, 'the track');
  await call('get-track', { path: { workerId: walker.id }, query: { tolerance: 50 } });
  await recorder.send('set-worker-duty', { path: { workerId: walker.id }, body: { onDuty: false } });
}

async function callAboutAdministrators({ recorder, server }: DispatchWalk): Promise<void> {
  const { id } = await recorder.send('create-administrator', {
    body: { name: 'Ada Administrator', email: 'ada@couriers.example', type: 'standard' },
  });
  const path = { adminId: id };
  await recorder.call('get-administrator-invitation', { path });
  server.clock.advance(2 * MINUTE_MS);
  await recorder.call('send-administrator-invitation', { path });
  await recorder.call('revoke-administrator-invitation', { path });
  await recorder.send('update-administrator', { path, body: { metadata: METADATA } });
  await recorder.call('match-administrators', { body: [{ name: 'depot', type: 'string', value: 'north' }] });
}

async function callAboutFields({ recorder }: DispatchWalk): Promise<void> {
  const call: typeof recorder.call = (id, given) => recorder.call(id, given);
  const shown = { visibility: ['admin', 'api'], editability: ['admin', 'api'] };
  await call('create-custom-fields', {
    body: { model: 'Task', field: [{ key: 'floor', name: 'Floor', type: 'integer', ...shown }] },
  });
  await call('update-custom-fields', { body: { model: 'Task', field: [{ key: 'floor', name: 'Which floor' }] } });
  await call('list-custom-fields', { path: { model: 'Task' } });
  const { id: template } = await call('create-task-template', { body: { name: 'Stairs', fields: ['floor'] } });
  await call('list-task-templates');
  await call('update-task-template', { path: { templateId: template }, body: { name: 'Houses without a lift' } });
  await call('delete-task-template', { path: { templateId: template } });
  await call('delete-custom-fields', { body: { model: 'Task', field: [{ key: 'floor' }] } });
}

async function callAboutSettings(walk: DispatchWalk): Promise<void> {
  const { recorder, time } = walk;
  const call: typeof recorder.call = (id, given) => recorder.call(id, given);
  await call('update-notification-settings', { body: { delayed: true, delayedSeconds: 900 } });
  await call('update-tracking-appearance', { body: { colour: '#c2410c', phone: '+14155550100' } });
  await call('suggest-addresses', { query: { q: 'Wharf' } });
  await call('get-map');
  await call('list-places', { query: { bbox: '-123,37,-122,38', limit: 3 } });
  await call('get-travel-model');
  await call('get-analytics', {
    query: { from: time - 7 * DAY_MS, to: time + DAY_MS, timezone: 'America/Los_Angeles' },
  });
  const owner = await walk.administrator('olive@couriers.example');
  await owner.call('get-audit-log', { query: { action: 'team', limit: 2 } });
  await owner.call('get-audit-log-csv', { query: { action: 'team.created' } });
  const { id: task } = await walk.task();
  await call('mark-handled', { body: { item: `late ${task}`, task } });
  await call('get-inbox');
}

/** Calls what finds out who does which task: assignment, dispatches, optimizations, route plans. */
async function callAboutPlans(walk: DispatchWalk, team: string): Promise<void> {
  const { recorder, time } = walk;
  const call: typeof recorder.call = (id, given) => recorder.call(id, given);
  const driver = await walk.driver('Erik Driver', { phone: '+14155550178', team: 'South', place: [-122.395, 37.7938] });
  const container = { type: 'TEAM', team };

  const [near, middle, far] = [
    destinationAt(-122.405, 37.789),
    destinationAt(-122.412, 37.781),
    destinationAt(-122.42, 37.776),
  ];
  const { id: waiting } = await walk.task({ container, destination: near });
  await call('preview-assignment', { path: { taskId: waiting }, body: { mode: 'distance', team } });
  await call('auto-assign-tasks', { body: { tasks: [waiting], options: { mode: 'distance', team } } });
  await until(async () => (await recorder.send('get-task', { path: { taskId: waiting } })).worker, 'the assignment');
  await call('get-assignment', { path: { taskId: waiting } });
  await call('estimate-team', { path: { teamId: team }, query: { dropoffLocation: '-122.41,37.78' } });
  const own = await recorder.send('get-container', { path: { containerType: 'workers', entityId: driver.id } });
  const { id: next } = await walk.task({ container, destination: far });
  await call('update-container-by-id', { path: { containerId: own.id }, body: { tasks: [-1, next] } });

  const ended = (id: string, state: string) =>
    until(async () => (await recorder.send('get-dispatch', { path: { dispatchId: id } })).state === state, state);
  await walk.task({ container, destination: middle });
  const proposed = await call('plan-dispatch', { path: { teamId: team }, body: { maxTasksPerRoute: 20 } });
  await ended(proposed.dispatchId, 'PROPOSED');
  await call('get-dispatch', { path: { dispatchId: proposed.dispatchId } });
  await call('accept-dispatch', { path: { dispatchId: proposed.dispatchId } });
  await walk.task({ container });
  const refused = await recorder.send('plan-dispatch', { path: { teamId: team }, body: {} });
  await ended(refused.dispatchId, 'PROPOSED');
  await call('cancel-dispatch', { path: { dispatchId: refused.dispatchId } });
  await ended(refused.dispatchId, 'CANCELLED');
  const { dispatchId } = await call('dispatch-team', { path: { teamId: team }, body: { maxTasksPerRoute: 20 } });
  await ended(dispatchId, 'COMPLETED');

  const tasks = [await walk.task({ destination: far }), await walk.task({ destination: near })].map(({ id }) => id);
  const body = {
    tasks,
    teams: { [team]: [driver.id] },
    date: time,
    timezone: 'America/Los_Angeles',
    mode: 0,
    serviceTime: 5,
    maxViolationTime: 10,
    maxTasksPerRoute: 50,
    schedulingMethod: 1,
    defaultSchedule: [
      { date: time, slots: [{ start: '0000', end: '2400' }], owner: '', timezone: 'America/Los_Angeles' },
    ],
    routeEnd: 'teams://DEFAULT',
  };
  const { id: optimization } = await call('schedule-optimization', { body });
  const path = { optimizationId: optimization };
  await call('start-optimization', { path });
  await until(async () => {
    const { status } = await recorder.send('get-optimization-status', { path });
    return status !== 'pending';
  }, 'the routes');
  await call('get-optimization-status', { path });
  await call('apply-optimization', { path });
  const { id: other } = await call('optimize-routes', { body: { ...body, tasks: [(await walk.task()).id] } });
  await call('abort-optimization', { path: { optimizationId: other } });
  await recorder.refuse('apply-optimization', { path: { optimizationId: other } }, 2219);

  const { id: plan } = await recorder.send('create-route-plan', {
    body: { name: 'Evening', startTime: 2209161600000, worker: driver.id, vehicleType: 'CAR', taskIds: [] },
  });
  await call('update-route-plan', { path: { routePlanId: plan }, body: { name: 'Late evening' } });
  await call('add-route-plan-tasks', { path: { routePlanId: plan }, body: { tasks: [(await walk.task()).id] } });
  await call('list-all-route-plans', { query: { workerId: driver.id } });

  const { id: hub } = await recorder.send('create-hub', {
    body: {
      name: 'South depot',
      address: { street: 'Dock St', city: 'San Francisco', country: 'USA' },
      location: [-122.39, 37.77],
      teams: [team],
    },
  });
  await call('call-marketplace', {
    body: { path: `providers/manifest/generate?hubId=${hub}&workerId=${driver.id}`, method: 'GET' },
  });
  // Changes at one time come in one event or in several: this is one alone.
  const isOfHub = ({ changes }: { changes: { kind: string }[] }) => changes.every(({ kind }) => kind === 'hub');
  await recorder.stream('watch-live', {}, { snapshot: anyEvent, ready: anyEvent, changes: isOfHub }, () =>
    recorder.send('update-hub', { path: { hubId: hub }, body: { name: 'South depot and yard' } }),
  );
  const listedHubs = {
    hubs: [
      {
        name: 'East depot',
        address: { number: '1', street: 'Pier St', city: 'San Francisco', country: 'USA' },
        location: [-122.38, 37.78],
      },
    ],
  };
  await call('check-hubs', { body: listedHubs });
  await call('create-hubs', { body: listedHubs });
  await driver.recorder.send('set-duty', { body: { onDuty: false } });
}
