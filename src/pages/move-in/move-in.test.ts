import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../tests/harness/clients.ts';
import { FormBrowser } from '../../../tests/harness/form-browser.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import { SessionBrowser, signedInOwner } from '../../../tests/harness/session-browser.ts';
import { manyMessages, slackTeam, zipOf } from '../../../tests/harness/slack-archive.ts';
import { tarOf, zulipTeam } from '../../../tests/harness/zulip-archive.ts';
import { renewImportPage } from '../../cli/import.ts';
import { moveIn } from '../../import/move-in/move-in.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { fileStore } from '../../platform/files/open-store.ts';
import { doAddImportRun, doStartWriting } from '../../platform/imports/actions.ts';
import { makeFirstRunAddress } from '../first-run/actions.ts';

const FOUNDING = {
  organization: 'Moved Couriers',
  country: 'AT',
  name: 'Olive Owner',
  email: 'olive@example.com',
  password: 'correct horse battery staple',
};

const firstCode = async (server: TestServer) =>
  new URL((await makeFirstRunAddress(server.services))!).searchParams.get('code')!;

/** Begins by the first-run code, as a browser does from the first page on. */
async function begin(server: TestServer): Promise<FormBrowser> {
  const browser = await new FormBrowser(server.url).open(`/setup?code=${await firstCode(server)}`);
  await browser.follow('Move in with your messages');
  await browser.submit('Continue', FOUNDING);
  assert.equal(browser.title, 'Upload the archive', browser.text);
  return browser;
}

const tokenOf = (browser: FormBrowser) => new URL(browser.url).pathname.split('/').at(-1)!;

/** Sends an archive in parts of so many bytes. @returns the last answer */
async function upload(server: TestServer, token: string, bytes: Buffer, part = 4000): Promise<Response> {
  const headers = { 'tus-resumable': '1.0.0', authorization: `Bearer ${token}` };
  const begun = await fetch(`${server.url}/api/move-in/archives`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(bytes.length) },
  });
  if (begun.status !== 201) return begun;
  const address = new URL(begun.headers.get('location')!, server.url);
  let answer = begun;
  for (let at = 0; at < bytes.length; at += part)
    answer = await fetch(address, {
      method: 'PATCH',
      headers: { ...headers, 'upload-offset': String(at), 'content-type': 'application/offset+octet-stream' },
      body: new Uint8Array(bytes.subarray(at, at + part)),
    });
  return answer;
}

const untilTitle = (browser: FormBrowser, title: string) =>
  until(
    async () => (await browser.open(new URL(browser.url).pathname)).title === title,
    `${title}, not ${browser.text}`,
    30,
  );

const count = async (server: TestServer, query: Sql) =>
  ((await server.services.database.reader.first(query)) as { n: number }).n;

async function storedObjects({ services }: TestServer): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of fileStore(services).list('')) keys.push(key);
  return keys;
}

test('a team moves in by the first-run code: upload in parts, the table first, then all of it', async () => {
  await using server = await startTestServer();
  const browser = await begin(server);
  const token = tokenOf(browser);
  const answer = await upload(server, token, zipOf(slackTeam()), 700);
  assert.equal(answer.status, 200, await answer.text());
  await untilTitle(browser, 'What comes along');
  assert.match(browser.text, /Nothing is imported yet/);
  await until(
    async () => (await storedObjects(server)).length === 1,
    'its parts are gone while nobody can sign in',
    10,
  );
  assert.match(browser.text, /messages? /);
  assert.equal(await count(server, sql`select count(*)::int as n from chat.messages`), 0);
  assert.equal(await count(server, sql`select count(*)::int as n from chat.imported_people`), 0);
  // Shut until all is there, and no first run any more.
  const owner = new SessionBrowser(server.url);
  assert.notEqual((await owner.signIn(FOUNDING.email, FOUNDING.password)).status, 200);
  assert.equal(await makeFirstRunAddress(server.services), undefined);

  await browser.submit('Import archive');
  await untilTitle(browser, 'Everything has come');
  assert.match(browser.text, /14 messages were imported/);
  assert.equal((await owner.signIn(FOUNDING.email, FOUNDING.password)).status, 200);
  const { json } = await owner.get('/api/admin/imports');
  assert.deepEqual(
    json.imports.map(({ source, phase, done, total, failure }: Record<string, unknown>) => [
      source,
      phase,
      done,
      total,
      failure,
    ]),
    [['slack', 'ended', 14, 14, null]],
  );
  // The archive is kept no longer, and nothing of its upload.
  assert.equal(await count(server, sql`select count(*)::int as n from platform.files`), 0);
  await until(async () => (await storedObjects(server)).length === 0, 'the archive is gone', 10);
  assert.equal((await upload(server, token, zipOf(slackTeam()))).status, 409);
  await browser.open(new URL(browser.url).pathname);
  assert.equal(browser.title, 'Everything has come');
});

