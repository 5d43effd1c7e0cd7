import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply } from '../../web/store/chat/apply/index.ts';
import { type Narrow, narrowKey, narrowTerms } from '../../web/store/chat/narrow.ts';
import type { ChatState } from '../../web/store/chat/state.ts';
import { foundOldest } from '../../web/store/chat/windows/ranges.ts';
import { MAX_MESSAGES } from '../../web/store/chat/windows/trim.ts';
import {
  addFetched,
  knownRange,
  look,
  messagesOf,
  missingAfter,
  missingBefore,
  windowOf,
} from '../../web/store/chat/windows/windows.ts';
import type { Message } from '../../web/store/wire/chat.ts';
import { ME, someAnswer, someDirect, someMessage, someState } from './chat-state.ts';

const gates: Narrow = { kind: 'topic', channelId: 1, topic: 'Gates' };
const ramp: Narrow = { kind: 'topic', channelId: 1, topic: 'ramp' };
const feed: Narrow = { kind: 'channel', channelId: 1 };

let nextEvent = 100;
const emit = (state: ChatState, event: object) => apply(state, { id: nextEvent++, ...event } as never);
const send = (state: ChatState, { flags, ...message }: Message) => emit(state, { type: 'message', message, flags });
const add = (state: ChatState, narrow: Narrow, ids: readonly number[], given: object = {}) =>
  addFetched(
    state,
    narrow,
    someAnswer(
      ids.map((id) => someMessage(id)),
      given,
    ),
    state.lastEventId,
  );
const shown = (state: ChatState, narrow: Narrow) => (windowOf(state, narrow)?.ranges ?? []).map(({ ids }) => ids);

test('narrows have keys that are equal where they hold the same messages, and terms for the API', () => {
  assert.equal(narrowKey(gates), narrowKey({ kind: 'topic', channelId: 1, topic: 'GATES' }));
  assert.equal(narrowKey({ kind: 'direct', userIds: [7, 9] }), 'direct 7,9');
  assert.deepEqual(narrowTerms({ kind: 'direct', userIds: [7] }, 7), [{ operator: 'dm', operand: [7] }]);
  assert.deepEqual(narrowTerms({ kind: 'direct', userIds: [7, 8, 9] }, 7), [{ operator: 'dm', operand: [8, 9] }]);
  assert.deepEqual(narrowTerms(gates, 7), [
    { operator: 'channel', operand: 1 },
    { operator: 'topic', operand: 'Gates' },
  ]);
  assert.deepEqual(narrowTerms({ kind: 'reactions' }, 7), [
    { operator: 'has', operand: 'reaction' },
    { operator: 'sender', operand: 7 },
  ]);
});

test('ranges join when they meet, and say what is missing on either side', () => {
  const state = someState();
  add(state, gates, [10, 12], { anchor: 12 });
  add(state, gates, [20, 25], { found_newest: true, anchor: 20 });
  assert.deepEqual(shown(state, gates), [
    [10, 12],
    [20, 25],
  ]);
  assert.equal(missingBefore(state, gates, 25), 20);
  assert.equal(missingAfter(state, gates, 12), 12);
  assert.equal(missingAfter(state, gates, 25), undefined);
  assert.equal(missingBefore(state, gates, 15), 15, 'nobody knows');
  add(state, gates, [12, 15, 20], { anchor: 12 });
  assert.deepEqual(shown(state, gates), [[10, 12, 15, 20, 25]]);
  add(state, gates, [3, 10], { found_oldest: true });
  assert.equal(missingBefore(state, gates, 25), undefined);
  const range = knownRange(state, gates, 'newest')!;
  assert.ok(foundOldest(range) && range.foundNewest && range === knownRange(state, gates, 'oldest'));
  assert.deepEqual(
    messagesOf(state, range).map(({ id }) => id),
    [3, 10, 12, 15, 20, 25],
  );
});

test('a new message comes to the windows that know of everything to come, in the order of IDs', () => {
  const state = someState();
  add(state, gates, [10], { found_newest: true });
  add(state, feed, [5], { anchor: 5 });
  send(state, someMessage(31));
  send(state, someMessage(30, { subject: 'GATES' }));
  send(state, someMessage(32, { subject: 'ramp' }));
  assert.deepEqual(shown(state, gates), [[10, 30, 31]]);
  assert.deepEqual(shown(state, feed), [[5]], 'what lies between is not known');
});

