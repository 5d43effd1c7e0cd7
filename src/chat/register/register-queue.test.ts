import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ChatClient } from '../../../tests/harness/clients.ts';
import { changeSubscriptions, QueueReader } from '../../../tests/harness/events.ts';
import { makeChannel, makePerson, type Person } from '../../../tests/harness/people.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import { statementsOf } from '../../../tests/harness/statements.ts';
import type { CreatedOrganization } from '../../cli/organizations.ts';
import { sql } from '../../platform/db/sql.ts';
import { defaultUserSettings } from '../settings/user-settings.ts';

let server: TestServer & AsyncDisposable;
let org: CreatedOrganization;
let organizationId: string;
let owner: ChatClient;
let mara: Person;
let dock: number;

before(async () => {
  server = await startTestServer();
  org = await server.organization();
  organizationId = org.organization_id;
  owner = new ChatClient(org.chat);
  mara = await makePerson(server, org, { name: 'Mara Member' });
  await makePerson(server, org, { name: 'Gwen Guest', role: 600 });
  dock = await makeChannel(server, organizationId, { name: 'dock', subscribers: [org.chat.user_id, mara.id] });
  await makeChannel(server, organizationId, { name: 'payroll', subscribers: [org.chat.user_id], inviteOnly: true });
});
after(() => server[Symbol.asyncDispose]());

// biome-ignore lint/suspicious/noExplicitAny: the state of any slice
async function register(client: ChatClient, params: Record<string, unknown> = {}): Promise<any> {
  const answer = await client.post('/register', params);
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}

/** The kind of a value as clients tell them apart. */
function kind(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;
}

function assertFields(what: string, object: Record<string, unknown>, fields: Record<string, string>): void {
  for (const [name, kinds] of Object.entries(fields))
    assert.ok(kinds.split('|').includes(kind(object[name])), `${what}.${name} is ${kind(object[name])}, not ${kinds}`);
}

const someFields = (kinds: string, names: string) => Object.fromEntries(names.split(' ').map((name) => [name, kinds]));