test('a bad archive is refused with its sentence and another one taken; what is given up leaves nothing', async () => {
  await using server = await startTestServer();
  const browser = await begin(server);
  const token = tokenOf(browser);
  const path = new URL(browser.url).pathname;
  const { 'users.json': _users, ...without } = slackTeam();
  assert.equal((await upload(server, token, zipOf(without))).status, 200);
  await untilTitle(browser, 'The import stopped');
  assert.match(browser.text, /The archive has no users\.json, so it is not an export of Slack\./);
  assert.match(browser.text, /Nothing was imported\. Upload another archive\./);
  // Nothing to import: the form of another page, or an old one, changes nothing.
  await fetch(server.url + path, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ step: 'start' }),
  });
  assert.equal((await browser.open(path)).title, 'The import stopped');
  assert.equal((await upload(server, token, Buffer.from('no zip file'))).status, 200);
  await until(async () => /is not a zip file/.test((await browser.open(path)).text), 'the second is refused', 30);
  assert.equal((await upload(server, token, zipOf(slackTeam()))).status, 200);
  await untilTitle(browser, 'What comes along');
  // The last one counts, once.
  assert.equal(await count(server, sql`select count(*)::int as n from platform.files`), 1);

  for (const wrong of ['', 'x'.repeat(32)]) assert.equal((await upload(server, wrong, zipOf({}))).status, 404);
  const renewed = await renewImportPage(server.services, (await newestRun(server)).organizationId);
  assert.equal((await browser.open(path)).status, 404);
  assert.equal((await upload(server, token, zipOf({}))).status, 404);
  await browser.open(new URL(renewed).pathname);
  assert.equal(browser.title, 'What comes along');

  await browser.submit('Give up');
  assert.equal(await count(server, sql`select count(*)::int as n from platform.organizations`), 0);
  assert.equal((await browser.open(new URL(renewed).pathname)).status, 404);
  // The server is as new.
  const again = await new FormBrowser(server.url).open(`/setup?code=${await firstCode(server)}`);
  assert.equal(again.title, 'Set up Hubbub');
});

const newestRun = async (server: TestServer) =>
  (await server.services.database.reader.first(sql<{ organizationId: string; id: string }>`
    select organization_id as "organizationId", id from platform.import_runs order by begun_at desc limit 1`))!;

test('of two archives on their way at once the last one counts, and nothing is left of the other', async () => {
  await using server = await startTestServer();
  const browser = await begin(server);
  const token = tokenOf(browser);
  const headers = { 'tus-resumable': '1.0.0', authorization: `Bearer ${token}` };
  const archive = zipOf(slackTeam());
  const begun = await fetch(`${server.url}/api/move-in/archives`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(archive.length) },
  });
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const late = fetch(new URL(begun.headers.get('location')!, server.url), {
    ...{ method: 'PATCH', body: readable, duplex: 'half' },
    headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
  } as RequestInit);
  const writer = writable.getWriter();
  await writer.write(new Uint8Array(archive.subarray(0, 100)));
  assert.equal((await upload(server, token, archive)).status, 200);
  await untilTitle(browser, 'What comes along');
  await writer.write(new Uint8Array(archive.subarray(100)));
  await writer.close();
  assert.equal((await late).status, 200);
  await untilTitle(browser, 'What comes along');
  assert.equal(await count(server, sql`select count(*)::int as n from platform.files`), 1);
});

