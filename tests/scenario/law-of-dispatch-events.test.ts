import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { sql } from '../../src/platform/db/sql.ts';
import type { AppendedEvent } from '../../src/platform/events/log.ts';
import { destinationAt, startFleet } from '../harness/fleet.ts';
import { historiesOf } from '../harness/histories.ts';
import { startTestServer } from '../harness/server.ts';
import { applyDispatchEvent, emptyStore } from './dispatch-store.ts';

let server: Awaited<ReturnType<typeof startTestServer>>;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

const DAY = 86_400_000;
type Fleet = Awaited<ReturnType<typeof startFleet>>;

/** Objects to choose from, and those created so far. */
interface World extends Fleet {
  workers: { id: string }[];
  teams: string[];
  tasks: string[];
  destinations: string[];
  recipients: string[];
  plans: string[];
}

/** One of a list, by a number that may be any; undefined of an empty one. */
const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % list.length];
const phone = (n: number) => `+1415555${String(7000 + (n % 4))}`;
const nameOf = (n: number) => `Rita ${n % 3}`;

/** Steps of dispatchers and integrations; refusals are fine, because nothing may have changed then. */
const steps: Record<string, (world: World, a: number, b: number) => Promise<unknown>> = {
  async createTask({ api, tasks, destinations }, a, b) {
    const recipients = b % 3 === 0 ? [] : [{ name: nameOf(b), phone: phone(a) }];
    const destination = b % 4 === 1 ? (pick(destinations, a) ?? destinationAt()) : destinationAt();
    const answer = await api.post('/tasks', { destination, recipients });
    if (answer.status === 200) tasks.push(answer.json.id);
    if (answer.status === 200) destinations.push(answer.json.destination.id);
  },
  async createBatch({ api, tasks }, a, b) {
    const recipients = [{ name: nameOf(b), phone: phone(a) }];
    const bodies = [0, 1].map(() => ({ destination: destinationAt(), recipients }));
    const { json } = await api.post('/tasks/batch', { tasks: bodies });
    tasks.push(...json.tasks.map(({ id }: { id: string }) => id));
  },
  updateTask: ({ api, tasks }, a, b) =>
    api.put(`/tasks/${pick(tasks, a)}`, {
      notes: `n${b % 3}`,
      ...(b % 2 ? { recipients: [{ name: nameOf(a), phone: phone(b) }] } : {}),
      ...(b % 5 === 0 ? { destination: destinationAt(-122.3) } : {}),
    }),
  moveTask: ({ api, tasks, workers }, a, b) =>
    api.put(`/containers/workers/${pick(workers, b)?.id}`, { tasks: [0, pick(tasks, a)] }),
  completeTask: ({ api, tasks }, a, b) =>
    api.post(`/tasks/${pick(tasks, a)}/complete`, { completionDetails: { success: b % 2 === 0 } }),
  deleteTask: ({ api, tasks }, a) => api.delete(`/tasks/${pick(tasks, a)}`),
  async createDestination({ api, destinations }) {
    destinations.push((await api.post('/destinations', destinationAt())).json.id);
  },
  updateDestination: ({ api, destinations }, a, b) =>
    api.put(`/destinations/${pick(destinations, a)}`, {
      notes: `d${b % 2}`,
      ...(b % 3 === 0 ? { location: [-122.4 + b / 100_000, 37.7] } : {}),
    }),
  async createRecipient({ api, recipients }, a, b) {
    const answer = await api.post('/recipients', { name: nameOf(b), phone: phone(a) });
    if (answer.status === 200) recipients.push(answer.json.id);
  },
  updateRecipient: ({ api, recipients }, a, b) =>
    api.put(`/recipients/${pick(recipients, a)}`, { name: nameOf(b), ...(b % 2 ? { phone: phone(b) } : {}) }),
  setSchedule: ({ api, workers }, a, b) => {
    const today = Math.floor(server.clock.now().getTime() / DAY) * DAY;
    const entries = [0, 1].map((n) => {
      const day = today + (7 + ((a + n) % 3)) * DAY;
      const shifts = (b + n) % 3 === 0 ? [] : [[day + 8 * 3_600_000, day + (9 + (b % 4)) * 3_600_000]];
      return { date: new Date(day).toISOString().slice(0, 10), timezone: 'UTC', shifts };
    });
    return api.put(`/workers/${pick(workers, b)?.id}/schedule`, { entries });
  },
  async createPlan({ api, plans, workers, teams, tasks }, a, b) {
    const answer = await api.post('/routePlans', {
      name: `Plan ${a % 3}`,
      startTime: server.clock.now().getTime() + DAY,
      tasks: [pick(tasks, a)].filter(Boolean),
      ...(b % 3 === 0 ? { worker: pick(workers, a)?.id } : {}),
      ...(b % 3 === 1 ? { team: pick(teams, a) } : {}),
    });
    if (answer.status === 200) plans.push(answer.json.id);
  },
  updatePlan: ({ api, plans, workers, tasks }, a, b) =>
    api.put(`/routePlans/${pick(plans, a)}`, {
      name: `Plan ${b % 3}`,
      ...(b % 2 ? { worker: b % 4 === 1 ? pick(workers, b)?.id : null } : {}),
      ...(b % 5 === 0 ? { tasks: [pick(tasks, b)].filter(Boolean) } : {}),
    }),
  deletePlan: ({ api, plans }, a) => api.delete(`/routePlans/${pick(plans, a)}`),
  deleteWorker: ({ api, workers }, a, b) =>
    b % 6 === 0 ? api.delete(`/workers/${pick(workers, a)?.id}`) : Promise.resolve(),
  deleteTeam: ({ api, teams }, a, b) => (b % 6 === 0 ? api.delete(`/teams/${pick(teams, a)}`) : Promise.resolve()),
};

