import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { type Answer, ChatClient, until } from '../../../tests/harness/clients.ts';
import { QueueReader } from '../../../tests/harness/events.ts';
import { makeChannel, makePerson } from '../../../tests/harness/people.ts';
import { photo } from '../../../tests/harness/pictures.ts';
import { FakeS3 } from '../../../tests/harness/s3.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { sql } from '../../platform/db/sql.ts';
import { ORIGINAL, objectKey } from '../../platform/files/files.ts';
import { fileStore } from '../../platform/files/open-store.ts';
import { findAnyUpload } from '../uploads/access.ts';
import { pageOfMessages } from './content-queries.ts';

// Files lie in a bucket here, and in a folder in all other tests.
const bucket = await FakeS3.start();
const server = await startTestServer(bucket.settings);
after(async () => {
  await server[Symbol.asyncDispose]();
  await bucket.stop();
});
const org = await server.organization();
const { organization_id: organizationId } = org;
const owner = new ChatClient(org.chat);
const ada = await makePerson(server, org, { name: 'Ada Administrator', role: 200 });
const mara = await makePerson(server, org, { name: 'Mara Member' });
const nils = await makePerson(server, org, { name: 'Nils Night' });

function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}
function refused(answer: Answer, msg: string): void {
  assert.deepEqual([answer.json.result, answer.json.msg], ['error', msg], answer.text);
}

const inUse = (client: ChatClient, id: number) =>
  until(async () => {
    const found = ok(await client.get('/export/realm')).exports.find((each: { id: number }) => each.id === id);
    return found.pending ? undefined : found;
  }, 'the export');
/** Returns the contents of an archive: its rows, and its other files by name. */
async function unpack(url: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url, { headers });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'application/gzip');
  const files = new Map<string, Buffer>();
  for await (const entry of Readable.from(answer.body!).pipe(createGunzip()).pipe(extract()))
    files.set(entry.header.name, await buffer(entry));
  const data = files.get('export.ndjson')!.toString('utf8');
  assert.equal([...files.keys()].at(-1), 'export.ndjson');
  files.delete('export.ndjson');
  const rows = data
    .trimEnd()
    .split('\n')
    // biome-ignore lint/suspicious/noExplicitAny: rows of any kind
    .map((line): any => JSON.parse(line));
  return { rows, files };
}
const lines = async (url: string, headers?: Record<string, string>) => (await unpack(url, headers)).rows;
const contentsOf = (rows: { kind: string; content: string }[]) =>
  rows.filter(({ kind }) => kind === 'message').map(({ content }) => content);
const basic = ({ email, key }: ChatClient) => ({
  authorization: `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`,
});

const people = [org.chat.user_id, mara.id, nils.id];
const floor = await makeChannel(server, organizationId, { name: 'floor', subscribers: people });
const vault = await makeChannel(server, organizationId, {
  name: 'vault',
  subscribers: [mara.id, nils.id],
  inviteOnly: true,
});
const post = (client: ChatClient, to: number, content: string) =>
  client.post('/messages', { type: 'channel', to, topic: 'x', content });
ok(await post(mara.client, floor, 'for all'));
ok(await post(mara.client, vault, 'in private'));
ok(await nils.client.post('/messages', { type: 'direct', to: [nils.id], content: 'a note to himself' }));
ok(await mara.client.post('/messages', { type: 'direct', to: [nils.id], content: 'between two' }));

test('a public export has what is public; its address holds for an hour, for whoever has it', async () => {
  const queue = await QueueReader.register(ada.client, { event_types: ['realm_export'] });
  const members = await QueueReader.register(mara.client, { event_types: ['realm_export'] });
  const { id } = ok(await ada.client.post('/export/realm'));
  const done = await inUse(ada.client, id);
  assert.deepEqual(
    [done.acting_user_id, done.export_type, done.failed_timestamp, done.deleted_timestamp],
    [ada.id, 1, null, null],
  );
  const rows = await lines(done.export_url);
  assert.deepEqual(contentsOf(rows), ['for all']);
  assert.equal(rows[0].kind, 'organization');
  assert.deepEqual(
    rows.filter(({ kind }) => kind === 'channel').map(({ name }) => name),
    ['floor'],
  );
  assert.ok(rows.some(({ kind, email }) => kind === 'user' && email === mara.email));
  const last = (await queue.collect('realm_export', 2)).at(-1)!.exports.find((each: { id: number }) => each.id === id);
  assert.equal(last.pending, false);
  const bare = last.export_url;
  assert.equal((await fetch(bare)).status, 401);
  assert.equal((await fetch(bare, { headers: basic(mara.client) })).status, 404);
  const stranger = new ChatClient((await server.organization()).chat);
  assert.equal((await fetch(bare, { headers: basic(stranger) })).status, 404);
  assert.deepEqual(contentsOf(await lines(bare, basic(ada.client))), ['for all']);
  assert.deepEqual(await members.poll(), []);
  server.clock.advance(3601_000);
  assert.equal((await fetch(done.export_url)).status, 404);
});

