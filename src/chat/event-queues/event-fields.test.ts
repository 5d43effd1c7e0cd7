import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Answer, ChatClient } from '../../../tests/harness/clients.ts';
import { QueueReader } from '../../../tests/harness/events.ts';
import { makePerson } from '../../../tests/harness/people.ts';
import { startTestServer } from '../../../tests/harness/server.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

/** client: go-zulip decodes each kind of event with these fields and no others (`?`: may be absent). */
const FIELDS: Record<string, string> = {
  message: 'message flags local_message_id?',
  update_message:
    'user_id rendering_only message_id message_ids flags edit_timestamp stream_name? stream_id? new_stream_id? propagate_mode? orig_subject? subject? topic_links? orig_content? orig_rendered_content? content? rendered_content? is_me_message?',
  delete_message: 'message_ids? message_id? message_type stream_id? topic?',
  'reaction add': 'emoji_name emoji_code reaction_type user_id message_id user',
  'reaction remove': 'emoji_name emoji_code reaction_type user_id message_id user',
  'update_message_flags add': 'operation flag messages all',
  'update_message_flags remove': 'operation flag messages all message_details?',
  'subscription add': 'subscriptions',
  'subscription remove': 'subscriptions',
  'subscription update': 'stream_id property value',
  'subscription peer_add': 'stream_ids user_ids',
  'subscription peer_remove': 'stream_ids user_ids',
  'stream create': 'streams',
  'stream delete': 'streams stream_ids',
  'stream update': 'stream_id name property value rendered_description? history_public_to_subscribers? is_web_public?',
  'user_settings update': 'property value language_name?',
  update_display_settings: 'user setting_name setting language_name?',
  update_global_notifications: 'user notification_name setting',
  'realm_user add': 'person',
  'realm_user update': 'person',
  'realm_bot add': 'bot',
  'realm_bot update': 'bot',
  'realm_bot delete': 'bot',
  'realm_user_settings_defaults update': 'property value',
  default_stream_groups: 'default_stream_groups',
  default_streams: 'default_streams',
  alert_words: 'alert_words',
  'user_group add_members': 'group_id user_ids',
  'user_group remove_members': 'group_id user_ids',
  user_topic: 'stream_id topic_name last_updated visibility_policy',
};
const PERSON_CHANGES = [
  ...['full_name', 'role', 'timezone', 'is_active', 'new_email', 'delivery_email', 'bot_owner_id'],
  'avatar_source,avatar_url,avatar_url_medium,avatar_version',
];
const BOT = [
  ...['user_id', 'email', 'full_name', 'is_active', 'bot_type', 'owner_id', 'avatar_url', 'default_sending_stream'],
  ...['default_events_register_stream', 'default_all_public_streams', 'services'],
];

const ok = (answer: Answer) => {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
};

