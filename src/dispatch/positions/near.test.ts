import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import pg from 'pg';
import { type Answer, DispatchClient } from '../../../tests/harness/clients.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { newObjectId } from '../../platform/ids.ts';
import { distance } from '../geography/distance.ts';
import { cubeText } from '../geography/ecef.ts';
import type { Location } from '../geography/location.ts';
import { nearestOnDuty, onDutyWithin } from './access.ts';

const server = await startTestServer();
const database = new pg.Client({ connectionString: server.connectionString });
await database.connect();
after(async () => {
  await database.end();
  await server[Symbol.asyncDispose]();
});
const { reader } = server.services.database;

interface Placed {
  id: string;
  location: Location;
  onDuty: boolean;
}

/** An organization whose workers are at these places. */
async function organizationWith(places: readonly (readonly [Location, boolean?])[]) {
  const organization = await server.organization();
  const workers: Placed[] = places.map(([location, onDuty = true]) => ({ id: newObjectId(), location, onDuty }));
  const ids = workers.map((worker) => worker.id);
  const onDuty = workers.map((worker) => worker.onDuty);
  await database.query(
    `insert into dispatch.workers (organization_id, id, name, phone, on_duty, last_seen_at, created_at, modified_at)
     select $1, id, 'Dora Driver', '+' || n, on_duty, now(), now(), now()
     from unnest($2::text[], $3::boolean[]) with ordinality as w (id, on_duty, n)`,
    [organization.organization_id, ids, onDuty],
  );
  await database.query(
    `insert into dispatch.worker_positions (organization_id, worker_id, lon, lat, ecef, on_duty, at, last_seen_at)
     select $1, id, lon, lat, ecef::cube, on_duty, now(), now()
     from unnest($2::text[], $3::boolean[], $4::float8[], $5::float8[], $6::text[]) as p (id, on_duty, lon, lat, ecef)`,
    [
      organization.organization_id,
      ids,
      onDuty,
      workers.map(({ location }) => location[0]),
      workers.map(({ location }) => location[1]),
      workers.map(({ location }) => cubeText(location)),
    ],
  );
  const client = new DispatchClient(organization.dispatch);
  return { id: organization.organization_id, workers, client };
}

/** Computes the expected result by checking each worker in turn. */
function bruteForce(workers: readonly Placed[], from: Location) {
  return workers
    .filter((worker) => worker.onDuty)
    .map(({ id, location }) => ({ id, metres: distance(from, location) }))
    .sort((a, b) => a.metres - b.metres || (a.id < b.id ? -1 : 1));
}

const anywhere = fc.tuple(
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.double({ min: -90, max: 90, noNaN: true }),
);
/** Around the places where degrees are treacherous. */
const treacherous = fc
  .tuple(
    fc.constantFrom<Location>([180, 0], [-180, 52], [0, 90], [77, -90], [179.99, -16], [0, 0], [-122.4, 37.8]),
    fc.double({ min: -0.1, max: 0.1, noNaN: true }),
    fc.double({ min: -0.1, max: 0.1, noNaN: true }),
  )
  .map(([[lon, lat], east, north]): Location => {
    const turned = ((lon + east + 540) % 360) - 180;
    return [turned, Math.max(-90, Math.min(90, lat + north))];
  });
const place = fc.oneof(anywhere, treacherous, treacherous);

