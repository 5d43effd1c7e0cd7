import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Answer, type DispatchClient, until } from '../../../../tests/harness/clients.ts';
import { makeDispatcher, startFleet } from '../../../../tests/harness/fleet.ts';
import { startTestServer } from '../../../../tests/harness/server.ts';
import { sql } from '../../../platform/db/sql.ts';

let server: Awaited<ReturnType<typeof startTestServer>>;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

function ok(answer: Answer) {
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}
const refusal = ({ status, json }: Answer) => [status, json.message?.error];

interface Entry {
  id: string;
  time: number;
  kind: string;
  by: { type: string; id: string; name: string | null } | null;
  worker: { id: string; name: string } | null;
  team: { id: string; name: string } | null;
}
async function historyOf(client: DispatchClient, id: string, query = ''): Promise<Entry[]> {
  return ok(await client.get(`/tasks/${id}/history${query}`)).history;
}
const untilKinds = (client: DispatchClient, id: string, kinds: string[]) =>
  until(
    async () => JSON.stringify((await historyOf(client, id)).map(({ kind }) => kind)) === JSON.stringify(kinds),
    `the history being ${kinds}`,
  );

test('the history of a task says what happened, by whom and in whose list it was', async () => {
  const fleet = await startFleet(server);
  const { api, north } = fleet;
  const { client } = await makeDispatcher(server, fleet, []);
  const dora = await fleet.worker();
  const { id } = await fleet.task();
  ok(await client.put(`/containers/teams/${north}`, { tasks: [-1, id] }));
  ok(await client.put(`/containers/workers/${dora.id}`, { tasks: [-1, id] }));
  ok(await api.put(`/tasks/${id}`, { notes: 'Ring twice' }));
  ok(await dora.driver.post(`/driver/tasks/${id}/start`, {}));
  ok(await dora.driver.post(`/driver/tasks/${id}/arrive`, {}));
  ok(await dora.driver.post(`/driver/tasks/${id}/complete`, { success: true }));
  await untilKinds(api, id, ['created', 'moved', 'assigned', 'edited', 'started', 'arrived', 'completed']);
  const [created, moved, assigned, edited, started] = await historyOf(api, id);
  assert.equal(created!.by?.type, 'API');
  assert.deepEqual(
    [moved!.by?.type, moved!.by?.name, moved!.team],
    ['ADMIN', 'Dan Dispatcher', { id: north, name: 'North' }],
  );
  assert.deepEqual([assigned!.worker?.id, assigned!.worker?.name], [dora.id, 'Dora Driver']);
  assert.equal(edited!.by?.type, 'API');
  assert.deepEqual([started!.by?.type, started!.by?.name], ['WORKER', 'Dora Driver']);

  // Page by page.
  const pages: string[] = [];
  for (let query = '?limit=3'; query; ) {
    const { history, lastId } = ok(await api.get(`/tasks/${id}/history${query}`));
    assert.ok(history.length <= 3);
    pages.push(...history.map(({ kind }: Entry) => kind));
    query = lastId === undefined ? '' : `?limit=3&lastId=${lastId}`;
  }
  assert.deepEqual(pages, ['created', 'moved', 'assigned', 'edited', 'started', 'arrived', 'completed']);
  for (const query of ['limit=0', 'limit=101', 'lastId=x', 'lastId=1'])
    assert.equal((await api.get(`/tasks/${id}/history?${query}`)).status, 400, query);
});

test('tasks of batches have a history, older ones their creation; what is deleted goes', async () => {
  const { api, organization, task } = await startFleet(server);
  const { id } = await task();
  await untilKinds(api, id, ['created']);
  await server.services.database.transaction((tx) =>
    tx.run(sql`delete from dispatch.task_history where organization_id = ${organization} and task_id = ${id}`),
  );
  const [entry, ...others] = await historyOf(api, id);
  assert.deepEqual([entry!.kind, entry!.by, others], ['created', null, []]);
  // Its creation counts like each other entry of a page.
  ok(await api.put(`/tasks/${id}`, { notes: 'Ring twice' }));
  await untilKinds(api, id, ['created', 'edited']);
  const first = ok(await api.get(`/tasks/${id}/history?limit=1`));
  assert.deepEqual([first.history.map(({ kind }: Entry) => kind), first.lastId], [['created'], first.history[0].id]);
  const rest = ok(await api.get(`/tasks/${id}/history?limit=1&lastId=${first.lastId}`));
  assert.deepEqual([rest.history.map(({ kind }: Entry) => kind), rest.lastId], [['edited'], undefined]);
  const rows = () =>
    server.services.database.reader.all(sql`
      select from dispatch.task_history where organization_id = ${organization} and task_id = ${other}`);
  const other = (await task()).id as string;
  await untilKinds(api, other, ['created']);
  ok(await api.delete(`/tasks/${other}`));
  await until(async () => (await rows()).length === 0, 'the history being forgotten');
  assert.deepEqual(refusal(await api.get(`/tasks/${other}/history`)), [404, 1402]);
});

test('who does not see the task sees no history', async () => {
  const fleet = await startFleet(server);
  const { api, team, worker, task } = fleet;
  const dora = await worker();
  const { id } = await task({ container: { type: 'WORKER', worker: dora.id } });
  const { client } = await makeDispatcher(server, fleet, []);
  const admins = ok(await api.get('/admins')) as { id: string; name: string }[];
  const dan = admins.find(({ name }) => name === 'Dan Dispatcher')!.id;
  await team('South', { managers: [admins[0]!.id, dan] });
  assert.deepEqual(refusal(await client.get(`/tasks/${id}/history`)), [404, 1402]);
  const other = await startFleet(server);
  assert.deepEqual(refusal(await other.api.get(`/tasks/${id}/history`)), [404, 1402]);
});
