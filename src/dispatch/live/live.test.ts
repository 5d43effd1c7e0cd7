import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DispatchClient, until } from '../../../tests/harness/clients.ts';
import { makeDispatcher, startFleet } from '../../../tests/harness/fleet.ts';
import { holdsLaw, LiveReader } from '../../../tests/harness/live.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import { SessionBrowser } from '../../../tests/harness/session-browser.ts';
import { PASSWORD } from '../../../tests/harness/visitors.ts';
import { startServer } from '../../app.ts';
import { revokeCredential } from '../../platform/credentials/credentials.ts';
import { sql } from '../../platform/db/sql.ts';
import { doCreateAdministratorKey } from '../administrators/actions.ts';

let server: TestServer & AsyncDisposable;

before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

test('a stream begins with everything and tells each change, in one step for what changed at once', async () => {
  const { api, worker, task, north } = await startFleet(server);
  const dora = await worker([-122.4, 37.78]);
  const first = await task({ container: { type: 'WORKER', worker: dora.id } });
  const reader = await LiveReader.open(api);
  assert.deepEqual([...reader.state.workers.keys()], [dora.id]);
  assert.deepEqual(reader.state.workers.get(dora.id)!.teams, [north]);
  assert.deepEqual([...reader.state.containers.values()].find(({ owner }) => owner === dora.id)?.tasks, [first.id]);

  const second = await task();
  await until(() => reader.state.tasks.has(second.id), 'a new task');
  assert.equal((await api.put(`/containers/workers/${dora.id}`, { tasks: [0, second.id] })).status, 200);
  await until(() => reader.state.tasks.get(second.id)?.worker === dora.id, 'a task that was assigned');
  const list = [...reader.state.containers.values()].find(({ owner }) => owner === dora.id);
  assert.deepEqual(list?.tasks, [second.id, first.id]);

  assert.equal((await dora.driver.post(`/driver/tasks/${second.id}/start`)).status, 200);
  await until(() => reader.state.tasks.get(second.id)?.state === 2, 'a task that was started');
  assert.equal((await api.post(`/tasks/${second.id}/complete`, { completionDetails: { success: true } })).status, 200);
  await until(() => reader.state.tasks.get(second.id)?.state === 3, 'a task that was completed');
  assert.equal((await api.delete(`/tasks/${first.id}`)).status, 200);
  await until(() => !reader.state.tasks.has(first.id), 'a task that was deleted');
  await holdsLaw(reader, api);
  await reader.close();
});

test('who comes back is told what they missed; who cannot be told begins anew', async () => {
  const { api, worker, task, team } = await startFleet(server);
  await worker([-122.4, 37.78]);
  const gone = await task();
  const reader = await LiveReader.open(api);
  await reader.close();
  assert.equal((await api.delete(`/tasks/${gone.id}`)).status, 200);
  const made = await task();
  const id = await team('Later');
  await reader.connect();
  await reader.ready();
  assert.deepEqual(reader.framesOf('snapshot'), []);
  assert.equal((reader.framesOf('ready')[0]!.data as { resumed: boolean }).resumed, true);
  assert.deepEqual([...reader.state.tasks.keys()], [made.id]);
  assert.ok(reader.state.teams.has(id));
  await holdsLaw(reader, api);
  await reader.close();

  const good = reader.live.lastId!;
  const [event, at, sight] = good.split('-');
  // IDs from a log that went back, another sight or the future, and text that is no ID.
  for (const bad of [`${Number(event) - 1}-${at}-${sight}`, `${event}-${at}-0`, `${event}0-${at}-${sight}`, 'x']) {
    reader.live.lastId = bad;
    await reader.connect();
    await reader.ready();
    assert.ok(reader.framesOf('snapshot').length > 0, bad);
    assert.deepEqual([...reader.state.tasks.keys()], [made.id], bad);
    await reader.close();
  }
  reader.live.lastId = good;
  const field = { key: 'gate', name: 'Gate', type: 'single_line_text_field', contexts: [{ name: 'save' }] };
  const declared = { description: '', asArray: false, visibility: ['api'], editability: ['api'], ...field };
  const answer = await api.post('/customFields', { model: 'Task', field: [declared] });
  assert.equal(answer.status, 200, answer.text);
  await reader.connect();
  await reader.ready();
  assert.ok(reader.framesOf('snapshot').length > 0, 'after a change of custom fields');
  await reader.close();
});

