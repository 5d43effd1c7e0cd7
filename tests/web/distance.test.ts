import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { distance } from '../../src/dispatch/geography/distance.ts';
import { metresBetween } from '../../web/store/dispatch/select/tasks.ts';

test('the distance that pages show is the geodesic to half a percent', () => {
  const place = fc.tuple(
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.double({ min: -85, max: 85, noNaN: true }),
  );
  fc.assert(
    fc.property(place, place, (from, to) => {
      const exact = distance(from, to);
      assert.ok(Math.abs(metresBetween(from, to) - exact) <= exact * 0.006 + 1, `${exact}`);
    }),
  );
});
