import { cubeText } from '../src/dispatch/geography/ecef.ts';
import type { Location } from '../src/dispatch/geography/location.ts';
import type { Bench } from './harness.ts';

/** On-duty workers spread over a metropolitan area of about 60 by 60 kilometres, without teams or tasks. */
export async function positionRows(bench: Bench, organizationId: string, count: number): Promise<void> {
  await bench.admin.query(
    `insert into dispatch.workers (organization_id, id, name, phone, on_duty, account_status, created_at, modified_at)
     select $1, lpad(n::text, 24, 'W'), 'Worker ' || n, '+1415' || (5000000 + n), true, 'ACCEPTED', now(), now()
     from generate_series(1, $2::int) as n`,
    [organizationId, count],
  );
  const places = Array.from(
    { length: count },
    (): Location => [-122.6 + Math.random() * 0.6, 37.4 + Math.random() * 0.5],
  );
  await bench.admin.query(
    `insert into dispatch.worker_positions (organization_id, worker_id, lon, lat, ecef, on_duty, at)
     select $1, lpad(n::text, 24, 'W'), lon, lat, ecef::cube, true, now()
     from unnest($2::float8[], $3::float8[], $4::text[]) with ordinality as place (lon, lat, ecef, n)`,
    [organizationId, places.map(([lon]) => lon), places.map(([, lat]) => lat), places.map(cubeText)],
  );
  await bench.admin.query('analyze');
}
