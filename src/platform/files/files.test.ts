import assert from 'node:assert/strict';
import { rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, test } from 'node:test';
import Fastify from 'fastify';
import { until } from '../../../tests/harness/clients.ts';
import { animatedGif } from '../../../tests/harness/pictures.ts';
import { FakeS3 } from '../../../tests/harness/s3.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { move } from '../../cli/files.ts';
import { BackupArchive, filesPrefix, pieceKey } from '../backup/archive.ts';
import { ArchivedFiles } from '../backup/archive-files.ts';
import { sql } from '../db/sql.ts';
import { PICTURE_TYPES } from './content-type.ts';
import {
  discardObjects,
  doForgetFiles,
  doStoreFile,
  ORIGINAL,
  objectKey,
  QuotaExceeded,
  storeObjects,
  usedBytes,
} from './files.ts';
import { FolderStore } from './folder-store.ts';
import { fileStore, openFileStore } from './open-store.ts';
import { sendFile } from './send-file.ts';
import { isSignedLink, signLink } from './signed-links.ts';
import { spool, spoolFolder, TooManyBytes } from './spool.ts';
import { STILL, storePicture } from './store-picture.ts';
import { orphans, sweepFiles } from './sweep.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const { services } = server;
const { organization_id: organizationId } = await server.organization();
const store = fileStore(services);

async function store1(content: string): Promise<string> {
  await using file = await spool(services, Readable.from([Buffer.from(content)]), 1000);
  return await storeObjects(services, organizationId, { [ORIGINAL]: file.path });
}
const keep = (id: string, size: number, quota?: number) =>
  services.database.transaction((tx) =>
    doStoreFile(tx, { organizationId, id, size, contentType: 'text/plain' }, quota),
  );
const used = () => usedBytes(services.database.reader, organizationId);

