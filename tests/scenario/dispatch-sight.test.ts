import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { doCreateAdministratorKey } from '../../src/dispatch/administrators/actions.ts';
import { containerId } from '../../src/dispatch/containers/access.ts';
import { type DispatchOperation, isDispatchOperation } from '../../src/dispatch/http/operation.ts';
import { sql } from '../../src/platform/db/sql.ts';
import { findDeclarations } from '../../src/platform/http/registry.ts';
import { newObjectId } from '../../src/platform/ids.ts';
import { type Answer, DispatchClient } from '../harness/clients.ts';
import { destinationAt, startFleet } from '../harness/fleet.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { AIMED_AT_FLEET, type FleetAim, NO_TEAMS } from './dispatch-sight-rows.ts';

/*
 * Sight of an administrator who manages a team: this team, its workers, the tasks of both, and the content of the
 * organization's own container. Everything else is as if it did not exist, for every operation of the dispatch API: one
 * without a row fails.
 */

const { operations: declared } = await findDeclarations(['dispatch', 'bridge']);
const operations = declared.filter(isDispatchOperation).filter(({ access }) => access === 'apiKey');

let server: TestServer & AsyncDisposable;
let organization: string;
let everything: DispatchClient;
let limited: DispatchClient;
let limitedId: string;
let north: string;
let unseen: FleetAim;
let seen: FleetAim;
let hub: string;
/** In the organization's own container. */
let waiting: { id: string; shortId: string };
const SECRET = /Sid|South|the secret door/;

const absent = (): FleetAim => ({
  ...{ worker: newObjectId(), team: newObjectId(), task: newObjectId(), shortId: '00000000' },
  ...{ container: newObjectId(), plan: newObjectId(), dispatch: newObjectId(), upload: newObjectId(), hub },
});

before(async () => {
  server = await startTestServer();
  const fleet = await startFleet(server);
  everything = fleet.api;
  organization = fleet.organization;
  north = fleet.north;
  const email = 'nora@couriers.example';
  const metadata = [{ name: 'tag', type: 'string', value: 'fleet' }];
  limitedId = (await everything.post('/admins', { name: 'Nora', email })).json.id;
  assert.equal((await everything.put(`/teams/${north}`, { managers: [limitedId], metadata })).status, 200);
  const address = { number: '1', street: 'Market Street', city: 'San Francisco', country: 'US' };
  hub = (await everything.post('/hubs', { name: 'Hub', address })).json.id;
  const { database } = server.services;
  const made = await database.transaction((tx) => doCreateAdministratorKey(tx, email, ''), {
    organizationId: fleet.organization,
  });
  limited = new DispatchClient({ url: server.url, api_key: made.key });

  const furnish = async (teamName: string, name: string, notes: string, team: string): Promise<FleetAim> => {
    const { id: worker } = await fleet.worker([-122.4, 37.78], teamName);
    assert.equal((await everything.put(`/workers/${worker}`, { name, metadata })).status, 200);
    const task = await fleet.task({ container: { type: 'WORKER', worker }, notes, metadata });
    const plan = await everything.post('/routePlans', {
      name: `${teamName} plan`,
      startTime: 1,
      worker,
      startAt: 'WORKER_LOCATION',
    });
    assert.equal(plan.status, 200, plan.text);
    const now = server.clock.now().getTime();
    const entries = [
      { date: new Date(now).toISOString().slice(0, 10), timezone: 'UTC', shifts: [[now, now + 3_600_000]] },
    ];
    assert.equal((await everything.put(`/workers/${worker}/schedule`, { entries })).status, 200);
    const [dispatch, upload] = [newObjectId(), newObjectId()];
    await database.transaction(async (tx) => {
      await tx.run(sql`
        insert into dispatch.team_dispatches (organization_id, id, team_id, submitted_at, caller, options)
        values (${fleet.organization}, ${dispatch}, ${team}, now(), '{}', '{}')`);
      await tx.run(sql`
        insert into dispatch.uploads
          (organization_id, id, worker_id, file_id, content_type, size, has_metadata, created_at, task_id)
        values (${fleet.organization}, ${upload}, ${worker}, 'f', 'image/png', 1, false, now(), ${task.id})`);
    });
    const container = containerId(fleet.organization, 'WORKER', worker);
    return { worker, team, task: task.id, shortId: task.shortId, container, plan: plan.json.id, dispatch, upload, hub };
  };
  seen = await furnish('North', 'Nan', 'the open door', north);
  unseen = await furnish('South', 'Sid', 'the secret door', await fleet.team('South', { metadata }));
  waiting = await fleet.task({ metadata });
});
after(() => server[Symbol.asyncDispose]());

