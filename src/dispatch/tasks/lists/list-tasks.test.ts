import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startFleet } from '../../../../tests/harness/fleet.ts';
import { startTestServer } from '../../../../tests/harness/server.ts';

let server: Awaited<ReturnType<typeof startTestServer>>;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

test('pages of 64, oldest first, without lastId on the last', async () => {
  const { api, task } = await startFleet(server);
  const made: string[] = [];
  for (let n = 0; n < 130; n++) made.push((await task()).id);
  const seen: string[] = [];
  let lastId: string | undefined;
  const sizes: number[] = [];
  do {
    const { json } = await api.get(`/tasks/all?from=0${lastId ? `&lastId=${lastId}` : ''}`);
    sizes.push(json.tasks.length);
    seen.push(...json.tasks.map((one: { id: string }) => one.id));
    assert.equal('lastId' in json, sizes.length < 3);
    lastId = json.lastId;
  } while (lastId);
  assert.deepEqual(sizes, [64, 64, 2]);
  assert.deepEqual(seen, made);
});

test('filters', async () => {
  const { api, task, worker, north, organization } = await startFleet(server);
  const { id: workerId, driver } = await worker();
  const own = { container: { type: 'WORKER', worker: workerId } };
  const a = await task({ completeBefore: 1000, completeAfter: 500 });
  const b = await task({ ...own, dependencies: [] });
  const c = await task({ dependencies: [a.id], container: { type: 'TEAM', team: north } });
  server.clock.advance(10_000);
  const middle = server.clock.now().getTime();
  server.clock.advance(10_000);
  assert.equal((await driver.post(`/driver/tasks/${b.id}/start`, {})).status, 200);
  assert.equal((await driver.post(`/driver/tasks/${b.id}/complete`, { success: true })).status, 200);
  const ids = async (query: string) => {
    const { json, text } = await api.get(`/tasks/all?${query}`);
    assert.ok(json.tasks, text);
    return json.tasks.map((one: { id: string }) => one.id);
  };
  assert.deepEqual(await ids('from=0'), [a.id, b.id, c.id]);
  // A completed task counts by the time of its completion.
  assert.deepEqual(await ids(`from=${middle}`), [b.id]);
  assert.deepEqual(await ids(`from=0&to=${middle}`), [a.id, c.id]);
  assert.deepEqual(await ids(`from=${a.timeCreated}&to=${a.timeCreated + 1}&state=0`), [a.id]);
  assert.deepEqual(await ids(`from=0&state=0,1`), [a.id, c.id]);
  assert.deepEqual(await ids(`from=0&state=3`), [b.id]);
  assert.deepEqual(await ids(`from=0&worker=${workerId}`), [b.id]);
  assert.deepEqual(await ids('from=0&completeBeforeBefore=1001'), [a.id]);
  assert.deepEqual(await ids('from=0&completeAfterAfter=500'), []);
  assert.deepEqual(await ids(`from=0&dependencies=${a.id},${b.id}`), [c.id]);
  assert.deepEqual(await ids(`from=0&dependencies=[${a.id} ${b.id}]`), [c.id]);
  assert.deepEqual(await ids(`from=0&containers=${north}`), [c.id]);
  assert.deepEqual(await ids(`from=0&containers=${organization},${north}`), [a.id, c.id]);
  assert.deepEqual(
    (await api.get(`/teams/${north}/tasks`)).json.tasks.map((one: { id: string }) => one.id),
    [c.id],
  );
  for (const [query, error] of [
    ['', 1900],
    ['from=x', 1005],
    ['from=0&state=4', 1000],
    ['from=0&lastId=zz', 1005],
    [`from=0&lastId=${'z'.repeat(24)}`, 1402],
    ['from=0&dependencies=zz', 1005],
    ['from=1e999', 1005],
  ] as const)
    assert.equal((await api.get(`/tasks/all?${query}`)).json.message?.error, error, query);
});

test("a worker's and a team's tasks: pick-ups or drop-offs only", async () => {
  const { api, north, task, worker } = await startFleet(server);
  const { id } = await worker();
  for (const [path, container] of [
    [`/workers/${id}`, { type: 'WORKER', worker: id }],
    [`/teams/${north}`, { type: 'TEAM', team: north }],
  ] as const) {
    const pickup = (await task({ container, pickupTask: true })).id;
    const dropoff = (await task({ container })).id;
    const list = async (query: string) =>
      (await api.get(`${path}/tasks${query}`)).json.tasks?.map((one: { id: string }) => one.id);
    assert.deepEqual(await list('?isPickupTask=true'), [pickup]);
    assert.deepEqual(await list('?isPickupTask=false'), [dropoff]);
    assert.deepEqual(await list(''), [pickup, dropoff]);
    assert.equal((await api.get(`${path}/tasks?isPickupTask=x`)).json.message.error, 1005);
  }
});

test('a page that begins after a task which was moved away meanwhile is refused, also of another list', async () => {
  const { api, north, task, worker } = await startFleet(server);
  const { id } = await worker();
  const list = [];
  for (let n = 0; n < 65; n++) list.push(await task({ container: { type: 'TEAM', team: north } }));
  const pageAfter = (lastId: string, of = `/teams/${north}`) => api.get(`${of}/tasks?lastId=${lastId}`);
  const first = (await api.get(`/teams/${north}/tasks`)).json;
  assert.equal(first.lastId, list[63].id);
  const second = (await pageAfter(first.lastId)).json;
  assert.deepEqual([second.tasks.map((one: { id: string }) => one.id), 'lastId' in second], [[list[64].id], false]);
  assert.equal((await pageAfter(first.lastId, `/workers/${id}`)).json.message.error, 1000);
  await api.put(`/tasks/${first.lastId}`, { container: { type: 'WORKER', worker: id } });
  assert.equal((await pageAfter(first.lastId)).json.message.error, 1000);
  await api.delete(`/tasks/${list[10].id}`);
  assert.equal((await pageAfter(list[10].id)).json.message.error, 1402);
});
