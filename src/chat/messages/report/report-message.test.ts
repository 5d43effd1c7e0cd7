import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Answer, ChatClient } from '../../../../tests/harness/clients.ts';
import { changeState, makePerson } from '../../../../tests/harness/people.ts';
import { startTestServer } from '../../../../tests/harness/server.ts';
import { sql } from '../../../platform/db/sql.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization();
const owner = new ChatClient(org.chat);
const ownerId = org.chat.user_id;
const mara = await makePerson(server, org, { name: 'Mara Member' });
const nils = await makePerson(server, org, { name: 'Nils Night' });

function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}
const report = (client: ChatClient, id: number, given: object = { report_type: 'spam' }) =>
  client.post(`/messages/${id}/report`, { ...given });

test('a report goes into the channel for reports, and quotes the message without calling anybody', async () => {
  const channel = ok(
    await owner.post('/channels/create', { name: 'moderators', subscribers: [ownerId], invite_only: true }),
  ).id;
  const dock = ok(await owner.post('/channels/create', { name: 'dock', subscribers: [ownerId, mara.id, nils.id] })).id;
  const content = 'buy ``` now @**all** @**Olive Owner**';
  const { id } = ok(await nils.client.post('/messages', { type: 'channel', to: dock, topic: 'gates', content }));
  const direct = ok(await nils.client.post('/messages', { type: 'direct', to: [mara.id], content: 'psst' })).id;
  assert.equal(
    (await report(mara.client, id)).json.msg,
    'Moderation request channel must be specified to enable message reporting.',
  );
  await changeState(server, org.organization_id, (tx) =>
    tx.run(sql`
      update chat.realms set settings = settings || ${JSON.stringify({ moderation_request_channel_id: channel })}::jsonb`),
  );
  const registered = ok(await mara.client.post('/register', { fetch_event_types: ['realm'] }));
  assert.equal(registered.realm_moderation_request_channel_id, channel);
  assert.deepEqual(
    registered.server_report_message_types.map(({ key }: { key: string }) => key),
    ['spam', 'harassment', 'inappropriate', 'norms', 'other'],
  );
  for (const [message, given, msg] of [
    [id, { report_type: 'boring' }, 'Invalid report_type'],
    [id, { report_type: 'other' }, "An explanation is required when the report type is 'other'."],
    [id, { report_type: 'spam', description: 'x'.repeat(1001) }, 'description is too long (limit: 1000 characters)'],
    [999_999, { report_type: 'spam' }, 'Invalid message(s)'],
  ] as const)
    assert.equal((await report(mara.client, message, given)).json.msg, msg);
  assert.equal((await report(owner, direct)).json.msg, 'Invalid message(s)');
  ok(await report(mara.client, id, { report_type: 'other', description: 'again' }));
  ok(await report(mara.client, direct));
  const { messages } = ok(
    await owner.get('/messages', {
      anchor: 'newest',
      num_before: 9,
      num_after: 0,
      narrow: [['channel', channel]],
      apply_markdown: false,
    }),
  );
  assert.deepEqual(
    messages.map((each: { subject: string; sender_full_name: string; flags: string[] }) => [
      each.subject,
      each.sender_full_name,
      each.flags.includes('mentioned') || each.flags.includes('stream_wildcard_mentioned'),
    ]),
    [1, 2].map(() => ["Nils Night's moderation requests", 'Notification Bot', false]),
  );
  for (const part of ['Mara Member', '#**dock>gates**', 'Other reason', 'again', content])
    assert.ok(messages[0].content.includes(part), `${part} in ${messages[0].content}`);
});

test('the channel for reports stays private: what it quotes is nobody else’s', async () => {
  const given = { name: 'quiet', subscribers: [ownerId, mara.id, nils.id] };
  const quiet = ok(await owner.post('/channels/create', { ...given, invite_only: true })).id;
  const dm = ok(await nils.client.post('/messages', { type: 'direct', to: [mara.id], content: 'pssst' })).id;
  ok(await owner.patch('/realm', { moderation_request_channel_id: quiet }));
  for (const change of [{ is_private: false }, { is_private: false, is_web_public: true, new_name: 'loud' }]) {
    const answer = await owner.patch(`/streams/${quiet}`, change);
    assert.deepEqual(
      [answer.status, answer.json.code, answer.json.msg],
      [400, 'BAD_REQUEST', 'Moderation request channel must be private.'],
    );
  }
  const { stream } = ok(await owner.get(`/streams/${quiet}`));
  assert.deepEqual([stream.name, stream.invite_only], ['quiet', true]);
  ok(await owner.patch(`/streams/${quiet}`, { new_name: 'quieter', history_public_to_subscribers: true }));
  ok(await report(mara.client, dm));
  // One that was made public before this was a rule gets none either.
  await changeState(server, org.organization_id, (tx) =>
    tx.run(sql`update chat.channels set invite_only = false where id = ${quiet}`),
  );
  assert.match((await report(mara.client, dm)).json.msg, /must be specified/);
  await changeState(server, org.organization_id, (tx) =>
    tx.run(sql`update chat.channels set invite_only = true where id = ${quiet}`),
  );
  ok(await owner.patch('/realm', { moderation_request_channel_id: -1 }));
  ok(await owner.patch(`/streams/${quiet}`, { is_private: false }));
});
