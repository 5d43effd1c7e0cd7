import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { ChatClient, until } from '../../../tests/harness/clients.ts';
import type { FormBrowser } from '../../../tests/harness/form-browser.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import { unpackExport } from '../../../tests/harness/unpacked.ts';
import { PASSWORD, Visitors } from '../../../tests/harness/visitors.ts';
import { sql } from '../../platform/db/sql.ts';
import { spoolFolder } from '../../platform/files/spool.ts';

let server: TestServer & AsyncDisposable;
let visitors: Visitors;
let folder: string;
let email: string;

before(async () => {
  server = await startTestServer();
  folder = await mkdtemp(path.join(tmpdir(), 'hubbub-own-data-'));
  visitors = new Visitors(server, await server.organization({ ownerEmail: 'olive@couriers.example' }));
  email = await visitors.person('mara');
  await prove(true);
});
after(async () => {
  await rm(folder, { recursive: true, force: true });
  await server[Symbol.asyncDispose]();
});

const prove = (isProven: boolean) =>
  server.services.database.transaction((tx) =>
    tx.run(sql`update platform.people set email_verified_at = ${isProven ? tx.now : null} where email = ${email}`),
  );

/** Sends the page's form as the browser does, whose answer may be a file. */
const send = (browser: FormBrowser, values: Record<string, string> = {}) =>
  fetch(`${server.url}/account/data`, {
    method: 'POST',
    body: new URLSearchParams(values),
    redirect: 'manual',
    headers: {
      'sec-fetch-site': 'same-origin',
      cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
    },
  });

const spooled = () => readdir(spoolFolder(server.services.config.dataDir)).catch(() => []);

test('whoever is signed in downloads what is kept of them, and nothing of it stays on the disk', async () => {
  const { owner, org } = visitors;
  const { api_key } = (await owner.post('/fetch_api_key', { username: email, password: PASSWORD })).json;
  const mara = new ChatClient({ site: server.url, email, api_key });
  const say = (client: ChatClient, content: string) =>
    client.post('/messages', { type: 'direct', to: [org.chat.user_id], content });
  assert.equal((await say(mara, 'zanzibarium')).status, 200);
  assert.equal((await say(owner, 'quetzalium')).status, 200);
  const browser = await visitors.signedIn(email);
  assert.match((await browser.open('/account')).html, /href="\/account\/data"/);
  assert.equal((await browser.open('/account/data')).title, 'Your data');
  const answer = await send(browser);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-disposition'), 'attachment; filename="hubbub-data.tar.gz"');
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  const file = path.join(folder, 'mara.tar.gz');
  const bytes = Buffer.from(await answer.arrayBuffer());
  assert.equal(bytes.length, Number(answer.headers.get('content-length')));
  await writeFile(file, bytes);
  const { text } = await unpackExport(file);
  assert.ok(text.includes('zanzibarium') && text.includes('mara person'));
  assert.ok(!text.includes('quetzalium'));
  await until(async () => (await spooled()).length === 0, 'the file being gone');
});

test('a browser that was left open is asked for the password, and a stranger for a sign-in', async () => {
  const browser = await visitors.signedIn(email);
  await browser.open('/account/data');
  server.clock.advance(11 * 60_000);
  assert.equal((await send(browser)).status, 403);
  assert.equal((await send(browser, { password: 'not the password' })).status, 403);
  const answer = await send(browser, { password: PASSWORD });
  assert.equal(answer.headers.get('content-type'), 'application/gzip');
  await answer.arrayBuffer();
  const stranger = await send(visitors.browse());
  assert.match(stranger.headers.get('location')!, /^\/sign-in\?to=/);
});

test('an address that nobody proved gives nothing: its data may be somebody else’s', async () => {
  await prove(false);
  const browser = await visitors.signedIn(email);
  assert.match((await browser.open('/account/data')).text, /Prove your e-mail address first/);
  assert.equal((await send(browser)).status, 403);
  await prove(true);
});

test('each person’s data are gathered once at a time', async () => {
  const browser = await visitors.signedIn(email);
  const answers = await Promise.all([send(browser), send(browser), send(browser)]);
  const statuses = answers.map(({ status }) => status);
  for (const answer of answers) await answer.arrayBuffer();
  assert.ok(statuses.includes(200), statuses.join());
  assert.ok(
    statuses.every((status) => status === 200 || status === 409),
    statuses.join(),
  );
  await (await send(browser)).arrayBuffer();
  await until(async () => (await spooled()).length === 0, 'the files being gone');
});

test('a download that nobody reads is the only one of its person until it ends', async () => {
  const { owner } = visitors;
  const { api_key } = (await owner.post('/fetch_api_key', { username: email, password: PASSWORD })).json;
  // More than lies between a server and a browser that does not read.
  const body = new FormData();
  body.append('file', new Blob([randomBytes(24 * 1024 ** 2)]), 'noise.bin');
  const authorization = `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}`;
  const uploaded = await fetch(`${server.url}/api/v1/user_uploads`, {
    method: 'POST',
    body,
    headers: { authorization },
  });
  assert.equal(uploaded.status, 200);
  const browser = await visitors.signedIn(email);
  const unread = await send(browser);
  assert.equal(unread.status, 200);
  assert.equal((await send(browser)).status, 409);
  assert.equal((await spooled()).length, 1);
  await unread.body!.cancel();
  await until(async () => (await spooled()).length === 0, 'the file being gone');
  await until(async () => {
    const next = await send(browser);
    await next.body!.cancel();
    return next.status === 200;
  }, 'the next download');
  await until(async () => (await spooled()).length === 0, 'its file being gone');
});
