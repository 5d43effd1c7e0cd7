import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { FormBrowser } from '../../../tests/harness/form-browser.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { SessionBrowser } from '../../../tests/harness/session-browser.ts';
import { findSealedSecrets } from '../../dispatch/webhooks/access.ts';
import type { PlainReader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import { firstRunState } from './access.ts';
import { makeFirstRunAddress } from './actions.ts';
import { countryOptions, isTimeZone, mainTimeZone } from './places.ts';
import { openPassword } from './sealed-password.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const { reader } = server.services.database;

const FOUNDING = {
  organization: 'Harbour Bikes',
  country: 'AT',
  name: 'Olive Owner',
  email: 'olive@harbour.example',
  password: 'correct horse battery staple',
};
const newCode = async () => new URL((await makeFirstRunAddress(server.services))!).searchParams.get('code')!;
const organizations = async () =>
  (await reader.all(sql<{ name: string }>`select name from platform.organizations order by name`)).map(
    ({ name }) => name,
  );
const post = (body: object, headers = {}, { url } = server) =>
  fetch(`${url}/setup`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ...body }),
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
  });

/** Asks by the API, as a page of the server does unless `headers` say otherwise. */
const api = async (body: object, { url } = server, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${url}/api/first-run`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
  const json = (await answer.json()) as any;
  return { status: answer.status, json, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] };
};

describe('the first run by the API', () => {
  test('takes the code first, then says what is wrong, and signs the owner in', async () => {
    await using empty = await startTestServer();
    const code = new URL((await makeFirstRunAddress(empty.services))!).searchParams.get('code')!;
    for (const wrong of [{}, FOUNDING, { ...FOUNDING, code: 'aaaa-bbbb-cccc-dddd-eeee' }]) {
      const { status, json, cookie } = await api(wrong, empty);
      assert.deepEqual([status, json.code, cookie], [403, 'first_run_code', undefined]);
    }
    const foreign = await api({ ...FOUNDING, code }, empty, { 'sec-fetch-site': 'cross-site' });
    assert.deepEqual([foreign.status, foreign.json.code], [403, 'not_from_our_pages']);
    for (const [change, messages] of [
      [{ organization: '' }, /^organization: /],
      [{ country: 'XX' }, /^country: /],
      [{ country: 'US' }, /^timezone: /],
      [{ timezone: 'Nowhere' }, /^timezone: /],
      [{ name: ' ' }, /^name: /],
      [{ email: 'nobody' }, /^email: /],
      [{ password: 'Password123!' }, /^password: /],
      [{ organization: 'x'.repeat(101) }, /organization/],
      [{ email: 7 }, /email/],
    ] as const) {
      const { status, json } = await api({ ...FOUNDING, code, ...change }, empty);
      assert.deepEqual([status, json.code], [400, 'invalid_body'], JSON.stringify(change));
      assert.match(json.message, messages);
    }
    const { status, json, cookie } = await api({ ...FOUNDING, organization: ' Harbour  Bikes ', code }, empty);
    assert.equal(status, 200, JSON.stringify(json));
    assert.deepEqual(
      [json.organization.name, json.organization.timezone, json.person.email, json.apps.chat.role],
      ['Harbour Bikes', 'Europe/Vienna', FOUNDING.email, 100],
    );
    const session = await fetch(`${empty.url}/api/session`, {
      headers: { cookie: cookie!, 'sec-fetch-site': 'same-origin' },
    });
    assert.equal(((await session.json()) as { id: string }).id, json.id);
    // An organization in Austria has the clock of Austria.
    const registered = await fetch(`${empty.url}/api/v1/register`, {
      method: 'POST',
      headers: { cookie: cookie!, origin: empty.url, 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ client_capabilities: '{"user_settings_object":true}' }),
    });
    const { user_settings } = (await registered.json()) as { user_settings: { twenty_four_hour_time: boolean } };
    assert.equal(user_settings.twenty_four_hour_time, true);
    for (const late of [{ ...FOUNDING, code }, {}]) {
      const answer = await api(late, empty);
      assert.deepEqual([answer.status, answer.json.code], [404, 'not_found']);
    }
    const other = await fetch(`${empty.url}/api/first-run`, { headers: { 'sec-fetch-site': 'same-origin' } });
    assert.deepEqual([other.status, other.headers.get('allow')], [405, 'POST']);
  });

  test('and the page at once make one organization', async () => {
    await using empty = await startTestServer();
    const address = async () => new URL((await makeFirstRunAddress(empty.services))!).searchParams.get('code')!;
    const codes = [await address(), await address(), await address()];
    const statuses = await Promise.all([
      api({ ...FOUNDING, code: codes[0] }, empty).then(({ status }) => status),
      api({ ...FOUNDING, code: codes[1] }, empty).then(({ status }) => status),
      post({ ...FOUNDING, code: codes[2] }, {}, empty).then(({ status }) => status),
    ]);
    assert.equal(statuses.filter((status) => status === 404).length, 2, String(statuses));
    const row = await empty.services.database.reader.first(
      sql<{ n: number }>`select count(*)::int as n from platform.organizations`,
    );
    assert.equal(row!.n, 1);
  });
});

describe('the first run', () => {
  test('opens by the code alone', async () => {
    const browser = new FormBrowser(server.url);
    await browser.open('/');
    assert.deepEqual([browser.status, browser.title], [403, 'Set up this server']);
    await browser.open('/setup?code=aaaa-bbbb');
    assert.equal(browser.status, 403);
    const answer = await post({ ...FOUNDING, code: 'aaaa-bbbb-cccc-dddd-eeee' });
    assert.equal(answer.status, 403);
    assert.deepEqual(await organizations(), []);
  });

  test('the code holds for an hour, however it is typed, and another one can be had', async () => {
    const old = await newCode();
    server.clock.advance(59 * 60_000);
    const code = await newCode();
    const browser = new FormBrowser(server.url);
    assert.equal((await browser.open(`/setup?code=${old}`)).status, 200);
    server.clock.advance(2 * 60_000);
    assert.equal((await browser.open(`/setup?code=${old}`)).status, 403);
    const typed = code.toUpperCase().replaceAll('-', ' ');
    assert.equal((await browser.open(`/setup?code=${encodeURIComponent(typed)}`)).status, 200);
  });

  test('only digests of codes are kept', async () => {
    const code = await newCode();
    const rows = await reader.all(
      sql<{ row: string }>`select first_run_codes::text as row from platform.first_run_codes`,
    );
    assert.ok(rows.length > 0 && rows.every(({ row }) => !row.includes(code.slice(0, 4))));
  });

  test('the form keeps what was typed in and says what is wrong', async () => {
    const browser = await new FormBrowser(server.url, 'de-AT').open(`/setup?code=${await newCode()}`);
    assert.match(browser.html, /<option value="AT" selected>Österreich/);
    await browser.submit('anlegen', {
      organization: 'Hafen <b>',
      country: 'US',
      email: 'nobody',
      password: 'Password123!',
    });
    assert.equal(browser.status, 400);
    assert.match(browser.html, /value="Hafen &lt;b&gt;"/);
    assert.doesNotMatch(browser.html, /Password123/);
    const problems = [...browser.html.matchAll(/<p class="problem" id="(\w+)-problem">/g)].map(([, name]) => name);
    // The browser goes to the first of them, and not to what was right.
    const focused = [...browser.html.matchAll(/<(?:input|select) id="(\w+)"[^>]* autofocus/g)].map(([, name]) => name);
    assert.deepEqual(focused, problems);
    assert.deepEqual(problems, ['timezone', 'name', 'email', 'password']);
    assert.deepEqual(await organizations(), []);
  });

  test('a country whose clocks are one needs no choice, and a right password is kept for the next try', async () => {
    await using other = await startTestServer();
    const { reader } = other.services.database;
    const code = new URL((await makeFirstRunAddress(other.services))!).searchParams.get('code')!;
    const browser = await new FormBrowser(other.url, 'de-DE').open(`/setup?code=${code}`);
    assert.match(browser.html, /<option value="DE" selected>Deutschland/);
    const given = { organization: 'Kuriere Nord', timezone: '', email: 'nora@kuriere.example' };
    await browser.submit('anlegen', { ...given, name: '', password: 'a much better phrase' });
    assert.equal(browser.status, 400);
    assert.doesNotMatch(browser.html, /much better/);
    assert.match(browser.html, /<input id="password"(?![^>]* required)/);
    const retained = /name="kept" value="([^"]+)"/.exec(browser.html)![1]!;
    // With another code it opens nothing.
    assert.equal(openPassword(other.services, code, retained), 'a much better phrase');
    assert.equal(openPassword(other.services, 'another code', retained), undefined);
    assert.equal(openPassword(other.services, code, retained.slice(4)), undefined);
    await browser.submit('anlegen', { name: 'Nora Nord', password: '' });
    assert.equal(new URL(browser.url).pathname, '/welcome/uses', browser.text);
    const row = await reader.first(sql<{ timezone: string; language: string }>`
      select timezone, language from platform.organizations`);
    // It writes to its people in the language of the page, until another one is chosen.
    assert.deepEqual([row!.timezone, row!.language], ['Europe/Berlin', 'de']);
    const again = await new FormBrowser(other.url).open('/sign-in');
    await again.submit('Continue', { emailOrPhone: given.email, password: 'a much better phrase' });
    assert.equal(again.title, 'Getting started');
  });

  test('the main time zone of a country is that of nearly all its people, or there is none', () => {
    const now = new Date('2026-11-27T12:00:00Z');
    const zone = (country: string) => mainTimeZone(country, now);
    assert.deepEqual(['AT', 'DE', 'ES', 'PT', 'NZ', 'CN'].map(zone), [
      'Europe/Vienna',
      'Europe/Berlin',
      'Europe/Madrid',
      'Europe/Lisbon',
      'Pacific/Auckland',
      'Asia/Shanghai',
    ]);
    assert.deepEqual(['US', 'CA', 'AU', 'BR', 'RU'].map(zone), Array(5).fill(undefined));
    for (const [code] of countryOptions('en')) {
      const main = zone(code);
      assert.ok(main === undefined || isTimeZone(main), `${code}: ${main}`);
    }
  });

  test('an organization that comes between two questions ends it, whichever is asked first', async () => {
    await using other = await startTestServer();
    const { reader } = other.services.database;
    const code = new URL((await makeFirstRunAddress(other.services))!).searchParams.get('code')!;
    let asked = 0;
    const between: PlainReader = {
      of: (organizationId) => reader.of(organizationId),
      all: (statement) => reader.all(statement),
      async first(statement) {
        const row = await reader.first(statement);
        if (asked++ === 0) assert.equal((await post({ ...FOUNDING, code }, {}, other)).status, 303);
        return row;
      },
    };
    assert.equal(await firstRunState(between, code, other.clock.now()), 'over');
  });

  test('two at once make one organization, and then it is over', async () => {
    const codes = [await newCode(), await newCode()];
    const answers = await Promise.all(
      codes.map((code, index) => post({ ...FOUNDING, organization: `Bikes ${index}`, code })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 404]);
    const made = await organizations();
    assert.equal(made.length, 1);
    const row = await reader.first(
      sql<{ country: string; timezone: string }>`select country, timezone from platform.organizations`,
    );
    assert.deepEqual(row, { country: 'AT', timezone: 'Europe/Vienna' });
    for (const code of codes) {
      assert.equal((await fetch(`${server.url}/setup?code=${code}`)).status, 404);
      assert.equal((await post({ ...FOUNDING, code })).status, 404);
    }
    assert.equal(await makeFirstRunAddress(server.services), undefined);
  });

  test('the owner signs in with a chat client', async () => {
    const { email, password } = FOUNDING;
    const answer = await fetch(`${server.url}/api/v1/fetch_api_key`, {
      method: 'POST',
      body: new URLSearchParams({ username: email, password }),
    });
    assert.equal(answer.status, 200);
  });
});

/** Within two minutes, after which it is ended, and twelve clicks. */
test('from an empty server to the first message and task by plain forms', { timeout: 120_000 }, async (t) => {
  await using empty = await startTestServer();
  const start = performance.now();
  const address = new URL((await makeFirstRunAddress(empty.services))!);
  const browser = await new FormBrowser(empty.url).open(address.pathname + address.search);
  let clicks = 0;
  const click = (button: string, values: Record<string, string> = {}) => {
    clicks++;
    return browser.submit(button, values);
  };
  await click('Create organization', FOUNDING);
  assert.equal(browser.title, 'What do you do?');
  await click('Continue', { uses: 'both' });
  await click('Invite', { addresses: 'name,mail\nAnn A,ann@harbour.example\nBob,<bob@harbour.example>' });
  assert.match(browser.text, /Your people are invited/);
  await click('Send');
  assert.match(browser.text, /Your message is in the channel “general”/);
  await click('Add hub', { name: 'Depot', address: 'Stephansplatz 1, 1010 Wien', coordinates: '48.2, x' });
  assert.equal(browser.status, 400);
  await click('Add hub', { coordinates: '48.2085, 16.3731' });
  assert.match(browser.text, /The hub “Depot”/);
  await click('Add team', { name: 'Bikes' });
  assert.match(browser.text, /The team “Bikes” is ready/);
  await click('Add worker', { name: 'Will', phone: 'nonsense' });
  assert.equal(browser.status, 400);
  await click('Add worker', { name: 'Will', phone: '+43 1 5122222' });
  assert.match(browser.text, /Will can take tasks/);
  await click('Create task', {
    address: 'Mariahilfer Straße 1, 1060 Wien',
    coordinates: '48.2, 16.36',
    recipient: '',
  });
  assert.equal(browser.title, 'Getting started');
  assert.match(browser.text, /The task [0-9a-f]{8} is assigned to its worker/);
  // The tests' own PostgreSQL does not wait for the disk, which the checks tell.
  assert.match(browser.text, /All checks pass|Something needs attention/);
  assert.ok(clicks <= 12, `${clicks} clicks`);
  t.diagnostic(`${clicks} clicks, ${((performance.now() - start) / 1000).toFixed(1)} s without waits`);
  assert.doesNotMatch(browser.text, /\bBegin\b/);
  // The webhook secret, which nobody has seen: it is the one that signs.
  const administration = new SessionBrowser(empty.url);
  administration.cookie = `hubbub=${browser.cookies.get('hubbub')}`;
  assert.equal((await administration.get('/api/admin/webhook-secret')).json.state, 'unseen');
  const { secret } = (await administration.post('/api/admin/webhook-secret/show', { reason: 'a receiver' })).json;
  const { database, secrets } = empty.services;
  const made = await database.reader.first(sql<{ id: string }>`select id from platform.organizations`);
  assert.equal(secrets.open((await findSealedSecrets(database.reader.of(made!.id)))!.current), secret);
  assert.equal((await administration.get('/api/admin/webhook-secret')).json.state, 'known');
  assert.equal((await fetch(`${empty.url}/keys`, { redirect: 'manual' })).headers.get('location'), '/admin/keys');
});
