import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextAttempt } from '../sending-rule.ts';
import { localDay, quietUntil } from './quiet-hours.ts';
import { countSegments } from './segments.ts';

test('segments are counted by alphabet, and no character is cut in two', () => {
  for (const [text, parts] of [
    ['', 1],
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['a'.repeat(306), 2],
    ['a'.repeat(307), 3],
    ['€'.repeat(80), 1],
    ['€'.repeat(81), 2],
    [`${'a'.repeat(152)}€${'a'.repeat(152)}`, 3],
    ['ж'.repeat(70), 1],
    ['ж'.repeat(71), 2],
    ['🎉'.repeat(35), 1],
    ['🎉'.repeat(67), 3],
  ] as const)
    assert.equal(countSegments(text), parts, `${text.length} of ${text.slice(0, 2)}`);
});

test('quiet hours are those of the place, also over midnight and when clocks change', () => {
  const night = { from: 21 * 60, to: 8 * 60 };
  const until = (now: string, hours = night, zone = 'Europe/Vienna') =>
    quietUntil(new Date(now), hours, zone)?.toISOString();
  assert.equal(until('2026-01-10T19:59:00Z'), undefined);
  assert.equal(until('2026-01-10T20:00:00Z'), '2026-01-11T07:00:00.000Z');
  assert.equal(until('2026-01-11T06:59:00Z'), '2026-01-11T07:00:00.000Z');
  assert.equal(until('2026-01-11T07:00:00Z'), undefined);
  assert.equal(until('2026-03-28T22:00:00Z'), '2026-03-29T06:00:00.000Z');
  assert.equal(until('2026-01-10T12:30:00Z', { from: 13 * 60, to: 14 * 60 }), '2026-01-10T13:00:00.000Z');
  assert.equal(localDay(new Date('2026-01-10T23:30:00Z'), 'Europe/Vienna'), '2026-01-11');
});

test('attempts go on at longer pauses, until the time of the message is over', () => {
  const now = new Date(0);
  const end = new Date(3_600_000);
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6].map((attempts) => nextAttempt(attempts, now, end)?.getTime()),
    [2_000, 15_000, 60_000, 300_000, 1_800_000, 1_800_000],
  );
  assert.equal(nextAttempt(5, now, new Date(1_800_000)), undefined);
});