test('what was completed is there since a time of the own choice', async () => {
  const { api, task, worker } = await startFleet(server);
  const dora = await worker([-122.4, 37.78]);
  const { id } = await task({ container: { type: 'WORKER', worker: dora.id } });
  assert.equal((await dora.driver.post(`/driver/tasks/${id}/start`)).status, 200);
  assert.equal((await api.post(`/tasks/${id}/complete`, { completionDetails: { success: true } })).status, 200);
  server.clock.advance(60_000);
  const now = server.clock.now().getTime();
  const has = async (query: string) => {
    const reader = await LiveReader.open(api, { query });
    await reader.close();
    return reader.state.tasks.has(id);
  };
  assert.equal(await has(''), true);
  assert.equal(await has(`?completedSince=${now - 90_000}`), true);
  assert.equal(await has(`?completedSince=${now - 30_000}`), false);
  const tooFar = await api.get(`/live?completedSince=${now - 32 * 86_400_000}`);
  assert.deepEqual([tooFar.status, tooFar.json.message.error], [400, 1000]);
});

test('a stream ends when its key or its sight does, also in another process, when it is one too many, and says so when the server closes', async () => {
  const { config, log, clock, database } = server.services;
  const there = await startServer({
    config: { ...config, port: 0 },
    log,
    clock,
    connectionString: server.connectionString,
  });
  let last: LiveReader;
  try {
    const { api, chat, organization, north, worker, team, task } = await startFleet(server);
    // The first of all streams there: what ends them all at the closing is set up before the live feed.
    const browser = new SessionBrowser(there.url);
    assert.equal((await browser.signIn(chat.email, PASSWORD)).status, 200);
    assert.equal((await browser.stream('/api/session/events')).status, 200);
    const email = 'ada@couriers.example';
    const { id } = (await api.post('/admins', { name: 'Ada', email })).json;
    const south = await team('South');
    const sid = await worker(undefined, 'South');
    const hidden = await task({ container: { type: 'WORKER', worker: sid.id } });
    const made = await database.transaction((tx) => doCreateAdministratorKey(tx, email, ''), {
      organizationId: organization,
    });
    const ada = new DispatchClient({ url: there.url, api_key: made.key });
    const reader = await LiveReader.open(ada);
    assert.ok(reader.state.tasks.has(hidden.id));

    assert.equal((await api.put(`/teams/${north}`, { managers: [id] })).status, 200);
    await reader.ended;
    assert.equal(reader.live.endReason, 'sight_changed');
    await reader.connect();
    await reader.ready();
    assert.deepEqual([...reader.state.teams.keys()], [north]);
    assert.deepEqual(reader.state.sight, [north]);
    assert.ok(!reader.state.tasks.has(hidden.id) && !reader.state.workers.has(sid.id));

    // A worker of the team whose tasks come into sight, and go.
    assert.equal((await api.put(`/workers/${sid.id}`, { teams: [north, south] })).status, 200);
    await reader.ended;
    await reader.connect();
    await reader.ready();
    assert.ok(reader.state.tasks.has(hidden.id));
    assert.equal((await api.put(`/containers/teams/${south}`, { tasks: [-1, hidden.id] })).status, 200);
    await until(() => !reader.state.tasks.has(hidden.id), 'a task that went out of sight');
    reader.frames.length = 0;
    assert.equal((await api.put(`/tasks/${hidden.id}`, { notes: 'the secret door' })).status, 200);
    const shown = await task();
    await until(() => reader.state.tasks.has(shown.id), 'a task of anybody');
    assert.doesNotMatch(JSON.stringify(reader.frames), new RegExp(`${hidden.id}|secret`));

    const more = await Promise.all(Array.from({ length: 9 }, () => LiveReader.open(ada)));
    const refused = await ada.get('/live');
    assert.deepEqual([refused.status, refused.json.message.error], [429, 2300]);
    assert.equal((await api.delete(`/admins/${id}`)).status, 400, 'the only manager');
    await database.transaction((tx) => revokeCredential(tx, organization, made.id));
    for (const each of [reader, ...more]) {
      await each.ended;
      assert.equal(each.live.endReason, 'session_ended');
    }
    assert.equal((await ada.get('/live')).status, 401);
    last = await LiveReader.open({ url: there.url, authorization: api.authorization });
  } finally {
    await there.close();
  }
  await last.ended;
  assert.equal(last.live.endReason, 'closing');
});

