import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply } from '../../web/store/chat/apply/index.ts';
import { catchUp } from '../../web/store/chat/select/catch-up.ts';
import type { ChatState } from '../../web/store/chat/state.ts';
import { ME, someState } from './chat-state.ts';

/** A state with unread messages: topics of channel 1, and a direct conversation. */
function withUnread(...unread: [id: number, topic: string, mentioned?: boolean][]): ChatState {
  const state = someState();
  for (const each of unread) add(state, ...each);
  return state;
}

const add = (state: ChatState, id: number, topic: string, mentioned = false) =>
  state.unread.set(id, { ...(topic === 'direct' ? { userIds: [ME, 8] } : { channelId: 1, topic }), mentioned });
const idsOf = (parts: ReturnType<typeof catchUp>) => parts.map(({ ids }) => ids);

test('conversations stand in the order of their newest message, the newest last', () => {
  const state = withUnread([12, 'gates'], [10, 'bikes'], [15, 'Bikes'], [11, 'gates'], [13, 'direct']);
  assert.deepEqual(idsOf(catchUp(state, [])), [[11, 12], [13], [10, 15]]);
  assert.deepEqual(catchUp(someState(), []), []);
});

test('what was read stays, what came stands at the end, and nothing else moves', () => {
  const state = withUnread([10, 'gates'], [11, 'bikes']);
  const first = catchUp(state, []);
  assert.equal(catchUp(state, first), first, 'the same while nothing came');
  state.unread.delete(10);
  add(state, 12, 'gates');
  add(state, 13, 'vans');
  const second = catchUp(state, first);
  assert.deepEqual(idsOf(second), [[10], [11], [12], [13]]);
  add(state, 14, 'bikes');
  add(state, 15, 'vans');
  assert.deepEqual(idsOf(catchUp(state, second)), [[10], [11], [12], [13, 15], [14]]);
  state.unread.clear();
  assert.equal(catchUp(state, second), second);
});

test('of muted conversations only what mentions the person', () => {
  const state = withUnread([10, 'gates'], [11, 'gates', true], [12, 'bikes']);
  apply(state, {
    ...{ id: 11, type: 'user_topic', stream_id: 1, topic_name: 'gates', last_updated: 1, visibility_policy: 1 },
  });
  assert.deepEqual(idsOf(catchUp(state, [])), [[11], [12]]);
});
