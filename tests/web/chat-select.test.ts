import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  completeChannels,
  completeEmoji,
  completeGroups,
  completePeople,
  completeTopics,
  mentionOf,
  recentPartners,
} from '../../web/store/chat/select/completion.ts';
import { inbox } from '../../web/store/chat/select/inbox.ts';
import { leftSections } from '../../web/store/chat/select/left.ts';
import { scoreOf, searchKey } from '../../web/store/chat/select/match.ts';
import { isTopicMuted } from '../../web/store/chat/select/muting.ts';
import { resolvedName } from '../../web/store/chat/select/names.ts';
import { peopleRows } from '../../web/store/chat/select/people.ts';
import { recentConversations } from '../../web/store/chat/select/recent.ts';
import { topicRows } from '../../web/store/chat/select/topics.ts';
import { unreadCounts } from '../../web/store/chat/select/unread.ts';
import type { ChatState } from '../../web/store/chat/state.ts';
import type { Message, RegisterQueueAnswer } from '../../web/store/wire/chat.ts';
import { ME, someDirect, someMessage, someState } from './chat-state.ts';

const policy = (topic_name: string, visibility_policy: number, stream_id = 1) => ({
  ...{ stream_id, topic_name, last_updated: 1, visibility_policy },
});

/** A state with unread messages in two channels, the second one muted, and in two direct conversations. */
function withUnread(): ChatState {
  const unread = (stream_id: number, topic: string, unread_message_ids: number[]) => ({
    ...{ stream_id, topic, unread_message_ids },
  });
  return someState({
    subscriptions: [
      { stream_id: 1, name: 'floor', is_muted: false },
      { stream_id: 2, name: 'dock', is_muted: true, pin_to_top: true },
    ],
    user_topics: [policy('Radio', 1), policy('ice', 3, 2), policy('salt', 2, 2)],
    muted_users: [{ id: 9, timestamp: 1 }],
    unread_msgs: {
      streams: [
        unread(1, 'gates', [20, 21, 30]),
        unread(1, 'radio', [22]),
        unread(2, 'ice', [23]),
        unread(2, 'salt', [24]),
        unread(2, 'sand', [25, 26]),
      ],
      pms: [
        { other_user_id: 8, unread_message_ids: [27] },
        { other_user_id: 9, unread_message_ids: [28] },
      ],
      huddles: [{ user_ids_string: '7,8,9', unread_message_ids: [29] }],
      mentions: [22, 30],
    },
  } as unknown as Partial<RegisterQueueAnswer>);
}

const places = (list: readonly { key: string }[]) => list.map(({ key }) => key);
const put = (state: ChatState, ...messages: Message[]) => {
  for (const message of messages) state.messages.set(message.id, message);
};

test('unread messages are counted by place; what is muted counts in no total, but where it mentions the person', () => {
  const state = withUnread();
  const counts = unreadCounts(state);
  assert.deepEqual([counts.total, counts.direct, counts.mentions], [3 + 1 + 2 + 2, 2, 2]);
  assert.deepEqual(counts.channels.get(1), { count: 3, mutedCount: 1, mentions: 2 });
  assert.deepEqual(counts.channels.get(2), { count: 2, mutedCount: 2, mentions: 0 });
  const gates = counts.conversations.get('topic 1 gates')!;
  assert.deepEqual([gates.count, gates.mentions, gates.firstId, gates.lastId], [3, 1, 20, 30]);
  assert.ok(isTopicMuted(state, 2, 'sand') && isTopicMuted(state, 1, 'RADIO') && !isTopicMuted(state, 2, 'ice'));
});

test('the inbox has what asks for attention: mentions first, pinned channels first', () => {
  const { direct, channels } = inbox(withUnread());
  assert.deepEqual(places(direct), ['direct 7,8,9', 'direct 7,8']);
  assert.deepEqual(
    channels.map(({ name, count, topics }) => [name, count, places(topics)]),
    [
      ['dock', 2, ['topic 2 salt', 'topic 2 ice']],
      ['floor', 4, ['topic 1 gates', 'topic 1 radio']],
    ],
  );
});

