import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Answer, ChatClient, until } from '../../../tests/harness/clients.ts';
import { QueueReader, type WireEvent } from '../../../tests/harness/events.ts';
import { changeState, makePerson, type Person } from '../../../tests/harness/people.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { startServer } from '../../app.ts';
import { sql } from '../../platform/db/sql.ts';
import { MAX_PEOPLE_WITH_EVENTS, presenceStore } from './store.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization();
const owner = new ChatClient(org.chat);
let mara: Person;
let nils: Person;

before(async () => {
  mara = await makePerson(server, org, { name: 'Mara Member' });
  nils = await makePerson(server, org, { name: 'Nils Night' });
});

function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}
const ping = async (client: ChatClient, status: string, more: object = {}) =>
  ok(await client.post('/users/me/presence', { status, new_user_input: true, ...more }));
const now = () => Math.floor(server.clock.now().getTime() / 1000);
/** Waits for the first half of a second: what follows then counts in one and the same second. */
const newSecond = () => until(async () => server.clock.now().getMilliseconds() < 500, 'a new second');
const heads = () => server.services.database.reader.all(sql`select event_id from platform.log_heads order by 1`);

test('both forms: by address with the aggregate, and by ID with what changed since', async () => {
  const before = await heads();
  await newSecond();
  const at = now();
  const { presences, server_timestamp } = await ping(mara.client, 'active');
  const active = { client: 'website', status: 'active', timestamp: at };
  assert.deepEqual(presences, { [mara.email]: { aggregated: active, website: { ...active, pushable: false } } });
  assert.ok(Math.abs(server_timestamp - at) < 5);
  const slim = await ping(nils.client, 'idle', { last_update_id: -1 });
  assert.deepEqual(slim.presences, {
    [mara.id]: { active_timestamp: at, idle_timestamp: at },
    [nils.id]: { idle_timestamp: now() },
  });
  const again = await ping(owner, 'active', { slim_presence: true, last_update_id: slim.presence_last_update_id });
  assert.deepEqual(Object.keys(again.presences), [String(org.chat.user_id)]);
  server.clock.advance(200_000);
  await newSecond();
  await ping(mara.client, 'idle');
  const realm = ok(await owner.get('/realm/presence'));
  assert.deepEqual(realm.presences[mara.email].aggregated, { client: 'website', status: 'idle', timestamp: now() });
  const shown = { status: 'idle', timestamp: now() };
  for (const who of [mara.id, mara.email])
    assert.deepEqual(ok(await owner.get(`/users/${who}/presence`)).presence, { aggregated: shown, website: shown });
  // Not a row, not an event of the log.
  assert.deepEqual(await heads(), before);
  assert.deepEqual(await server.services.database.reader.all(sql`select 1 from chat.presences`), []);
  assert.deepEqual(Object.keys(await ping(mara.client, 'active', { ping_only: true })).sort(), ['msg', 'result']);
});

test('a stop writes down who was there last', async () => {
  const { config, log, clock } = server.services;
  const other = await startServer({
    config: { ...config, port: 0 },
    log,
    clock,
    connectionString: server.connectionString,
  });
  const lena = await makePerson(server, org, { name: 'Lena Loader' });
  await ping(new ChatClient({ site: other.url, email: lena.email, api_key: lena.client.key }), 'active');
  await other.close();
  const rows = await server.services.database.reader.all(sql`
    select 1 from chat.presences where organization_id = ${org.organization_id} and user_id = ${lena.id}`);
  assert.equal(rows.length, 1);
  await changeState(server, org.organization_id, (tx) =>
    tx.run(sql`delete from chat.presences where user_id = ${lena.id}`),
  );
});

test('who comes back is told of once, in the form of the queue', async () => {
  server.clock.advance(600_000);
  const types = { event_types: ['presence'] };
  const legacy = await QueueReader.register(owner, types);
  const slim = await QueueReader.register(nils.client, { ...types, slim_presence: true });
  const simplified = await QueueReader.register(owner, {
    ...types,
    client_capabilities: { simplified_presence_events: true },
  });
  for (const queue of [legacy, slim, simplified]) await queue.poll();
  await ping(mara.client, 'idle');
  await newSecond();
  for (let n = 0; n < 2; n++) await ping(mara.client, 'active');
  const [event, ...more] = await legacy.poll();
  assert.deepEqual(more, []);
  const { id: _id, server_timestamp: _at, ...rest } = event!;
  const website = { client: 'website', status: 'active', timestamp: now(), pushable: false };
  const received = { type: 'presence', user_id: mara.id, presence: { website } };
  assert.deepEqual(rest, { ...received, email: mara.email });
  const [short] = await slim.poll();
  assert.ok(!('email' in short!));
  assert.equal(short!.user_id, mara.id);
  const [{ id: _, ...modern }] = (await simplified.poll()) as [WireEvent];
  const presences = { [mara.id]: { active_timestamp: now(), idle_timestamp: now() } };
  assert.deepEqual(modern, { type: 'presence', presences });
});