function call(client: DispatchClient, operation: DispatchOperation, aim: FleetAim): Promise<Answer> {
  const { query = '', body, path = {} } = AIMED_AT_FLEET[operation.id!]!(aim);
  const parts: Record<string, string> = {
    ...{ workerId: aim.worker, teamId: aim.team, taskId: aim.task, routePlanId: aim.plan },
    ...{ dispatchId: aim.dispatch, optimizationId: aim.dispatch, uploadId: aim.upload },
    ...path,
  };
  const filled = operation.path.replaceAll(/:(\w+)/g, (_all, name: string) => parts[name]!);
  return client.request(operation.method, `${filled}${query}`, body);
}

/** The answer without what was asked for, and without what differs from one answer to the next. */
function unnamed({ status, text }: Answer, aim: FleetAim): string {
  let shown = `${status} ${text}`;
  for (const id of Object.values(aim)) if (id !== hub) shown = shown.replaceAll(id, '#');
  return shown.replaceAll(/"(?:request|estimated\w+|time\w*|delayTime|eta)":[^,}]*/g, '');
}

/**
 * Lists with nothing in them in this fleet, or searched by text instead of an ID; what each shows to whom is in
 * `questions.test.ts`, `inbox.test.ts`, `suggestions.test.ts`, `recipient-list.test.ts`,
 * `worker-invitations.test.ts` and `get-task-of-message.test.ts`.
 */
const EMPTY_HERE = new Set([
  ...['list-questions', 'get-inbox', 'suggest-addresses', 'suggest-recipients', 'list-recipients'],
  ...['get-task-of-message', 'get-uninvited-workers', 'invite-workers'],
]);