test('recent conversations stand by their last activity, with who wrote there, and can be filtered', () => {
  const state = withUnread();
  put(state, someMessage(31, { subject: 'Ramp', sender_id: ME }), someMessage(32, { subject: 'ramp', sender_id: 8 }));
  put(state, someMessage(20), someDirect(33, [7, 8]));
  const all = recentConversations(state);
  assert.deepEqual(places(all), [
    ...['direct 7,8', 'topic 1 ramp', 'topic 1 gates', 'direct 7,8,9', 'topic 2 salt', 'topic 2 ice'],
  ]);
  assert.deepEqual([all[1]!.senderIds, all[1]!.lastMessage!.id, all[1]!.isMine], [[8, ME], 32, true]);
  assert.equal(all[2]!.lastId, 30, 'a newer one is known of');
  assert.deepEqual(places(recentConversations(state, ['mine'])), ['direct 7,8', 'topic 1 ramp', 'direct 7,8,9']);
  assert.deepEqual(places(recentConversations(state, ['mentioned'])), ['topic 1 gates']);
  assert.deepEqual(places(recentConversations(state, ['mentioned', 'muted'])), ['topic 1 gates', 'topic 1 radio']);
  assert.deepEqual(places(recentConversations(state, ['followed', 'unread'])), ['topic 2 ice']);
});

test('the left side has pinned channels, folders, others, and those in which nobody writes', () => {
  const channel = (stream_id: number, name: string, given: object = {}) => ({
    ...{
      stream_id,
      name,
      is_recently_active: true,
      folder_id: null,
      is_muted: false,
      pin_to_top: false,
      color: '#123',
    },
    ...given,
  });
  const given = {
    subscriptions: [
      ...[channel(1, 'b'), channel(2, 'A'), channel(3, 'loud', { is_muted: true }), channel(4, 'x', { folder_id: 5 })],
      ...[channel(5, 'top', { pin_to_top: true, folder_id: 5 }), channel(6, 'old', { is_recently_active: false })],
      channel(7, 'shut', { folder_id: 6 }),
    ],
    never_subscribed: [],
    channel_folders: [
      { id: 6, name: 'Shut', order: 0, is_archived: true },
      { id: 5, name: 'Yard', order: 1, is_archived: false },
    ],
  };
  const shown = (user_settings: object) =>
    leftSections(someState({ ...given, user_settings } as unknown as Partial<RegisterQueueAnswer>)).map((section) => [
      section.folder?.name ?? section.kind,
      section.channels.map(({ name }) => name).join(),
    ]);
  assert.deepEqual(shown({}), [
    ['pinned', 'top'],
    ['Yard', 'x'],
    ['active', 'A,b,old,shut,loud'],
  ]);
  assert.deepEqual(shown({ demote_inactive_streams: 2, web_left_sidebar_show_channel_folders: false }), [
    ['pinned', 'top'],
    ['active', 'A,b,shut,x,loud'],
    ['inactive', 'old'],
  ]);
});

test('topics of a channel are those that the server listed and those that came since, once each', () => {
  const state = withUnread();
  put(state, someMessage(40, { subject: 'RAMP' }));
  const rows = topicRows(state, 1, [
    { name: 'ramp', max_id: 5 },
    { name: '✔ sold', max_id: 33 },
  ]);
  assert.deepEqual(
    rows.map(({ topic, lastId, unread }) => [topic, lastId, unread]),
    [
      ['RAMP', 40, 0],
      ['✔ sold', 33, 0],
      ['gates', 30, 3],
      ['radio', 22, 1],
    ],
  );
  assert.deepEqual([rows[1]!.isResolved, rows[3]!.isMuted], [true, true]);
  assert.deepEqual(
    [resolvedName('a', true), resolvedName('✔ ✔ a', false), resolvedName('✔ a', true)],
    ['✔ a', 'a', '✔ a'],
  );
});

const person = (user_id: number, full_name: string, given: object = {}) => ({
  ...{ user_id, full_name, is_active: true, is_bot: false },
  ...given,
});
const withPeople = (...realm_users: object[]) =>
  someState({
    realm_users,
    realm_user_groups: [],
    recent_private_conversations: [],
  } as unknown as Partial<RegisterQueueAnswer>);