test('an empty conversation is known to be empty until somebody writes', () => {
  const state = someState();
  const pair: Narrow = { kind: 'direct', userIds: [7, 8] };
  // The anchor that the API answers for `newest` where there is nothing.
  const answer = someAnswer([], { found_newest: true, found_oldest: true, anchor: 10_000_000_000_000_000 });
  addFetched(state, pair, answer, state.lastEventId);
  assert.deepEqual(knownRange(state, pair, windowOf(state, pair)!.lookedFor)?.ids, []);
  assert.equal(missingBefore(state, pair, 1), undefined);
  send(state, someDirect(40, [7, 8]));
  send(state, someDirect(41, [7, 8, 9]));
  assert.deepEqual(shown(state, pair), [[40]]);
});

test('a move takes a message from one window to the other; one that is not known makes a hole', () => {
  const state = someState();
  add(state, gates, [10, 11, 12], { found_newest: true, found_oldest: true });
  addFetched(
    state,
    ramp,
    someAnswer(
      [5, 20].map((id) => someMessage(id, { subject: 'ramp' })),
      { found_newest: true, found_oldest: true },
    ),
    state.lastEventId,
  );
  const move = (message_ids: number[], subject: string) =>
    emit(state, {
      type: 'update_message',
      ...{ message_id: message_ids[0], message_ids, stream_id: 1, orig_subject: 'gates', subject, flags: [] },
    });
  move([11], 'ramp');
  assert.deepEqual([shown(state, gates), shown(state, ramp)], [[[10, 12]], [[5, 11, 20]]]);
  move([7], 'ramp');
  assert.deepEqual(shown(state, ramp), [[5], [11, 20]]);
  assert.equal(missingBefore(state, ramp, 20), 11);
  const between = [5, 7, 11].map((id) => someMessage(id, { subject: 'ramp' }));
  addFetched(state, ramp, someAnswer(between), state.lastEventId);
  assert.deepEqual(shown(state, ramp), [[5, 7, 11, 20]]);
  assert.equal(missingBefore(state, ramp, 20), undefined);
});

test('stars, mentions, own messages and reactions to them have windows of their own', () => {
  const state = someState();
  const kinds = ['starred', 'mentions', 'own', 'reactions', 'all'] as const;
  for (const kind of kinds)
    addFetched(state, { kind }, someAnswer([], { found_newest: true, found_oldest: true }), state.lastEventId);
  const all = () => kinds.map((kind) => shown(state, { kind }).flat());
  send(state, someMessage(30, { flags: ['mentioned'] }));
  send(state, someMessage(31, { sender_id: ME }));
  assert.deepEqual(all(), [[], [30], [31], [], [30, 31]]);
  emit(state, { type: 'update_message_flags', op: 'add', flag: 'starred', messages: [31], all: false });
  const reaction = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji', user_id: 8 };
  for (const message_id of [30, 31]) emit(state, { type: 'reaction', op: 'add', message_id, ...reaction });
  assert.deepEqual(all(), [[31], [30], [31], [31], [30, 31]]);
  emit(state, { type: 'reaction', op: 'remove', message_id: 31, ...reaction });
  emit(state, { type: 'update_message_flags', op: 'remove', flag: 'starred', messages: [31], all: false });
  emit(state, {
    type: 'update_message',
    message_id: 30,
    message_ids: [30],
    content: 'x',
    rendered_content: 'x',
    flags: [],
  });
  emit(state, { type: 'delete_message', message_ids: [31] });
  assert.deepEqual(all(), [[], [], [], [], [30]]);
});

test('what happened while an answer was on its way counts more than the answer', () => {
  const state = someState();
  const askedAt = state.lastEventId;
  emit(state, { type: 'delete_message', message_ids: [11] });
  send(state, someMessage(30));
  emit(state, { type: 'update_message_flags', op: 'add', flag: 'starred', messages: [10], all: false });
  assert.ok(
    addFetched(
      state,
      gates,
      someAnswer(
        [10, 11].map((id) => someMessage(id)),
        { found_newest: true },
      ),
      askedAt,
    ),
  );
  assert.deepEqual(shown(state, gates), [[10, 30]]);
  assert.deepEqual(state.messages.get(10)!.flags, ['read', 'starred']);
  assert.equal(state.messages.has(11), false);
  emit(state, { type: 'subscription', op: 'remove', subscriptions: [{ stream_id: 1 }] });
  assert.equal(addFetched(state, gates, someAnswer([someMessage(10)]), askedAt), false);
});

