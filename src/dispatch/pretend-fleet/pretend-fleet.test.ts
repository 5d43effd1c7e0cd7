import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DispatchClient } from '../../../tests/harness/clients.ts';
import { destinationAt, startFleet } from '../../../tests/harness/fleet.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { sql } from '../../platform/db/sql.ts';

let server: Awaited<ReturnType<typeof startTestServer>>;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

// biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
function refused({ status, json }: { status: number; json: any }, expected: number, number: number): void {
  assert.deepEqual([status, json.message.error], [expected, number]);
}

interface Made {
  hub: string;
  team: string;
  workers: string[];
  tasks: string[];
}

async function organization() {
  const { organization_id: id, dispatch } = await server.organization();
  return { id, api: new DispatchClient(dispatch) };
}

/** Returns the number of objects of each kind. */
async function counts(api: DispatchClient): Promise<number[]> {
  const lists = await Promise.all(['hubs', 'teams', 'workers'].map(async (kind) => (await api.get(`/${kind}`)).json));
  return [...lists, (await api.get('/tasks/all?from=0')).json.tasks].map((list: unknown[]) => list.length);
}

/** Messages that wait to be sent, or were. */
async function messages(organizationId: string): Promise<number> {
  const { count } = (await server.services.database.reader.first(sql<{ count: number }>`
    select count(*)::int as count from platform.outbox where organization_id = ${organizationId}`))!;
  return count;
}

test('a pretend fleet is there to be tried, marked, on duty and silent; and it goes whole', async () => {
  const { id, api } = await organization();
  const sentBefore = await messages(id);
  const made = await api.post('/pretend-fleet');
  assert.equal(made.status, 200, made.text);
  const { hub, team, workers, tasks } = made.json as Made;
  assert.deepEqual(await counts(api), [1, 1, workers.length, tasks.length]);
  const shown = (await api.get('/workers')).json;
  const isMarked = ({ metadata }: { metadata: { name: string; value: unknown }[] }) =>
    metadata.some(({ name, value }) => name === 'pretendFleet' && value === true);
  assert.ok(shown.every((worker: { onDuty: boolean; location: unknown }) => worker.onDuty && worker.location));
  assert.ok(shown.every(isMarked));
  const all = (await api.get('/tasks/all?from=0')).json.tasks;
  assert.ok(all.every(isMarked));
  assert.ok(all.every(({ recipients }: { recipients: unknown[] }) => recipients.length === 0));
  assert.deepEqual([...new Set(all.map(({ state }: { state: number }) => state))].sort(), [0, 1]);
  assert.deepEqual((await api.get(`/teams/${team}`)).json.hub, hub);
  // Given to somebody and deleted, as whoever tries it does.
  const [free] = all.filter(({ state }: { state: number }) => state === 0);
  assert.equal((await api.put(`/containers/workers/${workers[0]}`, { tasks: [-1, free.id] })).status, 200);
  assert.equal((await api.delete(`/tasks/${tasks.at(-1)}`)).status, 200);
  assert.equal((await api.delete('/pretend-fleet')).status, 200);
  assert.deepEqual(await counts(api), [0, 0, 0, 0]);
  assert.equal(await messages(id), sentBefore);
  refused(await api.delete('/pretend-fleet'), 404, 1402);
  assert.equal((await api.post('/pretend-fleet')).status, 200);
});

test('it is in the largest town of the country, and its workers cannot sign in', async () => {
  const { api } = await organization();
  assert.equal((await api.post('/pretend-fleet')).status, 200);
  const [hub] = (await api.get('/hubs')).json;
  assert.equal(hub.address.city, 'New York City');
  const [{ phone }] = (await api.get('/workers')).json;
  const anyone = new DispatchClient({ url: server.url, token: 'nobody' });
  for (const password of ['', 'password'])
    assert.notEqual((await anyone.post('/driver/sign-in', { phone, password })).status, 200);
});

test('there is one at most, and none where there are workers, also of two at the same moment', async () => {
  const { api } = await organization();
  const answers = await Promise.all([api.post('/pretend-fleet'), api.post('/pretend-fleet')]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
  refused(answers.find(({ status }) => status === 400)!, 400, 1000);
  const fleet = await startFleet(server);
  await fleet.worker();
  const before = await counts(fleet.api);
  refused(await fleet.api.post('/pretend-fleet'), 400, 1000);
  assert.deepEqual(await counts(fleet.api), before);
});

test('what is real stays when it goes', async () => {
  const { api } = await organization();
  const { hub, team, workers } = (await api.post('/pretend-fleet')).json as Made;
  const body = { name: 'Real Rosa', phone: '+14155559901', teams: [team] };
  const real = (await api.post('/workers', body)).json.id;
  const container = { type: 'WORKER', worker: workers[0] };
  const task = (await api.post('/tasks', { destination: destinationAt(), container })).json.id;
  assert.equal((await api.delete('/pretend-fleet')).status, 200);
  assert.deepEqual(await counts(api), [1, 1, 1, 1]);
  assert.deepEqual((await api.get(`/teams/${team}`)).json.workers, [real]);
  assert.equal((await api.get('/hubs')).json[0].id, hub);
  const left = (await api.get(`/tasks/${task}`)).json;
  assert.deepEqual([left.state, left.container.type], [0, 'ORGANIZATION']);
});

test('a hub where somebody planned a route stays, and the rest goes', async () => {
  const { api } = await organization();
  const { hub } = (await api.post('/pretend-fleet')).json as Made;
  const body = { name: 'Morning', startTime: Date.now() + 3600_000, startAt: 'HUB', startingHubId: hub };
  const plan = await api.post('/routePlans', body);
  assert.equal(plan.status, 200, plan.text);
  const removed = await api.delete('/pretend-fleet');
  assert.equal(removed.status, 200, removed.text);
  assert.deepEqual(await counts(api), [1, 0, 0, 0]);
  assert.equal((await api.get('/hubs')).json[0].id, hub);
  assert.equal((await api.get(`/routePlans/${plan.json.id}`)).json.startingHubId, hub);
});

test('a field that every task must have does not hinder it', async () => {
  const { api } = await organization();
  const contexts = [{ name: 'save', isRequired: true, conditions: [] }];
  const field = { key: 'agreed', type: 'boolean', name: 'Agreed', contexts };
  const defined = await api.post('/customFields', { model: 'Task', field: [field] });
  assert.equal(defined.status, 200, defined.text);
  const made = await api.post('/pretend-fleet');
  assert.equal(made.status, 200, made.text);
  const { tasks } = made.json as Made;
  assert.deepEqual((await api.get(`/tasks/${tasks[0]}`)).json.customFields, []);
});

test('nobody else hears of it: another organization has none, and who may only read makes none', async () => {
  const [one, other] = [await organization(), await organization()];
  assert.equal((await one.api.post('/pretend-fleet')).status, 200);
  assert.deepEqual(await counts(other.api), [0, 0, 0, 0]);
  refused(await other.api.delete('/pretend-fleet'), 404, 1402);
});
