import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowsOf } from '../../web/chat/message/rows.ts';
import type { Message } from '../../web/store/wire/chat.ts';

const DAY = 86_400;
const dayOf = (timestamp: number) => String(Math.floor(timestamp / DAY));

function listed(id: number, given: Partial<Message>) {
  const message = { id, sender_id: 1, subject: 'bikes', recipient_id: 7, is_me_message: false, ...given } as Message;
  return { key: `message ${id}`, message };
}

const written = (...args: Parameters<typeof rowsOf>) =>
  rowsOf(...args).map((row) => {
    if (row.kind !== 'message') return row.kind;
    return `${row.listed.message.id}${row.hasPlace ? ' place' : ''}${row.hasHead ? ' head' : ''}`;
  });

test('one head for consecutive messages of one person, within five minutes', () => {
  const messages = [
    listed(1, { timestamp: 100 }),
    listed(2, { timestamp: 160 }),
    listed(3, { timestamp: 170, sender_id: 2 }),
    listed(4, { timestamp: 180 }),
    listed(5, { timestamp: 480 }),
    listed(6, { timestamp: 481, is_me_message: true }),
    listed(7, { timestamp: 482 }),
  ];
  assert.deepEqual(written(messages, { hasPlaces: false, dayOf }), [
    ...['day', '1 head', '2', '3 head', '4 head', '5 head', '6 head', '7 head'],
  ]);
});

test('a line for each day, and one where the unread begins', () => {
  const messages = [
    listed(1, { timestamp: DAY - 1 }),
    listed(2, { timestamp: DAY }),
    listed(3, { timestamp: DAY + 1 }),
    listed(4, { timestamp: DAY + 2 }),
  ];
  assert.deepEqual(written(messages, { hasPlaces: false, firstUnread: 3, dayOf }), [
    ...['day', '1 head', 'day', '2 head', 'unread', '3 head', '4'],
  ]);
});

test('lists of several conversations say where each run of messages is', () => {
  const messages = [
    listed(1, { timestamp: 1 }),
    listed(2, { timestamp: 2, subject: 'Bikes' }),
    listed(3, { timestamp: 3, subject: 'vans' }),
    listed(4, { timestamp: 4, recipient_id: 8 }),
    listed(5, { timestamp: DAY, recipient_id: 8 }),
  ];
  assert.deepEqual(written(messages, { hasPlaces: true, dayOf }), [
    ...['day', '1 place head', '2', '3 place head', '4 place head', 'day', '5 place head'],
  ]);
});

test('the keys of a list are its own', () => {
  const messages = [1, 2, 3].map((id) => listed(id, { timestamp: id * DAY }));
  const keys = rowsOf(messages, { hasPlaces: true, firstUnread: 2, dayOf }).map(({ key }) => key);
  assert.equal(new Set(keys).size, keys.length);
});