test('a file is received with its size, its head and its digest, or not at all', async () => {
  await using file = await spool(services, Readable.from([Buffer.from('ab'), Buffer.from('c')]), 3);
  assert.deepEqual([file.size, String(file.head)], [3, 'abc']);
  assert.equal(file.sha256, 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  await assert.rejects(spool(services, Readable.from([Buffer.from('abcd')]), 3), TooManyBytes);
});

test('files count against a quota, also two that come at once', async () => {
  const ids = await Promise.all([store1('one'), store1('two'), store1('six')]);
  const retained = await Promise.allSettled(ids.map((id) => keep(id, 4, 10)));
  assert.deepEqual(retained.map(({ status }) => status).sort(), ['fulfilled', 'fulfilled', 'rejected']);
  const refused = retained.findIndex(({ status }) => status === 'rejected');
  assert.ok((retained[refused] as PromiseRejectedResult).reason instanceof QuotaExceeded);
  assert.equal(await used(), 8);
  await discardObjects(services, organizationId, ids[refused]!);
  assert.equal(await store.stat(objectKey({ organizationId, id: ids[refused]! }, ORIGINAL)), undefined);

  const others = ids.filter((_, index) => index !== refused);
  await services.database.transaction((tx) => doForgetFiles(tx, organizationId, [...others, 'none']));
  assert.equal(await used(), 0);
  for (const id of others)
    await until(async () => !(await store.stat(objectKey({ organizationId, id }, ORIGINAL))), 'the bytes to go');
});

test('what a crash left without a row goes with the sweep, and nothing else', async () => {
  const orphan = await store1('orphan');
  const young = await store1('young');
  const retained = await store1('kept');
  await keep(retained, 4);
  const left = path.join(spoolFolder(services.config.dataDir), 'left');
  const receiving = path.join(spoolFolder(services.config.dataDir), 'receiving');
  for (const file of [left, receiving]) await writeFile(file, 'x');
  const yesterday = new Date(Date.now() - 86_400_000);
  const files = path.join(services.config.dataDir, 'files');
  const keyOf = (id: string) => objectKey({ organizationId, id }, ORIGINAL);
  for (const file of [left, path.join(files, keyOf(orphan)), path.join(files, keyOf(retained))])
    await utimes(file, yesterday, yesterday);
  const found: string[] = [];
  for await (const { key } of orphans(services)) found.push(key);
  assert.deepEqual(found, [keyOf(orphan)]);
  await sweepFiles.handle(services, {}, new AbortController().signal);
  assert.equal(await store.stat(keyOf(orphan)), undefined);
  assert.ok(await store.stat(keyOf(young)));
  assert.ok(await store.stat(keyOf(retained)));
  await assert.rejects(utimes(left, yesterday, yesterday), { code: 'ENOENT' });
  await rm(receiving);
});

test('a picture that moves is stored with its still, in the size that was asked for', async () => {
  await using file = await spool(services, Readable.from([await animatedGif(40, 40, 2)]), 1_000_000);
  const picture = await storePicture(services, { organizationId }, file, { width: 20, height: 20, fit: 'cover' });
  assert.deepEqual(
    [picture.isAnimated, picture.contentType, PICTURE_TYPES.has(picture.contentType)],
    [true, 'image/webp', true],
  );
  const objects = [ORIGINAL, STILL].map(async (object) => (await store.stat(objectKey(picture, object)))!.size);
  assert.equal(
    (await Promise.all(objects)).reduce((sum, size) => sum + size),
    picture.size,
  );
});

test('a signed address is good for its purpose, its subject and its time', () => {
  const signed = signLink(services, 'test', 'a/b', 60);
  assert.match(signed, /^\d+\.[\w-]{43}$/);
  assert.ok(isSignedLink(services, 'test', 'a/b', signed));
  assert.ok(!isSignedLink(services, 'test', 'a/c', signed));
  assert.ok(!isSignedLink(services, 'other', 'a/b', signed));
  assert.ok(
    !isSignedLink(
      services,
      'test',
      'a/b',
      signed.replace(/^\d+/, (time) => String(Number(time) + 60)),
    ),
  );
  for (const none of ['', signed.replace(/\..*/, '.'), signed.slice(0, -1)])
    assert.ok(!isSignedLink(services, 'test', 'a/b', none), none);
  server.clock.advance(62_000);
  assert.ok(!isSignedLink(services, 'test', 'a/b', signed));
});

test('a store is moved to a bucket and back; what is there already is not copied again', async () => {
  const s3 = await FakeS3.start();
  try {
    const bucket = openFileStore('s3', { ...services.config, ...s3.settings });
    const id = await store1('to be moved');
    const key = objectKey({ organizationId, id }, ORIGINAL);
    const first = await move(services, store, bucket, false);
    assert.ok(first.copied >= 1 && first.alreadyThere === 0);
    assert.equal(String(s3.objects.get(key)!.bytes), 'to be moved');
    assert.deepEqual(await move(services, store, bucket, true), { copied: 0, alreadyThere: first.copied, bytes: 0 });
    assert.equal(await store.stat(key), undefined);
    assert.equal((await move(services, bucket, store, false)).copied, first.copied);
    assert.equal(String(await buffer(await store.read(key))), 'to be moved');
  } finally {
    await s3.stop();
  }
});

test('a file goes out whole or in part, and never as a program of our origin', async () => {
  const id = await store1('hello, depot');
  const file = { key: objectKey({ organizationId, id }, ORIGINAL), size: 12, cache: 'private' };
  const app = Fastify();
  app.route({
    method: ['GET', 'HEAD'],
    url: '/:type',
    handler: (request, reply) => {
      const { type } = request.params as { type: string };
      return sendFile(services, request, reply, { ...file, contentType: type.replace('+', '/'), name: 'Plan "ż".txt' });
    },
  });
  const get = (type: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url: `/${type}`, headers });
  const whole = await get('text+plain');
  assert.deepEqual([whole.statusCode, whole.body, whole.headers['content-length']], [200, 'hello, depot', '12']);
  assert.equal(whole.headers['content-type'], 'text/plain; charset=utf-8');
  assert.equal(
    whole.headers['content-disposition'],
    `inline; filename="Plan __.txt"; filename*=UTF-8''Plan%20%22%C5%BC%22.txt`.replace('__', '___'),
  );
  assert.match(String(whole.headers['content-security-policy']), /default-src 'none';.*; sandbox$/);
  assert.equal(whole.headers['x-content-type-options'], 'nosniff');
  for (const type of ['text+html', 'image+svg%2Bxml', 'application+pdf', 'application+octet-stream', 'text+csv'])
    assert.match(String((await get(type)).headers['content-disposition']), /^attachment;/, type);
  for (const type of ['image+png', 'video+mp4', 'audio+mpeg'])
    assert.match(String((await get(type)).headers['content-disposition']), /^inline;/, type);
  const part = await get('text+plain', { range: 'bytes=7-' });
  assert.deepEqual([part.statusCode, part.body, part.headers['content-range']], [206, 'depot', 'bytes 7-11/12']);
  const beyond = await get('text+plain', { range: 'bytes=12-' });
  assert.deepEqual([beyond.statusCode, beyond.headers['content-range']], [416, 'bytes */12']);
  assert.equal((await get('text+plain', { range: 'bytes=7-', 'if-range': '"older"' })).statusCode, 200);
  const known = await get('text+plain', { 'if-none-match': String(whole.headers.etag) });
  assert.deepEqual([known.statusCode, known.body], [304, '']);
  const head = await get('text+plain', {}, 'HEAD');
  assert.deepEqual([head.statusCode, head.body, head.headers['content-length']], [200, '', '12']);
  await app.close();
});

