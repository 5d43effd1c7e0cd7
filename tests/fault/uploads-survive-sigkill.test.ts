import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { after, test } from 'node:test';
import pg from 'pg';
import { expireResumableUploads } from '../../src/platform/files/resumable/expire.ts';
import { sweepFiles } from '../../src/platform/files/sweep.ts';
import { type ChatClient, until } from '../harness/clients.ts';
import { makePerson } from '../harness/people.ts';
import { Installation } from '../harness/program.ts';
import { startTestServer } from '../harness/server.ts';
import { countStoredFiles, settleStoredFiles } from '../harness/stored-files.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const installation = await Installation.create();
after(() => installation[Symbol.asyncDispose]());
const { dataDir } = server.services.config;
const ann = await makePerson(server, await server.organization(), { name: 'Ann Adler' });

const authorization = ({ email, key }: ChatClient) => `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;

/** A request whose body is written by and by, and whose answer nobody waits for. */
function open(url: string, method: string, headers: Record<string, string | number>) {
  const request = httpRequest(url, { method, headers: { authorization: authorization(ann.client), ...headers } });
  return request.on('error', () => undefined);
}

const form = (content: string) =>
  `--b\r\ncontent-disposition: form-data; name="f"; filename="f.txt"\r\n\r\n${content}\r\n--b--\r\n`;
const FORM = { 'content-type': 'multipart/form-data; boundary=b' };
const TUS = { 'tus-resumable': '1.0.0' };
const PATCH = { ...TUS, 'content-type': 'application/offset+octet-stream' };

test('a kill in the middle of uploads leaves nothing for long, and parts that were kept go on in another process', async () => {
  const environment = { DATABASE_URL: server.connectionString, DATA_DIR: dataDir };
  const program = await installation.start(environment);
  const lock = new pg.Client({ connectionString: server.connectionString });
  await lock.connect();
  after(() => lock.end());

  // One upload in parts, of which the first is kept and the second is under way.
  const content = 'crates and tracks '.repeat(10_000);
  const created = await fetch(`${program.url}/api/v1/tus/`, {
    method: 'POST',
    headers: {
      ...TUS,
      authorization: authorization(ann.client),
      'upload-length': String(content.length),
      'upload-metadata': `filename ${btoa('parts.txt')}`,
    },
  });
  const address = created.headers.get('location')!;
  const retained = await fetch(`${program.url}${address}`, {
    method: 'PATCH',
    headers: { ...PATCH, authorization: authorization(ann.client), 'upload-offset': '0' },
    body: content.slice(0, 50_000),
  });
  assert.equal(retained.status, 204);
  assert.equal(await countStoredFiles(dataDir), 1);
  const second = open(`${program.url}${address}`, 'PATCH', {
    ...PATCH,
    'upload-offset': 50_000,
    'content-length': content.length - 50_000,
  });
  second.write(content.slice(50_000, 100_000));
  // One upload that is half there.
  const half = open(`${program.url}/api/v1/user_uploads`, 'POST', { ...FORM, 'content-length': 500_000 });
  half.write(form('half'.repeat(20_000)).slice(0, 70_000));
  // One whose bytes are stored, and whose row is waited for.
  await lock.query('begin');
  await lock.query('lock table chat.attachments in exclusive mode');
  const whole = form('whole');
  open(`${program.url}/api/v1/user_uploads`, 'POST', { ...FORM, 'content-length': whole.length }).end(whole);
  await until(async () => (await countStoredFiles(dataDir)) === 4, 'all of them to be under way');
  await until(async () => {
    // In this database: other tests wait for locks of their own.
    const { rows } = await lock.query(
      'select 1 from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()',
    );
    return rows.length > 0;
  }, 'the row to be waited for');
  await program.end('SIGKILL');
  await lock.query('rollback');
  // PostgreSQL may notice the end of a client late, and finish its statement; nothing of it is committed.
  assert.equal(await countStoredFiles(dataDir), 4);
  assert.deepEqual((await ann.client.get('/attachments')).json.attachments, []);

  const { headers } = await fetch(`${server.url}${address}`, {
    method: 'HEAD',
    headers: { ...TUS, authorization: authorization(ann.client) },
  });
  assert.equal(headers.get('upload-offset'), '50000');
  const sweep = () => sweepFiles.handle(server.services, {}, new AbortController().signal);
  await sweep();
  assert.equal(await countStoredFiles(dataDir), 4);
  server.clock.advance(7 * 3_600_000);
  await sweep();
  assert.equal(await countStoredFiles(dataDir), 1);
  const last = await fetch(`${server.url}${address}`, {
    method: 'PATCH',
    headers: { ...PATCH, authorization: authorization(ann.client), 'upload-offset': '50000' },
    body: content.slice(50_000),
  });
  const { url } = (await last.json()) as { url: string };
  const file = await fetch(`${server.url}${url}`, { headers: { authorization: authorization(ann.client) } });
  assert.equal(await file.text(), content);
});

test('what a kill has cut of an upload in parts, and nobody goes on with, is gone after a day: the parts that were kept, too', async () => {
  await settleStoredFiles(server.services);
  const before = await countStoredFiles(dataDir);
  const program = await installation.start({ DATABASE_URL: server.connectionString, DATA_DIR: dataDir });
  const created = await fetch(`${program.url}/api/v1/tus/`, {
    method: 'POST',
    headers: {
      ...TUS,
      authorization: authorization(ann.client),
      'upload-length': '3000000',
      'upload-metadata': `filename ${btoa('cut.txt')}`,
    },
  });
  const address = created.headers.get('location')!;
  const part = 'crates and tracks '.repeat(5000);
  const headers = { ...PATCH, authorization: authorization(ann.client), 'upload-offset': '0' };
  assert.equal((await fetch(`${program.url}${address}`, { method: 'PATCH', headers, body: part })).status, 204);
  const cut = open(`${program.url}${address}`, 'PATCH', {
    ...PATCH,
    'upload-offset': part.length,
    'content-length': 3_000_000 - part.length,
  });
  cut.write(part);
  await until(async () => (await countStoredFiles(dataDir)) === before + 2, 'the second part to be under way');
  await program.end('SIGKILL');

  const signal = new AbortController().signal;
  // The program that was killed went by the machine's clock.
  server.clock.advance(23 * 3_600_000 - (server.clock.now().getTime() - Date.now()));
  await expireResumableUploads.handle(server.services, {}, signal);
  await sweepFiles.handle(server.services, {}, signal);
  // What was kept may still be gone on with; what was cut off is of no use to anybody.
  assert.equal(await countStoredFiles(dataDir), before + 1);
  server.clock.advance(2 * 3_600_000);
  await expireResumableUploads.handle(server.services, {}, signal);
  await until(async () => (await countStoredFiles(dataDir)) === before, 'its parts to go');
  const asked = { method: 'HEAD', headers: { ...TUS, authorization: authorization(ann.client) } };
  assert.equal((await fetch(`${server.url}${address}`, asked)).status, 404);
});
