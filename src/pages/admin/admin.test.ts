import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ChatClient, DispatchClient, until } from '../../../tests/harness/clients.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import { SessionBrowser, signedInOwner } from '../../../tests/harness/session-browser.ts';
import { countMatching } from '../../../tests/harness/statements.ts';
import { NEXT_PASSWORD, PASSWORD, Visitors } from '../../../tests/harness/visitors.ts';
import { whileHeld } from '../../../tests/harness/while-held.ts';
import { startServer } from '../../app.ts';
import { doCancelRotation } from '../../dispatch/webhooks/rotate-secret.ts';
import { sql } from '../../platform/db/sql.ts';
import { doOpenSession } from '../../platform/sessions/actions.ts';

let server: TestServer & AsyncDisposable;
let visitors: Visitors;
let dispatch: DispatchClient;
let owner: SessionBrowser;
let administrator: SessionBrowser;
/** State of the server while it had one organization. */
// biome-ignore lint/suspicious/noExplicitAny: as answered
let alone: any;
// biome-ignore lint/suspicious/noExplicitAny: as answered
let aloneInGerman: any;
/** Owner of another organization. */
let stranger: SessionBrowser;

before(async () => {
  server = await startTestServer();
  const { org, browser } = await signedInOwner(
    server,
    await server.organization({ ownerEmail: 'olive@couriers.example' }),
  );
  owner = browser;
  visitors = new Visitors(server, org);
  dispatch = new DispatchClient(org.dispatch);
  const email = await visitors.person('chad');
  const { user_id } = (await visitors.owner.get(`/users/${email}`)).json.user;
  await visitors.owner.patch(`/users/${user_id}`, { role: 200 });
  administrator = await enter(email);
  alone = await must(owner.get('/api/admin/server'));
  aloneInGerman = await must(owner.get('/api/admin/server', { 'accept-language': 'de-AT,de;q=0.9' }));
  stranger = (await signedInOwner(server)).browser;
});
after(() => server[Symbol.asyncDispose]());

async function enter(email: string): Promise<SessionBrowser> {
  const browser = new SessionBrowser(server.url);
  const answer = await browser.signIn(email, PASSWORD, { organization: visitors.org.organization_id });
  assert.equal(answer.status, 200, answer.text);
  return browser;
}

