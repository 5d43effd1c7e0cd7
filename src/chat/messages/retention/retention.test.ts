import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Answer, ChatClient } from '../../../../tests/harness/clients.ts';
import { QueueReader } from '../../../../tests/harness/events.ts';
import { makePerson, type Person } from '../../../../tests/harness/people.ts';
import { startTestServer } from '../../../../tests/harness/server.ts';
import { auditList } from '../../../cli/audit.ts';
import { restoreAll } from '../../../cli/messages.ts';
import { sql } from '../../../platform/db/sql.ts';
import { applyRetention } from './retention-job.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const DAY = 86_400_000;

function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}

async function scene() {
  const org = await server.organization();
  const owner = new ChatClient(org.chat);
  const mara = await makePerson(server, org, { name: 'Mara Member' });
  const channel = async (name: string, given: object = {}): Promise<number> =>
    ok(await owner.post('/channels/create', { name, subscribers: [org.chat.user_id, mara.id], ...given })).id;
  const write = async (to: number, content: string, topic = 'tours'): Promise<number> =>
    ok(await owner.post('/messages', { type: 'channel', to, topic, content })).id;
  const call = async ({ client }: Pick<Person, 'client'>, address: string, init: RequestInit = {}) => {
    const authorization = `Basic ${Buffer.from(`${client.email}:${client.key}`).toString('base64')}`;
    return fetch(new URL(address, server.url), { ...init, headers: { authorization } });
  };
  const upload = async (text: string): Promise<string> => {
    const body = new FormData();
    body.append('file', new Blob([text]), 'list.txt');
    const answer = await call({ client: owner }, '/api/v1/user_uploads', { method: 'POST', body });
    return ((await answer.json()) as { url: string }).url;
  };
  const contents = async (narrow: object[]) => {
    const options = { anchor: 'oldest', num_before: 0, num_after: 100, narrow, apply_markdown: false };
    return ok(await mara.client.get('/messages', options)).messages.map(
      (message: { content: string }) => message.content,
    );
  };
  const inChannel = (id: number) => contents([{ operator: 'channel', operand: id }]);
  return { org, organizationId: org.organization_id, owner, mara, channel, write, upload, call, contents, inChannel };
}
const files = async (organizationId: string) =>
  (
    await server.services.database.reader.all(
      sql`select id from platform.files where organization_id = ${organizationId}`,
    )
  ).length;

test('what has run out is gone from every path, comes back as it was, and is erased after 30 days', async () => {
  const { organizationId, owner, mara, channel, write, upload, call, contents, inChannel } = await scene();
  const short = await channel('short', { message_retention_days: 7 });
  const long = await channel('long');
  const file = await upload('three parcels');
  const old = await write(short, `old parcels [list](${file})`);
  const elsewhere = await write(short, 'old too', 'depots');
  await write(long, 'kept');
  ok(await mara.client.post(`/messages/${old}/reactions`, { emoji_name: 'tada' }));
  ok(await mara.client.post('/messages/flags', { messages: [old], op: 'add', flag: 'starred' }));
  ok(await mara.client.post('/messages/flags', { messages: [old], op: 'add', flag: 'read' }));
  const message = async (id: number) => (await mara.client.get(`/messages/${id}`)).json;
  const before = (await message(old)).message;

  server.clock.advance(6 * DAY);
  const recent = await write(short, 'recent');
  await applyRetention(server.services);
  assert.equal((await inChannel(short)).length, 3);
  server.clock.advance(2 * DAY);
  const queue = await QueueReader.register(mara.client, {
    event_types: ['delete_message', 'stream', 'web_reload_client'],
    client_capabilities: { bulk_message_deletion: true },
  });
  const uploads = await QueueReader.register(owner, { event_types: ['attachment'] });
  await applyRetention(server.services);
  assert.deepEqual(await inChannel(short), ['recent']);
  assert.deepEqual(await inChannel(long), ['kept']);
  assert.equal((await message(old)).msg, 'Invalid message(s)');
  assert.deepEqual(await contents([{ operator: 'search', operand: 'parcels' }]), []);
  assert.deepEqual(await contents([{ operator: 'is', operand: 'starred' }]), []);
  assert.equal((await mara.client.get(`/messages/${old}/history`)).json.result, 'error');
  assert.equal((await call(mara, file)).status, 404);
  assert.equal((await call({ client: owner }, file)).status, 404);
  assert.deepEqual(ok(await owner.get('/attachments')).attachments, []);
  const topics = ok(await mara.client.get(`/users/me/${short}/topics`)).topics;
  assert.deepEqual(
    topics.map(({ name }: { name: string }) => name),
    ['tours'],
  );
  const events = await queue.poll();
  const deleted = events.filter(({ type }) => type === 'delete_message');
  assert.deepEqual(
    deleted.map(({ message_ids, topic, stream_id }) => [message_ids, topic, stream_id]),
    [
      [[old], 'tours', short],
      [[elsewhere], 'depots', short],
    ],
  );
  assert.equal(events.findLast(({ property }) => property === 'first_message_id')!.value, recent);
  assert.deepEqual(
    (await uploads.poll()).map(({ op }) => op),
    ['remove'],
  );

  // The policy must be changed before restoring them.
  ok(await owner.patch(`/streams/${short}`, { message_retention_days: 'unlimited' }));
  assert.equal(await restoreAll(server.services, organizationId, long), 0);
  assert.equal(await restoreAll(server.services, organizationId, short), 2);
  assert.equal(await restoreAll(server.services, organizationId, null), 0);
  assert.deepEqual((await message(old)).message, before);
  assert.equal((await inChannel(short)).length, 3);
  assert.deepEqual(await contents([{ operator: 'is', operand: 'starred' }]), [`old parcels [list](${file})`]);
  assert.equal((await contents([{ operator: 'search', operand: 'parcels' }])).length, 1);
  assert.equal(await (await call(mara, file)).text(), 'three parcels');
  assert.equal(
    (await queue.poll()).some(({ type }) => type === 'web_reload_client'),
    true,
  );
  await applyRetention(server.services);
  assert.equal((await inChannel(short)).length, 3);

  ok(await owner.patch(`/streams/${short}`, { message_retention_days: 7 }));
  await applyRetention(server.services);
  assert.deepEqual(await inChannel(short), ['recent']);
  ok(await owner.patch(`/streams/${short}`, { message_retention_days: 'unlimited' }));
  server.clock.advance(29 * DAY);
  await applyRetention(server.services);
  assert.equal(await files(organizationId), 1);
  server.clock.advance(2 * DAY);
  await applyRetention(server.services);
  assert.equal(await files(organizationId), 0);
  assert.equal(await restoreAll(server.services, organizationId, null), 0);
  await assert.rejects(restoreAll(server.services, 'nowhere', null), /There is no organization nowhere\./);
});

