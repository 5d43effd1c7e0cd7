import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { createServer } from 'node:net';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { type DispatchClient, sendBytes, until } from '../../../tests/harness/clients.ts';
import { startFleet } from '../../../tests/harness/fleet.ts';
import { photo, png } from '../../../tests/harness/pictures.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { countStoredFiles, settleStoredFiles } from '../../../tests/harness/stored-files.ts';
import { sql } from '../../platform/db/sql.ts';
import { fileStore } from '../../platform/files/open-store.ts';
import { forgetUnboundUploads } from './forget-unbound.ts';

let server: Awaited<ReturnType<typeof startTestServer>>;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

const digestOf = (bytes: Buffer) => `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;
const upload = (who: DispatchClient, bytes: Buffer, headers: Record<string, string> = {}) =>
  sendBytes(who, 'POST', '/uploads', bytes, { 'content-type': 'image/jpeg', ...headers });

const TUS = { 'tus-resumable': '1.0.0' };
const begin = (who: DispatchClient, size: number) =>
  sendBytes(who, 'POST', '/tus', Buffer.alloc(0), { ...TUS, 'upload-length': String(size) });
/** Begins an upload in parts; gives its path. */
async function begun(who: DispatchClient, size: number): Promise<string> {
  const answer = await begin(who, size);
  assert.equal(answer.status, 201, answer.text);
  return answer.headers.get('location')!.replace('/api/v2', '');
}
const partHeaders = (offset: number) => ({
  ...TUS,
  'upload-offset': String(offset),
  'content-type': 'application/offset+octet-stream',
});
const append = (who: DispatchClient, path: string, offset: number, bytes: Buffer) =>
  sendBytes(who, 'PATCH', path, bytes, partHeaders(offset));
const head = (who: DispatchClient, path: string) => who.request('HEAD', path, undefined, TUS);

/** The stored files, with what earlier tests left to be deleted gone. */
async function settledFiles(): Promise<number> {
  await settleStoredFiles(server.services);
  return countStoredFiles(server.services.config.dataDir);
}

async function startDelivery(body: object = {}) {
  const fleet = await startFleet(server);
  const dora = await fleet.worker();
  const { id } = await fleet.task({ container: { type: 'WORKER', worker: dora.id }, ...body });
  assert.equal((await dora.driver.post(`/driver/tasks/${id}/start`, { location: [-122.41, 37.77] })).status, 200);
  const complete = (given: object) => dora.driver.post(`/driver/tasks/${id}/complete`, { success: true, ...given });
  return { ...fleet, dora, id, complete };
}

test('a completion lacks proof until it names what was uploaded; each missing thing is told', async () => {
  const { api, dora, id, complete } = await startDelivery({
    requirements: { signature: true, photo: true, notes: true, minimumAge: 18 },
    barcodes: [{ data: btoa('A1'), blockCompletion: true }],
  });
  const nothing = await complete({ unavailableAttachments: [{ attachmentType: 'PHOTO', attachmentId: 'IMG_1' }] });
  assert.deepEqual([nothing.status, nothing.json.message.error], [400, 1000]);
  assert.equal(
    nothing.json.message.cause,
    'The task requires a signature (signatureUploadId), a photo (photoUploadIds), notes, ' +
      'a verified age of at least 18 years (verifiedAge), the barcode A1 to be scanned (barcodes).',
  );
  const bytes = await photo(60, 40, 6);
  const sent = await upload(dora.driver, bytes, { 'content-digest': digestOf(bytes), 'idempotency-key': 'one' });
  assert.equal(sent.status, 200, sent.text);
  const again = await upload(dora.driver, bytes, { 'content-digest': digestOf(bytes), 'idempotency-key': 'one' });
  assert.deepEqual(again.json, sent.json);
  const other = await upload(dora.driver, await png(5, 5), { 'idempotency-key': 'one' });
  assert.equal(other.status, 400, other.text);
  const photoId = sent.json.uploadId;
  const signatureUploadId = (await upload(dora.driver, await png(30, 10))).json.uploadId;

  const arrived = await dora.driver.post(`/driver/tasks/${id}/arrive`, { location: [-122.4, 37.78], actionId: 'a' });
  assert.equal(arrived.status, 200, arrived.text);
  assert.equal((await dora.driver.post(`/driver/tasks/${id}/arrive`, {})).status, 200);
  await dora.goTo(-122.401, 37.781);
  const proof = { notes: 'Given', verifiedAge: 18, barcodes: ['A1'], photoUploadIds: [photoId], signatureUploadId };
  const lacking = await complete({ ...proof, signatureUploadId: undefined });
  assert.equal(lacking.json.message.cause, 'The task requires a signature (signatureUploadId).');
  const unknown = await complete({ ...proof, photoUploadIds: ['a'.repeat(24)] });
  assert.equal(unknown.json.message.error, 1402);
  const done = await complete({
    ...proof,
    unavailableAttachments: [{ attachmentType: 'PHOTO', attachmentId: 'IMG_1' }],
  });
  assert.equal(done.status, 200, done.text);
  const { completionDetails: details } = (await api.get(`/tasks/${id}`)).json;
  assert.deepEqual(
    details.events.map(({ name, location }: { name: string; location: number[] }) => [name, location]),
    [
      ['start', [-122.41, 37.77]],
      ['arrival', [-122.4, 37.78]],
      ['departure', [-122.401, 37.781]],
    ],
  );
  assert.ok(details.events[0].time <= details.events[1].time && details.events[1].time <= details.time);
  assert.deepEqual(
    [details.firstLocation, details.lastLocation],
    [
      [-122.41, 37.77],
      [-122.401, 37.781],
    ],
  );
  assert.deepEqual(
    [details.photoUploadId, details.photoUploadIds, details.signatureUploadId, details.unavailableAttachments],
    [photoId, [photoId], signatureUploadId, [{ attachmentType: 'PHOTO', attachmentId: 'IMG_1' }]],
  );
  assert.deepEqual(
    details.actions.map(({ type }: { type: string }) => type),
    ['SIGNATURE', 'PHOTO', 'BARCODE', 'AGE'],
  );
});

test('a picture is read by a link that holds for an hour, without its metadata, which has a link of its own', async () => {
  const { api, dora, id, complete } = await startDelivery();
  const bytes = await photo(60, 40, 6);
  const { uploadId } = (await upload(dora.driver, bytes)).json;
  assert.equal((await complete({ photoUploadIds: [uploadId] })).status, 200);
  const seen = (await api.get(`/uploads/${uploadId}`)).json;
  assert.deepEqual([seen.task, seen.worker, seen.contentType], [id, dora.id, 'image/jpeg']);
  const file = await fetch(seen.url);
  assert.deepEqual([file.status, file.headers.get('content-type')], [200, 'image/jpeg']);
  const picture = Buffer.from(await file.arrayBuffer());
  const facts = await sharp(picture).metadata();
  assert.deepEqual([facts.width, facts.height, facts.exif], [40, 60, undefined]);
  assert.equal(picture.includes('Secret Place'), false);
  const metadata = await fetch(seen.metadataUrl);
  assert.equal(Buffer.from(await metadata.arrayBuffer()).includes('Secret Place'), true);

  assert.equal((await fetch(seen.url.replace(/file$/, 'metadata'))).status, 404);
  assert.equal((await fetch(seen.url.replace(/\/proof\/\d+\.[^/]+/, '/proof/0.x'))).status, 404);
  const foreign = await startFleet(server);
  assert.equal((await foreign.api.get(`/uploads/${uploadId}`)).json.message.error, 1402);
  server.clock.advance(3_700_000);
  assert.equal((await fetch(seen.url)).status, 404);
});

test('what is no picture, too large, empty or not what its digest says is refused, and leaves nothing', async () => {
  const { dora, organization } = await startDelivery();
  const bytes = await png(4, 4);
  const refusals = [
    [await upload(dora.driver, Buffer.from('hello')), 400, 1000],
    [await upload(dora.driver, Buffer.concat([bytes.subarray(0, 40), Buffer.alloc(200)])), 400, 1000],
    [await upload(dora.driver, Buffer.alloc(0)), 400, 1900],
    [await upload(dora.driver, Buffer.alloc(20 * 1024 ** 2 + 1)), 413, 1500],
    [await upload(dora.driver, bytes, { 'content-digest': digestOf(Buffer.from('other')) }), 400, 1000],
    [await upload(dora.driver, bytes, { 'content-digest': 'sha-256=what' }), 400, 1000],
  ] as const;
  for (const [answer, status, error] of refusals)
    assert.deepEqual([answer.status, answer.json.message.error], [status, error], answer.text);
  const { reader } = server.services.database;
  const retained = await reader.all(sql`select from dispatch.uploads where organization_id = ${organization}`);
  assert.equal(retained.length, 0);
  assert.equal((await upload(dora.driver, bytes, { 'content-type': 'application/json' })).status, 200);
});

test('an upload is its worker’s own, of one task; late reports keep theirs, unused ones go after 30 days', async () => {
  const { api, worker, task, organization } = await startFleet(server);
  const [dora, emil] = [await worker(), await worker()];
  const mine = (await upload(dora.driver, await png(3, 3))).json.uploadId;
  const unused = (await upload(dora.driver, await png(3, 4))).json.uploadId;
  const active = async (who: typeof dora) => {
    const { id } = await task({ container: { type: 'WORKER', worker: who.id } });
    assert.equal((await who.driver.post(`/driver/tasks/${id}/start`, {})).status, 200);
    return id;
  };
  const complete = (who: typeof dora, id: string) =>
    who.driver.post(`/driver/tasks/${id}/complete`, { success: true, photoUploadIds: [mine] });
  assert.equal((await complete(emil, await active(emil))).json.message.error, 1402);
  const first = await active(dora);
  assert.equal((await api.post(`/tasks/${first}/complete`, { completionDetails: { success: true } })).status, 200);
  const late = await complete(dora, first);
  assert.deepEqual(late.json.report.photoUploadIds, [mine], late.text);
  const second = await complete(dora, await active(dora));
  assert.match(second.json.message.cause, /belongs to another task/);

  server.clock.advance(31 * 86_400_000);
  await forgetUnboundUploads.handle(server.services, {}, new AbortController().signal);
  assert.equal((await api.get(`/uploads/${mine}`)).status, 200);
  assert.equal((await api.get(`/uploads/${unused}`)).json.message.error, 1402);
  const files = await server.services.database.reader.all(
    sql`select from platform.files where organization_id = ${organization}`,
  );
  assert.equal(files.length, 1);
});

test('a clock that is ahead holds no driver up: the action counts as done now, and the device is told', async () => {
  const { dora, id, complete } = await startDelivery();
  const now = server.clock.now().getTime();
  const done = await complete({ time: now + 7_200_000 });
  assert.equal(done.status, 200, done.text);
  assert.ok(Math.abs(done.json.deviceClockAhead - 7_200_000) < 60_000);
  assert.ok(done.json.completionDetails.time <= server.clock.now().getTime());
  assert.equal((await dora.driver.post(`/driver/tasks/${id}/arrive`, {})).json.message.error, 1000);
  const duty = await dora.driver.post('/driver/duty', { onDuty: true, time: now + 7_200_000 });
  assert.ok(duty.json.deviceClockAhead > 60_000);
  assert.equal((await dora.driver.post('/driver/duty', { onDuty: false })).json.deviceClockAhead, undefined);
});

test('a driver sets the custom fields that workers may edit, and no others', async () => {
  const { api, dora, id, complete } = await startDelivery();
  const field = [
    { key: 'doorCode', visibility: ['worker', 'api'], editability: ['worker'] },
    { key: 'price', editability: ['api'] },
  ].map((one) => ({ name: one.key, type: 'single_line_text_field', ...one }));
  assert.equal((await api.post('/customFields', { model: 'Task', field })).status, 200);
  const refused = await complete({ customFields: [{ key: 'price', value: '3' }] });
  assert.match(refused.json.message.cause, /cannot be set by a worker/);
  assert.equal((await complete({ customFields: [{ key: 'doorCode', value: 'B7' }] })).status, 200);
  const [retained] = (await api.get(`/tasks/${id}`)).json.customFields;
  assert.deepEqual([retained.key, retained.value], ['doorCode', 'B7']);
  assert.equal(dora.id.length, 24);
});

test('a picture comes in parts over a connection that breaks, and is proof like any other', async () => {
  const { api, dora, id, complete } = await startDelivery({ requirements: { photo: true } });
  const files = await settledFiles();
  const bytes = await photo(60, 40, 6);
  const path = await begun(dora.driver, bytes.length);
  const cut = httpRequest(`${server.url}/api/v2${path}`, {
    method: 'PATCH',
    headers: { ...partHeaders(0), authorization: dora.driver.authorization, 'content-length': bytes.length },
  });
  cut.on('error', () => undefined);
  cut.write(bytes.subarray(0, 100));
  await until(async () => (await countStoredFiles(server.services.config.dataDir)) > files, 'the part to begin');
  cut.destroy();
  await until(
    async () => (await head(dora.driver, path)).headers.get('upload-offset') === '100',
    'the part to be kept',
  );
  const last = await append(dora.driver, path, 100, bytes.subarray(100));
  assert.equal(last.status, 200, last.text);
  const { uploadId } = last.json;
  // A client that missed the last answer asks again.
  assert.deepEqual((await append(dora.driver, path, bytes.length, Buffer.alloc(0))).json, { uploadId });
  assert.equal((await complete({ photoUploadIds: [uploadId] })).status, 200);
  const seen = (await api.get(`/uploads/${uploadId}`)).json;
  assert.deepEqual([seen.task, seen.worker, seen.contentType], [id, dora.id, 'image/jpeg']);
  const picture = Buffer.from(await (await fetch(seen.url)).arrayBuffer());
  assert.equal(picture.includes('Secret Place'), false);
  // The picture, and what was taken out of it; of the parts nothing.
  assert.equal((await settledFiles()) - files, 2);
});

test('an upload in parts is its worker’s own, and what is refused at its end leaves nothing', async () => {
  const { api, dora, worker } = await startFleet(server).then(async (fleet) => ({
    ...fleet,
    dora: await fleet.worker(),
  }));
  const emil = await worker();
  const files = await settledFiles();
  const bytes = await png(6, 6);
  const path = await begun(dora.driver, bytes.length);
  const foreign = await (await startFleet(server)).worker();
  for (const { driver } of [emil, foreign]) {
    const answer = await append(driver, path, 0, bytes);
    assert.deepEqual([answer.status, answer.json.code, answer.json.message.error], [404, 'ResourceNotFound', 1402]);
    assert.equal((await head(driver, path)).status, 404);
  }
  assert.equal((await begin(api, 5)).json.message.error, 1300);
  const nobody = await fetch(`${server.url}/api/v2/tus`, { method: 'POST', headers: { ...TUS, 'upload-length': '5' } });
  assert.equal(nobody.status, 401);
  const twice = await Promise.all([append(dora.driver, path, 0, bytes), append(dora.driver, path, 0, bytes)]);
  assert.equal(twice.filter((answer) => answer.json.uploadId).length >= 1, true);
  const { reader } = server.services.database;
  assert.equal((await reader.all(sql`select from dispatch.uploads where worker_id = ${dora.id}`)).length, 1);
  assert.equal((await append(dora.driver, path, 3, bytes)).status, 409);
  assert.deepEqual((await begin(dora.driver, 20 * 1024 ** 2 + 1)).json.message.error, 1500);
  assert.deepEqual((await begin(dora.driver, 0)).json.message.error, 1000);

  const text = Buffer.from('this is no picture');
  const bad = await begun(dora.driver, text.length);
  assert.equal((await append(dora.driver, bad, 0, text.subarray(0, 5))).status, 204);
  assert.match((await append(dora.driver, bad, 5, text.subarray(5))).json.message.cause, /must be a JPEG/);
  assert.equal((await head(dora.driver, bad)).status, 404);

  const late = await begun(emil.driver, bytes.length);
  assert.equal((await append(emil.driver, late, 0, bytes.subarray(0, 9))).status, 204);
  assert.equal((await api.delete(`/workers/${emil.id}`)).status, 200);
  assert.equal((await append(emil.driver, late, 9, bytes.subarray(9))).status, 401);
  const unbound = await reader.all(sql`select from dispatch.uploads where worker_id = ${emil.id}`);
  assert.equal(unbound.length, 0);
  assert.ok((await settledFiles()) - files <= 2);
});

test('while the virus scanner is silent a picture is refused for now, and its parts are kept', async () => {
  const { dora } = await startDelivery();
  const { config } = server.services;
  const clamd = createServer((socket) => socket.on('error', () => undefined).end());
  await new Promise<void>((resolve) => clamd.listen(0, '127.0.0.1', resolve));
  const bytes = await png(7, 7);
  const path = await begun(dora.driver, bytes.length);
  assert.equal((await append(dora.driver, path, 0, bytes.subarray(0, 9))).status, 204);
  try {
    config.clamdAddress = `127.0.0.1:${(clamd.address() as { port: number }).port}`;
    for (const answer of [
      await upload(dora.driver, bytes),
      await append(dora.driver, path, 9, bytes.subarray(9)),
      await sendBytes(dora.driver, 'PUT', '/driver/picture', bytes),
    ])
      assert.deepEqual([answer.status, answer.json.message.error], [503, 2501], answer.text);
  } finally {
    config.clamdAddress = undefined;
    clamd.close();
  }
  assert.equal((await append(dora.driver, path, 9, bytes.subarray(9))).status, 200);
});

test('proof and pictures that the store has lost are not there, and nobody keeps the answer', async () => {
  const { api, dora, complete } = await startDelivery();
  const { uploadId } = (await upload(dora.driver, await photo(60, 40, 6))).json;
  assert.equal((await complete({ photoUploadIds: [uploadId] })).status, 200);
  assert.equal((await sendBytes(dora.driver, 'PUT', '/driver/picture', await png(9, 9))).status, 200);
  const { url, metadataUrl } = (await api.get(`/uploads/${uploadId}`)).json;
  const { imageUrl } = (await api.get(`/workers/${dora.id}`)).json;
  const store = fileStore(server.services);
  const { stat } = store;
  for (const address of [url, metadataUrl, imageUrl]) {
    assert.equal((await fetch(address)).status, 200, address);
    let lost = '';
    // It goes after it was found.
    store.stat = async (key) => {
      lost = key;
      const found = await stat.call(store, key);
      await store.delete(key);
      return found;
    };
    for (const _ of ['at once', 'later']) {
      const answer = await fetch(address);
      assert.equal(answer.status, 404, `${address} ${lost}`);
      assert.equal(answer.headers.get('etag'), null);
      assert.doesNotMatch(answer.headers.get('cache-control') ?? '', /max-age/);
      store.stat = stat;
    }
  }
});
