import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { placeInSketch, SKETCH_HALF, SKETCH_RINGS } from '../../rules/sketch.ts';

test('places lie on the rings of their distance, and inside the sketch', () => {
  for (const { radius, metres } of SKETCH_RINGS) assert.deepEqual(placeInSketch(metres, 90), [radius, -0]);
  assert.deepEqual(placeInSketch(2000, 0), [0, -40]);
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 2e7, noNaN: true }),
      fc.double({ min: 0, max: 360, noNaN: true }),
      (...given) => {
        const far = Math.hypot(...placeInSketch(...given));
        assert.ok(far >= 17 && far <= SKETCH_HALF + 1, String(far));
      },
    ),
  );
});