describe('an administrator of one team', () => {
  test('every operation has a row', () => {
    const rows = new Set([...Object.keys(AIMED_AT_FLEET), ...NO_TEAMS]);
    const names = operations.filter(({ wholeSight }) => !wholeSight).map(({ id }) => id!);
    assert.deepEqual(
      names.filter((id) => !rows.has(id)),
      [],
    );
    assert.deepEqual(
      [...rows].filter((id) => !names.includes(id)),
      [],
      'no such operation',
    );
  });

  test('finds of another team what is nowhere, whatever they call', async () => {
    const found: string[] = [];
    for (const id of Object.keys(AIMED_AT_FLEET)) {
      const operation = operations.find((each) => each.id === id)!;
      const shown = await call(limited, operation, unseen);
      const nowhere = absent();
      const twin = await call(limited, operation, nowhere);
      if (SECRET.test(shown.text)) found.push(`${id} tells: ${shown.text}`);
      const [one, other] = [unnamed(shown, unseen), unnamed(twin, nowhere)];
      if (one !== other) found.push(`${id}: ${one} ≠ ${other}`);
    }
    assert.deepEqual(found, []);
    const task = (await everything.get(`/tasks/${unseen.task}`)).json;
    assert.deepEqual([task.state, task.notes, task.worker], [1, 'the secret door', unseen.worker]);
  });

  test('finds what is theirs, and what waits for anybody', async () => {
    const ids = async (path: string, list?: string) => {
      const { json } = await limited.get(path);
      return (list ? json[list] : json).map(({ id }: { id: string }) => id);
    };
    assert.deepEqual(await ids('/workers'), [seen.worker]);
    assert.deepEqual(await ids('/teams'), [north]);
    assert.deepEqual((await ids('/tasks/all?from=0', 'tasks')).sort(), [seen.task, waiting.id].sort());
    assert.deepEqual(await ids('/routePlans', 'routePlans'), [seen.plan]);
    assert.deepEqual(await ids('/workers/location?longitude=-122.4&latitude=37.78&radius=10000', 'workers'), [
      seen.worker,
    ]);
    for (const path of [`/tasks/${seen.task}`, `/tasks/shortId/${seen.shortId}`, `/tasks/${waiting.id}`])
      assert.equal((await limited.get(path)).status, 200, path);
    const assigned = await limited.post('/tasks/autoAssign', { tasks: [waiting.id] });
    assert.deepEqual(assigned.json.assignedTasks, [waiting.id], assigned.text);
    assert.equal((await everything.get(`/tasks/${waiting.id}`)).json.worker, seen.worker);
  });

  test('writes, and looks for, text that says the ID of what they do not see', async () => {
    const received = { name: 'like', type: 'string', value: unseen.task };
    const recipients = [{ name: `See ${unseen.task}`, phone: '+14155550123', notes: `Not ${unseen.worker}` }];
    const about = { metadata: [received], recipients, recipientNotes: `As ${unseen.task}` };
    const made = await limited.post('/tasks', { destination: destinationAt(), ...about });
    assert.equal(made.status, 200, made.text);
    const found = await limited.post('/tasks/metadata', [received]);
    assert.deepEqual(
      found.json.map(({ id }: { id: string }) => id),
      [made.json.id],
    );
    const retained = (await everything.get(`/tasks/${made.json.id}`)).text;
    for (const text of [`See ${unseen.task}`, `As ${unseen.task}`]) assert.ok(retained.includes(text), retained);
    assert.equal((await limited.delete(`/tasks/${made.json.id}`)).status, 200);
    // A line of a list is the same one, whoever imports it.
    const list = {
      tasks: [{ destination: destinationAt(), notes: `See ${unseen.task}` }],
      lines: [{ key: `See ${unseen.task}` }],
    };
    const [task] = (await everything.post('/tasks/batch', list)).json.tasks;
    assert.deepEqual((await limited.post('/tasks/batch', list)).json.importedBefore, [0]);
    assert.equal((await everything.delete(`/tasks/${task.id}`)).status, 200);
  });

  test('may do nothing by which they, or others, would see more', async () => {
    for (const operation of operations.filter(({ wholeSight }) => wholeSight)) {
      const path = operation.path.replaceAll(/:\w+/g, newObjectId);
      const body = operation.method === 'GET' ? undefined : {};
      const answer = await limited.request(operation.method, path, body);
      assert.deepEqual([answer.status, answer.json.message.error], [403, 1300], `${operation.id}: ${answer.text}`);
      assert.notEqual(
        (await everything.request(operation.method, path, body)).json?.message?.error,
        1300,
        operation.id,
      );
    }
    const [owner] = (await everything.get('/admins')).json;
    assert.equal((await limited.put(`/teams/${north}`, { managers: [owner.id] })).json.message.error, 1300);
    assert.equal((await limited.put(`/teams/${north}`, { managers: [limitedId], name: 'North' })).status, 200);
    const place = {
      name: 'Hub',
      address: { number: '1', street: 'Market Street', city: 'San Francisco', country: 'US' },
    };
    assert.equal((await limited.post('/hubs', { ...place, teams: [north] })).json.message.error, 1300);
    assert.equal((await everything.put(`/hubs/${hub}`, { teams: [unseen.team] })).status, 200);
    for (const teams of [[], [north], [north, unseen.team]]) {
      const answer = await limited.put(`/hubs/${hub}`, { teams });
      assert.deepEqual([answer.status, answer.json.message?.error], [403, 1300], JSON.stringify(teams));
    }
    assert.equal((await limited.put(`/hubs/${hub}`, { name: 'Depot' })).status, 200);
    assert.equal((await everything.get(`/teams/${unseen.team}`)).json.hub, hub);
  });

  test('moves nothing that hangs on what they see, and takes nobody out of a team that they do not', async () => {
    const destination = destinationAt();
    const hidden = [
      (await everything.post('/tasks', { destination, container: { type: 'WORKER', worker: unseen.worker } })).json.id,
      (await everything.post('/tasks', { destination, container: { type: 'TEAM', team: unseen.team } })).json.id,
    ];
    const placesOf = () =>
      Promise.all(hidden.map(async (id) => (await everything.get(`/tasks/${id}`)).json.container.type));
    const { id } = (await everything.post('/tasks', { destination, dependencies: hidden })).json;
    const container = `/containers/teams/${north}`;
    const moved = await limited.put(container, { tasks: [-1, id], considerDependencies: true });
    assert.equal(moved.status, 200, moved.text);
    assert.deepEqual(await placesOf(), ['WORKER', 'TEAM']);
    const assigned = await limited.post('/tasks/autoAssign', { tasks: [id], options: { considerDependencies: true } });
    assert.deepEqual(assigned.json, { assignedTasksCount: 1, assignedTasks: [id] }, assigned.text);
    assert.deepEqual(await placesOf(), ['WORKER', 'TEAM']);
    const free = { name: 'Free', startTime: 1, tasks: [hidden[1]] };
    await everything.put(`/containers/organizations/${organization}`, { tasks: [-1, hidden[1]] });
    const plan = `/routePlans/${(await everything.post('/routePlans', free)).json.id}`;
    await everything.put(`/containers/teams/${unseen.team}`, { tasks: [-1, hidden[1]] });
    const given = await limited.put(plan, { worker: seen.worker });
    assert.deepEqual([given.status, given.json.worker], [200, seen.worker], given.text);
    assert.deepEqual(await placesOf(), ['WORKER', 'TEAM']);
    assert.equal((await everything.delete(plan)).status, 200);
    for (const task of [id, ...hidden]) assert.equal((await everything.delete(`/tasks/${task}`)).status, 200);

    const worker = { name: 'Uma', phone: '+14155550198', teams: [unseen.team, north] };
    const shared = `/workers/${(await everything.post('/workers', worker)).json.id}`;
    assert.equal((await limited.put(shared, { teams: [north] })).status, 200);
    assert.deepEqual((await everything.get(shared)).json.teams.sort(), [unseen.team, north].sort());
    assert.equal((await limited.put(shared, { teams: [] })).status, 200);
    assert.deepEqual((await everything.get(shared)).json.teams, [unseen.team]);
    assert.equal((await limited.get(shared)).status, 404);
    assert.equal((await everything.delete(shared)).status, 200);
  });

  test('sees everything again, at once, when they manage no team', async () => {
    assert.equal((await everything.put(`/admins/${limitedId}`, { teams: [] })).status, 400, 'the only manager');
    const [owner] = (await everything.get('/admins')).json;
    assert.equal((await everything.put(`/teams/${north}`, { managers: [owner.id] })).status, 200);
    assert.equal((await limited.get(`/tasks/${unseen.task}`)).status, 200);
    assert.equal((await everything.put(`/admins/${limitedId}`, { teams: [north] })).status, 200);
    assert.equal((await limited.get(`/tasks/${unseen.task}`)).status, 404);
  });

  test('reaches with each row what is theirs', async () => {
    const alike: string[] = [];
    for (const id of Object.keys(AIMED_AT_FLEET)) {
      if (EMPTY_HERE.has(id)) continue;
      const operation = operations.find((each) => each.id === id)!;
      const nowhere = absent();
      const twin = await call(limited, operation, nowhere);
      if (unnamed(await call(limited, operation, seen), seen) === unnamed(twin, nowhere)) alike.push(id);
    }
    assert.deepEqual(alike, []);
  });
});
