import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { placeInSketch as placeOnTrackingPage } from '../../src/dispatch/tracking/sketch.ts';
import { awayFrom, directionOf, placeInSketch, SKETCH_HALF, SKETCH_RINGS } from '../../web/store/driver/sketch.ts';

test('a driver sees a place where its recipient sees the driver: rings, directions and edges are the same', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 2e7, noNaN: true }),
      fc.double({ min: 0, max: 360, noNaN: true }),
      (...given) => {
        const place = placeInSketch(...given);
        assert.deepEqual(place, placeOnTrackingPage(...given));
        assert.ok(Math.hypot(...place) <= SKETCH_HALF + 1);
      },
    ),
  );
  for (const { radius, metres } of SKETCH_RINGS) assert.deepEqual(placeInSketch(metres, 90), [radius, -0]);
});

test('how far it is, and in which direction', () => {
  const gate = [13.3777, 52.5163] as const;
  const tower = [13.4094, 52.5208] as const;
  const { metres, bearing } = awayFrom(gate, tower);
  assert.ok(Math.abs(metres - 2203) < 15, String(metres));
  assert.ok(Math.abs(bearing - 77) < 1, String(bearing));
  assert.deepEqual([directionOf(bearing), directionOf(awayFrom(tower, gate).bearing)], [2, 6]);
  assert.deepEqual([directionOf(0), directionOf(359), directionOf(23), directionOf(337)], [0, 0, 1, 7]);
  // Beyond the line of the date the way is the short one; a place is nowhere from itself.
  const across = awayFrom([179.9, 0], [-179.9, 0]);
  assert.ok(Math.abs(across.metres - 22_239) < 10 && Math.abs(across.bearing - 90) < 0.01);
  assert.equal(awayFrom(gate, gate).metres, 0);
});
