import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { type Answer, ChatClient, until } from '../../../tests/harness/clients.ts';
import { QueueReader } from '../../../tests/harness/events.ts';
import { makeChannel, makePerson } from '../../../tests/harness/people.ts';
import { startTestServer } from '../../../tests/harness/server.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
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
async function lines(url: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url, { headers });
  assert.equal(answer.status, 200);
  const text = gunzipSync(Buffer.from(await answer.arrayBuffer())).toString('utf8');
  return (
    text
      .trimEnd()
      .split('\n')
      // biome-ignore lint/suspicious/noExplicitAny: rows of any kind
      .map((line): any => JSON.parse(line))
  );
}
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
  for (let n = 0; n < 2; n++) ok(await ada.client.post('/export/realm'));
  refused(await ada.client.post('/export/realm'), 'Exceeded rate limit.');
});
