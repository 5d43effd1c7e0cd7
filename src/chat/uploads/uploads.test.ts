import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { createServer } from 'node:net';
import path from 'node:path';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { type Answer, ChatClient, until } from '../../../tests/harness/clients.ts';
import { QueueReader } from '../../../tests/harness/events.ts';
import { changeState, makeChannel, makePerson } from '../../../tests/harness/people.ts';
import { animatedGif, lyingPng, photo, png } from '../../../tests/harness/pictures.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { sql } from '../../platform/db/sql.ts';
import { deleteObjects } from '../../platform/files/files.ts';
import { deleteUnusedUploads } from './delete-unused.ts';

const server = await startTestServer({ uploadLimitMib: 1, uploadQuotaMib: 3 });
after(() => server[Symbol.asyncDispose]());
const organization = await server.organization();
const { organization_id: organizationId } = organization;
const ann = await makePerson(server, organization, { name: 'Ann Adler' });
const bob = await makePerson(server, organization, { name: 'Bob Bauer' });
const eve = await makePerson(server, organization, { name: 'Eve Ebert', role: 600 });
const channel = await makeChannel(server, organizationId, { name: 'depot', subscribers: [ann.id, bob.id] });
const other = await server.organization();
const stranger = await makePerson(server, other, { name: 'Sam Stone' });

/** The tag of EXIF that leads to the place, as its bytes stand in a photo of the tests. */
const GPS_TAG = Buffer.from([0x25, 0x88]);

type Content = Buffer<ArrayBufferLike> | string;

function upload(
  client: ChatClient,
  name: string,
  content: Content,
  headers: Record<string, string> = {},
  field = 'file',
) {
  const form = new FormData();
  form.append(field, new Blob([content as string]), name);
  return call(client, 'POST', '/api/v1/user_uploads', { body: form, headers });
}

async function call(
  client: ChatClient | undefined,
  method: string,
  address: string,
  init: RequestInit = {},
): Promise<Answer> {
  const authorization = client && `Basic ${Buffer.from(`${client.email}:${client.key}`).toString('base64')}`;
  const response = await fetch(new URL(address, server.url), {
    method,
    ...init,
    headers: { ...(authorization ? { authorization } : {}), ...(init.headers as Record<string, string>) },
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson && text !== '' ? JSON.parse(text) : undefined,
  };
}

const get = (client: ChatClient | undefined, address: string, headers: Record<string, string> = {}) =>
  call(client, 'GET', address, { headers });

async function uploaded(client: ChatClient, name: string, content: Content): Promise<string> {
  const answer = await upload(client, name, content);
  assert.equal(answer.status, 200, answer.text);
  return answer.json.url;
}

async function send(client: ChatClient, content: string, to: unknown = channel): Promise<number> {
  const given = typeof to === 'number' ? { type: 'stream', to, topic: 'files' } : { type: 'direct', to };
  const answer = await client.post('/messages', { ...given, content });
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json.id;
}

const attachments = async (client: ChatClient) => (await client.get('/attachments')).json.attachments;

/** Every file that is kept or on its way. */
async function filesOnDisk(): Promise<string[]> {
  const found: string[] = [];
  for (const folder of ['files', 'incoming']) {
    const entries = await readdir(path.join(server.services.config.dataDir, folder), {
      recursive: true,
      withFileTypes: true,
    }).catch(() => []);
    found.push(...entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name)));
  }
  return found.sort();
}

