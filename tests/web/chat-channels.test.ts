import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allowedRoles, type HolderGroup, holdersOf, partsOfHolders } from '../../web/shared/group-setting/holders.ts';
import {
  channelReader,
  channelRows,
  creatablePrivacies,
  mayAddSubscribers,
  mayAdminister,
  mayReadChannel,
  mayRemoveSubscribers,
  mayReturnTo,
  privacyOf,
} from '../../web/store/chat/select/channels.ts';
import { groupIdsOf, membersOfGroup } from '../../web/store/chat/select/holders.ts';
import type { ChatState } from '../../web/store/chat/state.ts';
import type { Channel, RegisterQueueAnswer } from '../../web/store/wire/chat.ts';
import { ME, someState } from './chat-state.ts';

const NOBODY = 90;
const CREW = 50;

const group = (id: number, name: string, members: number[], direct_subgroup_ids: number[] = []) => ({
  ...{ id, name, members, direct_subgroup_ids, is_system_group: name.startsWith('role:'), deactivated: false },
});
const GROUPS = [
  group(10, 'role:owners', [1]),
  group(11, 'role:administrators', [2], [10]),
  group(12, 'role:moderators', [3], [11]),
  group(14, 'role:members', [7, 8], [12]),
  group(15, 'role:everyone', [9], [14]),
  group(NOBODY, 'role:nobody', []),
  group(CREW, 'crew', [8], [51]),
  group(51, 'night crew', [7]),
];
const byId: ReadonlyMap<number, HolderGroup> = new Map(GROUPS.map((each) => [each.id, each]));

const channel = (stream_id: number, given: Partial<Channel> = {}) => ({
  ...{ stream_id, name: `channel ${stream_id}`, description: '', invite_only: false, is_web_public: false },
  ...{ is_archived: false, history_public_to_subscribers: true, subscriber_count: 1, stream_weekly_traffic: null },
  ...{ can_subscribe_group: NOBODY, can_add_subscribers_group: NOBODY, can_administer_channel_group: NOBODY },
  ...{ can_remove_subscribers_group: 11 },
  ...given,
});

/** The reader's role is 400 (a member), where nothing else is given. */
function stateWith(
  channels: ReturnType<typeof channel>[],
  {
    role = 400,
    subscribed = [1],
    ...fields
  }: Partial<RegisterQueueAnswer> & { role?: number; subscribed?: readonly number[] } = {},
): ChatState {
  const isSubscribed = ({ stream_id }: { stream_id: number }) => subscribed.includes(stream_id);
  return someState({
    realm_users: [{ user_id: ME, full_name: 'Me', role, is_guest: role === 600 }],
    realm_user_groups: GROUPS,
    realm_can_add_subscribers_group: 14,
    realm_can_create_public_channel_group: 14,
    realm_can_create_private_channel_group: 11,
    subscriptions: channels.filter(isSubscribed),
    never_subscribed: channels.filter((each) => !isSubscribed(each)),
    ...fields,
  } as unknown as Partial<RegisterQueueAnswer>);
}

test('a person is in the groups of their groups, and a group has the people of its groups', () => {
  const state = stateWith([]);
  assert.deepEqual([...groupIdsOf(state, ME)].sort(), [14, 15, CREW, 51]);
  assert.deepEqual([...membersOfGroup(state, CREW)].sort(), [7, 8]);
  assert.deepEqual([...membersOfGroup(state, 15)].sort(), [1, 2, 3, 7, 8, 9]);
});

