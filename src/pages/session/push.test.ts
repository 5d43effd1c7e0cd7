import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { pushBrowser, startBrowserPushes, VAPID_PUBLIC_KEY, WEB_PUSH } from '../../../tests/harness/browser-pushes.ts';
import { ChatClient, until } from '../../../tests/harness/clients.ts';
import { destinationAt, startFleet } from '../../../tests/harness/fleet.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { SessionBrowser } from '../../../tests/harness/session-browser.ts';
import { createWorkerForCli } from '../../dispatch/workers/create-for-cli.ts';
import { sql } from '../../platform/db/sql.ts';
import { pushServices } from '../../platform/outbound/push/push-services.ts';

const service = await startBrowserPushes();
const server = await startTestServer({ webPush: WEB_PUSH, webhookAllowInsecure: true });
after(async () => {
  await server[Symbol.asyncDispose]();
  service.stop();
});
const PASSWORD = 'correct horse battery staple';
const org = await server.organization({ ownerEmail: 'olive@couriers.example' });
const owner = new ChatClient(org.chat);
const { reader } = server.services.database;
let paths = 0;
const newBrowser = () => pushBrowser(service, `/push/${++paths}`);
const pushesTo = ({ subscription: { endpoint } }: ReturnType<typeof newBrowser>) =>
  service.pushes.filter(({ path }) => endpoint.endsWith(path));

/** Somebody of the chat, signed in with a browser. */
async function somebody(name: string) {
  const email = `${name}@couriers.example`;
  const { json } = await owner.post('/users', { email, full_name: `${name} person`, password: PASSWORD });
  assert.equal(json.result, 'success', json.msg);
  const session = new SessionBrowser(server.url);
  assert.equal((await session.signIn(email, PASSWORD)).status, 200);
  return { id: json.user_id as number, email, session };
}
const subscribe = async ({ session }: { session: SessionBrowser }, browser = newBrowser()) => {
  assert.equal((await session.post('/api/session/push', browser.subscription)).status, 204);
  return browser;
};
const write = async (to: number, content: string): Promise<number> =>
  (await owner.post('/messages', { type: 'direct', to: [to], content })).json.id;
/** Has what is sent meanwhile wait to be told. */
const holdPushes = (doIt: () => Promise<void>) =>
  server.services.database.transaction(async (tx) => {
    await tx.run(sql`
      select from platform.log_cursors
      where reader = 'chat-notifications' and organization_id = ${org.organization_id} for update`);
    await doIt();
  });
const countStored = async () =>
  (await reader.first(sql<{ n: number }>`select count(*)::int as n from platform.push_subscriptions`))!.n;

test('a browser is told of messages that its person misses, encrypted for it', async () => {
  const mara = await somebody('mara');
  assert.equal((await mara.session.get('/api/session')).json.pushKey, VAPID_PUBLIC_KEY);
  const browser = await subscribe(mara);
  const other = await subscribe(await somebody('milo'));
  const id = await write(mara.id, 'the **gate** is open');
  await until(() => pushesTo(browser).length > 0, 'the push');
  const [push] = pushesTo(browser);
  const { time, sender_avatar_url, ...received } = (await browser.read(push!.body)) as Record<string, unknown>;
  assert.deepEqual(received, {
    kind: 'message',
    type: 'message',
    realm_url: server.url,
    realm_name: (await owner.get('/server_settings')).json.realm_name,
    user_id: mara.id,
    sender_id: org.chat.user_id,
    sender_full_name: (await owner.get('/users/me')).json.full_name,
    message_id: id,
    content: 'the gate is open',
    recipient_type: 'direct',
    recipient_user_ids: received.recipient_user_ids,
    shown: [id],
  });
  assert.deepEqual([typeof time, typeof sender_avatar_url], ['number', 'string']);
  assert.equal(push!.topic, `chat-${id}`);
  assert.ok(!push!.body.includes('gate'));
  // Reading it elsewhere is not told: a browser shows each push.
  await mara.session.post(
    '/api/v1/messages/flags',
    new URLSearchParams({ messages: `[${id}]`, op: 'add', flag: 'read' }),
  );
  const next = await write(mara.id, 'and closed again');
  await until(() => pushesTo(browser).length > 1, 'the second push');
  const second = (await browser.read(pushesTo(browser)[1]!.body)) as { message_id: number; shown: number[] };
  assert.deepEqual([second.message_id, second.shown], [next, [next]], 'what was read may be shown no more');
  assert.deepEqual([pushesTo(other).length, service.refused], [0, []]);
});