test('every kind of event has the fields that strict clients know, and no others', async () => {
  const organization = await server.organization();
  const owner = new ChatClient(organization.chat);
  const mara = await makePerson(server, organization, { name: 'Mara Member' });
  const queues = await Promise.all([owner, mara.client].map((client) => QueueReader.register(client)));

  const people = [organization.chat.user_id, mara.id];
  const dock = ok(await owner.post('/channels/create', { name: 'dock', subscribers: people })).id;
  const riders = { group_name: 'riders', description: '', stream_names: ['dock'] };
  ok(await owner.post('/default_stream_groups/create', riders));
  const yard = ok(await owner.post('/channels/create', { name: 'yard', subscribers: people, invite_only: true })).id;
  for (const change of [
    { new_name: 'pier' },
    { description: 'by the water' },
    { is_default_stream: true },
    { topics_policy: 'disable_empty_topic' },
    { message_retention_days: 30 },
    { can_send_message_group: { direct_members: people, direct_subgroups: [] } },
    { is_default_stream: false },
    { is_private: true },
  ])
    ok(await owner.patch(`/streams/${dock}`, change));
  const settings = [
    { stream_id: dock, property: 'color', value: '#abcdef' },
    { stream_id: dock, property: 'is_muted', value: true },
  ];
  ok(await mara.client.post('/users/me/subscriptions/properties', { subscription_data: settings }));
  const message = ok(await owner.post('/messages', { type: 'stream', to: dock, topic: 'gates', content: 'open' })).id;
  ok(await owner.patch(`/messages/${message}`, { content: 'shut' }));
  ok(await owner.patch(`/messages/${message}`, { topic: 'doors' }));
  ok(await owner.patch(`/messages/${message}`, { stream_id: yard }));
  ok(await mara.client.post(`/messages/${message}/reactions`, { emoji_name: 'tada' }));
  ok(await mara.client.delete(`/messages/${message}/reactions`, { emoji_name: 'tada' }));
  for (const flag of ['starred', 'read'])
    for (const op of ['add', 'remove'])
      ok(await mara.client.post('/messages/flags', { messages: [message], flag, op }));
  ok(await owner.delete(`/messages/${message}`));
  const direct = ok(await owner.post('/messages', { type: 'direct', to: [mara.id], content: 'hi' })).id;
  ok(await owner.delete(`/messages/${direct}`));
  ok(await owner.delete('/users/me/subscriptions', { subscriptions: ['pier'], principals: [mara.id] }));
  ok(await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'pier' }], principals: [mara.id] }));
  ok(await owner.delete(`/streams/${yard}`));
  const account = { email: 'new@couriers.example', full_name: 'Nell Newcomer', password: 'correct horse battery' };
  const { user_id: nell } = ok(await owner.post('/users', account));
  ok(await owner.patch(`/users/${nell}`, { full_name: 'Nell Named', role: 300 }));
  ok(await owner.delete(`/users/${nell}`));
  ok(await owner.post(`/users/${nell}/reactivate`));
  const changes = { enter_sends: false, enable_sounds: false, timezone: 'Europe/Oslo', email_address_visibility: 3 };
  ok(await mara.client.patch('/settings', changes));
  ok(await mara.client.post('/users/me/alert_words', { alert_words: ['gate'] }));
  ok(await owner.patch('/realm/user_settings_defaults', { color_scheme: 2 }));
  const outgoing = { bot_type: 3, payload_url: 'https://bots.example/in' };
  const made = ok(await mara.client.post('/bots', { full_name: 'Gate Bot', short_name: 'gate', ...outgoing }));
  const botChanges = {
    full_name: 'Door Bot',
    service_interface: 2,
    default_sending_stream: 'pier',
    default_events_register_stream: 'pier',
    default_all_public_streams: true,
  };
  ok(await owner.patch(`/bots/${made.user_id}`, botChanges));
  ok(await new ChatClient({ ...organization.chat, ...made }).delete('/users/me/avatar'));
  ok(await owner.patch(`/bots/${made.user_id}`, { bot_owner_id: organization.chat.user_id }));
  ok(await owner.delete(`/bots/${made.user_id}`));

  const seen = new Set<string>();
  const botFields = new Set<string>();
  for (const queue of queues) {
    for (const event of await queue.poll()) {
      const kind = event.op === undefined ? event.type : `${event.type} ${event.op}`;
      seen.add(kind);
      const fields = FIELDS[kind];
      assert.ok(fields !== undefined, `an event of the kind ${kind}`);
      const given = Object.keys(event).filter((name) => !['id', 'type', 'op'].includes(name));
      const known = fields.split(' ').map((name) => name.replace('?', ''));
      assert.deepEqual(
        given.filter((name) => !known.includes(name)),
        [],
        `unknown to clients in ${kind}`,
      );
      const needed = fields.split(' ').filter((name) => !name.endsWith('?'));
      assert.deepEqual(
        needed.filter((name) => !given.includes(name)),
        [],
        `missing in ${kind}`,
      );
      if (kind === 'realm_bot add') assert.deepEqual(Object.keys(event.bot).sort(), BOT.toSorted());
      else if (event.type === 'realm_bot') {
        const [first, ...change] = Object.keys(event.bot);
        assert.equal(first, 'user_id');
        assert.equal(change.length, event.op === 'delete' ? 0 : 1, `${change} is no single change`);
        for (const field of change) botFields.add(field);
      }
      if (kind === 'realm_user update') {
        const [first, ...change] = Object.keys(event.person);
        assert.equal(first, 'user_id');
        assert.ok(PERSON_CHANGES.includes(change.join()), `${change} is no single change`);
      }
    }
  }
  const constant = ['user_id', 'email', 'bot_type'];
  assert.deepEqual([...botFields].sort(), BOT.filter((field) => !constant.includes(field)).sort());
  assert.deepEqual([...seen].sort(), Object.keys(FIELDS).sort(), 'every kind was seen');
});