test('among very many people a return is no event, and clients find it by asking', async () => {
  // Beside the watcher and the one who returns.
  for (const [seen, expected] of [
    [MAX_PEOPLE_WITH_EVENTS - 2, 1],
    [MAX_PEOPLE_WITH_EVENTS - 1, 0],
  ] as const) {
    const large = await server.organization();
    const rosa = await makePerson(server, large, { name: 'Rosa Returning' });
    await changeState(server, large.organization_id, (tx) =>
      tx.run(sql`
        with made as (
          insert into chat.users (organization_id, email, full_name, role, date_joined)
          select ${large.organization_id}, 'seen' || n || '@large.example', 'Seen ' || n, 400, now()
          from generate_series(1, ${seen}::int) as n returning id)
        insert into chat.presences (organization_id, user_id, active_at, connected_at)
        select ${large.organization_id}, id, now(), now() from made`),
    );
    const watcher = new ChatClient(large.chat);
    const queue = await QueueReader.register(watcher, { event_types: ['presence', 'message'] });
    const { presence_last_update_id } = await ping(watcher, 'idle', { last_update_id: -1 });
    await ping(rosa.client, 'active');
    await rosa.client.post('/messages', { type: 'direct', to: JSON.stringify([large.chat.user_id]), content: 'back' });
    const events: WireEvent[] = [];
    while (!events.some(({ type }) => type === 'message')) events.push(...(await queue.poll()));
    assert.equal(events.filter(({ type }) => type === 'presence').length, expected, `${seen} others`);
    const { presences } = await ping(watcher, 'idle', { last_update_id: presence_last_update_id });
    assert.ok(String(rosa.id) in presences);
  }
});

test('registering gives what there is; history ends', async () => {
  const registered = async (more: object = {}) =>
    ok(await owner.post('/register', { fetch_event_types: ['presence'], ...more }));
  assert.ok(mara.email in (await registered()).presences);
  const { presences, presence_last_update_id: last } = await registered({ slim_presence: true });
  assert.ok(mara.id in presences && last > 0);
  server.clock.advance(15 * 86_400_000);
  assert.deepEqual((await registered()).presences, {});
  assert.ok(mara.email in (await registered({ presence_history_limit_days: 16 })).presences);
  const since = async (history_limit_days?: number) =>
    Object.keys((await ping(nils.client, 'active', { last_update_id: -1, history_limit_days })).presences);
  assert.deepEqual(await since(), [String(nils.id)]);
  assert.ok((await since(16)).includes(String(mara.id)));
});

test('who does not share it is not shown, and an organization can do without', async () => {
  await ping(mara.client, 'active');
  ok(await mara.client.patch('/settings', { presence_enabled: false }));
  assert.ok(!(mara.email in ok(await owner.get('/realm/presence')).presences));
  const nothing = `No presence data for ${mara.id}`;
  assert.equal((await owner.get(`/users/${mara.id}/presence`)).json.msg, nothing);
  ok(await mara.client.patch('/settings', { presence_enabled: true }));
  ok(await owner.get(`/users/${mara.id}/presence`));
  await ping(nils.client, 'active');
  await changeState(server, org.organization_id, (tx) =>
    tx.run(sql`update chat.realms set settings = settings || '{"presence_disabled": true}'
      where organization_id = ${org.organization_id}`),
  );
  assert.deepEqual((await ping(mara.client, 'active')).presences, {});
  assert.deepEqual(ok(await owner.get('/realm/presence')).presences, {});
  await changeState(server, org.organization_id, (tx) =>
    tx.run(sql`update chat.realms set settings = settings - 'presence_disabled'
      where organization_id = ${org.organization_id}`),
  );
});

test('what is refused', async () => {
  assert.equal((await owner.post('/users/me/presence', { status: 'asleep' })).json.msg, 'Invalid status');
  assert.equal((await owner.post('/users/me/presence')).json.code, 'REQUEST_VARIABLE_MISSING');
  const bot = await makePerson(server, org, { name: 'Billing Bot', botOwnerId: mara.id });
  const silent = await makePerson(server, org, { name: 'Sina Silent' });
  const stranger = new ChatClient((await server.organization()).chat);
  for (const [client, who, msg] of [
    [owner, bot.id, 'Presence is not supported for bot users.'],
    [owner, silent.id, `No presence data for ${silent.id}`],
    [owner, 987_654, 'No such user'],
    [stranger, mara.id, 'No such user'],
  ] as const)
    assert.equal((await client.get(`/users/${who}/presence`)).json.msg, msg);
  assert.deepEqual(ok(await stranger.get('/realm/presence')).presences, {});
});

test('a second process hears of it, and a later one reads what was written', async () => {
  const { config, log, clock } = server.services;
  const { connectionString } = server;
  const other = await startServer({ config: { ...config, port: 0 }, log, clock, connectionString });
  try {
    const elsewhere = new ChatClient({ ...org.chat, site: other.url });
    ok(await elsewhere.get('/realm/presence'));
    const queue = await QueueReader.register(elsewhere, { event_types: ['typing', 'presence'] });
    await queue.poll();
    await ping(mara.client, 'active');
    await until(async () => {
      const { presences } = ok(await elsewhere.get('/realm/presence'));
      return presences[mara.email]?.aggregated.timestamp >= now() - 5;
    }, 'the presence in the other process');
    ok(await mara.client.post('/typing', { op: 'start', to: [org.chat.user_id] }));
    assert.equal((await queue.collect('typing', 1))[0]!.sender.user_id, mara.id);
  } finally {
    await other.close();
  }
  await presenceStore(server.services).save();
  const rows = await server.services.database.reader.all(
    sql<{ user_id: number; active_at: Date }>`select user_id, active_at from chat.presences where user_id = ${mara.id}`,
  );
  assert.ok(Math.abs(rows[0]!.active_at.getTime() - server.clock.now().getTime()) < 60_000);
});
