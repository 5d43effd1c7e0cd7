import assert from 'node:assert/strict';
import { statfs } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { after, describe, test } from 'node:test';
import { ChatClient, until } from '../../../../tests/harness/clients.ts';
import { QueueReader } from '../../../../tests/harness/events.ts';
import { makePerson } from '../../../../tests/harness/people.ts';
import { lyingPng, photo, png } from '../../../../tests/harness/pictures.ts';
import { RawConnection } from '../../../../tests/harness/raw.ts';
import { FakeS3 } from '../../../../tests/harness/s3.ts';
import { startTestServer } from '../../../../tests/harness/server.ts';
import { countStoredFiles, settleStoredFiles } from '../../../../tests/harness/stored-files.ts';
import { startServer } from '../../../app.ts';
import { sql } from '../../../platform/db/sql.ts';
import { expireResumableUploads } from '../../../platform/files/resumable/expire.ts';

const server = await startTestServer({ uploadLimitMib: 1, resumableUploadLimitMib: 2, uploadQuotaMib: 3 });
const { config, log, clock } = server.services;
const elsewhere = await startServer({
  config: { ...config, port: 0 },
  log,
  clock,
  connectionString: server.connectionString,
});
after(async () => {
  await elsewhere.close();
  await server[Symbol.asyncDispose]();
});
const organization = await server.organization();
const owner = new ChatClient(organization.chat);
const ann = await makePerson(server, organization, { name: 'Ann Adler' });
const bob = await makePerson(server, organization, { name: 'Bob Bauer' });
const stranger = await makePerson(server, await server.organization(), { name: 'Sam Stone' });