test('an upload has both addresses, whatever its field is called, keeps its name, and makes it safe in the address', async () => {
  const answer = await upload(ann.client, 'plan of żółw (1).txt', 'turn left', {}, '/home/ann/plan.txt');
  assert.equal(answer.status, 200, answer.text);
  const { uri, url, filename } = answer.json;
  assert.equal(uri, url);
  assert.match(url, /^\/user_uploads\/\d+\/\w{2}\/\w{24}\/plan-of-%C5%BC%C3%B3%C5%82w-1-\.txt$/);
  assert.equal(filename, 'plan of żółw (1).txt');
  assert.match(
    (await get(ann.client, url)).headers.get('content-disposition') ?? '',
    /plan%20of%20%C5%BC%C3%B3%C5%82w%20%281%29\.txt/,
  );
  const file = await get(ann.client, url);
  assert.deepEqual([file.status, file.text], [200, 'turn left']);
  assert.equal(file.headers.get('content-type'), 'text/plain; charset=utf-8');
  assert.equal(file.headers.get('cache-control'), 'private, no-cache');
  assert.match(file.headers.get('content-security-policy') ?? '', /sandbox/);
  const [listed] = await attachments(ann.client);
  assert.deepEqual(
    [listed.name, listed.size, listed.path_id, listed.messages],
    [filename, 9, decodeURIComponent(url.slice('/user_uploads/'.length)), []],
  );
  assert.ok(Math.abs(listed.create_time - Date.now()) < 60_000);
});

test('a photo loses its place, unless the organization keeps it; its size, pixels and turn stay', async () => {
  const owner = new ChatClient(organization.chat);
  const taken = await photo(60, 40, 6);
  const retained = async () => {
    const answer = await fetch(new URL(await uploaded(ann.client, 'van.jpg', taken), server.url), {
      headers: { authorization: `Basic ${Buffer.from(`${ann.client.email}:${ann.client.key}`).toString('base64')}` },
    });
    return Buffer.from(await answer.arrayBuffer());
  };
  const placeOf = async (content: Buffer) => (await sharp(content).metadata()).exif!.includes(GPS_TAG);
  const without = await retained();
  assert.deepEqual([await placeOf(taken), await placeOf(without), without.length], [true, false, taken.length]);
  assert.equal((await sharp(without).metadata()).orientation, 6);
  assert.deepEqual(await sharp(without).raw().toBuffer(), await sharp(taken).raw().toBuffer());
  const set = async (keep_photo_locations: boolean) =>
    assert.equal((await owner.patch('/realm', { keep_photo_locations })).json.result, 'success');
  await set(true);
  assert.deepEqual(await retained(), taken);
  await set(false);
  assert.deepEqual(await retained(), without);
});

test('it goes out in parts, by HEAD, to be saved, and not again when it is known', async () => {
  const url = await uploaded(ann.client, 'a.txt', 'hello, depot');
  const part = await get(ann.client, url, { range: 'bytes=7-8' });
  assert.deepEqual([part.status, part.text, part.headers.get('content-range')], [206, 'de', 'bytes 7-8/12']);
  const beyond = await get(ann.client, url, { range: 'bytes=99-' });
  assert.deepEqual([beyond.status, beyond.headers.get('content-range')], [416, 'bytes */12']);
  const head = await call(ann.client, 'HEAD', url);
  assert.deepEqual([head.status, head.text, head.headers.get('content-length')], [200, '', '12']);
  const etag = part.headers.get('etag') ?? '';
  assert.equal((await get(ann.client, url, { 'if-none-match': etag })).status, 304);
  const saved = await get(ann.client, url.replace('/user_uploads/', '/user_uploads/download/'));
  assert.equal(saved.headers.get('content-disposition'), 'attachment; filename="a.txt"');
});

test('what could run in a browser is inert', async () => {
  for (const [name, content, type] of [
    ['a.png', '<html><script>alert(1)</script>', 'text/html'],
    ['b.txt', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'image/svg+xml'],
    ['c.jpg', '%PDF-1.7\n', 'application/pdf'],
  ] as const) {
    const { headers } = await get(ann.client, await uploaded(ann.client, name, content));
    assert.equal(headers.get('content-type'), type);
    assert.match(headers.get('content-disposition') ?? '', /^attachment;/);
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none';.*sandbox$/);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
  }
});