test('nobody is told while they do not want to be, nor of what they may not see or have muted', async () => {
  const [rex, last] = [await somebody('rex'), await somebody('lea')];
  const [browser, other] = [await subscribe(rex), await subscribe(last)];
  const form = (fields: Record<string, string>) => new URLSearchParams(fields);
  const set = async (name: string, value: unknown) => {
    const { json } = await rex.session.request('PATCH', '/api/v1/settings', form({ [name]: JSON.stringify(value) }));
    assert.equal(json.result, 'success', json.msg);
  };
  const received = async () =>
    Promise.all(pushesTo(browser).map(async ({ body }) => ((await browser.read(body)) as { content: string }).content));
  /** Waits until everything written before has been told. */
  const settled = async () => {
    const before = pushesTo(other).length;
    await write(last.id, 'after it');
    await until(() => pushesTo(other).length > before, 'the push after it');
  };
  const now = Math.floor(server.clock.now().getTime() / 1000);
  await set('do_not_disturb_until', now + 600);
  await write(rex.id, 'while resting');
  await settled();
  assert.deepEqual(await received(), []);
  await set('do_not_disturb_until', 0);
  await set('pm_content_in_desktop_notifications', false);
  await write(rex.id, 'not for every eye');
  await until(() => pushesTo(browser).length === 1, 'a push without its text');
  assert.deepEqual(await received(), ['']);
  await set('pm_content_in_desktop_notifications', true);

  // Deleted before its turn, moved out of sight, and written by somebody muted.
  const create = async (name: string, subscribers: number[]): Promise<number> =>
    (await owner.post('/channels/create', { name, subscribers, invite_only: true })).json.id;
  const [yard, vault] = [await create('yard', [org.chat.user_id, rex.id]), await create('vault', [org.chat.user_id])];
  await holdPushes(async () => {
    const deleted = await write(rex.id, 'deleted');
    const post = { type: 'channel', to: yard, topic: 'gates', content: '@**rex person** moved' };
    const { id: moved } = (await owner.post('/messages', post)).json;
    assert.equal((await owner.delete(`/messages/${deleted}`)).json.result, 'success');
    const move = await owner.patch(`/messages/${moved}`, { stream_id: vault, propagate_mode: 'change_all' });
    assert.equal(move.json.result, 'success', move.json.msg);
  });
  await rex.session.post(`/api/v1/users/me/muted_users/${org.chat.user_id}`);
  await write(rex.id, 'from somebody muted');
  await settled();
  assert.deepEqual(await received(), ['']);
});

test('it ends with the session, with its own wish, and when the browser is gone', async () => {
  const uma = await somebody('uma');
  const [signedOut, unwanted, gone, stays] = [new SessionBrowser(server.url), newBrowser(), newBrowser(), newBrowser()];
  await signedOut.signIn(uma.email, PASSWORD);
  const ended = await subscribe({ session: signedOut });
  for (const browser of [unwanted, gone, stays]) await subscribe(uma, browser);
  assert.equal((await signedOut.delete('/api/session')).status, 204);
  const { endpoint } = unwanted.subscription;
  assert.equal((await uma.session.delete('/api/session/push', { endpoint })).status, 204);
  const before = await countStored();
  service.answers.push(410);
  await write(uma.id, 'one');
  await until(() => pushesTo(gone).length === 1 && pushesTo(stays).length === 1, 'both');
  await until(async () => (await countStored()) === before - 1, 'the one that is gone being forgotten');
  await write(uma.id, 'two');
  const received = () => [pushesTo(gone).length + pushesTo(stays).length];
  await until(() => received()[0] === 3, 'the other one');
  assert.deepEqual([pushesTo(ended).length, pushesTo(unwanted).length], [0, 0]);
});

test('a browser tells one person: who signs in there next takes it over, and somebody deactivated is told nothing', async () => {
  const [first, second] = [await somebody('fay'), await somebody('sue')];
  const browser = await subscribe(first);
  await subscribe(second, browser);
  await write(first.id, 'for fay alone');
  const id = await write(second.id, 'for sue');
  await until(() => pushesTo(browser).length > 0, 'the push');
  assert.equal(((await browser.read(pushesTo(browser)[0]!.body)) as { message_id: number }).message_id, id);
  await owner.delete(`/users/${second.id}`);
  const third = await subscribe(await somebody('tom'));
  const { json } = await owner.get('/users');
  const tom = json.members.find((each: { full_name: string }) => each.full_name === 'tom person');
  await write(second.id, 'too late');
  await write(tom.user_id, 'in time');
  await until(() => pushesTo(third).length > 0, 'the push after it');
  assert.equal(pushesTo(browser).length, 1);
});