describe('the search for on-duty workers', () => {
  it('finds the same as looking at everyone, also at the poles and across the antimeridian', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(place, fc.boolean()), { minLength: 1, maxLength: 60 }),
        fc.array(place, { minLength: 5, maxLength: 5 }),
        fc.double({ min: 0, max: 10_000, noNaN: true }),
        async (places, centres, radius) => {
          const { id, workers } = await organizationWith(places);
          for (const centre of centres) {
            const expected = bruteForce(workers, centre);
            const nearest = await nearestOnDuty(reader.of(id), server.services, centre, undefined, 3);
            // Which of several at one place comes first does not matter.
            assert.equal(nearest.length, Math.min(3, expected.length));
            nearest.forEach((worker, n) => {
              assert.ok(Math.abs(worker.distance - expected[n]!.metres) < 0.001);
            });
            const within = await onDutyWithin(reader.of(id), centre, radius);
            const reached = expected.filter(({ metres }) => metres <= radius);
            assert.deepEqual(within.map(({ workerId }) => workerId).sort(), reached.map((worker) => worker.id).sort());
            within.forEach((worker, n) => {
              assert.ok(Math.abs(worker.distance - reached[n]!.metres) < 0.000_01);
            });
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it('finds the nearest among many as among few', async () => {
    // More at one place than are looked at in a circle, a few scattered ones, and one far off.
    const crowd = Array.from({ length: 150 }, (): [Location] => [[8.5, 47.3]]);
    const scattered = Array.from({ length: 40 }, (_, n): [Location] => [[8.4 + (n % 7) / 50, 47.4 + n / 400]]);
    const { id, workers } = await organizationWith([...crowd, ...scattered, [[-70, -33]]]);
    for (let n = 0; n < 60; n++) {
      const centre: Location = [8.35 + (n % 11) / 40, 47.25 + n / 200];
      for (const limit of [1, 5, 60]) {
        const nearest = await nearestOnDuty(reader.of(id), server.services, centre, undefined, limit);
        const expected = bruteForce(workers, centre).slice(0, limit);
        assert.deepEqual(
          nearest.map((worker) => worker.distance.toFixed(4)),
          expected.map(({ metres }) => metres.toFixed(4)),
        );
      }
    }
    assert.equal((await nearestOnDuty(reader.of(id), server.services, [-71, -33]))[0]?.workerId, workers.at(-1)!.id);
  });

  it('takes who is exactly at the edge', async () => {
    const at: Location = [-122.4, 37.801];
    const { id } = await organizationWith([[at]]);
    const metres = distance([-122.4, 37.8], at);
    assert.equal((await onDutyWithin(reader.of(id), [-122.4, 37.8], metres)).length, 1);
    assert.equal((await onDutyWithin(reader.of(id), [-122.4, 37.8], metres - 0.000_001)).length, 0);
  });

  it('orders by the ellipsoid where the straight line orders otherwise', async () => {
    // A quarter of the way round: along a meridian a degree is shorter than along the equator.
    const { id, workers } = await organizationWith([[[40, 0]], [[0, 40.05]]]);
    const [first] = await nearestOnDuty(reader.of(id), server.services, [0, 0]);
    assert.equal(first?.workerId, bruteForce(workers, [0, 0])[0]!.id);
  });
});

describe('GET /workers/location', () => {
  const ids = (answer: Answer) => answer.json.workers.map((worker: { id: string }) => worker.id);
  const refused = (answer: Answer, error: number) =>
    assert.deepEqual([answer.status, answer.json?.message?.error], [400, error], answer.text);

  it('gives on-duty workers within the radius, nearest first, with location and isResponding', async () => {
    // 0.01 degrees of latitude are 1,110 metres here.
    const { client, workers } = await organizationWith([
      [[-122.4, 37.809]],
      [[-122.4, 37.801]],
      [[-122.4, 37.8001], false],
      [[-122.4, 37.82]],
    ]);
    const near = await client.get('/workers/location?longitude=-122.4&latitude=37.8');
    assert.equal(near.status, 200, near.text);
    assert.deepEqual(ids(near), [workers[1]!.id, workers[0]!.id]);
    const [first] = near.json.workers;
    assert.deepEqual([first.location, first.isResponding, first.onDuty], [[-122.4, 37.801], true, true]);
    const wide = await client.get('/workers/location?longitude=-122.4&latitude=37.8&radius=3000');
    assert.deepEqual(ids(wide), [workers[1]!.id, workers[0]!.id, workers[3]!.id]);
    assert.deepEqual(ids(await client.get('/workers/location?longitude=-122.4&latitude=37.8&radius=0')), []);
  });

  it('says who has not been heard of', async () => {
    const { client } = await organizationWith([[[10, 50]]]);
    server.clock.advance(6 * 60_000);
    const near = await client.get('/workers/location?longitude=10&latitude=50');
    assert.equal(near.json.workers[0].isResponding, false);
  });

  it('shows nobody of another organization', async () => {
    await organizationWith([[[20, 60]]]);
    const { id, client } = await organizationWith([]);
    assert.deepEqual(await nearestOnDuty(reader.of(id), server.services, [20, 60]), []);
    assert.deepEqual(await onDutyWithin(reader.of(id), [20, 60], 1000), []);
    assert.deepEqual((await client.get('/workers/location?longitude=20&latitude=60')).json, { workers: [] });
  });

  it('asks for a place and a radius up to 10,000', async () => {
    const { client } = await organizationWith([]);
    refused(await client.get('/workers/location'), 1900);
    refused(await client.get('/workers/location?longitude=1'), 1900);
    refused(await client.get('/workers/location?longitude=1&latitude=91'), 1000);
    refused(await client.get('/workers/location?longitude=east&latitude=1'), 1005);
    refused(await client.get('/workers/location?longitude=1&latitude=1&radius=10001'), 1000);
    refused(await client.get('/workers/location?longitude=1&latitude=1&radius=-1'), 1000);
    assert.equal((await client.get('/workers/location?longitude=1&latitude=1&radius=10000')).status, 200);
  });
});