const PATH = '/api/v1/tus/';
const basic = ({ email, key }: ChatClient) => `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;

interface UploadAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
  json: any;
}

async function tus(
  client: ChatClient | undefined,
  method: string,
  address: string,
  headers: Record<string, string | undefined> = {},
  body?: Uint8Array | string,
  site = server.url,
): Promise<UploadAnswer> {
  const given = { 'tus-resumable': '1.0.0', authorization: client && basic(client), ...headers };
  const sent = Object.entries(given).filter(([, value]) => value !== undefined) as [string, string][];
  const response = await fetch(new URL(address, site), { method, headers: sent, body: (body as string) ?? null });
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: text === '' ? undefined : JSON.parse(text) };
}

const named = (name: string) => `filename ${Buffer.from(name).toString('base64')},filetype ${btoa('text/html')}`;

function begin(
  client: ChatClient,
  name: string,
  size: number,
  headers: Record<string, string | undefined> = {},
  site = server.url,
) {
  const given = { 'upload-length': String(size), 'upload-metadata': named(name), ...headers };
  return tus(client, 'POST', PATH, given, undefined, site);
}

async function begun(client: ChatClient, name: string, size: number): Promise<string> {
  const answer = await begin(client, name, size);
  assert.equal(answer.status, 201, JSON.stringify(answer.json));
  return answer.headers.get('location')!;
}

function append(client: ChatClient, address: string, offset: number, body: Uint8Array | string, site = server.url) {
  const headers = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
  return tus(client, 'PATCH', address, headers, body, site);
}

/** A request whose body is written by and by. */
function patchBy(client: ChatClient, address: string, length: number) {
  const request = httpRequest(new URL(address, server.url), {
    method: 'PATCH',
    headers: {
      authorization: basic(client),
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': length,
    },
  });
  return request.on('error', () => undefined);
}

async function offsetOf(client: ChatClient, address: string, site = server.url): Promise<number> {
  const { status, headers } = await tus(client, 'HEAD', address, {}, undefined, site);
  assert.equal(status, 200);
  return Number(headers.get('upload-offset'));
}

async function bytesAt(client: ChatClient, address: string): Promise<Buffer> {
  const response = await fetch(new URL(address, server.url), { headers: { authorization: basic(client) } });
  assert.equal(response.status, 200);
  return Buffer.from(await response.arrayBuffer());
}

const spaceUsed = async (client: ChatClient): Promise<number> =>
  (await client.get('/attachments')).json.upload_space_used;

const filesOnDisk = () => countStoredFiles(config.dataDir);
/** The same, with what earlier tests left to be deleted gone. */
const settledFiles = async () => {
  await settleStoredFiles(server.services);
  return filesOnDisk();
};

test('a file in parts becomes an upload like any other', async () => {
  const queue = await QueueReader.register(ann.client, { event_types: ['attachment'] });
  const before = await settledFiles();
  const content = Buffer.concat([await png(30, 20), Buffer.alloc(50_000, 7)]);
  const created = await begin(ann.client, 'plan (1).html', content.length);
  assert.equal(created.status, 201);
  assert.match(created.headers.get('location')!, /^\/api\/v1\/tus\/\w{24}$/);
  assert.ok(Date.parse(created.headers.get('upload-expires')!) > Date.now());
  const address = created.headers.get('location')!;
  for (const [from, to] of [
    [0, 3],
    [3, 40_000],
  ] as const) {
    const part = await append(ann.client, address, from, content.subarray(from, to));
    assert.deepEqual([part.status, part.headers.get('upload-offset')], [204, String(to)]);
  }
  const head = await tus(ann.client, 'HEAD', address);
  assert.deepEqual(
    ['upload-offset', 'upload-length', 'upload-metadata', 'cache-control'].map((name) => head.headers.get(name)),
    ['40000', String(content.length), named('plan (1).html'), 'no-store'],
  );
  const last = await append(ann.client, address, 40_000, content.subarray(40_000));
  assert.equal(last.status, 200, JSON.stringify(last.json));
  assert.equal(last.headers.get('upload-offset'), String(content.length));
  const { url, uri, filename, result } = last.json;
  assert.deepEqual([result, uri, filename], ['success', url, 'plan (1).html']);
  assert.match(url, /^\/user_uploads\/\d+\/\w{2}\/\w{24}\/plan-1-\.html$/);
  assert.deepEqual(await bytesAt(ann.client, url), content);
  const { headers } = await fetch(new URL(url, server.url), { headers: { authorization: basic(ann.client) } });
  assert.equal(headers.get('content-type'), 'image/png');
  assert.equal(await spaceUsed(ann.client), content.length);
  const [event] = await queue.collect('attachment', 1);
  assert.deepEqual([event!.op, event!.attachment.name, event!.upload_space_used], ['add', filename, content.length]);
  // No part remains: only the file, and the preview of the picture.
  await until(async () => (await filesOnDisk()) === before + 2, 'the parts to go');
  // A client that missed the last answer asks again.
  assert.equal(await offsetOf(ann.client, address), content.length);
  assert.equal((await append(ann.client, address, content.length, '')).json.url, url);
  assert.equal((await tus(ann.client, 'DELETE', address)).status, 400);
  await ann.client.delete(`/attachments/${event!.attachment.id}`);
});

test('it may come whole with its first request', async () => {
  const answer = await tus(
    ann.client,
    'POST',
    PATH,
    { 'upload-length': '5', 'upload-metadata': named('a.txt'), 'content-type': 'application/offset+octet-stream' },
    'hello',
  );
  assert.deepEqual([answer.status, answer.headers.get('upload-offset')], [201, '5']);
  assert.equal(String(await bytesAt(ann.client, answer.json.url)), 'hello');
});

test('a connection that is cut in the middle loses nothing that came, and another process goes on', async () => {
  const content = Buffer.alloc(600_000, 'tracks and crates ');
  const address = await begun(ann.client, 'long.txt', content.length);
  const request = patchBy(ann.client, address, content.length);
  const before = await settledFiles();
  request.write(content.subarray(0, 400_000));
  await until(async () => (await filesOnDisk()) > before, 'the part to begin');
  request.destroy();
  const offset = await until(async () => (await offsetOf(ann.client, address)) || undefined, 'the part to be kept');
  assert.ok(offset <= 400_000);
  assert.equal(await offsetOf(ann.client, address, elsewhere.url), offset);
  const next = await append(ann.client, address, offset, content.subarray(offset, 500_000), elsewhere.url);
  assert.equal(next.status, 204, JSON.stringify(next.json));
  const last = await append(ann.client, address, 500_000, content.subarray(500_000));
  assert.equal(last.status, 200, JSON.stringify(last.json));
  assert.deepEqual(await bytesAt(ann.client, last.json.url), content);
});

test('of two who bring the same part at once, one is told so', async () => {
  const address = await begun(ann.client, 'twice.txt', 10);
  const answers = await Promise.all([
    append(ann.client, address, 0, 'first', server.url),
    append(ann.client, address, 0, 'again', elsewhere.url),
  ]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 409]);
  const retained = answers[0]!.status === 204 ? 'first' : 'again';
  const ends = await Promise.all([
    append(ann.client, address, 5, '-ends', server.url),
    append(ann.client, address, 5, '-more', elsewhere.url),
  ]);
  const won = ends.find(({ status }) => status === 200)!;
  assert.match(String(await bytesAt(ann.client, won.json.url)), new RegExp(`^${retained}-(?:ends|more)$`));
  assert.ok(ends.every(({ status }) => status === 200 || status === 409));
  const { attachments } = (await ann.client.get('/attachments')).json;
  assert.equal(attachments.filter(({ name }: { name: string }) => name === 'twice.txt').length, 1);
});

test('nobody else may touch it', async () => {
  const address = await begun(ann.client, 'mine.txt', 5);
  for (const { client } of [bob, stranger]) {
    assert.equal((await tus(client, 'HEAD', address)).status, 404);
    assert.equal((await append(client, address, 0, 'other')).status, 404);
    assert.equal((await tus(client, 'DELETE', address)).status, 404);
  }
  for (const [method, at] of [
    ['POST', PATH],
    ['HEAD', address],
    ['PATCH', address],
    ['DELETE', address],
  ] as const)
    assert.equal((await tus(undefined, method, at)).status, 401);
  assert.equal(await offsetOf(ann.client, address), 0);
  assert.equal((await tus(ann.client, 'DELETE', address)).status, 204);
  assert.equal((await tus(ann.client, 'HEAD', address)).status, 404);
});

test('who was removed in the middle of it has uploaded nothing', async () => {
  const gus = await makePerson(server, organization, { name: 'Gus Gone' });
  const content = Buffer.alloc(300_000, 'x');
  const address = await begun(gus.client, 'late.txt', content.length);
  const files = await settledFiles();
  const request = patchBy(gus.client, address, content.length);
  request.write(content.subarray(0, 200_000));
  await until(async () => (await filesOnDisk()) > files, 'the part to begin');
  assert.equal((await owner.delete(`/users/${gus.id}`)).status, 200);
  const status = new Promise((resolve) => request.on('response', (answer) => resolve(answer.resume().statusCode)));
  request.end(content.subarray(200_000));
  assert.equal(await status, 401);
  await until(async () => (await filesOnDisk()) === files, 'what came to go');
  assert.equal((await append(gus.client, address, 0, 'x')).status, 401);
});

test('each bad request has its answer and leaves nothing', async () => {
  const used = await spaceUsed(ann.client);
  const files = await settledFiles();
  const refused = async (answer: Promise<UploadAnswer>, status: number, text?: RegExp, code?: string) => {
    const { json, status: got } = await answer;
    assert.equal(got, status, JSON.stringify(json));
    assert.equal(json.result, 'error');
    if (text) assert.match(json.msg, text);
    if (code) assert.equal(json.code, code);
  };
  await refused(begin(ann.client, 'a.bin', 2 * 1024 ** 2 + 1), 413);
  await refused(begin(ann.client, 'a.txt', 0), 400, /empty/);
  await refused(begin(ann.client, '...', 5), 400, /must have a name/);
  await refused(begin(ann.client, 'a.txt', 5, { 'upload-metadata': undefined }), 400, /must have a name/);
  await refused(begin(ann.client, 'a.txt', 5, { 'upload-metadata': 'a b c' }), 400);
  await refused(
    begin(ann.client, 'a.txt', 5, { 'upload-metadata': `filename ${btoa('x'.repeat(5000))}` }),
    400,
    /long/,
  );
  await refused(begin(ann.client, 'a.txt', 5, { 'upload-metadata': `filename ${btoa('a.txt')},x ${btoa('\0')}` }), 400);
  for (const length of ['-1', 'x', '1e3', '99999999999999999999', undefined])
    await refused(begin(ann.client, 'a.txt', 5, { 'upload-length': length }), 400);
  await refused(
    begin(ann.client, 'a.txt', 5, { 'upload-length': undefined, 'upload-defer-length': '1' }),
    400,
    /defer/i,
  );
  await refused(begin(ann.client, 'a.txt', 5, { 'tus-resumable': undefined }), 412);
  await refused(begin(ann.client, 'a.txt', 5, { 'upload-concat': 'partial' }), 400, /concat/i);
  await refused(append(ann.client, `${PATH}nothing`, 0, 'x'), 404);
  await refused(append(ann.client, PATH, 0, 'x'), 404);
  assert.deepEqual([await spaceUsed(ann.client), await filesOnDisk()], [used, files]);

  const address = await begun(ann.client, 'a.png', 5);
  await refused(append(ann.client, address, 3, 'x'), 409);
  await refused(append(ann.client, address, 0, 'longer than it said'), 413);
  await refused(tus(ann.client, 'PATCH', address, { 'upload-offset': '0' }, 'x'), 400);
  await refused(tus(ann.client, 'PATCH', address, { 'content-type': 'application/offset+octet-stream' }, 'x'), 403);
  assert.equal(await offsetOf(ann.client, address), 0);
  assert.equal((await tus(ann.client, 'DELETE', address)).status, 204);

  const bomb = lyingPng(50_000, 50_000);
  const bad = await begun(ann.client, 'bomb.txt', bomb.length);
  await append(ann.client, bad, 0, bomb.subarray(0, 20));
  await refused(append(ann.client, bad, 20, bomb.subarray(20)), 400, /exceeds limit/, 'BAD_IMAGE');
  assert.equal((await tus(ann.client, 'HEAD', bad)).status, 404);
  assert.equal(await spaceUsed(ann.client), used);
  await until(async () => (await filesOnDisk()) === files, 'the parts to go');
});

test('the room of the organization is set aside when it begins', async () => {
  const large = 2 * 1024 ** 2;
  const address = await begun(ann.client, 'large.bin', large);
  const refused = await begin(bob.client, 'other.bin', large);
  assert.deepEqual([refused.status, refused.json.code], [400, 'REALM_UPLOAD_QUOTA']);
  const last = await append(ann.client, address, 0, Buffer.alloc(large, 1));
  assert.equal(last.status, 200, JSON.stringify(last.json));
  const { attachments } = (await ann.client.get('/attachments')).json;
  await ann.client.delete(`/attachments/${attachments.find(({ name }: { name: string }) => name === 'large.bin').id}`);
  const again = await begun(bob.client, 'other.bin', large);
  assert.equal((await tus(bob.client, 'DELETE', again)).status, 204);
});

describe('what is begun is bounded in bytes', () => {
  const MIB = 1024 ** 2;
  /** The same organizations, with other settings. */
  async function beside(settings: Partial<typeof config>) {
    const { connectionString } = server;
    const more = await startServer({ config: { ...config, port: 0, ...settings }, log, clock, connectionString });
    return { url: more.url, [Symbol.asyncDispose]: () => more.close() };
  }
  async function giveUp(client: ChatClient, begun: readonly UploadAnswer[]): Promise<void> {
    for (const { headers } of begun) if (headers.get('location')) await tus(client, 'DELETE', headers.get('location')!);
  }

  test('of a person, and of an organization: 40 at once of a gibibyte each leave room for others', async () => {
    const { bavail, bsize } = await statfs(config.dataDir);
    // The room of this machine's disk is another bound.
    const resumableUploadLimitMib = Math.min(1024, Math.floor((bavail * bsize) / MIB / 20));
    const size = resumableUploadLimitMib * MIB;
    const uploadQuotaMib = 6 * resumableUploadLimitMib;
    await using bounded = await beside({ resumableUploadLimitMib, uploadQuotaMib, diskReserveMib: 0 });
    const all = await Promise.all(
      Array.from({ length: 40 }, (_, index) => begin(ann.client, `${index}.bin`, size, {}, bounded.url)),
    );
    assert.deepEqual(all.map(({ status }) => status).sort(), [...Array(2).fill(201), ...Array(38).fill(400)]);
    assert.match(all.find(({ status }) => status === 400)!.json.msg, /too many unfinished/);
    // Half the quota of the organization is three of them.
    const third = await begin(bob.client, 'third.bin', size, {}, bounded.url);
    const fourth = await begin(bob.client, 'fourth.bin', size, {}, bounded.url);
    const others = await begin(stranger.client, 'theirs.bin', size, {}, bounded.url);
    assert.deepEqual([third.status, fourth.status, others.status], [201, 400, 201]);
    await giveUp(ann.client, all);
    await giveUp(bob.client, [third]);
    await giveUp(stranger.client, [others]);
  });

  test('and an organization that waits for itself keeps no other from beginning', async () => {
    // The first one of each makes what is held below.
    await giveUp(ann.client, [await begin(ann.client, 'a.bin', 1000)]);
    const held = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const holding = server.services.database.transaction(async (tx) => {
      await tx.run(sql`
        select from platform.file_usage where organization_id = ${organization.organization_id} for update`);
      begun.resolve();
      await held.promise;
    });
    await begun.promise;
    const waiting = begin(ann.client, 'waits.bin', 1000);
    await until(
      async () =>
        (await server.services.database.reader.first(sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)) !== undefined,
      'the one that waits',
    );
    const other = await begin(stranger.client, 'theirs.bin', 1000);
    held.resolve();
    assert.equal(other.status, 201);
    await holding;
    await giveUp(stranger.client, [other]);
    await giveUp(ann.client, [await waiting]);
  });

  test('of all, by the room on the disk: twice the reserve of the database stays', async () => {
    const { bavail, bsize } = await statfs(config.dataDir);
    const free = (bavail * bsize) / MIB;
    // About 3,000 MiB are left to files; an upload takes its size twice while it is put together.
    await using tight = await beside({
      resumableUploadLimitMib: 1024,
      uploadQuotaMib: 0,
      diskReserveMib: Math.floor((free - 3000) / 2),
    });
    const first = await begin(ann.client, 'first.bin', 1000 * MIB, {}, tight.url);
    const second = await begin(stranger.client, 'second.bin', 1000 * MIB, {}, tight.url);
    assert.deepEqual([first.status, second.status, second.json.code], [201, 503, 'SERVICE_UNAVAILABLE']);
    assert.equal(second.json.msg, 'The server has no space for more files');
    // One who asks for too much is refused, and nobody is sent elsewhere for it.
    assert.deepEqual(await (await fetch(new URL('/readyz', tight.url))).json(), { status: 'ready' });
    await giveUp(ann.client, [first]);

    await using full = await beside({ diskReserveMib: Math.ceil(free) });
    const form = new FormData();
    form.set('file', new Blob(['hello']), 'a.txt');
    const upload = () =>
      fetch(new URL('/api/v1/user_uploads', full.url), {
        method: 'POST',
        headers: { authorization: basic(ann.client) },
        body: form,
      });
    const before = await settledFiles();
    assert.equal((await upload()).status, 503);
    assert.equal(await filesOnDisk(), before);
  });
});

test('what the server can do is asked for without signing in', async () => {
  const answer = await tus(undefined, 'OPTIONS', PATH, { 'tus-resumable': undefined });
  assert.equal(answer.status, 204);
  assert.equal(answer.headers.get('tus-version'), '1.0.0');
  assert.equal(answer.headers.get('tus-max-size'), String(2 * 1024 ** 2));
  assert.match(answer.headers.get('tus-extension') ?? '', /creation.*expiration.*termination/);
});

test('in a bucket it is the same', async () => {
  const s3 = await FakeS3.start();
  const cloud = await startTestServer({ ...s3.settings });
  try {
    const person = await makePerson(cloud, await cloud.organization(), { name: 'Cleo Cloud' });
    const made = await tus(
      person.client,
      'POST',
      PATH,
      { 'upload-length': '10', 'upload-metadata': named('c.txt') },
      undefined,
      cloud.url,
    );
    const address = made.headers.get('location')!;
    await append(person.client, address, 0, 'hello', cloud.url);
    assert.equal(s3.objects.size, 1);
    const last = await append(person.client, address, 5, 'there', cloud.url);
    const file = await fetch(new URL(last.json.url, cloud.url), { headers: { authorization: basic(person.client) } });
    assert.equal(await file.text(), 'hellothere');
    await until(() => s3.objects.size === 1, 'the part to go');
  } finally {
    try {
      await cloud[Symbol.asyncDispose]();
    } finally {
      await s3.stop();
    }
  }
});

test('what is not whole after a day is given up', async () => {
  const used = await spaceUsed(ann.client);
  const files = await settledFiles();
  const address = await begun(ann.client, 'never.txt', 1000);
  await append(ann.client, address, 0, 'some of it');
  const run = () => expireResumableUploads.handle(server.services, {}, new AbortController().signal);
  server.clock.advance(23 * 3_600_000);
  await run();
  assert.equal(await offsetOf(ann.client, address), 10);
  server.clock.advance(2 * 3_600_000);
  await run();
  assert.equal((await tus(ann.client, 'HEAD', address)).status, 404);
  assert.equal(await spaceUsed(ann.client), used);
  await until(async () => (await filesOnDisk()) === files, 'its parts to go');
});

test('a refused part leaves its connection in order: used again, or closed after the answer', async () => {
  const address = await begun(ann.client, 'refused.txt', 300_000);
  const body = Buffer.alloc(200_000, 'crates ');
  const patch = (path: string, offset: string, authorization: string) =>
    `PATCH ${path} HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\ntus-resumable: 1.0.0\r\nupload-offset: ${offset}\r\n` +
    `content-type: application/offset+octet-stream\r\ncontent-length: ${body.length}\r\n\r\n`;
  for (const [status, head] of [
    [401, patch(address, '0', 'Basic bm9ib2R5OnNlY3JldA==')],
    [404, patch('/api/v1/tus/aaaaaaaaaaaaaaaaaaaaaaaa', '0', basic(ann.client))],
    [409, patch(address, '7', basic(ann.client))],
    [400, patch(address, 'seven', basic(ann.client))],
    [413, patch(address, '0', basic(ann.client)).replace(/content-length: \d+/, 'content-length: 400000')],
  ] as const) {
    const connection = (await RawConnection.open(server.url)).listen();
    // Answered before anything of the body has come, and before more than a part of it has.
    connection.send(head).send(body.subarray(0, 70_000));
    const answer = await connection.receives(/\r\n\r\n\{.*\}/s);
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `));
    const length = Number(/content-length: (\d+)\r\n\r\n$/.exec(head)![1]);
    connection.send(Buffer.alloc(length - 70_000, 'more '));
    connection.send('GET /api/v1/server_settings HTTP/1.1\r\nhost: x\r\n\r\n');
    if (/^connection: close\r$/im.test(answer)) await connection.ended();
    else await connection.receives(/HTTP\/1\.1 200 /);
    connection.close();
  }
  assert.equal(await offsetOf(ann.client, address), 0);
});

test('a photo in parts loses its place', async () => {
  const taken = await photo(60, 40);
  const address = await begun(ann.client, 'van.jpg', taken.length);
  await append(ann.client, address, 0, taken.subarray(0, 150));
  const last = await append(ann.client, address, 150, taken.subarray(150));
  assert.equal(last.status, 200, JSON.stringify(last.json));
  const retained = await bytesAt(ann.client, last.json.url);
  const gpsTag = Buffer.from([0x25, 0x88]);
  assert.deepEqual([taken.includes(gpsTag), retained.includes(gpsTag), retained.length], [true, false, taken.length]);
});
