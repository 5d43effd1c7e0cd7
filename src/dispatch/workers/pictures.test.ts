import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { sendBytes } from '../../../tests/harness/clients.ts';
import { startFleet } from '../../../tests/harness/fleet.ts';
import { photo, png } from '../../../tests/harness/pictures.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { sql } from '../../platform/db/sql.ts';

let server: Awaited<ReturnType<typeof startTestServer>>;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

test('dispatch and the worker set and remove the picture; imageUrl leads to it', async () => {
  const { api, worker, organization } = await startFleet(server);
  const dora = await worker();
  const path = `/workers/${dora.id}/picture`;
  const set = await sendBytes(api, 'PUT', path, await photo(900, 700), { 'content-type': 'image/jpeg' });
  assert.equal(set.status, 200, set.text);
  const first = set.json.imageUrl;
  const picture = await fetch(first);
  assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/png']);
  const { width, height, exif } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata();
  assert.deepEqual([width, height, exif], [512, 512, undefined]);
  assert.equal((await api.get(`/workers/${dora.id}`)).json.imageUrl, first);
  // The address from the day it was set is not stored.
  const stored = await server.services.database.reader.first(sql<{ path: string }>`
    select image_url as path from dispatch.workers where id = ${dora.id}`);
  assert.equal(first, `${server.url}${stored!.path}`);

  const own = await sendBytes(dora.driver, 'PUT', '/driver/picture', await png(20, 20), {
    'content-type': 'image/png',
  });
  assert.notEqual(own.json.imageUrl, first, own.text);
  assert.equal((await fetch(first)).status, 404);
  assert.equal((await fetch(own.json.imageUrl)).status, 200);
  const none = await sendBytes(api, 'PUT', path, Buffer.from('no picture'), { 'content-type': 'image/png' });
  assert.deepEqual([none.status, none.json.message.error], [400, 1000]);
  const foreign = await startFleet(server);
  const refused = await sendBytes(foreign.api, 'PUT', path, await png(3, 3), { 'content-type': 'image/png' });
  assert.equal(refused.json.message.error, 1402);
  assert.equal((await foreign.api.delete(path)).json.message.error, 1402);

  const removed = await api.delete(path);
  assert.deepEqual([removed.status, removed.text], [200, '']);
  assert.equal((await api.delete(path)).status, 200);
  assert.equal((await api.get(`/workers/${dora.id}`)).json.imageUrl, null);
  assert.equal((await fetch(own.json.imageUrl)).status, 404);
  await sendBytes(dora.driver, 'PUT', '/driver/picture', await png(20, 20));
  assert.equal((await api.delete(`/workers/${dora.id}`)).status, 200);
  const retained = await server.services.database.reader.all(
    sql`select from platform.files where organization_id = ${organization}`,
  );
  assert.equal(retained.length, 0);
});