test('each bad upload has its error and leaves nothing', async () => {
  const before = await filesOnDisk();
  const count = (await attachments(ann.client)).length;
  const refused = async (answer: Answer, status: number, code: string, text: RegExp) => {
    assert.deepEqual([answer.status, answer.json?.code], [status, code], answer.text);
    assert.match(answer.json.msg, text);
  };
  await refused(await upload(ann.client, 'a.txt', ''), 400, 'BAD_REQUEST', /empty/);
  for (const name of ['...', '.', '/'])
    await refused(await upload(ann.client, name, 'x'), 400, 'BAD_REQUEST', /must have a name/);
  const large = Buffer.alloc(1024 ** 2 + 1);
  await refused(await upload(ann.client, 'a.bin', large), 413, 'PAYLOAD_TOO_LARGE', /allowed limit of 1 MiB/);
  const bomb = lyingPng(50_000, 50_000);
  await refused(await upload(ann.client, 'a.png', bomb), 400, 'BAD_IMAGE', /exceeds limit/);
  await refused(await upload(ann.client, 'a.txt', bomb), 400, 'BAD_IMAGE', /exceeds limit/);
  const broken = Buffer.from('\x89PNG\r\n\x1a\nnothing', 'latin1');
  await refused(await upload(ann.client, 'a.png', broken), 400, 'BAD_IMAGE', /decode/);
  const two = new FormData();
  two.append('a', new Blob(['1']), 'a.txt');
  two.append('b', new Blob(['2']), 'b.txt');
  await refused(await call(ann.client, 'POST', '/api/v1/user_uploads', { body: two }), 400, 'BAD_REQUEST', /one file/);
  await refused(await ann.client.post('/user_uploads', { a: 1 }), 400, 'BAD_REQUEST', /specify a file/);
  const raw = { body: 'x', headers: { 'content-type': 'text/plain' } };
  await refused(await call(ann.client, 'POST', '/api/v1/user_uploads', raw), 415, 'UNSUPPORTED_MEDIA_TYPE', /./);
  const cut = {
    body: '--b\r\ncontent-disposition: form-data; name="f"; filename="f.txt"\r\n\r\nhalf',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  };
  await refused(
    await call(ann.client, 'POST', '/api/v1/user_uploads', cut),
    400,
    'BAD_REQUEST',
    /malformed|was cut off/,
  );
  assert.equal((await upload({ ...ann.client, key: 'A'.repeat(32) } as ChatClient, 'a.txt', 'x')).status, 401);
  assert.deepEqual(await filesOnDisk(), before);
  assert.equal((await attachments(ann.client)).length, count);
});

test('an upload whose connection ends half way leaves nothing', async () => {
  const before = await filesOnDisk();
  const { client } = ann;
  const request = httpRequest(`${server.url}/api/v1/user_uploads`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${client.email}:${client.key}`).toString('base64')}`,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': 500_000,
    },
  });
  request.on('error', () => undefined);
  request.write(`--b\r\ncontent-disposition: form-data; name="f"; filename="f.txt"\r\n\r\n${'half'.repeat(30_000)}`);
  await until(async () => (await filesOnDisk()).length > before.length, 'the file to begin');
  request.destroy();
  await until(async () => (await filesOnDisk()).length === before.length, 'the file to go');
});

test('a retry with the same Idempotency-Key gets the first answer; another file is an error', async () => {
  const key = { 'idempotency-key': 'upload-1' };
  const first = await upload(ann.client, 'once.txt', 'once', key);
  const files = await filesOnDisk();
  assert.deepEqual((await upload(ann.client, 'once.txt', 'once', key)).json, first.json);
  assert.deepEqual(await filesOnDisk(), files);
  const wrong = await upload(ann.client, 'once.txt', 'twice', key);
  assert.deepEqual([wrong.status, wrong.json.code], [400, 'BAD_REQUEST']);
  assert.deepEqual(await filesOnDisk(), files);
});