test('an archive is held to the largest size and to the quota', async () => {
  await using server = await startTestServer({ uploadLimitMib: 1, resumableUploadLimitMib: 2, uploadQuotaMib: 1 });
  const browser = await begin(server);
  const headers = { 'tus-resumable': '1.0.0', authorization: `Bearer ${tokenOf(browser)}` };
  // One that cannot be read takes no room from the next one.
  assert.equal((await upload(server, tokenOf(browser), Buffer.alloc(700_000), 700_000)).status, 200);
  await untilTitle(browser, 'The import stopped');
  const create = async (bytes: number) => {
    const answer = await fetch(`${server.url}/api/move-in/archives`, {
      method: 'POST',
      headers: { ...headers, 'upload-length': String(bytes) },
    });
    return [answer.status, ((await answer.json().catch(() => ({}))) as { code?: string }).code];
  };
  assert.deepEqual(await create(3 * 2 ** 20), [413, 'too_large']);
  assert.deepEqual(await create(2 ** 20 + 1), [409, 'not_possible']);
  assert.deepEqual(await create(2 ** 20), [201, undefined]);
  assert.match(browser.text, /A file of up to 1 MiB/);
});

test('the owner of the only organization moves a team in and follows it; nobody else does', async () => {
  await using server = await startTestServer();
  const visitors = await server.organization({ ownerEmail: 'olive@couriers.example' });
  const { browser: owner } = await signedInOwner(server, visitors);
  const page = new FormBrowser(server.url);
  await page.open('/move-in');
  assert.equal(page.status, 404, 'nobody: there is an organization');
  page.cookies.set('hubbub', owner.cookie!.split('=')[1]!);
  await page.open('/move-in');
  assert.equal(page.title, 'Move in', page.text);
  await page.submit('Continue', { ...FOUNDING, password: '' });
  assert.equal(page.status, 400);
  await page.submit('Continue', FOUNDING);
  assert.equal(page.title, 'Upload the archive', page.text);
  const listed = async () => (await owner.get('/api/admin/imports')).json;
  const { mayMoveIn, imports } = await listed();
  assert.equal(mayMoveIn, true);
  assert.deepEqual(
    imports.map((each: { phase: string; organization: { name: string } }) => [each.phase, each.organization.name]),
    [['uploading', 'Moved Couriers']],
  );
  assert.equal((await upload(server, tokenOf(page), zipOf(slackTeam()))).status, 200);
  await untilTitle(page, 'What comes along');
  await page.submit('Import archive');
  await untilTitle(page, 'Everything has come');
  const after = await listed();
  assert.deepEqual([after.mayMoveIn, after.imports[0].phase], [false, 'ended'], 'still that of whoever began it');
  const moved = new SessionBrowser(server.url);
  const signIn = await moved.signIn(FOUNDING.email, FOUNDING.password);
  assert.equal(signIn.status, 200, signIn.text);
  assert.equal((await moved.get('/api/admin/imports')).json.imports.length, 1, 'and that of the organization');
  const { browser: stranger } = await signedInOwner(server);
  assert.deepEqual((await stranger.get('/api/admin/imports')).json, {
    mayMoveIn: false,
    invitable: { waiting: 0, withoutAddress: 0 },
    imports: [],
  });
  // Imported people are invited some at a time, by owners of their organization alone.
  const invite = (by: SessionBrowser, batch: unknown) => by.post('/api/admin/imports/invitations', { batch });
  assert.deepEqual((await moved.get('/api/admin/imports')).json.invitable, { waiting: 2, withoutAddress: 1 });
  assert.deepEqual((await invite(stranger, 50)).json, { invited: 0, waiting: 0, withoutAddress: 0 });
  for (const bad of [0, 51, 1.5, 'all', undefined]) assert.equal((await invite(moved, bad)).status, 400);
  assert.deepEqual((await invite(moved, 1)).json, { invited: 1, waiting: 1, withoutAddress: 1 });
  // Two at once invite nobody twice.
  const both = await Promise.all([invite(moved, 50), invite(moved, 50)]);
  assert.deepEqual(
    both.map(({ json }) => json).sort((one, other) => one.invited - other.invited),
    [0, 1].map((invited) => ({ invited, waiting: 0, withoutAddress: 1 })),
  );
  assert.deepEqual((await invite(moved, 50)).json, { invited: 0, waiting: 0, withoutAddress: 1 });
  const mails = sql`select count(*)::int as n from platform.outbox where recipient in ('mara@example.com', 'gwen@example.com')`;
  assert.equal(await count(server, mails), 2);
  // The audit log says who has.
  const byOwner = sql`
    select count(*)::int as n from platform.audit_log
    where action = 'person.reactivated' and actor_kind = 'person' and actor_name = 'Olive Owner'`;
  assert.equal(await count(server, byOwner), 2);
  assert.equal((await invite(new SessionBrowser(server.url), 1)).status, 401);
  // With several organizations, making one more is the operator's.
  await page.open('/move-in');
  assert.equal(page.status, 403);
  assert.match(page.text, /Its operator moves a team in/);
});

