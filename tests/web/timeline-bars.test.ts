import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeBars, wordsPlace } from '../../web/dispatch/timeline/bar-places.ts';

const HOUR_MS = 3_600_000;
const axis = { from: 0, to: 24 * HOUR_MS, pxPerHour: 60, scale: 0, scales: 1 };
const minute = (from: number, end: number) => ({ from: from * 60_000, end: end * 60_000 });

test('bars are as long as they last, not shorter than can be seen, and the space between two belongs half to each', () => {
  assert.deepEqual(placeBars([minute(10, 40), minute(60, 61), minute(67, 68), minute(1430, 1440)], axis), [
    { start: 10, width: 30, gap: 20, before: 10, after: 10 },
    { start: 60, width: 6, gap: 1, before: 10, after: 0.5 },
    { start: 67, width: 14, gap: 1349, before: 0.5, after: 674.5 },
    { start: 1430, width: 10, gap: 0, before: 674.5, after: 0 },
  ]);
  // What lies within another has no space of its own, and takes none.
  assert.deepEqual(
    placeBars([minute(0, 60), minute(30, 40)], axis).map(({ width, gap, before }) => [width, gap, before]),
    [
      [60, 0, 0],
      [14, 1396, 0],
    ],
  );
});

test('words stand within the bar, else beside it where more of them fits, else only in the hint', () => {
  const place = (width: number, gap: number) => ({ start: 0, before: 0, after: 0, width, gap });
  assert.equal(wordsPlace(place(50, 0), 50), 'within');
  assert.equal(wordsPlace(place(49, 50), 50), 'beside');
  assert.equal(wordsPlace(place(10, 32), 50), 'beside');
  assert.equal(wordsPlace(place(10, 31), 50), 'hidden');
  assert.equal(wordsPlace(place(10, 20), 20), 'beside');
  assert.equal(wordsPlace(place(40, 39), 50), 'within');
  assert.equal(wordsPlace(place(32, 0), 50), 'within');
  assert.equal(wordsPlace(place(31, 0), 50), 'hidden');
});