test('who sees a message that refers to a file may have it, and nobody else', async () => {
  const url = await uploaded(ann.client, 'secret.txt', 'secret');
  const status = async (client: ChatClient | undefined) => (await get(client, url)).status;
  assert.deepEqual([await status(bob.client), await status(undefined)], [404, 401]);
  assert.equal((await get(undefined, url.replace('secret', 'other'))).status, 401);

  // A person without permission cannot grant it to anybody, not even to themselves.
  await send(bob.client, `[x](${url})`);
  assert.equal(await status(bob.client), 404);

  const id = await send(ann.client, `[x](${url})`);
  assert.deepEqual(
    [await status(bob.client), await status(eve.client), await status(stranger.client)],
    [200, 404, 404],
  );
  // A person with permission may grant it.
  await send(bob.client, `see ${server.url}${url} and [again](${url})`, [eve.id]);
  assert.equal(await status(eve.client), 200);
  const listed = (await attachments(ann.client)).find(({ name }: { name: string }) => name === 'secret.txt');
  assert.equal(listed.messages.length, 2);
  assert.equal(listed.messages[0].id, id);
  assert.deepEqual(await attachments(bob.client), []);

  await ann.client.delete(`/messages/${id}`);
  assert.deepEqual([await status(ann.client), await status(bob.client), await status(eve.client)], [200, 200, 200]);
  await makePerson(server, organization, { name: 'Max Moser' }).then(async (max) =>
    assert.equal(await status(max.client), 404),
  );
});

test('a file in a channel that is open to the world is so too, while the organization lets visitors in', async () => {
  const url = await uploaded(ann.client, 'open.txt', 'open');
  const open = await makeChannel(server, organizationId, { name: 'open', subscribers: [ann.id] });
  await send(ann.client, `[x](${url})`, open);
  assert.equal((await get(undefined, url)).status, 401);
  const publish = (visitors: boolean) =>
    changeState(server, organizationId, async (tx) => {
      await tx.run(
        sql`update chat.channels set is_web_public = true where organization_id = ${organizationId} and id = ${open}`,
      );
      await tx.run(
        sql`update chat.realms set enable_spectator_access = ${visitors} where organization_id = ${organizationId}`,
      );
    });
  await publish(true);
  assert.equal((await get(undefined, url)).text, 'open');
  assert.equal((await get(eve.client, url)).status, 200);
  await publish(false);
  assert.equal((await get(undefined, url)).status, 401);
});

