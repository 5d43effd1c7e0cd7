import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { distance } from './distance.ts';
import { simplify, type TimedPoint } from './simplify.ts';

const point = (seconds: number, lon: number, lat: number): TimedPoint => ({
  at: new Date(seconds * 1000),
  location: [lon, lat],
});
const secondsOf = (points: readonly TimedPoint[]) => points.map(({ at }) => at.getTime() / 1000);

test('a straight way is its ends, a corner and a halt stay', () => {
  const straight = [0, 1, 2, 3, 4].map((n) => point(n, n / 1000, 0));
  assert.deepEqual(secondsOf(simplify(straight, 10)), [0, 4]);
  const corner = [point(0, 0, 0), point(1, 0.01, 0), point(2, 0.01, 0.01)];
  assert.deepEqual(secondsOf(simplify(corner, 10)), [0, 1, 2]);
  const halt = [point(0, 0, 0), point(10, 0.01, 0), point(600, 0.01, 0), point(610, 0.02, 0)];
  assert.deepEqual(secondsOf(simplify(halt, 10)), [0, 10, 600, 610]);
  const around = [point(0, 179.99, 0), point(1, 180, 0), point(2, -179.99, 0)];
  assert.deepEqual(secondsOf(simplify(around, 10)), [0, 2]);
  for (const few of [[], [point(0, 1, 1)], [point(0, 1, 1), point(0, 1, 1)]])
    assert.equal(simplify(few, 10).length, few.length);
});

test('nobody was further off than is said, wherever they went', () => {
  const step = fc.record({
    seconds: fc.integer({ min: 1, max: 60 }),
    lon: fc.double({ min: -0.001, max: 0.001, noNaN: true }),
    lat: fc.double({ min: -0.001, max: 0.001, noNaN: true }),
  });
  const start = fc.tuple(fc.integer({ min: -180, max: 180 }), fc.integer({ min: -70, max: 70 }));
  fc.assert(
    fc.property(start, fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 200 }), (begin, steps, metres) => {
      let [time, lon, lat] = [0, ...begin];
      const line = steps.map((step) => {
        [time, lon, lat] = [time + step.seconds, ((lon + step.lon + 540) % 360) - 180, lat + step.lat];
        return point(time, lon, lat);
      });
      const retained = simplify(line, metres);
      for (const { at, location } of line) {
        const after = retained.findIndex((each) => each.at >= at);
        const [a, b] = [retained[Math.max(0, after - 1)]!, retained[after]!];
        const span = b.at.getTime() - a.at.getTime();
        const share = span > 0 ? (at.getTime() - a.at.getTime()) / span : 1;
        const lonBetween = ((b.location[0] - a.location[0] + 540) % 360) - 180;
        const lonThen = ((a.location[0] + share * lonBetween + 540) % 360) - 180;
        const latThen = a.location[1] + share * (b.location[1] - a.location[1]);
        // The sphere is not the ellipsoid.
        assert.ok(distance(location, [lonThen, latThen]) <= metres * 1.01);
      }
    }),
  );
});

test('the worst way is looked at in parts', () => {
  const spiral = Array.from({ length: 20_000 }, (_, n) => point(n, 0.001 * n * Math.cos(n), 0.001 * n * Math.sin(n)));
  assert.ok(simplify(spiral, 1).length > 5000);
});