test('an owner begins three imports at a time, and no fourth', async () => {
  await using server = await startTestServer();
  const couriers = await server.organization({ ownerEmail: 'olive@couriers.example' });
  const { browser: owner } = await signedInOwner(server, couriers);
  const page = new FormBrowser(server.url);
  page.cookies.set('hubbub', owner.cookie!.split('=')[1]!);
  await page.open('/move-in');
  const form = { ...FOUNDING, timezone: 'Europe/Vienna' };
  for (const n of [1, 2, 3]) {
    await page.open('/move-in');
    await page.submit('Continue', { ...form, email: `olive${n}@example.com` });
    assert.equal(page.title, 'Upload the archive', page.text);
  }
  const third = new URL(page.url).pathname;
  assert.equal((await page.open('/move-in')).status, 409);
  await page.open(third);
  await page.submit('Give up');
  assert.equal((await page.open('/move-in')).title, 'Move in');
  // The new organization writes to its people in the language of the page.
  const german = new FormBrowser(server.url, 'de');
  german.cookies.set('hubbub', page.cookies.get('hubbub')!);
  await german.open('/move-in');
  await german.submit('Weiter', { ...form, email: 'olive4@example.com' });
  const { organizationId } = await newestRun(server);
  const row = await server.services.database.reader.first(sql<{ language: string }>`
    select language from platform.organizations where id = ${organizationId}`);
  assert.equal(row!.language, 'de', german.text);
});

test('two processes that write the same import: one of them ends it, and nobody reads of a failure', async () => {
  await using server = await startTestServer();
  const { services } = server;
  const { database } = services;
  const browser = await begin(server);
  assert.equal((await upload(server, tokenOf(browser), zipOf(manyMessages(slackTeam(), 600)), 2 ** 20)).status, 200);
  await untilTitle(browser, 'What comes along');
  const { id } = await newestRun(server);
  await database.transaction((tx) =>
    tx.run(sql`alter table platform.import_runs add constraint never_fails check (phase <> 'failed')`),
  );
  assert.ok(await database.transaction((tx) => doStartWriting(tx, id)));
  const { signal } = new AbortController();
  await Promise.all([1, 2].map(() => moveIn.handle(services, { run: id }, signal)));
  await untilTitle(browser, 'Everything has come');
  assert.equal(await count(server, sql`select count(*)::int as n from chat.messages`), 614);
});

test('an import that a command began has no page', async () => {
  await using server = await startTestServer();
  const { organization_id: organizationId } = await server.organization();
  await assert.rejects(renewImportPage(server.services, organizationId), /Nothing is being imported/);
  await server.services.database.transaction((tx) => doAddImportRun(tx, 'slack', 3), { organizationId });
  await assert.rejects(renewImportPage(server.services, organizationId), /Run that command again/);
});

test('an export of Zulip is detected by what it holds', async () => {
  await using server = await startTestServer();
  const browser = await begin(server);
  const answer = await upload(server, tokenOf(browser), await tarOf(await zulipTeam()));
  assert.equal(answer.status, 200, await answer.text());
  await untilTitle(browser, 'What comes along');
  assert.match(browser.text, /profile fields/);
  await browser.submit('Import archive');
  await untilTitle(browser, 'Everything has come');
  assert.match(browser.text, /14 messages were imported/);
  const owner = new SessionBrowser(server.url);
  assert.equal((await owner.signIn(FOUNDING.email, FOUNDING.password)).status, 200);
  const { json } = await owner.get('/api/admin/imports');
  assert.deepEqual(
    json.imports.map(({ source, phase, done }: Record<string, unknown>) => [source, phase, done]),
    [['zulip', 'ended', 14]],
  );
});