test('zulip-terminal gets everything that it reads at its start', async () => {
  await mara.client.post('/messages', { type: 'stream', to: dock, topic: 'gates', content: 'open' });
  const state = await register(owner, {
    event_types: [
      'message',
      'update_message',
      'reaction',
      'submessage',
      'subscription',
      'typing',
      'update_message_flags',
      'user_settings',
      'realm_emoji',
      'realm_user',
    ],
    fetch_event_types: [
      'realm',
      'presence',
      'subscription',
      'message',
      'starred_messages',
      'update_message_flags',
      'muted_topics',
      'realm_user',
      'realm_user_groups',
      'user_settings',
      'realm_emoji',
      'custom_profile_fields',
      'zulip_version',
    ],
    client_gravatar: true,
    apply_markdown: true,
    include_subscribers: true,
    narrow: [],
  });
  assertFields('state', state, {
    ...someFields('string', 'zulip_version email full_name realm_name queue_id'),
    ...someFields('number', 'zulip_feature_level user_id max_message_id last_event_id realm_message_retention_days'),
    ...someFields(
      'list',
      'realm_users cross_realm_bots subscriptions muted_topics realm_user_groups custom_profile_fields starred_messages',
    ),
    ...someFields('object', 'presences unread_msgs realm_emoji user_settings'),
    ...someFields('boolean', 'realm_allow_message_editing realm_allow_edit_history'),
    realm_message_content_edit_limit_seconds: 'number|null',
    ...someFields('number', 'max_stream_name_length max_topic_length max_message_length'),
    ...someFields(
      'number',
      'server_typing_started_expiry_period_milliseconds server_typing_stopped_wait_period_milliseconds',
    ),
    ...someFields('number', 'server_typing_started_wait_period_milliseconds server_presence_ping_interval_seconds'),
    server_presence_offline_threshold_seconds: 'number',
  });
  const own = state.realm_users.find((user: { user_id: number }) => user.user_id === state.user_id);
  assertFields('own account', own, {
    ...someFields('number', 'user_id role'),
    ...someFields('string', 'full_name email timezone date_joined'),
    ...someFields('boolean', 'is_bot is_owner is_admin is_guest'),
    ...someFields('null', 'bot_type bot_owner_id'),
    profile_data: 'object',
  });
  assert.equal(state.subscriptions.length, 2);
  for (const subscription of state.subscriptions) {
    assertFields('subscription', subscription, {
      ...someFields('number', 'stream_id date_created stream_post_policy'),
      ...someFields('string', 'name color description rendered_description'),
      ...someFields('boolean', 'pin_to_top is_muted invite_only is_announcement_only history_public_to_subscribers'),
      desktop_notifications: 'boolean|null',
      subscribers: 'list',
      message_retention_days: 'number|null',
      stream_weekly_traffic: 'number|null',
    });
    assert.match(subscription.color, /^#[0-9a-f]{6}$/);
  }
  for (const group of state.realm_user_groups)
    assertFields('group', group, { id: 'number', name: 'string', members: 'list', direct_subgroup_ids: 'list' });
  assertFields('user_settings', state.user_settings, {
    ...someFields(
      'boolean',
      'send_private_typing_notifications twenty_four_hour_time pm_content_in_desktop_notifications',
    ),
  });
  assertFields('unread_msgs', state.unread_msgs, {
    ...someFields('list', 'mentions pms streams huddles'),
    count: 'number',
    old_unreads_missing: 'boolean',
  });
  assert.equal(state.unread_msgs.streams[0].topic, 'gates');
});

test('the documented fields of the level are there', async () => {
  const state = await register(owner);
  assertFields('state', state, {
    ...someFields('list', 'realm_default_stream_groups realm_embedded_bots stop_words realm_incoming_webhook_bots'),
    ...someFields('object', 'custom_profile_field_types server_supported_permission_settings'),
    ...someFields('object', 'realm_authentication_methods'),
    ...someFields('string', 'realm_message_edit_history_visibility_policy giphy_api_key'),
    ...someFields('boolean', 'has_zoom_token server_can_summarize_topics server_needs_upgrade'),
    ...someFields('boolean', 'realm_send_channel_events_messages settings_send_digest_emails'),
    ...someFields('number', 'max_bulk_new_subscription_messages password_min_guesses'),
  });
  const rights = (of: Record<string, unknown>) =>
    ['public_streams', 'private_streams', 'web_public_streams'].map((name) => of[`can_create_${name}`]);
  assert.deepEqual(rights(state), [true, true, true]);
  const ofMara = await register(mara.client, { fetch_event_types: ['realm_user'] });
  assert.deepEqual(rights(ofMara), [true, true, false]);
  assert.deepEqual([ofMara.can_subscribe_other_users, ofMara.can_invite_others_to_realm], [true, true]);
  assert.deepEqual(state.custom_profile_field_types.SELECT, { id: 3, name: 'List of options' });
  const { realm, stream, group } = state.server_supported_permission_settings;
  const names = (prefix: string, object: object) =>
    Object.keys(object).filter((name) => !(`${prefix}${name}` in state));
  assert.deepEqual(names('realm_', realm), []);
  assert.deepEqual(stream.can_send_message_group, {
    require_system_group: false,
    allow_internet_group: false,
    allow_nobody_group: true,
    allow_everyone_group: true,
    default_group_name: 'role:everyone',
    default_for_system_groups: null,
    allowed_system_groups: [],
  });
  assert.deepEqual(realm.can_access_all_users_group.allowed_system_groups, ['role:everyone', 'role:members']);
  assert.equal(group.can_manage_group.default_group_name, 'group_creator');
  const github = state.realm_incoming_webhook_bots.find(({ name }: { name: string }) => name === 'github');
  assert.ok(github.all_event_types.includes('pull_request_review'));
});

test('settings stand at the top level for whoever does not know user_settings as an object', async () => {
  const types = ['update_display_settings', 'user_settings'];
  const old = await register(mara.client, { fetch_event_types: types });
  assert.equal(typeof old.twenty_four_hour_time, 'boolean');
  assert.equal(old.user_settings.twenty_four_hour_time, old.twenty_four_hour_time);
  const capable = { client_capabilities: { user_settings_object: true }, fetch_event_types: types };
  const recent = await register(mara.client, capable);
  assert.deepEqual([typeof recent.user_settings, 'twenty_four_hour_time' in recent], ['object', false]);
  const neither = await register(mara.client, { fetch_event_types: ['user_settings'] });
  assert.equal('twenty_four_hour_time' in neither, false);
});

test('zulip-flutter gets every field without which it cannot sign in', async () => {
  const state = await register(mara.client, {
    apply_markdown: true,
    client_gravatar: false,
    slim_presence: true,
    client_capabilities: {
      notification_settings_null: true,
      bulk_message_deletion: true,
      user_avatar_url_field_optional: true,
      stream_typing_notifications: true,
      user_settings_object: true,
      include_deactivated_groups: true,
      empty_topic_name: true,
      individual_emoji_changes: true,
    },
    idle_queue_timeout: 'mobile',
  });
  assertFields('state', state, {
    ...someFields('number', 'last_event_id zulip_feature_level max_stream_name_length max_topic_length'),
    ...someFields('number', 'server_presence_ping_interval_seconds server_presence_offline_threshold_seconds'),
    ...someFields('number', 'realm_wildcard_mention_policy realm_waiting_period_threshold max_file_upload_size_mib'),
    ...someFields('number', 'event_queue_longpoll_timeout_seconds'),
    ...someFields('string', 'zulip_version zulip_merge_base queue_id realm_name realm_icon_url server_emoji_data_url'),
    ...someFields('string', 'realm_empty_topic_display_name'),
    ...someFields(
      'list',
      'alert_words custom_profile_fields muted_users realm_user_groups recent_private_conversations',
    ),
    ...someFields('list', 'subscriptions starred_messages streams user_topics realm_users realm_non_active_users'),
    ...someFields('list', 'cross_realm_bots'),
    ...someFields(
      'object',
      'presences realm_emoji unread_msgs user_status user_settings realm_default_external_accounts',
    ),
    ...someFields('boolean', 'realm_allow_message_editing realm_enable_read_receipts realm_presence_disabled'),
    ...someFields('number|null', 'realm_message_content_edit_limit_seconds realm_message_content_delete_limit_seconds'),
  });
  assert.ok([1, 2, 3, 5, 6, 7].includes(state.realm_wildcard_mention_policy));
  assert.ok(state.event_queue_longpoll_timeout_seconds > server.services.config.eventPollSeconds);
  assert.ok(!('muted_topics' in state), 'only for clients that do not ask for user_topic');
  assertFields('user_settings', state.user_settings, {
    ...someFields(
      'boolean',
      'twenty_four_hour_time starred_message_counts display_emoji_reaction_users presence_enabled',
    ),
    emojiset: 'string',
  });
  for (const user of [...state.realm_users, ...state.realm_non_active_users]) {
    assertFields('user', user, {
      ...someFields('number', 'user_id role avatar_version'),
      ...someFields('string', 'email full_name date_joined timezone avatar_url'),
      is_bot: 'boolean',
    });
  }
  for (const channel of [...state.streams, ...state.subscriptions]) {
    assertFields('channel', channel, {
      ...someFields('number', 'stream_id date_created'),
      ...someFields('string', 'name description rendered_description'),
      ...someFields('boolean', 'invite_only is_web_public history_public_to_subscribers'),
      message_retention_days: 'number|null',
    });
  }
  for (const subscription of state.subscriptions)
    assertFields('subscription', subscription, someFields('boolean', 'pin_to_top is_muted'));
  assert.deepEqual(
    state.streams.map(({ name }: { name: string }) => name),
    ['dock'],
    'a private channel of others is not told',
  );
});

describe('POST /register', () => {
  const basics = [
    'result',
    'msg',
    'queue_id',
    'last_event_id',
    'zulip_version',
    'zulip_feature_level',
    'zulip_merge_base',
  ];

  test('an empty list fetches nothing but the queue; event_types stand in for a missing list', async () => {
    assert.deepEqual(Object.keys(await register(owner, { fetch_event_types: [] })), basics);
    assert.deepEqual(Object.keys(await register(owner, { event_types: ['message'] })), [...basics, 'max_message_id']);
    assert.deepEqual(Object.keys(await register(owner, { event_types: [] })), basics);
    assert.ok(
      'starred_messages' in (await register(owner, { event_types: ['message'], fetch_event_types: 'null' })) === false,
    );
  });

  test('null and a missing list mean every type', async () => {
    const all = Object.keys(await register(owner)).sort();
    for (const event_types of ['null', '"null"'])
      assert.deepEqual(Object.keys(await register(owner, { event_types })).sort(), all);
    assert.ok(all.length > 90, `${all.length} fields`);
  });

  test('user_settings holds every setting of the specification', async () => {
    const { user_settings } = await register(owner, { fetch_event_types: ['user_settings'] });
    for (const [name, value] of Object.entries(defaultUserSettings)) assert.equal(user_settings[name], value, name);
    await server.services.database.transaction((tx) =>
      tx.run(sql`update chat.users set settings = '{"unheard_of": 1}' where id = ${mara.id}`),
    );
    assert.equal((await mara.client.patch('/settings', { enter_sends: false })).json.result, 'success');
    const changed = await register(mara.client, { fetch_event_types: ['user_settings'] });
    assert.equal(changed.user_settings.enter_sends, false);
    assert.ok(!('unheard_of' in changed.user_settings));
  });

  test('policies of topics are told as each client reads them, where the channel is known', async () => {
    const pat = await makePerson(server, org, { name: 'Pat Policies' });
    const secret = await makeChannel(server, organizationId, {
      name: 'secret now',
      subscribers: [pat.id],
      inviteOnly: true,
    });
    await server.services.database.transaction((tx) =>
      tx.run(sql`
        insert into chat.topic_visibility (organization_id, user_id, channel_id, topic, policy, updated_at)
        select ${organizationId}, ${pat.id}, c, t, p, '2026-01-01' from (values
          (${dock}::bigint, '', 1), (${dock}, 'gates', 2), (${secret}, 'hidden', 1)) as v (c, t, p)`),
    );
    const at = Date.UTC(2026, 0, 1) / 1000;
    const muted = async () => (await register(pat.client, { fetch_event_types: ['muted_topics'] })).muted_topics;
    assert.deepEqual(await muted(), [
      ['dock', 'general chat', at],
      ['secret now', 'hidden', at],
    ]);
    await changeSubscriptions(server, organizationId, 'unsubscribe', secret, [pat.id]);
    assert.deepEqual(await muted(), [['dock', 'general chat', at]]);
    const { user_topics } = await register(pat.client, { client_capabilities: { empty_topic_name: true } });
    assert.deepEqual(user_topics, [
      { stream_id: dock, topic_name: '', last_updated: at, visibility_policy: 1 },
      { stream_id: dock, topic_name: 'gates', last_updated: at, visibility_policy: 2 },
    ]);
  });

  test('max_message_id is -1 while there is no message', async () => {
    const empty = await server.organization();
    const state = await register(new ChatClient(empty.chat), { fetch_event_types: ['message'] });
    assert.equal(state.max_message_id, -1);
  });

  test('an Idempotency-Key registers once', async () => {
    const ask = () => owner.post('/register', { fetch_event_types: [] }, { 'idempotency-key': 'start-1' });
    const [one, other] = await Promise.all([ask(), ask()]);
    assert.equal(one.json.result, 'success');
    assert.equal(other.json.queue_id, one.json.queue_id);
  });

  test('of more than 500 queues of a person, those go that were polled least lately', async () => {
    const first = await QueueReader.register(mara.client);
    const second = await QueueReader.register(mara.client);
    await server.services.database.transaction(async (tx) => {
      await tx.run(
        sql`update chat.event_queues set polled_at = polled_at - interval '1 hour' where id = ${first.queueId}`,
      );
      await tx.run(sql`
        insert into chat.event_queues (organization_id, id, user_id, base_event_id, options, idle_seconds, created_at, polled_at)
        select organization_id, id || n, user_id, base_event_id, options, idle_seconds, created_at, polled_at
        from chat.event_queues, generate_series(1, 498) n where id = ${second.queueId}`);
    });
    const third = await QueueReader.register(mara.client);
    const answer = await mara.client.get('/events', { queue_id: first.queueId, last_event_id: -1, dont_block: true });
    assert.equal(answer.json.code, 'BAD_EVENT_QUEUE_ID');
    await second.poll();
    await third.poll();
  });

  test('wrong parameters are refused and leave no queue', async () => {
    const count = async () =>
      (await server.services.database.reader.first(sql<{ n: number }>`select count(*) as n from chat.event_queues`))!.n;
    const before = await count();
    const wrong: [Record<string, unknown>, string][] = [
      [{ event_types: 'message' }, 'BAD_REQUEST'],
      [{ event_types: [1] }, 'BAD_REQUEST'],
      [{ event_types: Array(201).fill('message') }, 'BAD_REQUEST'],
      [{ fetch_event_types: { realm: true } }, 'BAD_REQUEST'],
      [{ apply_markdown: 'yes' }, 'BAD_REQUEST'],
      [{ client_capabilities: '[]' }, 'BAD_REQUEST'],
      [{ idle_queue_timeout: 'desktop' }, 'BAD_REQUEST'],
      [{ idle_queue_timeout: -1 }, 'BAD_REQUEST'],
      [{ idle_queue_timeout: '1e999' }, 'BAD_REQUEST'],
      [{ include_subscribers: 'some' }, 'BAD_REQUEST'],
      [{ narrow: 'dock' }, 'BAD_REQUEST'],
      [{ narrow: [['stream']] }, 'BAD_NARROW'],
      [{ narrow: [['stream', 'dock', 'yard']] }, 'BAD_NARROW'],
      [{ narrow: [['search', 'tyres']] }, 'BAD_NARROW'],
      [{ narrow: [['constructor', 'x']] }, 'BAD_NARROW'],
      [{ narrow: [['is', 'loud']] }, 'BAD_NARROW'],
      [{ narrow: [['in', 'dm']] }, 'BAD_NARROW'],
      [{ narrow: [['is', 'followed']] }, 'BAD_NARROW'],
      [{ narrow: [['dm', Array(101).fill(1)]] }, 'BAD_NARROW'],
      [{ narrow: [{ operator: 'topic', operand: 7 }] }, 'BAD_NARROW'],
      [{ narrow: [{ operator: 'stream', operand: [1] }] }, 'BAD_NARROW'],
    ];
    for (const [params, code] of wrong) {
      const answer = await owner.post('/register', params);
      assert.deepEqual([answer.status, answer.json.code], [400, code], JSON.stringify(params));
    }
    assert.equal(await count(), before);
  });

  test('include_subscribers=partial is a word, as GET /users/me/subscriptions takes it; in quotes too', async () => {
    for (const include_subscribers of ['partial', '"partial"']) {
      const { subscriptions } = await register(mara.client, { include_subscribers });
      assert.ok(subscriptions[0].subscribers.includes(mara.id), include_subscribers);
    }
  });

  test('limits that it tells are those that hold', async () => {
    const state = await register(owner, { fetch_event_types: ['realm'] });
    const { max_channel_folder_name_length: name, max_channel_folder_description_length: description } = state;
    const make = async (given: object) => (await owner.post('/channel_folders/create', given as never)).json.result;
    assert.equal(await make({ name: 'n'.repeat(name), description: 'd'.repeat(description) }), 'success');
    assert.equal(await make({ name: 'n'.repeat(name + 1) }), 'error');
    assert.equal(await make({ name: 'other', description: 'd'.repeat(description + 1) }), 'error');
    const { password_min_length: min, password_max_length: max } = state;
    const account = { email: 'paula@couriers.example', full_name: 'Paula Pass', password: 'p'.repeat(max + 1) };
    assert.equal((await owner.post('/users', account)).json.msg, `The password must have ${min} to ${max} characters.`);
    const sent = { type: 'channel', to: dock, topic: 'x', content: 'x' };
    const remind = {
      message_id: (await owner.post('/messages', sent)).json.id,
      scheduled_delivery_timestamp: Math.floor(server.clock.now().getTime() / 1000) + 3600,
    };
    for (const [more, result] of [
      [0, 'success'],
      [1, 'error'],
    ] as const) {
      const note = 'n'.repeat(state.max_reminder_note_length + more);
      assert.equal((await owner.post('/reminders', { ...remind, note })).json.result, result);
    }
  });

  test('needs a key', async () => {
    const answer = await fetch(`${server.url}/api/v1/register`, { method: 'POST' });
    assert.equal(answer.status, 401);
  });

  test('reads people of channels and groups once for everybody, and anew where somebody comes or goes', async () => {
    const made = /insert into chat\.event_queues/;
    // Lists of subscribers, and of the members of groups.
    const shared = /as "userIds" from chat\.subscriptions|by_role as/;
    const reads = async (client: ChatClient) =>
      (await statementsOf(made, () => register(client, { include_subscribers: true }))).filter((text) =>
        shared.test(text),
      ).length;
    const nina = await makePerson(server, org, { name: 'Nina New' });
    await register(owner, { include_subscribers: true });
    assert.equal(await reads(mara.client), 0);
    const joined = await nina.client.post('/users/me/subscriptions', { subscriptions: [{ name: 'dock' }] });
    assert.equal(joined.status, 200, joined.text);
    assert.equal(await reads(owner), 1, 'the subscribers of one channel');
    assert.equal(await reads(mara.client), 0);
    const dockAt = async () => {
      const { subscriptions } = await register(mara.client, { include_subscribers: true });
      return subscriptions.find(({ stream_id }: { stream_id: number }) => stream_id === dock).subscribers;
    };
    const before = await dockAt();
    assert.deepEqual([before.includes(nina.id), before.includes(mara.id)], [true, true]);
    await owner.delete(`/users/${nina.id}`);
    assert.equal((await dockAt()).includes(nina.id), false, 'whoever is deactivated is nobody’s subscriber');
    await owner.post(`/users/${nina.id}/reactivate`, {});
    assert.deepEqual(await dockAt(), before);
  });

  test('costs the same number of queries however many channels there are', async () => {
    const queries = async () => {
      const made = /insert into chat\.event_queues/;
      return (await statementsOf(made, () => register(mara.client, { include_subscribers: true }))).length;
    };
    let lanes = 0;
    const makeLanes = async (count: number) => {
      for (let n = 0; n < count; n++) {
        const id = await makeChannel(server, organizationId, {
          name: `lane ${lanes++}`,
          subscribers: [org.chat.user_id],
        });
        await changeSubscriptions(server, organizationId, 'subscribe', id, [mara.id]);
      }
    };
    await queries();
    await makeLanes(1);
    const few = await queries();
    await makeLanes(5);
    const many = await queries();
    assert.ok(few > 10, `${few} queries`);
    assert.equal(many, few);
  });
});

test('starred messages are told as long as they may be seen', async () => {
  const loft = await makeChannel(server, organizationId, { name: 'loft', subscribers: [org.chat.user_id] });
  const { id } = (await owner.post('/messages', { type: 'stream', to: loft, topic: 'boxes', content: 'here' })).json;
  const starred = await mara.client.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' });
  assert.equal(starred.json.result, 'success', starred.text);
  const received = async () =>
    (await register(mara.client, { fetch_event_types: ['starred_messages'] })).starred_messages;
  assert.deepEqual(await received(), [id]);
  const hidden = await owner.patch(`/streams/${loft}`, { is_private: true });
  assert.equal(hidden.json.result, 'success', hidden.text);
  assert.deepEqual(await received(), []);
});