test("the organization's days hold for direct messages and for channels that say nothing of their own", async () => {
  const { owner, mara, channel, write, contents, inChannel, organizationId } = await scene();
  const other = await scene();
  const there = await other.channel('there');
  await other.write(there, 'of others');
  const own = await channel('own', { message_retention_days: 'unlimited' });
  const plain = await channel('plain');
  await write(own, 'for ever');
  // More than one batch, topics in any case.
  await server.services.database.transaction((tx) =>
    tx.run(sql`
      insert into chat.messages (organization_id, id, recipient_id, channel_id, topic, sender_id, client, content,
        rendered_content, plain_text, sent_at)
      select ${organizationId}, nextval('chat.message_ids'), recipient_id, id, case when n % 2 = 0 then 'A' else 'a' end,
        ${mara.id}, 'test', 'x', 'x', 'x', ${server.clock.now()}
      from chat.channels cross join generate_series(1, 1500) n where organization_id = ${organizationId} and id = ${plain}`),
  );
  ok(await owner.post('/messages', { type: 'direct', to: [mara.id], content: 'between us' }));
  server.clock.advance(40 * DAY);
  await applyRetention(server.services);
  assert.deepEqual(await contents([{ operator: 'is', operand: 'dm' }]), ['between us']);
  ok(await owner.patch('/realm', { message_retention_days: 30 }));
  await Promise.all([applyRetention(server.services), applyRetention(server.services)]);
  assert.deepEqual(await contents([{ operator: 'is', operand: 'dm' }]), []);
  assert.deepEqual(await inChannel(plain), []);
  assert.deepEqual(await inChannel(own), ['for ever']);
  assert.deepEqual(await other.inChannel(there), ['of others']);
  assert.equal(await restoreAll(server.services, organizationId, null), 1501);
  const entries = await auditList(
    server.services.database.reader.of(organizationId),
    organizationId,
    { action: 'messages.restored' },
    10,
  );
  assert.deepEqual(entries.map(({ details }) => details).sort(), [
    '{"messages":{"to":1000}}',
    '{"messages":{"to":501}}',
  ]);
  assert.deepEqual(await contents([{ operator: 'is', operand: 'dm' }]), ['between us']);
});

test('a channel that keeps its messages for longer than the organization keeps them', async () => {
  const { owner, channel, write, inChannel } = await scene();
  const id = await channel('longer', { message_retention_days: 30 });
  await write(id, 'old');
  server.clock.advance(30 * DAY);
  await write(id, 'younger');
  server.clock.advance(10 * DAY);
  ok(await owner.patch('/realm', { message_retention_days: 7 }));
  await applyRetention(server.services);
  assert.deepEqual(await inChannel(id), ['younger']);
});
