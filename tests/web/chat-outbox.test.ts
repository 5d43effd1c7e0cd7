import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply } from '../../web/store/chat/apply/index.ts';
import { type ChatAction, objectOf, type QueuedChatAction } from '../../web/store/chat/outbox/action.ts';
import { pendingMessages } from '../../web/store/chat/outbox/pending.ts';
import { requestOf } from '../../web/store/chat/outbox/request.ts';
import { isSeen, plainHtml, shownState } from '../../web/store/chat/outbox/shown.ts';
import { unreadCounts } from '../../web/store/chat/select/unread.ts';
import type { ChatState } from '../../web/store/chat/state.ts';
import { restoredState } from '../../web/store/chat/stored.ts';
import { storedState } from '../../web/store/chat/to-store.ts';
import { addFetched, knownRange, windowOf } from '../../web/store/chat/windows/windows.ts';
import {
  dueActions,
  failedAction,
  hurried,
  isUntouched,
  nextRetryIn,
  type Outbox,
  sendable,
  withAction,
  withStage,
} from '../../web/store/outbox/outbox.ts';
import { isDefinite } from '../../web/store/outbox/retry.ts';
import { ME, someAnswer, someMessage, someState } from './chat-state.ts';

const gates = { channelId: 1, topic: 'gates' };
const topic = { kind: 'topic', ...gates } as const;
const notices = { old: false, new: true };

let made = 0;
const act = (outbox: Outbox<ChatAction>, body: ChatAction) =>
  withAction(outbox, { id: `a${++made}`, object: objectOf(body), body, madeAt: 5000 });
const only = (body: ChatAction) => act([], body);
const send = (content: string, more: object = {}): ChatAction => ({
  kind: 'send',
  conversation: gates,
  content,
  ...more,
});

/** Topic `gates` with messages 10 to 12, all read. */
function withMessages(): ChatState {
  const state = someState();
  const found = { found_newest: true, found_oldest: true };
  addFetched(
    state,
    topic,
    someAnswer(
      [10, 11, 12].map((id) => someMessage(id)),
      found,
    ),
    state.lastEventId,
  );
  return state;
}

const plain = (state: ChatState) => JSON.stringify(storedState(state));

test('what was fetched of a channel stands while subscribing to it waits: only the event says from when it is followed', () => {
  const state = someState();
  state.subscriptions.delete(gates.channelId);
  const channel = { kind: 'channel', channelId: gates.channelId } as const;
  const found = { found_newest: true, found_oldest: true };
  addFetched(state, channel, someAnswer([someMessage(10)], found), state.lastEventId);
  const subscribe = { kind: 'subscribe', channelId: gates.channelId, name: 'dock' } as const;
  for (const isSubscribed of [true, false]) {
    const shown = shownState(state, only({ ...subscribe, isSubscribed }));
    assert.equal(shown.subscriptions.has(gates.channelId), isSubscribed);
    assert.deepEqual(knownRange(shown, channel, 'newest')?.ids, [10]);
  }
});

test('what is shown is the state and what is pending; the state has nothing of it', () => {
  const state = withMessages();
  const before = plain(state);
  const tada = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' } as const;
  let outbox: Outbox<ChatAction> = [];
  outbox = act(outbox, {
    kind: 'edit',
    messageId: 10,
    content: 'a < b',
    original: '10',
    originalSha256: '',
    before: '<p>10</p>',
  });
  outbox = act(outbox, { kind: 'react', messageId: 11, op: 'add', reaction: tada });
  outbox = act(outbox, { kind: 'flag', messageIds: [11], op: 'add', flag: 'starred' });
  outbox = act(outbox, { kind: 'unread from', messageId: 11, conversation: gates });
  outbox = act(outbox, { kind: 'delete', messageId: 12 });
  outbox = act(outbox, { kind: 'topic policy', ...gates, policy: 3 });
  outbox = act(outbox, { kind: 'channel setting', channelId: 2, property: 'is_muted', value: true });
  const shown = shownState(state, outbox);
  assert.equal(shown.messages.get(10)!.content, '<p>a &lt; b</p>');
  assert.deepEqual(shown.messages.get(11)!.reactions, [{ ...tada, user_id: ME }]);
  assert.ok(shown.starred.has(11) && shown.subscriptions.get(2)!.is_muted);
  assert.deepEqual(
    windowOf(shown, topic)!.ranges.map(({ ids }) => ids),
    [[10, 11]],
  );
  assert.equal(unreadCounts(shown).total, 1);
  assert.equal(shown.topicPolicies.get('1 gates')!.visibility_policy, 3);
  assert.equal(plain(state), before);
  assert.equal(shownState(state, []), state);
  const refused = withStage(outbox, outbox[0]!.id, { stage: 'refused' });
  assert.equal(shownState(state, refused).messages.get(10)!.content, '<p>10</p>', 'what was refused is taken back');
});

