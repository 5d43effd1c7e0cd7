import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedEntries, shiftsOf } from '../../web/dispatch/schedule/week.ts';

test('a shift that begins on the next day where the reader is stays there when another is added to its day', () => {
  const date = '2026-07-06';
  const span: [number, number] = [new Date(2026, 6, 7, 2).getTime(), new Date(2026, 6, 7, 6).getTime()];
  const before = [{ date, timezone: 'America/Los_Angeles', shifts: [span] }];
  const shown = shiftsOf(before, date);
  assert.deepEqual(changedEntries(before, new Map([[date, shown]])), []);
  const added = { day: date, from: '09:00', to: '17:00' };
  const [changed] = changedEntries(before, new Map([[date, [...shown, added]]]));
  assert.deepEqual(changed!.shifts, [span, [new Date(2026, 6, 6, 9).getTime(), new Date(2026, 6, 6, 17).getTime()]]);
});
