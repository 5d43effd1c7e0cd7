import type { Mode } from '../../../../rules/travel.ts';
import type { PlainReader } from '../../../platform/db/reader.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { TablePart } from '../../../platform/db/table-part.ts';
import type { PlainTx, Tx } from '../../../platform/db/tx.ts';

/** A way that somebody has to go and the router was not asked for. */
export interface MissingLegRow {
  mode: Mode;
  fromLon: number;
  fromLat: number;
  toLon: number;
  toLat: number;
}

/** Ways of those on duty, in the whole program, that are not known; the first stops of everybody come first. */
export function listMissingLegs(
  reader: PlainReader,
  modes: readonly Mode[],
  since: Date,
  limit: number,
): Promise<MissingLegRow[]> {
  return reader.all(sql<MissingLegRow>`
    with leg as (
      select coalesce(w.vehicle->>'type', 'FOOT') as mode, t.lon as to_lon, t.lat as to_lat,
        lag(t.lon, 1, w.longitude) over way as from_lon, lag(t.lat, 1, w.latitude) over way as from_lat,
        row_number() over way as n
      from dispatch.workers w
        join dispatch.tasks t on t.organization_id = w.organization_id and t.worker_id = w.id and t.state in (1, 2)
      where w.on_duty and w.longitude is not null and coalesce(w.vehicle->>'type', 'FOOT') = any(${modes}::text[])
      window way as (partition by w.organization_id, w.id order by coalesce(t.position, -1)))
    select leg.mode, min(leg.from_lon) as "fromLon", min(leg.from_lat) as "fromLat", min(leg.to_lon) as "toLon",
      min(leg.to_lat) as "toLat"
    from leg
    where not exists (
      select from dispatch.road_legs r
      where r.mode = leg.mode and r.from_lon = round(leg.from_lon * 1000)::int
        and r.from_lat = round(leg.from_lat * 1000)::int and r.to_lon = round(leg.to_lon * 1000)::int
        and r.to_lat = round(leg.to_lat * 1000)::int and r.asked_at > ${since})
    group by leg.mode, round(leg.from_lon * 1000)::int, round(leg.from_lat * 1000)::int,
      round(leg.to_lon * 1000)::int, round(leg.to_lat * 1000)::int
    order by min(leg.n) limit ${limit}`);
}

export async function saveLegs(
  tx: PlainTx,
  legs: readonly (MissingLegRow & { seconds: number | null })[],
): Promise<void> {
  const column = (name: 'fromLon' | 'fromLat' | 'toLon' | 'toLat') => legs.map((leg) => leg[name]);
  await tx.run(sql`
    insert into dispatch.road_legs (mode, from_lon, from_lat, to_lon, to_lat, seconds, asked_at)
    select g.mode, round(g.from_lon * 1000)::int, round(g.from_lat * 1000)::int, round(g.to_lon * 1000)::int,
      round(g.to_lat * 1000)::int, g.seconds, ${tx.now}
    from unnest(${legs.map(({ mode }) => mode)}::text[], ${column('fromLon')}::float8[], ${column('fromLat')}::float8[],
      ${column('toLon')}::float8[], ${column('toLat')}::float8[], ${legs.map(({ seconds }) => seconds)}::float8[])
      as g (mode, from_lon, from_lat, to_lon, to_lat, seconds)
    on conflict (mode, from_lon, from_lat, to_lon, to_lat) do update
      set seconds = excluded.seconds, asked_at = excluded.asked_at`);
}

export function deleteOldLegs(tx: Tx, before: Date, { from, upTo }: TablePart): Promise<number> {
  return tx.run(sql`
    delete from dispatch.road_legs where ctid >= ${from}::tid and ctid < ${upTo}::tid and asked_at < ${before}`);
}
