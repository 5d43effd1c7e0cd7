import { containerId } from '../src/dispatch/containers/container-id.ts';
import { cubeText } from '../src/dispatch/geography/ecef.ts';
import type { Location } from '../src/dispatch/geography/location.ts';
import { createCredential } from '../src/platform/credentials/credentials.ts';
import type { Bench } from './harness.ts';

/** Somewhere in a metropolitan area of about 53 by 55 kilometres. */
export const somewhere = (): Location => [-122.6 + Math.random() * 0.6, 37.4 + Math.random() * 0.5];

/** On-duty workers spread over the metropolitan area, without teams or tasks. */
export async function positionRows(bench: Bench, organizationId: string, count: number): Promise<void> {
  await bench.admin.query(
    `insert into dispatch.workers
       (organization_id, id, name, phone, on_duty, account_status, last_seen_at, created_at, modified_at)
     select $1, lpad(n::text, 24, 'W'), 'Worker ' || n, '+1415' || (5000000 + n), true, 'ACCEPTED', now(), now(), now()
     from generate_series(1, $2::int) as n`,
    [organizationId, count],
  );
  const places = Array.from({ length: count }, somewhere);
  await bench.admin.query(
    `insert into dispatch.worker_positions (organization_id, worker_id, lon, lat, ecef, on_duty, at, last_seen_at)
     select $1, lpad(n::text, 24, 'W'), lon, lat, ecef::cube, true, now(), now()
     from unnest($2::float8[], $3::float8[], $4::text[]) with ordinality as place (lon, lat, ecef, n)`,
    [organizationId, places.map(([lon]) => lon), places.map(([, lat]) => lat), places.map(cubeText)],
  );
  await bench.admin.query(
    `update dispatch.workers w set longitude = p.lon, latitude = p.lat, located_at = p.at
     from dispatch.worker_positions p
     where w.organization_id = $1 and p.organization_id = w.organization_id and p.worker_id = w.id`,
    [organizationId],
  );
  await bench.admin.query('vacuum analyze');
}

/** Keys of the devices of so many of the organization's workers. */
export async function workerTokens(bench: Bench, organizationId: string, count: number): Promise<string[]> {
  const { rows } = await bench.admin.query<{ id: string }>(
    'select id from dispatch.workers where organization_id = $1 order by id limit $2',
    [organizationId, count],
  );
  return bench.core.services.database.transaction(async (tx) => {
    const keys: string[] = [];
    for (const { id } of rows)
      keys.push((await createCredential(tx, { organizationId, kind: 'worker', subject: id })).key);
    return keys;
  });
}

/**
 * Tasks of today in the list of each worker, at the worker's place. Nothing is analysed afterwards: PostgreSQL still takes
 * these tables for empty. Times are whole milliseconds, as the program writes them: lists are read on from the last one's.
 */
export async function listedTasks(bench: Bench, organizationId: string, each: number): Promise<void> {
  const { rows } = await bench.admin.query<{ id: string }>(
    'select id from dispatch.workers where organization_id = $1 order by id',
    [organizationId],
  );
  await bench.admin.query(
    `insert into dispatch.containers (organization_id, id, type, owner_id, created_at, modified_at, task_count, last_position,
       first_lon, first_lat, last_lon, last_lat)
     select $1, c.id, 'WORKER', w.id, now(), now(), $4::int, $4::int * 1048576, w.longitude, w.latitude, w.longitude, w.latitude
     from dispatch.workers w join unnest($2::text[], $3::text[]) as c (owner, id) on c.owner = w.id where w.organization_id = $1`,
    [organizationId, rows.map(({ id }) => id), rows.map(({ id }) => containerId(organizationId, 'WORKER', id)), each],
  );
  await bench.admin.query(
    `insert into dispatch.destinations (organization_id, id, lon, lat, address, notes, metadata, warnings, geocoding, created_at, modified_at)
     select $1, 'D' || id, longitude, latitude, '{"number": "1", "street": "Example Street", "city": "San Francisco", "country": "USA"}',
       '', '[]', '{}', '{"layer": "given", "precision": "exact"}', now(), now()
     from dispatch.workers where organization_id = $1`,
    [organizationId],
  );
  await bench.admin.query(
    `insert into dispatch.tasks (organization_id, id, short_id, created_at, modified_at, state, container_id, position, worker_id,
       creator, merchant, executor, destination_id, lon, lat, pickup_task, notes, quantity, additional_quantities, service_time,
       requirements, scan_only_required_barcodes, metadata)
     select $1, lpad((row_number() over ())::text, 24, 'T'), 's' || row_number() over (), date_trunc('milliseconds', now()),
       date_trunc('milliseconds', now()), 1, c.id, n * 1048576, w.id,
       $1, $1, $1, 'D' || w.id, w.longitude, w.latitude, false, '', 0, '{"quantityA": 0, "quantityB": 0, "quantityC": 0}', 5,
       '{"signature": false, "photo": false, "notes": false, "minimumAge": 0}', false, '[]'
     from dispatch.workers w join dispatch.containers c on c.organization_id = w.organization_id and c.owner_id = w.id,
       generate_series(1, $2::int) as n where w.organization_id = $1`,
    [organizationId, each],
  );
}
