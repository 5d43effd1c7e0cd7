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
