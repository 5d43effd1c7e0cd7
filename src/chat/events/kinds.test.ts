import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ChatEventKind, touchedBy } from './kinds.ts';

const chat = (kind: ChatEventKind, payload: object) => touchedBy({ part: 'chat', kind, payload });

test('messages are touched by what changes them, not by their readers', () => {
  for (const kind of ['update_message', 'delete_message'] as const)
    assert.deepEqual(chat(kind, { message_ids: [3, 4] }).messages, [3, 4]);
  assert.deepEqual(chat('reaction', { op: 'remove', message_id: 3 }).messages, [3]);
  const marks = { op: 'remove', flag: 'read', messages: [3] };
  assert.deepEqual(chat('update_message_flags', marks).messages, [3]);
  for (const change of [{ op: 'add' }, { flag: 'starred' }])
    assert.deepEqual(chat('update_message_flags', { ...marks, ...change }), {});
  assert.deepEqual(chat('message', { message: { id: 5 } }), {});
});

test('names are touched by renamed channels and people, and by addresses and pictures', () => {
  const renames = [
    chat('stream', { op: 'update', property: 'name', value: 'new' }),
    ...['full_name', 'new_email', 'delivery_email', 'avatar_url'].map((field) =>
      chat('realm_user', { op: 'update', person: { user_id: 8, [field]: 'new' } }),
    ),
  ];
  for (const { names } of renames) assert.equal(names, true);
  const others = [
    chat('stream', { op: 'update', property: 'description' }),
    chat('stream', { op: 'create', streams: [] }),
    chat('realm_user', { op: 'update', person: { user_id: 8, role: 600 } }),
    chat('realm_user', { op: 'add', person: { user_id: 8, full_name: 'new' } }),
    chat('subscription', { op: 'add' }),
  ];
  for (const { names, messages } of others) assert.deepEqual([names ?? false, messages], [false, undefined]);
});

test('events of other parts touch no message', () => {
  assert.deepEqual(touchedBy({ part: 'dispatch', kind: 'reaction', payload: { message_id: 3 } }), {});
  assert.deepEqual(touchedBy({ part: 'platform', kind: 'credentials_revoked', payload: { id: 'x' } }), {});
});