test('a topic that is moved or resolved is shown in its new place', () => {
  const state = withMessages();
  const to = { channelId: 1, topic: '✔ gates' };
  const shown = shownState(state, only({ kind: 'move', messageId: 11, from: gates, to, mode: 'change_all', notices }));
  assert.deepEqual(
    windowOf(shown, topic)!.ranges.flatMap(({ ids }) => ids),
    [],
  );
  assert.deepEqual(
    [...shown.messages.values()].map(({ subject }) => subject),
    ['✔ gates', '✔ gates', '✔ gates'],
  );
  const elsewhere = { channelId: 2, topic: 'gates' };
  const away = only({ kind: 'move', messageId: 11, from: gates, to: elsewhere, mode: 'change_one', notices });
  assert.deepEqual(
    [...shownState(state, away).messages.values()].map(({ stream_id }) => stream_id),
    [1, 2, 1],
  );
  const later = shownState(
    state,
    only({ kind: 'move', messageId: 11, from: gates, to, mode: 'change_later', notices }),
  );
  assert.deepEqual(
    windowOf(later, topic)!.ranges.flatMap(({ ids }) => ids),
    [10],
  );
});

test('subscribing and leaving are shown at once', () => {
  const state = someState();
  state.subscribers.set(3, new Set([8]));
  const join = { kind: 'subscribe', channelId: 3, name: 'channel 3', isSubscribed: true } as const;
  const shown = shownState(state, only(join));
  assert.ok(shown.subscriptions.has(3) && !state.subscriptions.has(3));
  const left = shownState(state, only({ ...join, channelId: 1, isSubscribed: false }));
  assert.ok(!left.subscriptions.has(1) && state.subscriptions.has(1));
});

test('a sent message is at the end of its list until the state has it', () => {
  const state = withMessages();
  const outbox = act(only(send('one')), send('two <b>'));
  const texts = (list: Outbox<ChatAction>) => pendingMessages(state, list, topic).map(({ message }) => message.content);
  assert.deepEqual(texts(outbox), ['<p>one</p>', plainHtml('two <b>')]);
  assert.deepEqual(pendingMessages(state, outbox, { kind: 'topic', channelId: 1, topic: 'ramp' }), []);
  assert.equal(pendingMessages(state, outbox, { kind: 'channel', channelId: 1 }).length, 2);
  const { flags, ...message } = someMessage(20, { sender_id: ME });
  apply(state, { id: 900, type: 'message', message, flags, local_message_id: outbox[0]!.id } as never);
  assert.deepEqual(texts(outbox), [plainHtml('two <b>')]);
  assert.equal(state.localIds.get(20), outbox[0]!.id);
});

test('flags are set one after the other for each flag: a star waits for no mark as read', () => {
  const flag = (name: 'read' | 'starred'): ChatAction => ({ kind: 'flag', messageIds: [10], op: 'add', flag: name });
  assert.notEqual(objectOf(flag('starred')), objectOf(flag('read')));
  assert.equal(objectOf({ kind: 'unread from', messageId: 10, conversation: gates }), objectOf(flag('read')));
});

test('an action is forgotten when the state shows it', () => {
  const state = withMessages();
  state.subscriptions.set(1, { ...state.subscriptions.get(1)!, is_muted: true });
  const seen = (body: ChatAction) => isSeen(state, only(body)[0] as QueuedChatAction);
  assert.deepEqual(
    [
      seen(send('x')),
      seen(send('x', { messageId: 12 })),
      seen({ kind: 'edit', messageId: 10, content: 'x', original: '10', originalSha256: '', before: '<p>10</p>' }),
      seen({ kind: 'edit', messageId: 10, content: 'x', original: '10', originalSha256: '', before: '<p>9</p>' }),
      seen({ kind: 'delete', messageId: 99 }),
      seen({ kind: 'flag', messageIds: [10, 11], op: 'add', flag: 'read' }),
      seen({ kind: 'flag', messageIds: [10], op: 'add', flag: 'starred' }),
      seen({ kind: 'topic policy', ...gates, policy: 0 }),
      seen({ kind: 'channel setting', channelId: 1, property: 'is_muted', value: true }),
      seen({ kind: 'channel setting', channelId: 1, property: 'is_muted', value: false }),
      seen({ kind: 'unread from', messageId: 10, conversation: gates }),
    ],
    [false, true, false, true, true, true, false, true, true, false, false],
  );
});