test('a temporary address opens one file for a minute, without signing in', async () => {
  const url = await uploaded(ann.client, 'photo żółw.txt', 'a photo');
  const temporary = await get(ann.client, `/api/v1${url}`);
  assert.equal(temporary.status, 200, temporary.text);
  const address: string = temporary.json.url;
  assert.match(address, /^\/user_uploads\/temporary\//);
  assert.equal((await get(undefined, address)).text, 'a photo');
  const another = await uploaded(ann.client, 'another.txt', 'another');
  assert.equal((await get(undefined, address.replace(url.slice(14), another.slice(14)))).status, 404);
  assert.equal((await get(bob.client, `/api/v1${url}`)).status, 404);
  assert.equal((await get(ann.client, '/api/v1/user_uploads/1/aa/bb/none.txt')).json.code, 'NOT_FOUND');
  server.clock.advance(62_000);
  assert.equal((await get(undefined, address)).status, 404);
});

test('its owner hears of an upload, of messages that refer to it, and of its end', async () => {
  const queue = await QueueReader.register(ann.client, { event_types: ['attachment'] });
  const bobs = await QueueReader.register(bob.client, { event_types: ['attachment', 'message'] });
  const url = await uploaded(ann.client, 'told.txt', 'told');
  const id = await send(bob.client, 'unrelated');
  const own = await send(ann.client, `[told](${url})`);
  const [added, updated] = await queue.collect('attachment', 2);
  assert.deepEqual([added!.op, added!.attachment.messages], ['add', []]);
  assert.deepEqual(
    [updated!.op, updated!.attachment.messages.map((each: { id: number }) => each.id)],
    ['update', [own]],
  );
  assert.deepEqual(Object.keys(added!).sort(), ['attachment', 'id', 'op', 'type', 'upload_space_used']);
  const { json } = await ann.client.get('/attachments');
  assert.equal(added!.upload_space_used, json.upload_space_used);

  const attachment = added!.attachment.id;
  assert.equal((await bob.client.delete(`/attachments/${attachment}`)).json.msg, 'Invalid attachment');
  assert.equal((await ann.client.delete(`/attachments/${attachment}`)).status, 200);
  const [removed] = await queue.collect('attachment', 1);
  assert.deepEqual([removed!.op, removed!.attachment], ['remove', { id: attachment }]);
  assert.equal(removed!.upload_space_used, json.upload_space_used - 4);
  assert.equal((await get(ann.client, url)).status, 404);
  assert.equal((await ann.client.delete(`/attachments/${attachment}`)).json.msg, 'Invalid attachment');
  assert.ok(id < own);
  const received = await bobs.collect('message', 2);
  assert.ok(received.every(({ type }) => type === 'message'));
});

test('an edit tells which of the own files nobody refers to any more; a deleted message takes its files along', async () => {
  const [one, two] = [await uploaded(ann.client, 'one.txt', '1'), await uploaded(ann.client, 'two.txt', '2')];
  const id = await send(ann.client, `[1](${one}) [2](${two})`);
  const edited = await ann.client.patch(`/messages/${id}`, { content: `[2](${two})` });
  assert.deepEqual(
    edited.json.detached_uploads.map(({ name, messages }: { name: string; messages: [] }) => [name, messages]),
    [['one.txt', []]],
  );
  assert.deepEqual([(await get(bob.client, one)).status, (await get(bob.client, two)).status], [404, 200]);
  await ann.client.patch(`/messages/${id}`, { content: `[1](${one}) [2](${two})` });
  assert.equal((await get(bob.client, one)).status, 200);
  const copy = await send(ann.client, `[2](${two})`);
  await ann.client.patch(`/messages/${id}`, { content: 'none' }).then(({ json }) => {
    assert.deepEqual(
      json.detached_uploads.map(({ name }: { name: string }) => name),
      ['one.txt'],
    );
  });
  await ann.client.delete(`/messages/${copy}`);
  assert.equal((await get(ann.client, two)).status, 404);
  assert.equal((await get(ann.client, one)).status, 200);
});

test('narrows find messages by their files', async () => {
  const url = await uploaded(ann.client, 'p.png', await png(8, 8));
  const id = await send(ann.client, `![p](${url})`);
  for (const operand of ['attachment', 'image', 'link']) {
    const { json } = await bob.client.get('/messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      narrow: [{ operator: 'has', operand }],
    });
    assert.equal(json.messages[0].id, id, operand);
  }
});

