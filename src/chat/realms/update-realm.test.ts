import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Answer, ChatClient, DispatchClient } from '../../../tests/harness/clients.ts';
import { QueueReader } from '../../../tests/harness/events.ts';
import { makePerson } from '../../../tests/harness/people.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { endWaiting } from '../accounts/full-members-job.ts';
import { doAcceptInvitation } from '../invitations/accept.ts';
import { systemGroupIds } from '../user-groups/access.ts';
import { realmPermissionNames, realmPermissions } from './permissions.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization();
const owner = new ChatClient(org.chat);
const ada = await makePerson(server, org, { name: 'Ada Admin', role: 200 });
const mara = await makePerson(server, org, { name: 'Mara Member' });
const gwen = await makePerson(server, org, { name: 'Gwen Guest', role: 600 });
const system = await systemGroupIds(server.services.state.of(org.organization_id));
const only = (...ids: number[]) => ({ direct_members: ids, direct_subgroups: [] });

function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}
async function refused(answer: Promise<Answer>, msg: string, code = 'BAD_REQUEST') {
  const { json } = await answer;
  assert.deepEqual([json.result, json.code, json.msg], ['error', code, msg]);
}
const set = async (given: Record<string, unknown>) => {
  const answer = ok(await owner.patch('/realm', given));
  assert.equal(answer.ignored_parameters_unsupported, undefined);
};
/** Permissions that can be given to anybody. The other one ends the queues of guests (`known-people.test.ts`). */
const held = realmPermissionNames.filter((name) => name !== 'can_access_all_users_group');
const state = async () => ok(await mara.client.post('/register', { fetch_event_types: ['realm'] }));

