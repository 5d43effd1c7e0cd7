import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestEras } from './eras.ts';

const ERA = 65_536;
/** Messages of the eras 10 to 20. */
const span = { oldest: 10 * ERA + 5, newest: 20 * ERA + 5 };

test('the nearest older eras begin with that of the last message before the bound', () => {
  const older = (bound: number, count = 2) => nearestEras(span, { direction: 'older', bound, limit: 100 }, count);
  assert.deepEqual(older(Number.MAX_SAFE_INTEGER), { numbers: [19, 20], end: 19 * ERA });
  assert.deepEqual(older(15 * ERA + 1), { numbers: [14, 15], end: 14 * ERA });
  assert.deepEqual(older(15 * ERA), { numbers: [13, 14], end: 13 * ERA }, 'the bound itself is not in the window');
  assert.deepEqual(older(12 * ERA + 1), { numbers: [11, 12], end: 11 * ERA });
  assert.equal(older(12 * ERA), undefined, 'they hold the oldest message');
  assert.equal(older(Number.MAX_SAFE_INTEGER, 11), undefined);
  assert.deepEqual(older(Number.MAX_SAFE_INTEGER, 10)?.end, 11 * ERA);
});

test('the nearest newer eras begin with that of the bound', () => {
  const newer = (bound: number, count = 2) => nearestEras(span, { direction: 'newer', bound, limit: 100 }, count);
  assert.deepEqual(newer(0), { numbers: [10, 11], end: 12 * ERA });
  assert.deepEqual(newer(15 * ERA), { numbers: [15, 16], end: 17 * ERA });
  assert.deepEqual(newer(15 * ERA - 1), { numbers: [14, 15], end: 16 * ERA });
  assert.deepEqual(newer(18 * ERA), { numbers: [18, 19], end: 20 * ERA });
  assert.equal(newer(19 * ERA), undefined, 'they hold the newest message');
  assert.equal(newer(0, 11), undefined);
});