test('who leaves a channel hears no more of it: what is known has an end until it is asked for again', () => {
  const state = someState();
  const elsewhere = { ...gates, channelId: 2 } as const;
  for (const narrow of [gates, elsewhere]) add(state, narrow, [10, 11], { found_newest: true });
  emit(state, { type: 'subscription', op: 'remove', subscriptions: [{ stream_id: 1 }] });
  send(state, someMessage(30, { sender_id: ME }));
  assert.deepEqual(shown(state, gates), [[10, 11]]);
  assert.equal(missingAfter(state, gates, 11), 11, 'there is something newer');
  send(state, someMessage(31, { stream_id: 2 }));
  assert.deepEqual(shown(state, elsewhere), [[10, 11, 31]], 'another channel goes on');
  add(state, gates, [11, 29, 30], { found_newest: true, anchor: 11 });
  assert.equal(missingAfter(state, gates, 30), undefined);
  const subscription = { stream_id: 1, name: 'channel 1', invite_only: false };
  emit(state, { type: 'subscription', op: 'add', subscriptions: [subscription] });
  assert.equal(missingAfter(state, gates, 30), 30);
});

test('an empty place that nobody tells of is known to be empty, until one writes there or hears of it again', () => {
  const state = someState();
  emit(state, { type: 'subscription', op: 'remove', subscriptions: [{ stream_id: 1 }] });
  const nothing = () =>
    addFetched(
      state,
      gates,
      someAnswer([], { found_newest: true, found_oldest: true, anchor: 10_000_000_000_000_000 }),
      state.lastEventId,
    );
  nothing();
  assert.deepEqual(knownRange(state, gates, 'newest')?.ids, []);
  send(state, someMessage(30, { sender_id: ME }));
  assert.equal(knownRange(state, gates, 'newest'), undefined, 'there is something newer');
  add(state, gates, [30], { found_newest: true, found_oldest: true });
  assert.deepEqual(knownRange(state, gates, 'newest')?.ids, [30]);
});

test('what a lost private channel held is in no window, and wide windows are asked for again', () => {
  const state = someState();
  state.channels.set(1, { ...state.channels.get(1)!, invite_only: true });
  add(state, gates, [10], { found_newest: true });
  add(state, { kind: 'all' }, [10], { found_newest: true });
  emit(state, { type: 'stream', op: 'delete', stream_ids: [1] });
  assert.deepEqual([shown(state, gates), shown(state, { kind: 'all' })], [[], [[]]]);
  assert.ok(windowOf(state, { kind: 'all' })!.isStale);
  add(state, { kind: 'all' }, [9], { found_newest: true });
  assert.deepEqual(shown(state, { kind: 'all' }), [[9]]);
});

test('memory holds a bounded number of messages: the windows that were looked at last stay', () => {
  const state = someState();
  const ids = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);
  const topic = (n: number): Narrow => ({ kind: 'topic', channelId: 1, topic: `t${n}` });
  const fill = (n: number, count: number) =>
    addFetched(
      state,
      topic(n),
      someAnswer(
        ids(n * 100_000, count).map((id) => someMessage(id, { subject: `t${n}` })),
        { found_newest: true },
      ),
      state.lastEventId,
    );
  for (const n of [1, 2, 3, 4]) fill(n, 5000);
  look(state, topic(1), 100_000);
  fill(5, 5000);
  assert.ok(state.messages.size <= MAX_MESSAGES);
  assert.deepEqual(
    [1, 2, 3, 4, 5].map((n) => shown(state, topic(n)).flat().length),
    [5000, 0, 0, 5000, 5000],
  );
  for (const n of [1, 4, 5]) for (const id of shown(state, topic(n)).flat()) assert.ok(state.messages.has(id));
  look(state, topic(5), 504_000);
  look(state, topic(5), -1);
  assert.equal(windowOf(state, topic(5))!.lookedFor, 504_000);
  fill(5, 25_000);
  const range = knownRange(state, topic(5), 504_000)!;
  assert.ok(state.messages.size <= MAX_MESSAGES && range.ids.length < MAX_MESSAGES);
  assert.equal(missingBefore(state, topic(5), 504_000), range.ids[0]);
  assert.equal(missingAfter(state, topic(5), 504_000), range.ids.at(-1));
});