test('people beside the messages: who is here first; no bots, nobody who left or is muted', () => {
  const state = withPeople(
    ...[person(1, 'Zoe'), person(2, 'Ben'), person(3, 'Ann'), person(4, 'Bot', { is_bot: true })],
    ...[person(5, 'Gone', { is_active: false }), person(6, 'Mute')],
  );
  state.fields.muted_users = [{ id: 6, timestamp: 1 }];
  const rows = peopleRows(state, (id) => (id === 1 ? 'active' : 'offline'));
  assert.deepEqual(
    rows.map(({ user }) => user.full_name),
    ['Zoe', 'Ann', 'Ben'],
  );
  assert.equal(peopleRows(state, () => 'idle', new Set([2])).length, 1);
});

test('a match is better the more of the beginning it has: whole, start, words, initials, anywhere', () => {
  const score = (text: string, query: string) => scoreOf(searchKey(text), searchKey(query).text);
  const scores = ['jo', 'John', 'Mary Jo', 'Jim Oak', 'Banjo', 'Ann'].map((name) => score(name, 'Jo'));
  assert.deepEqual(scores, [0, 1, 2, 3, 4, undefined]);
  assert.equal(score('John Smith', 'jo sm'), 2);
  assert.equal(score('Smith John', 'jo sm'), undefined);
  assert.equal(score('Zoë Müller', 'zoe mu'), 1);
});

test('names are completed: recent partners and subscribers before all others, bots last', () => {
  const state = withPeople(
    ...[person(1, 'Mara Ash'), person(2, 'Mara Bow'), person(3, 'Mara Cole'), person(4, 'Marabot', { is_bot: true })],
    person(5, 'Tamara'),
  );
  state.subscribers.set(1, new Set([2]));
  state.directConversations = new Map([['3', { userIds: [3], maxMessageId: 5 }]]);
  const names = (channelId?: number) =>
    completePeople(state, 'mar', channelId === undefined ? {} : { channelId }).items.map(({ user_id }) => user_id);
  assert.deepEqual(names(), [3, 1, 2, 4, 5]);
  assert.deepEqual(names(1), [2, 3, 1, 4, 5]);
  assert.deepEqual(recentPartners(state), [3]);
  assert.equal(mentionOf(state, state.users.get(1)!), '@**Mara Ash**');
  state.users.set(6, person(6, 'Mara Ash') as never);
  assert.equal(mentionOf(state, state.users.get(1)!, true), '@_**Mara Ash|1**');
});

test('groups, channels, topics and emoji are completed', () => {
  const state = withUnread();
  state.groups.set(1, { id: 1, name: 'drivers', is_system_group: false, deactivated: false } as never);
  state.groups.set(2, { id: 2, name: 'role:drivers', is_system_group: true, deactivated: false } as never);
  assert.deepEqual(
    completeGroups(state, 'dri').items.map(({ id }) => id),
    [1],
  );
  assert.deepEqual(
    completeChannels(state, 'o').items.map(({ name }) => name),
    ['floor', 'dock'],
  );
  assert.deepEqual(completeTopics(state, 1, 'gat').items, ['gates']);
  const emoji = [{ name: 'thumbs_up', aliases: ['+1', 'like'] }, { name: 'likeness' }, { name: 'up' }];
  assert.deepEqual(
    completeEmoji('like', emoji, ['thumbs_up']).items.map(({ name }) => name),
    ['thumbs_up', 'likeness'],
  );
  assert.deepEqual(
    completeEmoji('thumbs_u', emoji).items.map(({ name }) => name),
    ['thumbs_up'],
  );
});

test('among 10,000 people the best few are found, and how many there are', () => {
  const people = Array.from({ length: 10_000 }, (_, index) => person(index + 1, `Person ${index % 97} Number${index}`));
  const state = withPeople(...people);
  const { items, total } = completePeople(state, 'p', { most: 8 });
  assert.deepEqual([items.length, total], [8, 10_000]);
  assert.deepEqual(
    completePeople(state, 'number9999').items.map(({ user_id }) => user_id),
    [10_000],
  );
});