test('an archive gets the files of the day before what it has last, each once, also after a new start, and the file itself last', async () => {
  class Noting extends FolderStore {
    readonly keys: string[] = [];
    override async put(key: string, localFile: string): Promise<void> {
      this.keys.push(key);
      await super.put(key, localFile);
    }
  }
  const folder = new Noting(path.join(services.config.dataDir, 'archive'));
  const archive = new BackupArchive(services.config, { store: folder });
  const name = 'a'.repeat(16);
  const made = async (hoursAgo: number) => {
    await using file = await spool(services, Readable.from([Buffer.from('x')]), 1000);
    await using small = await spool(services, Readable.from([Buffer.from('y')]), 1000);
    const id = await storeObjects(services, organizationId, { [ORIGINAL]: file.path, 'zoomed.webp': small.path });
    await keep(id, 1);
    const at = new Date(services.clock.now().getTime() - hoursAgo * 3_600_000);
    await services.database.transaction((tx) =>
      tx.run(
        sql`update platform.files set created_at = ${at} where organization_id = ${organizationId} and id = ${id}`,
      ),
    );
    return id;
  };
  const [tooOld, yesterday] = [await made(26), await made(24)];
  const completeAt = services.clock.now();
  await archive.put(pieceKey(name, { timeline: 1, start: 0n, end: 1n, completeAt }), [Buffer.from('log')]);
  const storedOf = (id: string) => folder.keys.filter((key) => key.includes(`/${id}/`));
  const inOrder = (id: string) =>
    ['zoomed.webp', ORIGINAL].map((object) => `${filesPrefix(name)}${objectKey({ organizationId, id }, object)}.gz`);
  const first = await ArchivedFiles.open(services, archive, name);
  await first.archiveAll();
  assert.deepEqual(storedOf(yesterday), inOrder(yesterday));
  assert.deepEqual(storedOf(tooOld), []);
  const today = await made(0);
  await first.archiveAll();
  await first.archiveAll();
  const again = await ArchivedFiles.open(services, archive, name);
  await again.archiveAll();
  assert.deepEqual([storedOf(yesterday).length, storedOf(today)], [2, inOrder(today)]);
});