test('a picture waits for its preview, and is told of when that is made', async () => {
  const picture = await uploaded(ann.client, 'photo.jpg', await photo(1000, 500));
  const queue = await QueueReader.register(bob.client, {
    event_types: ['message', 'update_message'],
    client_capabilities: { bulk_message_deletion: true },
  });
  const id = await send(ann.client, `[photo.jpg](${picture})`);
  const shown = async () => (await bob.client.get(`/messages/${id}`)).json.message.content as string;
  const thumbnail = picture.replace('/user_uploads/', '/user_uploads/thumbnail/');
  const html = await until(async () => {
    const now = await shown();
    return now.includes('image-loading-placeholder') ? undefined : now;
  }, 'the preview');
  assert.equal(
    html,
    `<p><a href="${picture}">photo.jpg</a></p>\n<div class="message_inline_image"><a href="${picture}" title="photo.jpg"><img data-original-content-type="image/jpeg" data-original-dimensions="1000x500" src="${thumbnail}/840x560.webp"></a></div>`,
  );
  const made = await fetch(new URL(`${thumbnail}/840x560.webp`, server.url), { headers: basic(bob.client) });
  assert.deepEqual([made.status, made.headers.get('content-type')], [200, 'image/webp']);
  assert.ok(!Buffer.from(await made.arrayBuffer()).includes('Secret Place'));
  assert.equal((await get(eve.client, `${thumbnail}/840x560.webp`)).status, 404);
  assert.equal((await get(bob.client, `${thumbnail}/1x1.webp`)).status, 404);
  const events = [...(await queue.collect('message', 1))];
  if (events[0]!.message.content.includes('image-loading-placeholder')) {
    const [update] = await queue.collect('update_message', 1);
    assert.deepEqual([update!.rendering_only, update!.user_id, update!.message_ids], [true, null, [id]]);
    assert.equal(update!.rendered_content, html);
    assert.ok(!('propagate_mode' in update!));
  }
});

test('a picture in the line stands there, first with what waits for it', async () => {
  const picture = await uploaded(ann.client, 'plan.png', await png(40, 30));
  const liar = await uploaded(ann.client, 'liar.png', lyingPng(100, 100));
  const id = await send(ann.client, `see ![the "plan"](${picture}) and ![no](${liar}) here`);
  const shown = async (): Promise<string> => (await bob.client.get(`/messages/${id}`)).json.message.content;
  const html = await until(async () => {
    const now = await shown();
    return now.includes('image-loading-placeholder') ? undefined : now;
  }, 'the previews');
  const thumbnail = picture.replace('/user_uploads/', '/user_uploads/thumbnail/');
  assert.equal(
    html,
    `<p>see <img alt="the &quot;plan&quot;" class="inline-image" data-original-content-type="image/png" data-original-dimensions="40x30" data-original-src="${picture}" src="${thumbnail}/840x560.webp"> and <a href="${liar}">no</a> here</p>`,
  );
  assert.equal((await get(bob.client, picture)).status, 200);
  assert.equal((await get(eve.client, picture)).status, 404);
  const quoted = await send(bob.client, `\`\`\`quote\n![plan](${picture})\n\`\`\``);
  assert.equal(
    (await bob.client.get(`/messages/${quoted}`)).json.message.content,
    `<blockquote>\n<p><a href="${picture}">plan</a></p>\n</blockquote>`,
  );
});

test('an animated picture keeps moving; one that cannot be unpacked is a link', async () => {
  const film = await uploaded(ann.client, 'film.gif', await animatedGif(40, 30, 3));
  const liar = await uploaded(ann.client, 'liar.png', lyingPng(100, 100));
  const id = await send(ann.client, `[film](${film})\n\n[liar](${liar})`);
  const html = await until(async () => {
    const now: string = (await bob.client.get(`/messages/${id}`)).json.message.content;
    return now.includes('image-loading-placeholder') ? undefined : now;
  }, 'the previews');
  assert.match(
    html,
    /<img data-animated="true" data-original-content-type="image\/gif" data-original-dimensions="40x30" src="[^"]+\/840x560-anim.webp">/,
  );
  assert.ok(html.includes(`<p><a href="${liar}">liar</a></p>`) && !html.includes(`href="${liar}" title`));
  const again = await send(ann.client, `[liar](${liar})`);
  assert.equal((await bob.client.get(`/messages/${again}`)).json.message.content, `<p><a href="${liar}">liar</a></p>`);
});

