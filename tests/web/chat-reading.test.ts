import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  heldUnread,
  MARK_READ,
  marksRead,
  nextReadIn,
  READ_AFTER_MS,
  type Reading,
  readNow,
  seen,
  startReading,
} from '../../web/store/chat/reading.ts';

const all = () => true;

test('a message is read when it was on screen for 300 ms without a break, and is reported once', () => {
  let reading: Reading = seen(startReading(), [1, 2], 1000);
  assert.equal(nextReadIn(reading, all, 1000), READ_AFTER_MS);
  assert.deepEqual(readNow(reading, all, 1299).ids, []);
  reading = seen(reading, [2, 3], 1200);
  assert.equal(nextReadIn(reading, all, 1250), 50);
  const first = readNow(reading, all, 1300);
  assert.deepEqual(first.ids, [2]);
  reading = seen(first.reading, [1, 2, 3], 1400);
  assert.deepEqual(readNow(reading, all, 1500).ids, [3], 'the first one was away in between');
  assert.deepEqual(readNow(reading, (id) => id !== 3, 1500).ids, [], 'it is read already');
});

test('nothing is read while the page is hidden', () => {
  let reading = seen(startReading(), [1], 1000);
  reading = seen(reading, [], 1100);
  assert.equal(nextReadIn(reading, all, 1100), undefined);
  reading = seen(reading, [1], 5000);
  assert.deepEqual(readNow(reading, all, 5299).ids, []);
  assert.deepEqual(readNow(reading, all, 5300).ids, [1]);
});

test('what a person marked as unread here stays so until they come anew', () => {
  const reading = heldUnread(seen(startReading(), [1], 1000));
  assert.deepEqual(readNow(reading, all, 9000).ids, []);
  assert.equal(nextReadIn(reading, all, 9000), undefined);
});

test('the setting says where looking marks as read', () => {
  const topic = { kind: 'topic', channelId: 1, topic: 'x' } as const;
  const marking = (policy: number) =>
    [topic, { kind: 'all' } as const, { kind: 'starred' } as const].map((narrow) => marksRead(narrow, policy));
  assert.deepEqual(marking(MARK_READ.always), [true, true, false]);
  assert.deepEqual(marking(MARK_READ.inConversations), [true, false, false]);
  assert.deepEqual(marking(MARK_READ.never), [false, false, false]);
});
