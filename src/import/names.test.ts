import assert from 'node:assert/strict';
import { test } from 'node:test';
import { channelNameOf, fullNameOf, mailboxOf, topicFromText, UniqueNames } from './names.ts';

test('names are unique in any case, within their length', () => {
  const names = new UniqueNames();
  assert.deepEqual(
    ['Gate', 'gate', 'gate (2)', 'GATE'].map((name) => names.take(name, 8)),
    ['Gate', 'gate (2)', 'gate (3)', 'GATE (4)'],
  );
  const long = 'x'.repeat(70);
  assert.deepEqual([names.take(long, 60).length, names.take(long, 60).length], [60, 60]);
  const started = process.cpuUsage();
  for (let n = 0; n < 100_000; n++) names.take('same', 60);
  assert.ok(process.cpuUsage(started).user < 3_000_000);
});

test('names that PostgreSQL takes for one are unique too', () => {
  const names = new UniqueNames();
  assert.deepEqual(
    ['İzmir', 'izmir', 'ΟΔΟΣ', 'οδοσ', 'οδος', 'Büro', 'Buro'].map((name) => names.take(name, 60)),
    ['İzmir', 'izmir (2)', 'ΟΔΟΣ', 'οδοσ (2)', 'οδος (3)', 'Büro', 'Buro'],
  );
});

test('topics are the first words', () => {
  const cases: [string, string][] = [
    ['Short one', 'Short one'],
    ['**Bold** `code`', 'Bold code'],
    ['✔ done', 'done'],
    ['(no topic)', ''],
    ['general chat', ''],
    ['a\u0000b\nc', 'a b c'],
    ['word '.repeat(20), 'word word word word word word word word word word word…'],
    ['x'.repeat(100), `${'x'.repeat(59)}…`],
    ['🚚'.repeat(100), `${'🚚'.repeat(59)}…`],
  ];
  for (const [given, wanted] of cases) {
    assert.equal(topicFromText(given), wanted);
    assert.ok([...topicFromText(given)].length <= 60);
  }
});

test('people, channels and mailboxes', () => {
  assert.equal(fullNameOf(['', '*', 'Nell @home|7'], 'x'), 'Nell home');
  assert.equal(fullNameOf(['a\u202eb', 'x'.repeat(200)], 'y'), 'ab');
  assert.equal(fullNameOf([''], 'Slack U1'), 'Slack U1');
  assert.equal(channelNameOf('a>b*c', 'C1'), 'abc');
  assert.equal(channelNameOf('\u0000', 'C1'), 'C1');
  assert.equal(mailboxOf('nell@example.com'), 'nell@example.com');
  for (const none of ['', 'nell', 'nell@host', '"x y"@example.com']) assert.equal(mailboxOf(none), undefined);
});
