import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import geodesic from 'geographiclib-geodesic';
import { boxesAround } from './box.ts';

it('holds every place within reach, near the poles and across the antimeridian too', () => {
  const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
  const latitude = fc.oneof(degrees(90), fc.constantFrom(90, -90, 89.99, -89.5, 85, 0));
  const longitude = fc.oneof(degrees(180), fc.constantFrom(180, -180, 179.999, 0));
  const metres = fc.oneof(
    fc.double({ min: 0, max: 20_000, noNaN: true }),
    fc.double({ min: 0, max: 2e6, noNaN: true }),
  );
  fc.assert(
    fc.property(longitude, latitude, metres, degrees(180), fc.double({ min: 0.9, max: 1, noNaN: true }), (...given) => {
      const [lon, lat, radius, azimuth, share] = given;
      const { lon2, lat2 } = geodesic.Geodesic.WGS84.Direct(lat, lon, azimuth, radius * share);
      const turned = ((((lon2! + 180) % 360) + 360) % 360) - 180;
      const inside = boxesAround([lon, lat], radius).some(
        ({ south, north, west, east }) => lat2! >= south && lat2! <= north && turned >= west && turned <= east,
      );
      assert.ok(inside, `${lat2} ${turned}`);
    }),
    { numRuns: 20_000 },
  );
});

it('is not much wider than what is asked for', () => {
  const [box] = boxesAround([13, 52], 1000);
  assert.ok(box!.north - box!.south < 0.0182 && box!.east - box!.west < 0.0297, JSON.stringify(box));
});