/** A plan whose task goes elsewhere, is completed, or is deleted, before and after a change of the plan itself. */
const examples = (['moveTask', 'completeTask', 'deleteTask'] as const).map((goes): [[string, number, number][]] => [
  [
    ['createTask', 0, 0],
    ['createPlan', 0, 2],
    ['moveTask', 0, 0],
    [goes, 0, 1],
    ['createTask', 0, 0],
    ['updatePlan', 0, 5],
    ['deleteTask', 0, 0],
  ],
]);

test('the events of the log make what the API says, whatever dispatchers and integrations did', async (t) => {
  const step = fc.tuple(fc.constantFrom(...Object.keys(steps)), fc.nat({ max: 999 }), fc.nat({ max: 999 }));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 30 }), async (history) => {
      const fleet = await startFleet(server);
      const made = { tasks: [], destinations: [], recipients: [], plans: [] };
      const world: World = {
        ...fleet,
        ...made,
        workers: [await fleet.worker([-122.4, 37.78]), await fleet.worker()],
        teams: [await fleet.team('South')],
      };
      for (const [name, a, b] of history) await steps[name]!(world, a, b);
      await caughtUp(world.organization);
      await assertSame(world);
    }),
    { ...historiesOf(t, { seed: 26112901, runs: 4 }), examples, endOnFailure: true },
  );
});

/** Waits for the reader that keeps plans in step with their tasks. */
async function caughtUp(organizationId: string) {
  const { reader } = server.services.database;
  for (let behind = true; behind; ) {
    const row = await reader.first(sql<{ behind: boolean }>`
      select exists (
        select from platform.log_cursors c join platform.event_log e on e.organization_id = c.organization_id
        where c.organization_id = ${organizationId} and e.id > c.event_id and e.part = 'dispatch' and e.kind = 'task'
          and e.payload #> '{data,task,routePlan}' is not null) as behind`);
    behind = row!.behind;
  }
}

async function assertSame({ api, organization, workers }: World) {
  const events = await server.services.database.reader.all(sql<Pick<AppendedEvent, 'kind' | 'payload'>>`
    select kind, payload from platform.event_log
    where organization_id = ${organization} and part = 'dispatch' order by id`);
  const store = emptyStore();
  for (const event of events) applyDispatchEvent(store, event);

  const get = async (path: string) => (await api.get(path)).json;
  for (const [path, retained] of [
    ['destinations', store.destinations],
    ['recipients', store.recipients],
    ['routePlans', store.routePlans],
  ] as const)
    for (const [n, shown] of (await Promise.all([...retained.keys()].map((id) => get(`/${path}/${id}`)))).entries())
      assert.deepEqual([...retained.values()][n], shown, path);
  for (const { id } of workers) {
    const days = [...(store.schedules.get(id)?.values() ?? [])].sort((a, b) => (a.date < b.date ? -1 : 1));
    const answer = await api.get(`/workers/${id}/schedule`);
    assert.deepEqual(days, answer.status === 404 ? [] : answer.json.entries);
  }
  const tasks = (await get('/tasks/all?from=0')).tasks;
  const [listed, retained] = [tasks, [...store.tasks.values()]].map((all) => new Map(all.map(comparable)));
  assert.deepEqual(retained, listed);
  const plans = (await get('/routePlans/all')).routePlans ?? [];
  assert.deepEqual(plans.map(({ id }: { id: string }) => id).sort(), [...store.routePlans.keys()].sort());
}

/** A task without what depends on the hour and on where its worker is, which no event of its own tells. */
// biome-ignore lint/suspicious/noExplicitAny: objects as they come over the wire
function comparable({ eta, delayTime, estimatedArrivalTime, estimatedCompletionTime, ...task }: any) {
  return [task.id, task] as const;
}
