import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChatEvent, ChatState } from '../../web/store/chat/state.ts';
import { changesAccess, remember } from '../../web/store/chat/windows/recent.ts';

const event = (id: number, fields: object) => ({ id, ...fields }) as unknown as ChatEvent;
const remembered = () => ({ recentEvents: [], forgottenEventId: undefined }) as unknown as ChatState;
const idsOf = ({ recentEvents }: ChatState) => recentEvents.map(({ id }) => id);

test('a thousand events about messages are stored at least, and what was forgotten is known', () => {
  const state = remembered();
  for (let id = 1; id <= 2000; id++) remember(state, event(id, { type: 'message' }));
  assert.deepEqual([state.recentEvents.length, state.forgottenEventId], [2000, undefined]);
  remember(state, event(2001, { type: 'message' }));
  assert.deepEqual([state.recentEvents.length, idsOf(state)[0], state.forgottenEventId], [1000, 1002, 1001]);
});

test('events that change neither messages nor who may read them are not stored', () => {
  const state = remembered();
  const types = ['message', 'typing', 'reaction', 'presence', 'submessage', 'user_topic', 'update_message_flags'];
  for (const [id, type] of types.entries()) remember(state, event(id, { type }));
  assert.deepEqual(idsOf(state), [0, 2, 4, 6]);
  for (const [fields, isStored] of [
    [{ type: 'subscription', op: 'add' }, true],
    [{ type: 'subscription', op: 'remove' }, true],
    [{ type: 'subscription', op: 'update' }, false],
    [{ type: 'subscription', op: 'peer_add' }, false],
    [{ type: 'stream', op: 'delete' }, true],
    [{ type: 'stream', op: 'update', property: 'invite_only' }, true],
    [{ type: 'stream', op: 'update', property: 'history_public_to_subscribers' }, true],
    [{ type: 'stream', op: 'update', property: 'name' }, false],
    [{ type: 'realm', op: 'update' }, false],
  ] as const)
    assert.equal(changesAccess(fields), isStored, JSON.stringify(fields));
});
