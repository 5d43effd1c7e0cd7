import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { roundedDistance } from '../../rules/rounded-distance.ts';
import { bearingOf, metresBetween } from '../../rules/sphere.ts';
import { distance } from '../../src/dispatch/geography/distance.ts';

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

test('a direction is one of the compass; across the date line it is the short one', () => {
  const [gate, tower] = [[13.3777, 52.5163] as const, [13.4094, 52.5208] as const];
  assert.ok(Math.abs(metresBetween(gate, tower) - 2203) < 15);
  assert.ok(Math.abs(bearingOf(gate, tower) - 77) < 1 && Math.abs(bearingOf(tower, gate) - 257) < 1);
  assert.ok(Math.abs(metresBetween([179.9, 0], [-179.9, 0]) - 22_239) < 10);
  assert.ok(Math.abs(bearingOf([179.9, 0], [-179.9, 0]) - 90) < 0.01);
  assert.equal(metresBetween(gate, gate), 0);
});

test('a distance is rounded as people say it', () => {
  const rounded = [0, 4, 347, 949, 950, 1049, 12_345].map(roundedDistance);
  assert.deepEqual(
    rounded.map(({ value, unit }) => `${value} ${unit}`),
    ['0 meter', '0 meter', '350 meter', '950 meter', '1 kilometer', '1 kilometer', '12.3 kilometer'],
  );
});