test('every setting is kept, told, and in the state of who registers afterwards', async () => {
  const channel = async (name: string, invite_only: boolean) =>
    ok(await owner.post('/channels/create', { name, subscribers: [org.chat.user_id], invite_only })).id;
  const reports = await channel('reports', true);
  const news = await channel('news', false);
  const alone: Record<string, unknown> = {
    name: 'Example Couriers North',
    description: 'By bicycle.',
    enable_spectator_access: true,
    allow_edit_history: false,
    topics_policy: 'disable_empty_topic',
    waiting_period_threshold: 3,
    message_retention_days: 30,
    enable_read_receipts: false,
    moderation_request_channel_id: reports,
    new_stream_announcements_stream_id: news,
    signup_announcements_stream_id: news,
    presence_disabled: true,
    require_unique_names: true,
    default_language: 'de',
    default_code_block_language: 'python',
    inline_image_preview: false,
    inline_url_embed_preview: false,
    enable_guest_user_indicator: false,
    enable_guest_user_dm_warning: false,
    org_type: 10,
    giphy_rating: 5,
    video_chat_provider: 1,
    jitsi_server_url: 'https://meet.example',
    name_changes_disabled: true,
    email_changes_disabled: true,
    avatar_changes_disabled: true,
    keep_photo_locations: true,
    allow_search_engines: true,
    digest_emails_enabled: true,
    digest_weekday: 4,
  };
  const together: Record<string, unknown> = {
    allow_message_editing: false,
    message_content_edit_limit_seconds: 60,
    message_content_delete_limit_seconds: 61,
    move_messages_within_stream_limit_seconds: 62,
    move_messages_between_streams_limit_seconds: 63,
    ...Object.fromEntries(held.map((name) => [name, only(mara.id)])),
  };
  const before = await state();
  const queue = await QueueReader.register(gwen.client, { event_types: ['realm'] });
  await set({ ...alone, ...together });
  const after = await state();
  for (const [name, value] of Object.entries({ ...alone, ...together })) {
    assert.notDeepEqual(before[`realm_${name}`], value, name);
    assert.deepEqual(after[`realm_${name}`], value, name);
  }
  const events = (await queue.poll()).map(({ id, ...event }) => event);
  const derived = {
    ...{ mandatory_topics: true, wildcard_mention_policy: 6, web_public_access_enabled: true },
    message_edit_history_visibility_policy: 'none',
  };
  const update = (property: string, value: unknown) => ({ type: 'realm', op: 'update', property, value });
  const byProperty = (a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
  assert.deepEqual(
    events.filter(({ op }) => op === 'update').sort(byProperty),
    Object.entries({ ...alone, ...derived })
      .map(([property, value]) => update(property, value))
      .sort(byProperty),
  );
  assert.deepEqual(
    events.filter(({ op }) => op !== 'update'),
    [{ type: 'realm', op: 'update_dict', property: 'default', data: together }],
  );
  for (const name of ['mandatory_topics', 'wildcard_mention_policy'] as const)
    assert.equal(after[`realm_${name}`], derived[name]);
  // The same again changes nothing, and nobody is told.
  await set({ ...alone, ...together });
  assert.deepEqual(await queue.poll(), []);
  assert.equal(ok(await owner.get('/server_settings')).realm_name, 'Example Couriers North');
  assert.equal((await new DispatchClient(org.dispatch).get('/organization')).json.name, 'Example Couriers North');

  const render = async (content: string) => ok(await mara.client.post('/messages/render', { content })).rendered;
  const [code, picture] = ['```\nx = 1\n```', 'https://pictures.example/van.png'];
  assert.match(await render(code), /data-code-language="Python"/);
  assert.doesNotMatch(await render(picture), /message_inline_image/);
  await set({ default_language: 'en', default_code_block_language: '', inline_image_preview: true });
  await set({ jitsi_server_url: 'default' });
  assert.doesNotMatch(await render(code), /data-code-language/);
  assert.match(await render(picture), /message_inline_image/);
  assert.equal((await state()).realm_jitsi_server_url, null);

  const unlimited = Object.keys(together).filter((name) => name.endsWith('_seconds'));
  await set(Object.fromEntries(unlimited.map((name) => [name, 'unlimited'])));
  const open = await state();
  for (const name of unlimited) assert.equal(open[`realm_${name}`], null);
  await set({ message_retention_days: 'unlimited' });
  assert.equal((await state()).realm_message_retention_days, -1);
  await set({
    moderation_request_channel_id: -1,
    new_stream_announcements_stream_id: -1,
    signup_announcements_stream_id: -1,
  });
  assert.equal((await state()).realm_moderation_request_channel_id, -1);
  const defaults = ['topics_policy', 'waiting_period_threshold', 'allow_message_editing', 'enable_read_receipts'];
  const later = ['presence_disabled', 'require_unique_names', 'enable_guest_user_indicator', 'email_changes_disabled'];
  const back = [...defaults, ...later, 'name_changes_disabled', 'avatar_changes_disabled', 'enable_spectator_access'];
  await set(Object.fromEntries([...back, ...held].map((name) => [name, before[`realm_${name}`]])));
});

test('only administrators change settings, and of some only owners', async () => {
  const { client } = await makePerson(server, org, { name: 'Mo Moderator', role: 300 });
  for (const each of [client, mara.client, gwen.client])
    await refused(
      each.patch('/realm', { description: 'x' }),
      'Must be an organization administrator',
      'UNAUTHORIZED_PRINCIPAL',
    );
  ok(await ada.client.patch('/realm', { description: 'By Ada.' }));
  const owned = ['waiting_period_threshold', 'enable_spectator_access', 'message_retention_days'];
  for (const name of owned)
    await refused(
      ada.client.patch('/realm', { [name]: name.startsWith('enable') ? true : 4, description: 'half' }),
      'Must be an organization owner',
    );
  for (const [name, rule] of Object.entries(realmPermissions)) {
    const other = 'allowed' in rule ? 'role:members' : 'role:moderators';
    const answer = ada.client.patch('/realm', { [name]: { new: system[other] } });
    if ('ownersOnly' in rule) await refused(answer, 'Must be an organization owner');
    else ok(await answer);
    await set({ [name]: system['allowed' in rule ? 'role:everyone' : 'role:members'] });
  }
  assert.equal((await state()).realm_description, 'By Ada.');
});

test('values that cannot be are refused, and nothing of the request is kept', async () => {
  const archived = ok(await owner.post('/channels/create', { name: 'old', subscribers: [] })).id;
  ok(await owner.delete(`/streams/${archived}`));
  const open = ok(await owner.post('/channels/create', { name: 'open', subscribers: [] })).id;
  for (const [given, msg] of [
    [{ name: ' ' }, 'Organization name cannot be empty.'],
    [{ name: 'x'.repeat(41) }, 'Organization name is too long.'],
    [{ name: 'a\u0007' }, 'Invalid character in organization name.'],
    [{ description: 'x'.repeat(1001) }, 'Organization description is too long.'],
    [{ topics_policy: 'inherit' }, 'Invalid topics_policy'],
    [{ waiting_period_threshold: -1 }, 'waiting_period_threshold is too small'],
    [{ digest_weekday: 7 }, 'digest_weekday is too large'],
    [{ message_content_edit_limit_seconds: 0 }, "Bad value for 'message_content_edit_limit_seconds': 0"],
    [{ message_content_edit_limit_seconds: 2_147_483_648 }, 'Invalid message_content_edit_limit_seconds'],
    [{ message_content_delete_limit_seconds: 'never' }, 'Invalid message_content_delete_limit_seconds'],
    [{ message_retention_days: 0 }, "Bad value for 'message_retention_days': 0"],
    [{ moderation_request_channel_id: 987_654 }, 'Invalid channel ID'],
    [{ moderation_request_channel_id: open }, 'Moderation request channel must be private.'],
    [{ new_stream_announcements_stream_id: archived }, 'Invalid channel ID'],
    [{ default_language: 'xx' }, "Invalid language 'xx'"],
    [{ default_language: '' }, "Invalid language ''"],
    [{ org_type: 5 }, 'Invalid org_type'],
    [{ giphy_rating: 9 }, 'Invalid giphy_rating'],
    [{ video_chat_provider: 3 }, 'Invalid video_chat_provider'],
    [{ jitsi_server_url: 'javascript:alert(1)' }, 'jitsi_server_url is not a URL'],
    [{ emails_restricted_to_domains: true }, 'Add a domain before restricting addresses to domains.'],
    [{ can_create_groups: { new: 987_654 } }, 'Invalid user group'],
    [{ can_create_groups: { new: only(), old: only(gwen.id) } }, "'old' value does not match the expected value."],
    [
      { can_create_groups: system['role:everyone'] },
      "'can_create_groups' setting cannot be set to 'role:everyone' group.",
    ],
    [{ can_access_all_users_group: only(mara.id) }, "'can_access_all_users_group' must be a system user group."],
    [
      { can_access_all_users_group: system['role:nobody'] },
      "'can_access_all_users_group' setting cannot be set to 'role:nobody' group.",
    ],
  ] as const)
    await refused(owner.patch('/realm', { enable_read_receipts: false, ...given }), msg);
  assert.equal((await state()).realm_enable_read_receipts, true);
  const unknown = ok(await owner.patch('/realm', { favourite_colour: 'blue' }));
  assert.deepEqual(unknown.ignored_parameters_unsupported, ['favourite_colour']);
});

test('what is the same in every organization can be said, and not changed', async () => {
  for (const [name, is] of [
    ['invite_required', true],
    ['disallow_disposable_email_addresses', false],
    ['send_welcome_emails', false],
    ['want_advertise_in_communities_directory', false],
  ] as const) {
    assert.equal(ok(await owner.patch('/realm', { [name]: is })).ignored_parameters_unsupported, undefined);
    assert.equal((await owner.patch('/realm', { [name]: !is })).status, 400, name);
  }
  ok(await owner.patch('/realm', { authentication_methods: { Email: true } }));
  assert.equal((await owner.patch('/realm', { authentication_methods: { Email: false } })).status, 400);
  for (const name of ['enable_marketing_emails', 'enable_login_emails']) {
    ok(await owner.patch('/settings', { [name]: false }));
    assert.equal((await owner.patch('/settings', { [name]: true })).status, 400, name);
  }
  const left = await owner.delete(`/users/${mara.id}`, { deactivation_notification_comment: 'Bye' });
  assert.equal(left.status, 400, left.text);
  assert.equal(ok(await owner.get(`/users/${mara.id}`)).user.is_active, true);
});

test('who sees the history of messages, in both forms', async () => {
  ok(await owner.patch('/realm', { allow_edit_history: true }));
  const { realm_allow_edit_history, realm_message_edit_history_visibility_policy: policy } = await state();
  assert.deepEqual([realm_allow_edit_history, policy], [true, 'all']);
  const queue = await QueueReader.register(owner, { event_types: ['realm'] });
  ok(await owner.patch('/realm', { message_edit_history_visibility_policy: 'none' }));
  const changes = (await queue.poll()).map(({ property, value }) => [property, value]);
  assert.deepEqual(changes, [
    ['allow_edit_history', false],
    ['message_edit_history_visibility_policy', 'none'],
  ]);
  const after = await state();
  assert.deepEqual(
    [after.realm_allow_edit_history, after.realm_message_edit_history_visibility_policy],
    [false, 'none'],
  );
  for (const wrong of [
    { message_edit_history_visibility_policy: 'moves' },
    { message_edit_history_visibility_policy: 'all', allow_edit_history: false },
  ])
    assert.equal((await owner.patch('/realm', wrong)).status, 400);
  ok(await owner.patch('/realm', { allow_edit_history: true }));
});

test('settings bind at once', async () => {
  const create = (client: ChatClient, given: object = {}) =>
    client.post('/channels/create', { name: `ch ${Math.random()}`, subscribers: [], ...given });
  const changes: [Record<string, unknown>, () => Promise<Answer>][] = [
    [{ can_create_public_channel_group: only(ada.id) }, () => create(mara.client)],
    [{ can_create_private_channel_group: only(ada.id) }, () => create(mara.client, { invite_only: true })],
    [
      { can_create_bots_group: only(ada.id) },
      () =>
        mara.client.post('/bots', { full_name: `Bot ${Math.random()}`, short_name: `b${`${Math.random()}`.slice(2)}` }),
    ],
    [{ can_create_groups: only(ada.id) }, () => mara.client.post('/user_groups/create', { name: `${Math.random()}` })],
    [
      { can_set_delete_message_policy_group: only(ada.id) },
      () => create(mara.client, { can_delete_any_message_group: system['role:moderators'] }),
    ],
    [
      { direct_message_permission_group: only(ada.id) },
      () => mara.client.post('/messages', { type: 'direct', to: [gwen.id], content: 'hello' }),
    ],
  ];
  for (const [change, attempt] of changes) {
    const name = Object.keys(change)[0]!;
    const before = (await state())[`realm_${name}`];
    assert.equal((await attempt()).json.result, 'success', name);
    await set(change);
    assert.equal((await attempt()).json.result, 'error', name);
    await set({ [name]: before });
  }
  const own = ok(await create(mara.client)).id;
  const change = { can_delete_own_message_group: { new: system['role:members'] } };
  ok(await mara.client.patch(`/streams/${own}`, change));
  await set({ can_set_delete_message_policy_group: only(ada.id) });
  await refused(
    mara.client.patch(`/streams/${own}`, { can_delete_own_message_group: only() }),
    'Insufficient permission',
  );
});

test('a name is one person’s where the organization says so', async () => {
  await set({ require_unique_names: true });
  const msg = 'Unique names required in this organization.';
  const password = 'correct horse battery staple';
  await refused(owner.post('/users', { email: 'second@couriers.example', full_name: 'mara MEMBER', password }), msg);
  await refused(owner.patch(`/users/${gwen.id}`, { full_name: 'Mara Member' }), msg);
  await refused(gwen.client.patch('/settings', { full_name: 'Mara Member' }), msg);
  // A bot's may be anybody's, and what somebody is called already stays.
  const { user_id } = ok(await mara.client.post('/bots', { full_name: 'Helper', short_name: 'helping' }));
  ok(await owner.patch(`/users/${user_id}`, { full_name: 'Ada Admin' }));
  // Their own name, in other letters.
  ok(await mara.client.patch('/settings', { full_name: 'MARA Member' }));
  ok(await mara.client.patch('/settings', { full_name: 'Mara Member' }));
  await set({ require_unique_names: false });
});

test('where addresses are not to be changed, administrators alone change their own', async () => {
  await set({ email_changes_disabled: true });
  await refused(
    mara.client.patch('/settings', { email: 'new@couriers.example' }),
    'Email address changes are disabled in this organization.',
  );
  ok(await ada.client.patch('/settings', { email: 'ada.new@couriers.example' }));
  await set({ email_changes_disabled: false });
});

test('a waiting period puts newcomers out of the full members, and everybody is told', async () => {
  const queue = await QueueReader.register(gwen.client, { event_types: ['user_group'] });
  await set({ waiting_period_threshold: 10 });
  const events = await queue.poll();
  const [left] = events.filter(({ op }) => op === 'remove_members');
  const [came] = events.filter(({ op }) => op === 'add_members');
  assert.equal(left!.group_id, system['role:fullmembers']);
  assert.equal(came!.group_id, system['role:members']);
  for (const { user_ids } of [left!, came!]) assert.ok(user_ids.includes(mara.id));
  await set({ waiting_period_threshold: 0 });
});

test('whose waiting period ends becomes a full member, and everybody is told', async () => {
  const nina = await makePerson(server, org, { name: 'Nina New' });
  await set({ waiting_period_threshold: 3 });
  const only = { can_subscribe_group: system['role:fullmembers'], history_public_to_subscribers: true };
  const made = await owner.post('/channels/create', { name: 'seniors', subscribers: [], invite_only: true, ...only });
  const channel = ok(made).id;
  assert.equal((await nina.client.get(`/streams/${channel}`)).status, 400);
  const wanted = { event_types: ['user_group', 'stream'], idle_queue_timeout: 604_800 };
  const queue = await QueueReader.register(nina.client, wanted);
  server.clock.advance(2 * 86_400_000);
  await endWaiting(server.services);
  assert.deepEqual(await queue.poll(), []);
  server.clock.advance(86_400_000 + 60_000);
  await endWaiting(server.services);
  const received = await queue.poll();
  const groups = received.filter(({ type, user_ids }) => type === 'user_group' && user_ids.includes(nina.id));
  assert.deepEqual(
    groups.map(({ op, group_id }) => [op, group_id]),
    [
      ['remove_members', system['role:members']],
      ['add_members', system['role:fullmembers']],
    ],
  );
  const [created] = received.filter(({ type }) => type === 'stream');
  assert.deepEqual([created!.op, created!.streams[0].stream_id], ['create', channel]);
  // Later requests agree, in cached facts too.
  assert.equal((await nina.client.get(`/streams/${channel}`)).status, 200);
  await endWaiting(server.services);
  assert.deepEqual(await queue.poll(), []);
  await set({ waiting_period_threshold: 0 });
});

test('new channels are announced where the organization says so, in its language, private ones nowhere', async () => {
  const news = ok(
    await owner.post('/channels/create', { name: 'announcements', subscribers: [org.chat.user_id, mara.id] }),
  ).id;
  const make = async (name: string, given: object = {}) =>
    ok(await mara.client.post('/channels/create', { name, subscribers: [], announce: true, ...given }));
  const notified = async () => {
    const narrow = [{ operator: 'channel', operand: news }];
    const options = { anchor: 'oldest', num_before: 0, num_after: 20, narrow, apply_markdown: false };
    return ok(await mara.client.get('/messages', options)).messages.map(
      (message: { subject: string; content: string }) => [message.subject, message.content],
    );
  };
  await make('not told');
  await set({ new_stream_announcements_stream_id: news });
  const answer = await make('tours');
  assert.equal(answer.ignored_parameters_unsupported, undefined);
  await make('secret tours', { invite_only: true });
  await make('silent', { announce: false });
  const subscriptions = [{ name: 'bikes' }, { name: 'vans*' }];
  ok(await mara.client.post('/users/me/subscriptions', { subscriptions, announce: true }));
  ok(await mara.client.post('/users/me/subscriptions', { subscriptions, announce: true }));
  const who = `@_**Mara Member|${mara.id}**`;
  assert.deepEqual(await notified(), [
    ['new channels', `${who} created a new channel #**tours**.`],
    ['new channels', `${who} created the following channels: #**bikes**, #vans*.`],
  ]);
  ok(await owner.delete(`/streams/${news}`));
  await make('after the archive');
});

test('who joins is told where the organization says so; guests are not', async () => {
  const place = ok(await owner.post('/channels/create', { name: 'doormat', subscribers: [org.chat.user_id] })).id;
  const password = 'correct horse battery staple';
  const join = async (name: string): Promise<number> =>
    ok(await owner.post('/users', { email: `${name}@couriers.example`, full_name: name, password })).user_id;
  const accept = async (name: string, invite_as: number): Promise<number> => {
    const { invite_link } = ok(await owner.post('/invites/multiuse', { invite_as, stream_ids: [] }));
    const token = new URL(invite_link).pathname.split('/').filter(Boolean).at(-1)!;
    const joining = { token, fullName: name, passwordHash: null, email: `${name}@couriers.example` };
    const { userId } = await server.services.database.transaction((tx) =>
      doAcceptInvitation(tx, server.services, joining),
    );
    return userId;
  };
  await join('early');
  await set({ signup_announcements_stream_id: place });
  const made = await join('nell');
  const invited = await accept('ivo', 400);
  await accept('gus', 600);
  const narrow = [{ operator: 'channel', operand: place }];
  const options = { anchor: 'oldest', num_before: 0, num_after: 20, narrow, apply_markdown: false };
  assert.deepEqual(
    ok(await owner.get('/messages', options)).messages.map(({ subject, content }: Record<string, string>) => [
      subject,
      content,
    ]),
    [
      ['signups', `@_**nell|${made}** joined this organization.`],
      ['signups', `@_**ivo|${invited}** joined this organization.`],
    ],
  );
});