test('a service that does not answer holds up no other browser, and is left alone for a while', async () => {
  const silent = await startBrowserPushes();
  const hal = await somebody('hal');
  await subscribe(hal, pushBrowser(silent, '/silent'));
  const browser = await subscribe(hal);
  silent.answers.push('none', 'none');
  await write(hal.id, 'one');
  // While the one still waits for its answer.
  await until(() => silent.held.size === 1 && pushesTo(browser).length === 1, 'the other being told beside it');
  const { web } = pushServices(server.services);
  const send = () => {
    const { subscription } = pushBrowser(silent, '/other');
    return web!.send(subscription, {}, { topic: 'x', signal: AbortSignal.timeout(30_000) });
  };
  assert.equal((await send()).state, 'again');
  assert.deepEqual(
    [await send(), silent.pushes.length],
    [{ state: 'again', detail: 'the push service did not respond a moment ago' }, 2],
  );
  server.clock.advance(21_000);
  assert.deepEqual(await send(), { state: 'sent' });
  silent.stop();
});

test('a driver’s page is told of tasks by its session', async () => {
  const { task, organization } = await startFleet(server);
  const dora = await createWorkerForCli(server.services, {
    organizationId: organization,
    team: 'North',
    name: 'Dora Driver',
    phone: '+14155570001',
  });
  const session = new SessionBrowser(server.url);
  assert.equal((await session.post('/api/session', { phone: dora.phone, password: dora.password })).status, 200);
  const browser = await subscribe({ session });
  const given = await task({ destination: destinationAt(), container: { type: 'WORKER', worker: dora.worker_id } });
  await until(() => pushesTo(browser).length > 0, 'the push');
  assert.deepEqual(await browser.read(pushesTo(browser)[0]!.body), { kind: 'assigned', taskId: given.id });
});

test('what is no subscription, or leads into our own network, is refused; so is all of it without a key', async () => {
  const vera = await somebody('vera');
  const { subscription } = newBrowser();
  const retained = await countStored();
  for (const wrong of [
    {},
    { ...subscription, endpoint: 'ftp://x' },
    { ...subscription, endpoint: 'https://' },
    { ...subscription, endpoint: `https://x.example/${'x'.repeat(2048)}` },
    { ...subscription, keys: { p256dh: '!', auth: 'a' } },
    { endpoint: subscription.endpoint },
  ]) {
    const { status, json } = await vera.session.post('/api/session/push', wrong);
    assert.deepEqual([status, json.code], [400, 'invalid_body'], JSON.stringify(wrong));
  }
  assert.equal((await new SessionBrowser(server.url).post('/api/session/push', subscription)).status, 401);
  assert.equal(await countStored(), retained);

  await using strict = await startTestServer({ webPush: WEB_PUSH, webhookAllowInsecure: false });
  const one = await strict.organization({ ownerEmail: 'olive@couriers.example' });
  const session = new SessionBrowser(strict.url);
  assert.equal((await session.signIn(one.chat.email, PASSWORD)).status, 200);
  for (const endpoint of [
    subscription.endpoint,
    'http://push.example/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://169.254.169.254/x',
    'https://10.1.2.3/x',
    'https://localhost/x',
    'https://0x7f000001/x',
  ]) {
    const { status, json } = await session.post('/api/session/push', { ...subscription, endpoint });
    assert.deepEqual([status, json.code], [400, 'invalid_body'], endpoint);
  }
  const good = { ...subscription, endpoint: 'https://push.example/x' };
  assert.equal((await session.post('/api/session/push', good)).status, 204);
  for (let n = 0; n < 12; n++)
    await session.post('/api/session/push', { ...good, endpoint: `https://push.example/${n}` });
  const row = await strict.services.database.reader.first(sql<{ n: number }>`
    select count(*)::int as n from platform.push_subscriptions`);
  assert.equal(row!.n, 10, 'the newest of a person are kept');

  await using plain = await startTestServer();
  const other = await plain.organization({ ownerEmail: 'olive@couriers.example' });
  const mute = new SessionBrowser(plain.url);
  await mute.signIn(other.chat.email, PASSWORD);
  assert.equal((await mute.get('/api/session')).json.pushKey, null);
  assert.equal((await mute.post('/api/session/push', good)).status, 404);
});
