import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedEntries, shiftsOf, withDay } from '../../web/dispatch/schedule/week.ts';
import { axisOf } from '../../web/dispatch/timeline/axis.ts';

const HOUR_MS = 3_600_000;

test('a shift that begins on the next day where the reader is stays there when another is added to its day', () => {
  const date = '2026-07-06';
  const span: [number, number] = [new Date(2026, 6, 7, 2).getTime(), new Date(2026, 6, 7, 6).getTime()];
  const before = [{ date, timezone: 'America/Los_Angeles', shifts: [span] }];
  const shown = shiftsOf(before, date);
  const added = { day: date, from: '09:00', to: '17:00' };
  const [changed] = changedEntries(before, withDay(new Map(), { date, shifts: [...shown, added] }, before));
  assert.deepEqual(changed!.shifts, [span, [new Date(2026, 6, 6, 9).getTime(), new Date(2026, 6, 6, 17).getTime()]]);
});

test('the timeline is of a day, and has room for what is dropped late in its evening', () => {
  const midnight = new Date(2026, 5, 10).getTime();
  const hours = (now: number, latest = 0) => {
    const { from, to } = axisOf(midnight + now * HOUR_MS, midnight + latest * HOUR_MS, undefined);
    assert.equal(from, midnight);
    return (to - midnight) / HOUR_MS;
  };
  assert.deepEqual([hours(0), hours(9, 17), hours(12)], [24, 24, 24]);
  // What a drag adds and takes away again there changes nothing of what lies under the pointer.
  assert.deepEqual([hours(23.7), hours(23.7, 24.2), hours(23.7, 35)], [36, 36, 36]);
  assert.deepEqual([hours(9, 30.2), hours(9, 100)], [31, 48]);
});

test('a day that was put back is not written: what somebody else has written there meanwhile stays', () => {
  const date = '2026-07-06';
  const entry = (to: number) => {
    const shift: [number, number] = [new Date(2026, 6, 6, 8).getTime(), new Date(2026, 6, 6, to).getTime()];
    return [{ date, timezone: 'UTC', shifts: [shift] }];
  };
  const [before, meanwhile] = [entry(12), entry(14)];
  const shown = shiftsOf(before, date);
  const longer = withDay(new Map(), { date, shifts: [{ ...shown[0]!, to: '13:00' }] }, before);
  assert.equal(changedEntries(meanwhile, longer).length, 1);
  assert.deepEqual(changedEntries(meanwhile, withDay(longer, { date, shifts: shown }, meanwhile)), []);
});