test('messages of one conversation go out in order, others beside them; a refused one holds up none', () => {
  let outbox = act(act(only(send('one')), send('two')), {
    ...send('three'),
    conversation: { userIds: [7, 8] },
  } as ChatAction);
  const texts = (list: Outbox<ChatAction>) => list.map(({ body }) => (body as { content: string }).content);
  assert.deepEqual(texts(sendable(outbox)), ['one', 'three']);
  outbox = failedAction(outbox, outbox[0]!.id, 10_000);
  assert.deepEqual(texts(dueActions(outbox, 10_500)), ['three']);
  assert.equal(nextRetryIn(outbox, 10_500), 500);
  assert.deepEqual(texts(dueActions(outbox, 11_000)), ['one', 'three']);
  assert.deepEqual(texts(dueActions(hurried(outbox), 10_000)), ['one', 'three']);
  assert.deepEqual(outbox.map(isUntouched), [false, true, true]);
  outbox = withStage(outbox, outbox[0]!.id, { stage: 'refused' });
  assert.deepEqual(texts(sendable(outbox)), ['two', 'three']);
  assert.deepEqual([200, 400, 404, 401, 408, 429, 500, 503].map(isDefinite), [
    true,
    true,
    true,
    ...Array(5).fill(false),
  ]);
});

test('each action is one request; a sent message names the queue whose event finds it again', () => {
  const request = (body: ChatAction) => requestOf({ id: 'x', body }, ME, 'q1');
  assert.deepEqual(request(send('hi')), {
    ...{ method: 'POST', path: '/messages' },
    form: {
      type: 'channel',
      to: 1,
      topic: 'gates',
      content: 'hi',
      read_by_sender: true,
      queue_id: 'q1',
      local_id: 'x',
    },
  });
  const direct = request({ kind: 'send', conversation: { userIds: [7, 8] }, content: 'hi' });
  assert.deepEqual([direct.form!.type, direct.form!.to], ['direct', [8]]);
  const to = { channelId: 2, topic: 'gates' };
  assert.deepEqual(request({ kind: 'move', messageId: 5, from: gates, to, mode: 'change_one', notices }), {
    ...{
      method: 'PATCH',
      path: '/messages/5',
      form: {
        propagate_mode: 'change_one',
        send_notification_to_old_thread: false,
        send_notification_to_new_thread: true,
        stream_id: 2,
      },
    },
  });
  const edit = request({
    kind: 'edit',
    messageId: 5,
    content: 'new',
    original: 'old',
    originalSha256: 'a1',
    before: undefined,
  });
  assert.deepEqual(edit.form, { content: 'new', prev_content_sha256: 'a1' });
  const leave = request({ kind: 'subscribe', channelId: 3, name: 'dock', isSubscribed: false });
  assert.deepEqual(leave, { method: 'DELETE', path: '/users/me/subscriptions', form: { subscriptions: ['dock'] } });
  assert.equal(request({ kind: 'delete', messageId: 5 }).method, 'DELETE');
  const unread = request({ kind: 'unread from', messageId: 5, conversation: gates });
  assert.deepEqual([unread.path, unread.form!.op, unread.form!.anchor], ['/messages/flags/narrow', 'remove', '5']);
});

test('a stored state is restored as it was, with its lists marked as of an earlier visit', () => {
  const state = withMessages();
  state.unread.set(11, { ...gates, mentioned: true });
  const stored = JSON.parse(JSON.stringify(storedState(state)));
  const restored = restoredState(stored)!;
  assert.deepEqual(restored.unread, state.unread);
  assert.deepEqual([...restored.channels.keys()], [...state.channels.keys()]);
  assert.equal(restored.ownUserId, ME);
  const known = windowOf(restored, topic)!;
  assert.deepEqual([known.isStale, known.ranges.map(({ ids }) => ids)], [true, [[10, 11, 12]]]);
  assert.deepEqual(restored.messages.get(12), state.messages.get(12));
  assert.equal(restoredState({ ...stored, version: 0 }), undefined);
});
