import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completed, suggestions } from '../../web/chat/search/suggestions.ts';
import { partsOf, searchOf, written } from '../../web/chat/search/terms.ts';
import { nextUnreadDirect, nextUnreadTopic } from '../../web/chat/shell/unread-places.ts';
import { unreadCounts } from '../../web/store/chat/select/unread.ts';
import { ME, someState } from './chat-state.ts';

const state = someState({
  realm_users: [
    { user_id: 7, full_name: 'Olive Owner', email: 'olive@example.com', delivery_email: null, is_active: true },
    { user_id: 8, full_name: 'Pat Fern', email: 'pat@example.com', delivery_email: null, is_active: true },
  ] as never,
  subscriptions: [
    { stream_id: 1, name: 'night shift' },
    { stream_id: 2, name: 'garage' },
  ] as never,
});

test('a search is read as it is written', () => {
  const text = 'from:"Pat Fern" -in:garage "flat tyre" 10:30 -wet is:unread';
  const parts = partsOf(text);
  assert.deepEqual(
    parts.map(({ operator, value, isNegated }) => [operator, value, isNegated]),
    [
      ['sender', 'Pat Fern', false],
      ['channel', 'garage', true],
      ['', 'flat tyre', false],
      ['', '10:30', false],
      ['', 'wet', true],
      ['is', 'unread', false],
    ],
  );
  assert.equal(parts.map(written).join(' '), text);
});

test('names become IDs, words one term, days and near a place', () => {
  const terms = (text: string) => searchOf(state, text).terms;
  assert.deepEqual(terms('from:"pat fern" "flat tyre" 10:30'), [
    { operator: 'sender', operand: 8 },
    { operator: 'search', operand: '"flat tyre" 10:30' },
  ]);
  assert.deepEqual(terms('from:me channel:"Night Shift" topic:bikes -has:images'), [
    { operator: 'sender', operand: ME },
    { operator: 'channel', operand: 1 },
    { operator: 'topic', operand: 'bikes' },
    { operator: 'has', operand: 'image', negated: true },
  ]);
  assert.deepEqual(terms('dm:"Pat Fern",me -wet'), [
    { operator: 'dm', operand: [7, 8] },
    { operator: 'search', operand: 'wet', negated: true },
  ]);
  const { near, before } = searchOf(state, 'near:12 before:2026-11-01');
  assert.deepEqual([near, before], [12, new Date('2026-11-01T00:00')]);
});

test('what means nothing here is named', () => {
  const problem = (text: string) => searchOf(state, text).problem;
  assert.deepEqual(problem('from:nobody is:odd'), { kind: 'person', value: 'nobody' });
  assert.deepEqual(problem('in:attic'), { kind: 'channel', value: 'attic' });
  assert.deepEqual(problem('is:odd'), { kind: 'operand', value: 'odd' });
  assert.deepEqual(problem('near:here'), { kind: 'number', value: 'here' });
  for (const value of ['yesterday', '2026-13-40']) assert.deepEqual(problem(`after:${value}`), { kind: 'date', value });
});

test('operators, names and what an operator takes are suggested for the last part', () => {
  assert.deepEqual(suggestions(state, 'lift fr'), ['from:']);
  assert.deepEqual(suggestions(state, 'lift from:pa'), ['from:"Pat Fern"']);
  assert.deepEqual(suggestions(state, '-in:ga'), ['-in:garage']);
  assert.deepEqual(suggestions(state, 'is:st'), ['is:starred']);
  assert.deepEqual(suggestions(state, 'lift '), []);
  assert.equal(completed('lift from:"Pa', 'from:"Pat Fern"'), 'lift from:"Pat Fern" ');
  assert.equal(completed('lift fr', 'from:'), 'lift from:');
});

test('the next unread place is the next on the left, and begins anew at the end', () => {
  const withUnread = someState({
    subscriptions: [
      { stream_id: 1, name: 'a' },
      { stream_id: 2, name: 'b' },
      { stream_id: 3, name: 'c', is_muted: true },
    ] as never,
    unread_msgs: {
      ...{ count: 5, mentions: [], huddles: [], old_unreads_missing: false },
      pms: [8, 9].map((other_user_id) => ({ other_user_id, sender_id: 8, unread_message_ids: [other_user_id] })),
      streams: [
        { stream_id: 1, topic: 'x', unread_message_ids: [1] },
        { stream_id: 1, topic: 'y', unread_message_ids: [2] },
        { stream_id: 2, topic: 'z', unread_message_ids: [3] },
        { stream_id: 3, topic: 'quiet', unread_message_ids: [4] },
      ],
    },
  });
  const counts = unreadCounts(withUnread);
  const topic = (channelId: number, name: string) => ({ kind: 'topic', channelId, topic: name }) as const;
  const next = (here: Parameters<typeof nextUnreadTopic>[2], step?: 1 | -1) =>
    nextUnreadTopic(withUnread, counts, here, step)?.topic;
  assert.deepEqual(
    [next(undefined), next(topic(1, 'y')), next(topic(1, 'X')), next(topic(2, 'z'))],
    ['y', 'x', 'z', 'y'],
  );
  assert.deepEqual(
    [next(topic(1, 'read')), next(topic(2, 'read')), next({ kind: 'channel', channelId: 2 })],
    ['y', 'z', 'z'],
  );
  assert.deepEqual([next(undefined, -1), next(topic(1, 'x'), -1), next(topic(2, 'read'), -1)], ['z', 'y', 'z']);
  assert.deepEqual(nextUnreadDirect(counts, undefined), { kind: 'direct', userIds: [7, 9] });
  assert.deepEqual(nextUnreadDirect(counts, { kind: 'direct', userIds: [7, 9] }), { kind: 'direct', userIds: [7, 8] });
});
