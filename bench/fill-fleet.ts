import type { Bench } from './harness.ts';

/** On-duty workers spread over a metropolitan area of about 60 by 60 kilometres, without teams or tasks. */
export async function positionRows(bench: Bench, organizationId: string, count: number): Promise<void> {
  await bench.admin.query(
    `insert into dispatch.workers (organization_id, id, name, phone, on_duty, account_status, created_at, modified_at)
     select $1, lpad(n::text, 24, 'W'), 'Worker ' || n, '+1415' || (5000000 + n), true, 'ACCEPTED', now(), now()
     from generate_series(1, $2::int) as n`,
    [organizationId, count],
  );
  await bench.admin.query(
    `insert into dispatch.worker_positions (organization_id, worker_id, lon, lat, ecef, on_duty, at)
     select $1, lpad(n::text, 24, 'W'), lon, lat,
       cube(array[6371000 * cos(radians(lat)) * cos(radians(lon)), 6371000 * cos(radians(lat)) * sin(radians(lon)), 6371000 * sin(radians(lat))]),
       true, now()
     from (select n, -122.6 + random() * 0.6 as lon, 37.4 + random() * 0.5 as lat from generate_series(1, $2::int) as n) as place`,
    [organizationId, count],
  );
  await bench.admin.query('analyze');
}
