import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type ChatClient, until } from '../../../tests/harness/clients.ts';
import { makePerson } from '../../../tests/harness/people.ts';
import { photo } from '../../../tests/harness/pictures.ts';
import { FakeS3 } from '../../../tests/harness/s3.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { countStoredFiles } from '../../../tests/harness/stored-files.ts';
import { move } from '../../cli/files.ts';
import { openFileStore } from '../../platform/files/open-store.ts';

const s3 = await FakeS3.start();
const server = await startTestServer(s3.settings);
after(async () => {
  try {
    await server[Symbol.asyncDispose]();
  } finally {
    await s3.stop();
  }
});
const { services } = server;
const ann = await makePerson(server, await server.organization(), { name: 'Ann Adler' });
const authorization = ({ email, key }: ChatClient) => `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;

function call(method: string, address: string, init: RequestInit = {}): Promise<Response> {
  const headers = { authorization: authorization(ann.client), ...(init.headers as Record<string, string>) };
  return fetch(new URL(address, server.url), { ...init, method, headers });
}

async function uploaded(name: string, content: Buffer | string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name);
  const answer = await call('POST', '/api/v1/user_uploads', { body: form });
  assert.equal(answer.status, 200);
  return ((await answer.json()) as { url: string }).url;
}

const attachments = async () => (await ann.client.get('/attachments')).json.attachments;

test('files in a bucket are uploaded, read in parts, previewed and deleted, and nothing stays on the disk', async () => {
  const url = await uploaded('a.txt', 'hello, depot');
  assert.equal(await (await call('GET', url)).text(), 'hello, depot');
  const part = await call('GET', url, { headers: { range: 'bytes=7-' } });
  assert.deepEqual(
    [part.status, await part.text(), part.headers.get('content-range')],
    [206, 'depot', 'bytes 7-11/12'],
  );
  assert.equal((await call('GET', url, { headers: { range: 'bytes=99-' } })).status, 416);
  const head = await call('HEAD', url);
  assert.deepEqual([head.status, head.headers.get('content-length')], [200, '12']);

  const picture = await uploaded('p.jpg', await photo(1000, 500));
  const preview = picture.replace('/user_uploads/', '/user_uploads/thumbnail/');
  const made = await until(async () => {
    const answer = await call('GET', `${preview}/840x560.webp`);
    return answer.status === 200 ? answer : undefined;
  }, 'the preview');
  assert.equal(made.headers.get('content-type'), 'image/webp');
  assert.equal(await countStoredFiles(services.config.dataDir), 0);
  assert.equal(s3.objects.size, 3);

  for (const { id } of await attachments()) assert.equal((await ann.client.delete(`/attachments/${id}`)).status, 200);
  await until(() => s3.objects.size === 0, 'the objects to go');
});

test('files move to the folder and back; one that the store does not have is not found', async () => {
  const count = (await attachments()).length;
  const [folder, bucket] = [openFileStore('folder', services.config), openFileStore('s3', services.config)];
  const url = await uploaded('moved.txt', 'moved');
  assert.deepEqual(await move(services, bucket, folder, false), { copied: 1, alreadyThere: 0, bytes: 5 });
  assert.deepEqual(await move(services, bucket, folder, true), { copied: 0, alreadyThere: 1, bytes: 0 });
  assert.deepEqual([s3.objects.size, await countStoredFiles(services.config.dataDir)], [0, 1]);
  assert.equal((await call('GET', url)).status, 404);
  assert.deepEqual(await move(services, folder, bucket, true), { copied: 1, alreadyThere: 0, bytes: 5 });
  assert.equal(await (await call('GET', url)).text(), 'moved');
  assert.equal((await attachments()).length, count + 1);
});