test('what a member may do in channels: public, private, by a group, as its administrator', () => {
  const open = channel(1);
  const closed = channel(2, { invite_only: true });
  const byGroup = channel(3, { invite_only: true, can_subscribe_group: CREW });
  const own = channel(4, {
    ...{ invite_only: true, can_administer_channel_group: { direct_members: [ME], direct_subgroups: [] } },
  });
  const reader = channelReader(stateWith([open, closed, byGroup, own]));
  const all = [open, closed, byGroup, own] as unknown as Channel[];
  assert.deepEqual(
    all.map((each) => [mayReadChannel(reader, each), mayAdminister(reader, each)]),
    [
      [true, false],
      [false, false],
      [true, false],
      [false, true],
    ],
  );
  assert.deepEqual(
    all.map((each) => [mayAddSubscribers(reader, each), mayRemoveSubscribers(reader, each)]),
    [
      [true, false],
      [false, false],
      [true, false],
      // Whoever administers a channel that they cannot read lets nobody in.
      [false, true],
    ],
  );
  const guest = channelReader(stateWith([open, closed], { role: 600, subscribed: [2] }));
  assert.deepEqual(
    all.slice(0, 2).map((each) => [mayReadChannel(guest, each), mayAddSubscribers(guest, each)]),
    [
      [false, false],
      [true, false],
    ],
  );
  assert.equal(mayReturnTo(guest, closed as unknown as Channel), false);
  assert.equal(mayReturnTo(reader, open as unknown as Channel), true);
});

test('kinds of channels that one may create: by group, never as a guest, web-public only where it is on', () => {
  assert.deepEqual(creatablePrivacies(channelReader(stateWith([]))), ['public']);
  assert.deepEqual(creatablePrivacies(channelReader(stateWith([], { role: 600 }))), []);
  const web = { server_web_public_streams_enabled: true, realm_can_create_web_public_channel_group: 14 };
  assert.deepEqual(creatablePrivacies(channelReader(stateWith([], web))), ['public']);
  const open = stateWith([], { ...web, realm_enable_spectator_access: true });
  assert.deepEqual(creatablePrivacies(channelReader(open)), ['public', 'web']);
  assert.equal(
    privacyOf({ invite_only: true, is_web_public: false, history_public_to_subscribers: false }),
    'protected',
  );
});

test('channels are found by name and description, filtered and ordered; archived ones stand alone', () => {
  const state = stateWith([
    channel(1, { name: 'harbour', subscriber_count: 3 }),
    channel(2, { name: 'Ångström', subscriber_count: 9, description: 'by the harbour' }),
    channel(3, { name: 'office', invite_only: true, stream_weekly_traffic: 40 }),
    channel(4, { name: 'harbour, old', is_archived: true }),
  ]);
  const names = (given: Partial<Parameters<typeof channelRows>[1]>) =>
    channelRows(state, { query: '', only: [], order: 'name', ...given }).map(({ name }) => name);
  assert.deepEqual(names({}), ['Ångström', 'harbour', 'office']);
  assert.deepEqual(names({ query: 'HARB' }), ['Ångström', 'harbour']);
  assert.deepEqual(names({ query: 'angs' }), ['Ångström']);
  assert.deepEqual(names({ only: ['archived'] }), ['harbour, old']);
  assert.deepEqual(names({ only: ['subscribed'] }), ['harbour']);
  assert.deepEqual(names({ only: ['others', 'private'] }), ['office']);
  assert.deepEqual(names({ order: 'people' }), ['Ångström', 'harbour', 'office']);
  assert.deepEqual(names({ order: 'traffic' }), ['office', 'Ångström', 'harbour']);
});

test('holders of a permission: the widest role, groups and people; back in the one form that is stored', () => {
  const parts = partsOfHolders(byId, { direct_members: [7, 9], direct_subgroups: [12, CREW] }, 11, NOBODY);
  assert.deepEqual(parts, { role: 'role:moderators', groups: [CREW], people: [7, 9] });
  assert.deepEqual(holdersOf(byId, parts), { direct_members: [7, 9], direct_subgroups: [12, CREW] });
  assert.equal(holdersOf(byId, { role: undefined, groups: [], people: [] }), NOBODY);
  assert.equal(holdersOf(byId, { role: 'role:owners', groups: [], people: [] }), 10);
  assert.equal(holdersOf(byId, { role: undefined, groups: [CREW], people: [] }), CREW);
  const rule = { require_system_group: false, allow_nobody_group: true, allowed_system_groups: [] };
  const roles = allowedRoles({ ...rule, allow_internet_group: false, allow_everyone_group: false });
  assert.equal(roles.at(-1), 'role:members');
  assert.deepEqual(
    allowedRoles({
      ...rule,
      allow_internet_group: true,
      allow_everyone_group: true,
      allowed_system_groups: ['role:owners'],
    }),
    ['role:owners'],
  );
});