test('who sees one team hears nothing of another, neither live nor on coming back', async () => {
  const fleet = await startFleet(server);
  const { api, north, worker, task, team } = fleet;
  const south = await team('South');
  const [own, sid] = [await worker([-122.4, 37.78]), await worker([-122.4, 37.78], 'South')];
  const plan = { name: 'Plan', startTime: 1, startAt: 'WORKER_LOCATION' };
  const leaving = (await api.post('/routePlans', { ...plan, worker: own.id })).json.id;
  const { client } = await makeDispatcher(server, fleet, [north]);
  const reader = await LiveReader.open(client);
  assert.deepEqual([...reader.state.routePlans.keys()], [leaving]);
  const hidden = [south, sid.id];

  const changeTheSouth = async () => {
    assert.equal((await sid.driver.post('/driver/duty', { onDuty: false })).status, 200);
    assert.equal((await api.put(`/workers/${sid.id}`, { capacity: hidden.length })).status, 200);
    assert.equal((await api.put(`/teams/${south}`, { name: `South ${hidden.length}` })).status, 200);
    const made = await task({ container: { type: 'WORKER', worker: sid.id } });
    const planned = (await api.post('/routePlans', { ...plan, worker: sid.id, tasks: [made.id] })).json.id;
    const list = (await api.get(`/containers/workers/${sid.id}`)).json.id;
    hidden.push(made.id, planned, list);
    return task();
  };
  const isSilent = async (shown: { id: string }) => {
    await until(() => reader.state.tasks.has(shown.id), 'what concerns everybody');
    const received = JSON.stringify(reader.frames);
    assert.deepEqual(
      hidden.filter((id) => received.includes(id)),
      [],
    );
  };
  await isSilent(await changeTheSouth());
  await reader.close();
  const shown = await changeTheSouth();
  await reader.connect();
  await reader.ready();
  assert.deepEqual(reader.framesOf('snapshot'), []);
  await isSilent(shown);

  // A plan that they saw goes to a worker whom they do not see.
  const { status, text } = await api.put(`/routePlans/${leaving}`, { ...plan, worker: sid.id });
  assert.equal(status, 200, text);
  await until(() => !reader.state.routePlans.has(leaving), 'a plan that went out of sight');
  await isSilent(await task());
  await holdsLaw(reader, client);
  await reader.close();
});

test('a stream ends, and is gone on with, when the database or its notifications are cut', async () => {
  const { api, task } = await startFleet(server);
  const reader = await LiveReader.open(api);
  const cut = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name = 'hubbub listener'`;
  await server.services.database.transaction((tx) => tx.run(cut));
  await reader.ended;
  assert.equal(reader.live.endReason, 'unavailable');
  const made = await task();
  await reader.connect();
  await reader.ready();
  assert.ok(reader.state.tasks.has(made.id));
  await holdsLaw(reader, api);
  await reader.close();
});