test('sound and films are shown as such', async () => {
  const sound = await uploaded(ann.client, 's.mp3', 'ID3\x04sound');
  const film = await uploaded(ann.client, 'f.mp4', Buffer.from('\0\0\0\x1cftypisom', 'latin1'));
  const content = `![horn](${sound}) [f](${film})`;
  const id = await send(ann.client, content);
  const shown =
    `<p><audio controls="" preload="metadata" src="${sound}" title="horn"></audio> <a href="${film}">f</a></p>\n` +
    `<div class="message_inline_image message_inline_video"><a href="${film}" title="f.mp4"><video preload="none" src="${film}"></video></a></div>`;
  assert.equal((await bob.client.get(`/messages/${id}`)).json.message.content, shown);
  assert.equal((await ann.client.post('/messages/render', { content })).json.rendered, shown);
});

test('an organization has so much room, and no more', async () => {
  const piece = Buffer.alloc(900 * 1024, 1);
  const answers: Answer[] = [];
  for (let n = 0; n < 4; n++) answers.push(await upload(ann.client, `${n}.bin`, piece));
  const refused = answers.at(-1)!;
  assert.deepEqual([refused.status, refused.json.code], [400, 'REALM_UPLOAD_QUOTA']);
  assert.equal((await upload(stranger.client, 'a.bin', piece)).status, 200);
  for (const { id, name } of await attachments(ann.client))
    if (/\d\.bin/.test(name)) await ann.client.delete(`/attachments/${id}`);
  assert.equal((await upload(ann.client, 'fits.bin', piece)).status, 200);
});

test('a file that the store has lost is not there, and nobody keeps the answer', async () => {
  const address = await uploaded(bob.client, 'lost.txt', 'gone soon');
  const row = await server.services.database.reader.first(sql<{ id: string }>`
    select file_id as id from chat.attachments where organization_id = ${organizationId} and name = 'lost.txt'`);
  await deleteObjects(server.services, organizationId, row!.id);
  for (const headers of [{}, { range: 'bytes=1-3' }]) {
    const answer = await get(bob.client, address, headers as Record<string, string>);
    assert.equal(answer.status, 404, answer.text);
    assert.match(answer.headers.get('cache-control') ?? '', /no-store/);
    for (const name of ['etag', 'content-range', 'content-disposition'])
      assert.equal(answer.headers.get(name), null, name);
  }
});

test('what no message came to refer to is deleted after some weeks', async () => {
  const unused = await uploaded(bob.client, 'unused.txt', 'x');
  const used = await uploaded(bob.client, 'used.txt', 'x');
  await send(bob.client, `[x](${used})`);
  const run = () => deleteUnusedUploads.handle(server.services, {}, new AbortController().signal);
  await run();
  assert.equal((await get(bob.client, unused)).status, 200);
  server.clock.advance(36 * 86_400_000);
  await run();
  assert.deepEqual([(await get(bob.client, unused)).status, (await get(bob.client, used)).status], [404, 200]);
});

test('a scanner that finds something, or does not answer, lets nothing through', async () => {
  let answer: string | undefined = 'stream: Eicar-Test-Signature FOUND\0';
  const clamd = createServer((socket) => {
    socket.on('data', (chunk) => {
      if (chunk.subarray(-4).equals(Buffer.alloc(4))) socket.end(answer ?? '');
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => clamd.listen(0, '127.0.0.1', resolve));
  const { config } = server.services;
  config.clamdAddress = `127.0.0.1:${(clamd.address() as { port: number }).port}`;
  const count = (await attachments(bob.client)).length;
  assert.equal((await upload(bob.client, 'a.txt', 'virus')).json.msg, 'The file contains Eicar-Test-Signature');
  answer = undefined;
  assert.match((await upload(bob.client, 'a.txt', 'virus')).json.msg, /could not be checked/);
  assert.equal((await attachments(bob.client)).length, count);
  assert.ok((await filesOnDisk()).every((file) => !file.includes('/incoming/')));
  config.clamdAddress = undefined;
  clamd.close();
});

function basic({ email, key }: ChatClient): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}` };
}
