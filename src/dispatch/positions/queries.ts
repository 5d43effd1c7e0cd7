import type { Reader } from '../../platform/db/reader.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { cube, cubeText } from '../geography/ecef.ts';
import type { Location } from '../geography/location.ts';

export interface PositionRow {
  worker_id: string;
  lon: number;
  lat: number;
  at: Date;
}

/** On-duty workers in the order of the straight line from `place`, through the index; `chord` is its length. */
export function findNearestOnDuty(
  reader: Reader,
  organizationId: string,
  place: Location,
  where: Sql,
  limit: number,
): Promise<(PositionRow & { chord: number })[]> {
  const here = cubeText(place);
  return reader.all(sql<PositionRow & { chord: number }>`
    select p.worker_id, p.lon, p.lat, p.at, p.ecef <-> ${here}::cube as chord
    from dispatch.worker_positions p
    where p.organization_id = ${organizationId} and p.on_duty and (${where})
    order by p.ecef <-> ${here}::cube limit ${limit}`);
}

/** On-duty workers in the box around the ball of `metres` straight line, in no order. */
export function findOnDutyInBox(
  reader: Reader,
  organizationId: string,
  place: Location,
  metres: number,
  limit: number,
): Promise<PositionRow[]> {
  return reader.all(sql<PositionRow>`
    select p.worker_id, p.lon, p.lat, p.at from dispatch.worker_positions p
    where p.organization_id = ${organizationId} and p.on_duty
      and p.ecef <@ cube_enlarge(${cube(place)}, ${metres}, 3)
    limit ${limit}`);
}

export function findPositions(
  reader: Reader,
  organizationId: string,
  workerIds: readonly string[],
): Promise<PositionRow[]> {
  return reader.all(sql<PositionRow>`
    select worker_id, lon, lat, at from dispatch.worker_positions
    where organization_id = ${organizationId} and worker_id = any(${workerIds}::text[])`);
}
