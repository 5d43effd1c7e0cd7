import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ChatClient } from '../../../../tests/harness/clients.ts';
import { makeChannel, makePerson, type Person } from '../../../../tests/harness/people.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts';
import type { CreatedOrganization } from '../../../cli/organizations.ts';

let server: TestServer & AsyncDisposable;
let org: CreatedOrganization;
let mara: Person;
let nils: Person;
let gwen: Person;
let floor: number;

before(async () => {
  server = await startTestServer();
  org = await server.organization();
  mara = await makePerson(server, org, { name: 'Mara Member' });
  nils = await makePerson(server, org, { name: 'Nils Night' });
  gwen = await makePerson(server, org, { name: 'Gwen Guest', role: 600 });
  floor = await makeChannel(server, org.organization_id, { name: 'floor', subscribers: [mara.id, nils.id] });
});
after(() => server[Symbol.asyncDispose]());

async function send(client: ChatClient, params: object): Promise<number> {
  const answer = await client.post('/messages', { type: 'channel', to: 'floor', topic: '', content: 'x', ...params });
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json.id;
}

test('a channel message, whole', async () => {
  const content = '@**Nils Night** see **dock 4**';
  const id = await send(mara.client, { topic: 'https://dock.example/4', content, read_by_sender: true });
  const { json } = await nils.client.get(`/messages/${id}`);
  assert.equal(json.raw_content, content);
  const { timestamp, avatar_url, recipient_id, ...message } = json.message;
  assert.ok(Math.abs(timestamp - Date.now() / 1000) < 60);
  assert.match(avatar_url, /^\/avatar\//);
  assert.ok(Number.isInteger(recipient_id));
  assert.deepEqual(message, {
    id,
    client: 'node',
    content: `<p><span class="user-mention" data-user-id="${nils.id}">@Nils Night</span> see <strong>dock 4</strong></p>`,
    content_type: 'text/html',
    display_recipient: 'floor',
    flags: ['mentioned'],
    is_me_message: false,
    reactions: [],
    sender_email: mara.email,
    sender_full_name: 'Mara Member',
    sender_id: mara.id,
    sender_realm_str: '',
    stream_id: floor,
    subject: 'https://dock.example/4',
    submessages: [],
    topic_links: [{ text: 'https://dock.example/4', url: 'https://dock.example/4' }],
    type: 'stream',
  });
  const own = await mara.client.get(`/messages/${id}`, { apply_markdown: false });
  assert.deepEqual(own.json.message.flags, ['read']);
  assert.equal(own.json.message.content, content);
  assert.equal(own.json.message.content_type, 'text/x-markdown');
});

test('a direct message shows its people, and only to them', async () => {
  const id = await send(mara.client, { type: 'direct', to: [nils.id], content: '/me waves' });
  const { json } = await nils.client.get(`/messages/${id}`);
  assert.deepEqual(json.message.display_recipient, [
    { id: mara.id, email: mara.email, full_name: 'Mara Member', is_mirror_dummy: false },
    { id: nils.id, email: nils.email, full_name: 'Nils Night', is_mirror_dummy: false },
  ]);
  assert.equal(json.message.type, 'private');
  assert.equal(json.message.subject, '');
  assert.equal(json.message.is_me_message, true);
  assert.ok(!('stream_id' in json.message));
  for (const other of [gwen.client, new ChatClient(org.chat)]) {
    const answer = await other.get(`/messages/${id}`);
    assert.equal(answer.status, 400);
    assert.equal(answer.json.msg, 'Invalid message(s)');
  }
});

test('the empty topic under its name, or as it is', async () => {
  const id = await send(mara.client, { topic: '' });
  assert.equal((await nils.client.get(`/messages/${id}`)).json.message.subject, 'general chat');
  const plain = await nils.client.get(`/messages/${id}`, { allow_empty_topic_name: true });
  assert.equal(plain.json.message.subject, '');
});

test('what is hidden, foreign or not there looks the same', async () => {
  await makeChannel(server, org.organization_id, { name: 'secret', inviteOnly: true, subscribers: [nils.id] });
  const secret = await send(nils.client, { to: 'secret' });
  const other = await server.organization();
  const stranger = await makePerson(server, other, { name: 'Sten Stranger' });
  const ids = [secret, secret + 1000, 0, -1, 999_999_999_999_999];
  for (const id of ids) {
    for (const client of [mara.client, gwen.client, stranger.client]) {
      const answer = await client.get(`/messages/${id}`);
      assert.equal(answer.status, 400);
      assert.deepEqual(answer.json, { result: 'error', msg: 'Invalid message(s)', code: 'BAD_REQUEST' });
    }
  }
  assert.equal((await mara.client.get('/messages/abc')).status, 404);
});