/** Answer of a successful request. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
async function must(asked: Promise<{ status: number; json: any; text: string }>) {
  const answer = await asked;
  assert.ok(answer.status < 300, answer.text);
  return answer.json;
}
const people = async (browser: SessionBrowser, query = '') =>
  (await must(browser.get(`/api/admin/people${query}`))).people as { id: string; name: string }[];
const personOf = async (name: string) => (await people(owner, `?search=${encodeURIComponent(name)}`))[0]!;

describe('people', () => {
  before(async () => {
    const [{ id: manager }] = await must(dispatch.get('/admins'));
    const team = await must(dispatch.post('/teams', { name: 'Riders', workers: [], managers: [manager] }));
    await must(dispatch.post('/workers', { name: 'Wanda Ørsted', phone: '+14155550172', teams: [team.id] }));
    await must(dispatch.post('/admins', { name: 'Rita', email: 'rita@couriers.example' }));
  });

  test('are everybody to an owner, those of the chat to its administrators, and nobody’s to another organization', async () => {
    await visitors.person('mara');
    const names = (await people(owner)).map(({ name }) => name);
    for (const name of ['chad person', 'mara person', 'Wanda Ørsted', 'Rita']) assert.ok(names.includes(name), name);
    const ofChat = (await people(administrator)).map(({ name }) => name);
    assert.ok(ofChat.includes('mara person') && !ofChat.includes('Rita') && !ofChat.includes('Wanda Ørsted'));
    assert.ok(!(await people(stranger)).some(({ name }) => names.includes(name) && name.endsWith('person')));
    const { id } = await personOf('mara');
    assert.equal((await stranger.get(`/api/admin/people/${id}`)).status, 404);
    assert.equal((await stranger.delete(`/api/admin/people/${id}/sessions`)).status, 404);
    const worker = await personOf('wanda');
    assert.equal((await administrator.get(`/api/admin/people/${worker.id}`)).status, 404);
  });

  test('say what they are in each part', async () => {
    const [wanda] = await must(owner.get('/api/admin/people?kind=workers')).then(({ people }) => people);
    assert.deepEqual(
      [wanda.chat, wanda.dispatch, wanda.worker.hasJoined, wanda.phone],
      [null, null, false, '+14155550172'],
    );
    const [rita] = (await must(owner.get('/api/admin/people?search=RITA%40couriers'))).people;
    assert.deepEqual([rita.dispatch.isActive, rita.dispatch.isOwner, rita.hasPassword], [false, false, false]);
    const [olive] = (await must(owner.get('/api/admin/people?search=olive'))).people;
    assert.deepEqual([olive.chat.role, olive.dispatch.isOwner, olive.sessions], [100, true, 1]);
    assert.deepEqual(
      (await people(owner, '?kind=invited')).map(({ name }) => name),
      ['Rita', 'Wanda Ørsted'],
    );
    const kinds = await Promise.all(
      ['chat', 'guests', 'administrators', 'workers', 'deactivated'].map((kind) => people(owner, `?kind=${kind}`)),
    );
    assert.deepEqual(
      kinds.slice(1).map((found) => found.map(({ name }) => name)),
      [
        [],
        ['chad person', olive.name, 'Rita'].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)),
        ['Wanda Ørsted'],
        [],
      ],
    );
  });

  test('come page by page, in one order, each once; a place that is none is refused', async () => {
    const { organization_id: organization } = visitors.org;
    await server.services.database.transaction(async (tx) => {
      await tx.run(sql`
        insert into platform.people (organization_id, id, phone, created_at)
        select ${organization}, 'many' || n, '+1415556' || lpad(n::text, 4, '0'), now() from generate_series(1, 120) n`);
      await tx.run(sql`
        insert into dispatch.workers (organization_id, id, person_id, name, phone, created_at, modified_at)
        select ${organization}, 'many' || n, 'many' || n, 'Zed ' || (n / 2), '+1415556' || lpad(n::text, 4, '0'), now(), now()
        from generate_series(1, 120) n`);
    });
    const seen: string[] = [];
    let path: string | undefined = '/api/admin/people?search=zed';
    while (path) {
      const { people: page, total, next } = await must(owner.get(path));
      assert.equal(total, 120);
      seen.push(...page.map(({ id }: { id: string }) => id));
      path = next && `/api/admin/people?search=zed&after=${next}`;
    }
    assert.deepEqual([seen.length, new Set(seen).size], [120, 120]);
    for (const wrong of [
      'after=x',
      'after=WyJhIl0',
      'kind=none',
      `search=${'x'.repeat(500)}`,
      'search=%00',
      'search=%ff',
    ])
      assert.equal((await owner.get(`/api/admin/people?${wrong}`)).status, 400, wrong);
  });

  test('are signed out by an administrator, who has no say over owners and dispatchers; one’s own browser stays', async () => {
    const email = await visitors.person('sam');
    const inside = [await enter(email), await enter(email)];
    const { id } = await personOf('sam');
    assert.equal((await administrator.delete(`/api/admin/people/${id}/sessions`)).status, 204);
    for (const browser of inside) assert.equal((await browser.get('/api/session')).status, 401);
    const olive = await personOf('olive');
    const refused = await administrator.delete(`/api/admin/people/${olive.id}/sessions`);
    assert.deepEqual([refused.status, refused.json.code], [403, 'not_allowed']);
    const elsewhere = await enter('olive@couriers.example');
    assert.equal((await owner.delete(`/api/admin/people/${olive.id}/sessions`)).status, 204);
    assert.deepEqual(
      [(await elsewhere.get('/api/session')).status, (await owner.get('/api/session')).status],
      [401, 200],
    );
  });

  test('are sent a link for a new password to their own address, at most one a minute', async () => {
    const email = await visitors.person('ren');
    const { id } = await personOf('ren');
    const send = () => administrator.post(`/api/admin/people/${id}/reset-link`);
    assert.deepEqual((await must(send())).email, email);
    assert.equal((await send()).status, 409);
    const page = await visitors.browse().open(await visitors.sentLink(email, 'reset'));
    await page.submit('Save', { password: NEXT_PASSWORD });
    assert.equal((await new SessionBrowser(server.url).signIn(email, NEXT_PASSWORD)).status, 200);
    const worker = await personOf('wanda');
    const refused = await owner.post(`/api/admin/people/${worker.id}/reset-link`);
    assert.deepEqual([refused.status, refused.json.code], [409, 'not_possible']);
    assert.match(refused.json.message, /no e-mail address/);
  });

  test('show an address that its person shows to nobody to owners and to the person alone', async () => {
    const email = await visitors.person('hidden');
    const { id, chat } = (await must(owner.get(`/api/admin/people?search=${email}`))).people[0];
    const hide = (userId: number) =>
      server.services.database.transaction((tx) =>
        tx.run(sql`update chat.users set email_address_visibility = 4
          where organization_id = ${visitors.org.organization_id} and id = ${userId}`),
      );
    await hide(chat.userId);
    const [listed] = (await must(administrator.get('/api/admin/people?search=hidden%20person'))).people;
    assert.deepEqual([listed.id, listed.email], [id, null]);
    assert.equal((await must(administrator.get(`/api/admin/people/${id}`))).email, null);
    assert.deepEqual(await people(administrator, `?search=${email}`), []);
    assert.equal((await must(owner.get(`/api/admin/people/${id}`))).email, email);
    assert.deepEqual(await must(administrator.post(`/api/admin/people/${id}/reset-link`)), { email: null });
    assert.match(await visitors.sentLink(email, 'reset'), /\/reset\//);
    const own = (await must(administrator.get('/api/session'))).person;
    const me = await must(administrator.get(`/api/admin/people/${own.id}`));
    await hide(me.chat.userId);
    assert.equal((await must(administrator.get(`/api/admin/people/${own.id}`))).email, me.email);
  });

  test('who was an administrator a moment ago is none', async () => {
    const email = await visitors.person('ada');
    const { user_id } = (await visitors.owner.get(`/users/${email}`)).json.user;
    await visitors.owner.patch(`/users/${user_id}`, { role: 200 });
    const browser = await enter(email);
    assert.equal((await browser.get('/api/admin/people')).status, 200);
    // It signs them out as well.
    await visitors.owner.patch(`/users/${user_id}`, { role: 400 });
    assert.equal((await browser.get('/api/admin/people')).status, 401);
    const again = await enter(email);
    const refused = await again.get('/api/admin/people');
    assert.deepEqual([refused.status, refused.json.code], [403, 'not_allowed']);
    await visitors.owner.delete(`/users/${user_id}`);
    assert.equal((await again.get('/api/admin/people')).status, 401);
  });
});

test('a key is shown once, works at once and is dead when it is revoked, also in a second process', async () => {
  const { services, connectionString } = server;
  const { config, log, clock } = services;
  const there = await startServer({ config: { ...config, port: 0 }, log, clock, connectionString });
  try {
    const { id, key } = await must(owner.post('/api/admin/keys', { label: ' the shop ' }));
    const headers = { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` };
    const call = async () =>
      Promise.all([server.url, there.url].map(async (url) => (await fetch(`${url}/api/v2/hubs`, { headers })).status));
    assert.deepEqual(await call(), [200, 200]);
    const listed = await owner.get('/api/admin/keys');
    assert.ok(!listed.text.includes(key));
    assert.equal(listed.json.keys.find((each: { id: string }) => each.id === id).label, 'the shop');
    assert.equal((await stranger.delete(`/api/admin/keys/${id}`)).status, 404);
    assert.deepEqual(await call(), [200, 200]);
    assert.equal((await owner.delete(`/api/admin/keys/${id}`)).status, 204);
    assert.deepEqual(await call(), [401, 401]);
    // The same of a client's key that somebody made for themselves.
    const own = await (await visitors.signedIn()).open('/account/devices');
    await own.submit('Create key', { client: 'terminal' });
    const api_key = /class="key"[^>]*>([^<]+)</.exec(own.html)![1]!;
    const client = new ChatClient({ site: there.url, email: 'olive@couriers.example', api_key });
    assert.equal((await client.get('/users/me')).status, 200);
    const usedClient = /terminal<\/b><small>Since [^<]+ · Last used [^<]+</;
    await until(async () => usedClient.test((await own.open('/account/devices')).html), 'its use is shown', 60_000);
    const [, terminal] = /name="endKey" value="([^"]+)"[^>]*terminal/.exec(own.html)!;
    await own.submit('Revoke', { endKey: terminal! });
    assert.equal((await client.get('/users/me')).status, 401);
    assert.equal((await owner.delete(`/api/admin/keys/${id}`)).status, 404);
    assert.equal((await owner.post('/api/admin/keys', { label: '  ' })).status, 400);
  } finally {
    await there.close();
  }
});

test('when a key was last used is told to the hour, at less than a statement for each request', async () => {
  const make = async (label: string) =>
    (await must(owner.post('/api/admin/keys', { label }))) as { id: string; key: string };
  const [shop, till, late] = [await make('the shop'), await make('the till'), await make('later')];
  const use = async ({ key }: { key: string }) =>
    assert.equal((await new DispatchClient({ url: server.url, api_key: key }).get('/hubs')).status, 200);
  const usedAt = async ({ id }: { id: string }): Promise<number | null> =>
    (await must(owner.get('/api/admin/keys'))).keys.find((each: { id: string }) => each.id === id).usedAt;
  const isWritten = (key: { id: string }, after = 0) =>
    until(async () => ((await usedAt(key)) ?? 0) > after, 'its use is written down', 60_000);
  assert.deepEqual([await usedAt(shop), await usedAt(till)], [null, null]);
  const written = await countMatching(/update platform\.credentials c set used_at/, async () => {
    for (let n = 0; n < 5; n++) await Promise.all([use(shop), use(till)]);
    await Promise.all([isWritten(shop), isWritten(till)]);
  });
  assert.ok(written <= 2, String(written));
  const first = (await usedAt(shop))!;
  server.clock.advance(1_800_000);
  await use(shop);
  await use(late);
  await isWritten(late);
  assert.equal(await usedAt(shop), first);
  server.clock.advance(1_860_000);
  await use(shop);
  await isWritten(shop, first);
  assert.ok((await usedAt(till))! < (await usedAt(late))!);
});

test('the webhook secret is shown to who says why; it is changed with two that hold, once at a time', async () => {
  const path = '/api/admin/webhook-secret';
  const change = (step: string) => owner.post(`${path}/change`, { step });
  assert.equal((await owner.post(`${path}/show`, { reason: ' ' })).status, 400);
  const { secret, next } = await must(owner.post(`${path}/show`, { reason: 'a new receiver' }));
  assert.match(secret, /^[0-9a-f]{64}$/);
  assert.equal(next, null);
  assert.equal((await must(owner.get(path))).state, 'known');
  assert.equal((await must(owner.post(`${path}/show`, { reason: 'once more' }))).secret, secret);
  const begun = await Promise.all([change('begin'), change('begin')]);
  assert.deepEqual(begun.map(({ status }) => status).sort(), [200, 409]);
  const following = begun.find(({ status }) => status === 200)!.json.next;
  assert.deepEqual(await must(owner.post(`${path}/show`, { reason: 'both' })), { secret, next: following });
  assert.equal((await must(owner.get(path))).state, 'changing');
  assert.equal((await change('confirm')).status, 200);
  assert.equal((await change('confirm')).status, 409);
  assert.deepEqual(await must(owner.post(`${path}/show`, { reason: 'after' })), { secret: following, next: null });
  // A simultaneous cancellation and confirmation: one wins, and a secret exists in any case.
  assert.equal((await change('begin')).status, 200);
  const late = await whileHeld(
    server,
    (tx) => doCancelRotation(tx.of(visitors.org.organization_id)),
    () => change('confirm'),
  );
  assert.equal(late.status, 409, late.text);
  assert.deepEqual(await must(owner.post(`${path}/show`, { reason: 'both' })), { secret: following, next: null });
});

test('sessions of the organization are listed and ended one by one', async () => {
  const email = await visitors.person('sue');
  const browser = await enter(email);
  const { sessions } = await must(owner.get('/api/admin/sessions'));
  const own = sessions.find(({ name }: { name: string }) => name === 'sue person');
  assert.equal(sessions.filter(({ current }: { current: boolean }) => current).length, 1);
  assert.equal((await stranger.delete(`/api/admin/sessions/${own.id}`)).status, 404);
  assert.equal((await browser.get('/api/session')).status, 200);
  assert.equal((await owner.delete(`/api/admin/sessions/${own.id}`)).status, 204);
  assert.equal((await browser.get('/api/session')).status, 401);
  const theirs = (await must(stranger.get('/api/admin/sessions'))).sessions;
  assert.ok(!theirs.some(({ name }: { name: string }) => name === 'chad person'));
  const place = Buffer.from(JSON.stringify(['x', 'y'])).toString('base64url');
  assert.deepEqual((await must(owner.get(`/api/admin/sessions?after=${place}`))).sessions, []);
});

test('sessions come a page at a time, last used first, each once', async () => {
  const simon = await enter(await visitors.person('simon'));
  const { organization_id: organizationId } = visitors.org;
  const { sessions } = await must(owner.get('/api/admin/sessions'));
  const { personId } = sessions.find(({ name }: { name: string }) => name === 'simon person');
  const given = { organizationId, personId, label: 'Opera on Haiku', isShared: true, before: undefined };
  // All of one moment: only their IDs say which comes first.
  await server.services.database.transaction(async (tx) => {
    for (let more = 0; more < 49; more++) await doOpenSession(tx, server.services, given);
  });
  assert.equal((await simon.get('/api/session')).status, 200);
  const pages: { id: string; usedAt: number; label: string }[][] = [];
  for (let path: string | undefined = '/api/admin/sessions'; path !== undefined; ) {
    const page: { sessions: (typeof pages)[number]; next?: string } = await must(owner.get(path));
    pages.push(page.sessions);
    path = page.next && `/api/admin/sessions?after=${page.next}`;
  }
  assert.deepEqual(
    pages.map(({ length }) => length === 50),
    [true, false],
  );
  const all = pages.flat();
  assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
  assert.equal(all.filter(({ label }) => label === given.label).length, 49);
  assert.deepEqual(
    all.map(({ usedAt }) => usedAt),
    all.map(({ usedAt }) => usedAt).sort((a, b) => b - a),
  );
});

test('the outbox shows how far messages came, not what is in them; a test goes to oneself, once a minute', async () => {
  // A minute is that of the clock, and may turn between the two: then it was nothing, and is tried in the next.
  const minute = () => Math.floor(server.clock.now().getTime() / 60_000);
  const twice = async (): Promise<{ id: number; recipient: string }> => {
    server.clock.advance(60_000);
    const begun = minute();
    const first = await must(owner.post('/api/admin/outbox/test', { channel: 'email' }));
    const { status } = await owner.post('/api/admin/outbox/test', { channel: 'email' });
    if (minute() !== begun) return twice();
    assert.equal(status, 409);
    return first;
  };
  const { id, recipient } = await twice();
  assert.equal(recipient, 'olive@couriers.example');
  const sms = await owner.post('/api/admin/outbox/test', { channel: 'sms' });
  assert.deepEqual([sms.status, sms.json.message], [409, 'Your account has no phone number.']);
  const message = async () =>
    (await must(owner.get('/api/admin/outbox'))).messages.find((each: { id: number }) => each.id === id);
  await until(async () => (await message()).state === 'stored', 'it is kept for want of a provider', 60_000);
  const { text } = await owner.get('/api/admin/outbox');
  assert.ok(!text.includes('/join/') && !text.includes('you can ignore this e-mail'));
  assert.ok(!(await stranger.get('/api/admin/outbox')).text.includes('olive@couriers.example'));
  const before = Buffer.from(JSON.stringify([String(id)])).toString('base64url');
  const older = (await must(owner.get(`/api/admin/outbox?after=${before}`))).messages;
  assert.ok(older.length > 0 && older.every((each: { id: number }) => each.id < id));
});

test('how the server stands is told where it has one organization', async () => {
  const { findings, mail, version } = await must(owner.get('/api/admin/server'));
  assert.deepEqual([findings, mail.isSent], [null, false]);
  assert.match(version, /^\d/);
  const { files } = await must(owner.get('/api/admin/server'));
  assert.deepEqual([typeof files.used, files.quota], ['number', 10_240 * 1024 ** 2]);
  const { findings: found, missing } = alone;
  assert.ok(
    found.some(({ check, state }: { check: string; state: string }) => check === 'durability' && state !== 'warn'),
  );
  assert.ok(
    found.some(({ check, state }: { check: string; state: string }) => check === 'public URL' && state === 'warn'),
  );
  assert.ok(missing.includes('mail'));
  const inGerman: { check: string; detail: string }[] = aloneInGerman.findings;
  assert.equal(inGerman.length, found.length);
  const detailOf = (name: string) => inGerman.find(({ check }) => check === name)?.detail;
  assert.match(detailOf('Öffentliche Adresse')!, /Links funktionieren nur auf diesem Rechner/);
  assert.match(detailOf('Festplatte')!, /^[\d.]+ MiB von [\d.]+ MiB frei/);
  assert.equal(detailOf('Sicherungen'), 'noch keine Sicherung');
});

describe('bots', () => {
  test('all of them with owner and last use, a page at a time; nobody sees another organization’s', async () => {
    const made = async (full_name: string, short_name: string, bot_type = 1) =>
      must(visitors.owner.post('/bots', { full_name, short_name, bot_type })) as Promise<{
        user_id: number;
        api_key: string;
      }>;
    const first = await made('Van Counter', 'van');
    const hook = await made('Shop Hook', 'shop', 2);
    const { email } = (await must(visitors.owner.get(`/users/${first.user_id}`))).user;
    await must(new ChatClient({ ...visitors.org.chat, email, api_key: first.api_key }).get('/users/me'));
    const list = async (browser: SessionBrowser, query = '') => must(browser.get(`/api/admin/bots${query}`));
    const ofId = async (browser: SessionBrowser, id: number) =>
      (await list(browser)).bots.find(({ userId }: { userId: number }) => userId === id);
    await until(async () => (await ofId(administrator, first.user_id)).usedAt !== null, 'the use of a key');
    const shown = await ofId(administrator, hook.user_id);
    assert.deepEqual(
      [shown.name, shown.type, shown.isActive, shown.usedAt, /^Olive Owner/.test(shown.owner)],
      ['Shop Hook', 2, true, null, true],
    );
    await must(visitors.owner.delete(`/bots/${hook.user_id}`));
    assert.equal((await ofId(owner, hook.user_id)).isActive, false);
    assert.equal(await ofId(stranger, first.user_id), undefined);
    for (let n = 0; n < 50; n++) await made(`Bot ${n}`, `bot${n}`);
    const page = await list(owner);
    const rest = await list(owner, `?after=${page.next}`);
    assert.deepEqual([page.bots.length, rest.next], [50, undefined]);
    const ids = [...page.bots, ...rest.bots].map(({ userId }: { userId: number }) => userId);
    assert.equal(new Set(ids).size, ids.length);
    assert.equal((await owner.get('/api/admin/bots?after=nonsense')).status, 400);
    const place = Buffer.from('["-9e99"]').toString('base64url');
    assert.deepEqual((await list(owner, `?after=${place}`)).bots, []);
  });
});