test('with consent also what came to those who gave it; owners alone ask for it and get it', async () => {
  const queue = await QueueReader.register(owner, { event_types: ['realm_export_consent'] });
  ok(await mara.client.patch('/settings', { allow_private_data_export: true }));
  const [event] = await queue.collect('realm_export_consent', 1);
  assert.deepEqual([event!.user_id, event!.consented], [mara.id, true]);
  const { export_consents } = ok(await ada.client.get('/export/realm/consents'));
  assert.deepEqual(
    export_consents.filter(({ consented }: { consented: boolean }) => consented),
    [{ user_id: mara.id, consented: true }],
  );
  refused(await ada.client.post('/export/realm', { export_type: 2 }), 'Must be an organization owner');
  const { id } = ok(await owner.post('/export/realm', { export_type: 2 }));
  const done = await inUse(owner, id);
  assert.deepEqual(contentsOf(await lines(done.export_url)), ['for all', 'in private', 'between two']);
  assert.equal((await inUse(ada.client, id)).export_url, null);
  assert.equal(
    (await fetch(done.export_url.replace(/temporary\/[^/]+\//, ''), { headers: basic(ada.client) })).status,
    404,
  );
  const ignored = ok(await ada.client.patch('/realm/user_settings_defaults', { allow_private_data_export: true }));
  assert.deepEqual(ignored.ignored_parameters_unsupported, ['allow_private_data_export']);
});

async function send(client: ChatClient, path: string, name: string, content: Buffer) {
  const form = new FormData();
  form.append('file', new Blob([content as unknown as string]), name);
  const response = await fetch(`${server.url}/api/v1${path}`, { method: 'POST', body: form, headers: basic(client) });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
  const answer = (await response.json()) as any;
  assert.equal(answer.result, 'success', JSON.stringify(answer));
  return answer;
}

test('files are in it as they were sent: those of messages that are, and of people who consented; a lost one is not', async () => {
  const large = randomBytes(3 * 1024 ** 2 + 1);
  const name = `plan-${'ä'.repeat(60)}.bin`;
  const upload = async (client: ChatClient, file: string, content: Buffer, to: number) => {
    const { url } = await send(client, '/user_uploads', file, content);
    ok(await post(client, to, `see [it](${url})`));
    return url as string;
  };
  const shown = await upload(nils.client, name, large, floor);
  await upload(nils.client, 'vault.txt', Buffer.from('kept'), vault);
  const lost = await upload(nils.client, 'lost.txt', Buffer.from('gone'), floor);
  await send(mara.client, '/user_uploads', 'own.txt', Buffer.from('not sent yet'));
  await send(nils.client, '/user_uploads', 'unsent.txt', Buffer.from('his own'));
  await send(mara.client, '/users/me/avatar', 'me.png', await photo(40, 30));
  await send(owner, '/realm/emoji/wave_twice', 'wave.png', await photo(20, 20));
  await send(owner, '/realm/icon', 'icon.png', await photo(30, 30));
  await loseFile(lost);

  for (const [exportType, names] of [
    [1, [name, 'lost.txt']],
    [2, [name, 'vault.txt', 'lost.txt', 'own.txt']],
  ] as const) {
    const { id } = ok(await owner.post('/export/realm', { export_type: exportType }));
    const { rows, files } = await unpack((await inUse(owner, id)).export_url);
    const uploads = rows.filter(({ kind }) => kind === 'upload');
    assert.deepEqual(
      uploads.map((row) => row.name),
      names,
    );
    assert.equal(uploads[0].address, decodeURI(shown));
    assert.ok(files.get(uploads[0].file)!.equals(large));
    assert.equal(uploads.find((row) => row.name === 'lost.txt').file, null);
    const sent = rows.find(({ kind, content }) => kind === 'message' && content.includes(shown));
    assert.deepEqual(uploads[0].message_ids, [sent.id]);
    for (const [kind, field, value] of [
      ['user', 'id', mara.id],
      ['emoji', 'name', 'wave_twice'],
      ['organization_picture', 'picture', 'icon'],
    ]) {
      const { file } = rows.find((row) => row.kind === kind && row[field!] === value);
      assert.deepEqual([...files.get(file)!.subarray(1, 4)], [...Buffer.from('PNG')], kind as string);
    }
    assert.equal(rows.find(({ kind, id: userId }) => kind === 'user' && userId === nils.id).file, null);
    const given = rows.flatMap(({ file }) => file ?? []);
    assert.deepEqual([...files.keys()].sort(), given.sort());
  }
  // Another week.
  server.clock.advance(8 * 86_400_000);
});

/** As when a disk fails: the row says that it is there. */
async function loseFile(address: string): Promise<void> {
  const attachment = await findAnyUpload(server.services.database.reader, address.replace('/user_uploads/', ''));
  await fileStore(server.services).delete(objectKey({ organizationId, id: attachment!.fileId }, ORIGINAL));
}

test('long messages with long histories are read a few at a time, and none is left out', async () => {
  const id = ok(await post(mara.client, floor, 'changed often')).id;
  const { database } = server.services;
  await database.transaction((tx) =>
    tx.run(sql`
      insert into chat.messages (organization_id, id, recipient_id, channel_id, topic, sender_id, client, content,
        rendered_content, plain_text, sent_at, edit_history)
      select organization_id, nextval('chat.message_ids'), recipient_id, channel_id, topic, sender_id, client, content,
        rendered_content, plain_text, sent_at, jsonb_build_array(jsonb_build_object('prev_content', repeat('é', 400000)))
      from chat.messages cross join generate_series(1, 7) n where organization_id = ${organizationId} and id = ${id}`),
  );
  const scope = { organizationId, consentingIds: [] };
  const read: number[] = [];
  for (let after = id; ; after = read.at(-1)!) {
    const page = await pageOfMessages(database.reader.of(scope.organizationId), scope, after);
    if (page.length === 0) break;
    assert.ok(page.length <= 3, `${page.length} of them`);
    read.push(...page.map((row) => row.id));
  }
  assert.deepEqual(
    read.map((each) => each - read[0]!),
    [0, 1, 2, 3, 4, 5, 6],
  );
});

test('an export is deleted with its file; members and other organizations have no part in it; five a week', async () => {
  const { id } = ok(await ada.client.post('/export/realm'));
  const { export_url } = await inUse(ada.client, id);
  for (const request of [mara.client.delete(`/export/realm/${id}`), mara.client.get('/export/realm/consents')])
    refused(await request, 'Must be an organization administrator');
  const stranger = new ChatClient((await server.organization()).chat);
  refused(await stranger.delete(`/export/realm/${id}`), 'Invalid data export ID');
  assert.deepEqual(ok(await stranger.get('/export/realm')).exports, []);
  ok(await ada.client.delete(`/export/realm/${id}`));
  assert.equal((await fetch(export_url)).status, 404);
  refused(await ada.client.delete(`/export/realm/${id}`), 'Export already deleted');
  const gone = await inUse(ada.client, id);
  assert.equal(gone.export_url, null);
  assert.ok(gone.deleted_timestamp > 0);
  for (let n = 0; n < 4; n++) ok(await ada.client.post('/export/realm'));
  refused(await ada.client.post('/export/realm'), 'Exceeded rate limit.');
});

test('only what has ended well is deleted; failed exports count for nobody, and a week later there is room again', async () => {
  const other = await server.organization();
  const client = new ChatClient(other.chat);
  const add = (given: { hoursAgo: number; hasFailed?: boolean }) =>
    server.services.database.transaction(async (tx) => {
      const requested = new Date(tx.now.getTime() - given.hoursAgo * 3600_000);
      const row = await tx.first(sql<{ id: number }>`
        insert into chat.exports (organization_id, acting_user_id, export_type, requested_at, ended_at, has_failed)
        values (${other.organization_id}, ${other.chat.user_id}, 1, ${requested},
          ${given.hasFailed ? requested : null}, ${given.hasFailed ?? false}) returning id`);
      return row!.id;
    });
  refused(await client.delete(`/export/realm/${await add({ hoursAgo: 1 })}`), 'Export still in progress');
  const failed = await add({ hoursAgo: 1, hasFailed: true });
  refused(await client.delete(`/export/realm/${failed}`), 'Export failed, nothing to delete');
  for (let n = 0; n < 3; n++) await add({ hoursAgo: 1 });
  await add({ hoursAgo: 7 * 24 });
  // The fifth of the week: the failed one and the one of a week ago do not count.
  ok(await client.post('/export/realm'));
  refused(await client.post('/export/realm'), 'Exceeded rate limit.');
});
