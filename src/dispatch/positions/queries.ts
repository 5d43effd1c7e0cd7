import type { Reader } from '../../platform/db/reader.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { boxesAround } from '../geography/box.ts';
import { cubeText } from '../geography/ecef.ts';
import type { Location } from '../geography/location.ts';

export interface PositionRow {
  worker_id: string;
  lon: number;
  lat: number;
}

/** Further columns of a search among positions, read in the same statement. */
export interface ExtraColumns<Extra> {
  /** A join on `p.organization_id` and `p.worker_id`, at most one row each. */
  join: Sql;
  columns: Sql<Extra>;
}

const PLACE = sql`p.worker_id, p.lon, p.lat`;
const withExtra = (columns: Sql, extra: ExtraColumns<unknown> | undefined) =>
  extra
    ? sql`${columns}, ${extra.columns} from dispatch.worker_positions p ${extra.join}`
    : sql`${columns} from dispatch.worker_positions p`;

/** On-duty workers in the order of the straight line from `place`, through the index; `chord` is its length. */
export function findNearestOnDuty<Extra>(
  reader: Reader,
  place: Location,
  where: Sql,
  limit: number,
  extra: ExtraColumns<Extra> | undefined,
): Promise<(PositionRow & { chord: number } & Extra)[]> {
  const here = cubeText(place);
  // The limit stands in the text: PostgreSQL takes a parameter for a tenth of the table, and would sort it all.
  return reader.all(sql<PositionRow & { chord: number } & Extra>`
    select ${withExtra(sql`${PLACE}, p.ecef <-> ${here}::cube as chord`, extra)}
    where p.organization_id = ${reader.organizationId} and p.on_duty and (${where})
    order by p.ecef <-> ${here}::cube limit ${sql.raw(String(limit))}`);
}

/** Bands of latitude in a degree: as in the table's definition. */
const BANDS = 200;

/**
 * Conditions on `p`, one for each box, that hold for on-duty workers within `metres` of the place and for some who are
 * a little further off. For this the index of bands takes 0.25 ms where the one that orders by distance takes 0.42 (100
 * found of 100,000 workers).
 */
function areaConditions(organizationId: string, place: Location, metres: number): Sql[] {
  const boxes = boxesAround(place, metres);
  const [lon, lat] = place;
  // Leaves out most of what is in the box's corners, before it is looked at any closer. On a plane a degree of
  // longitude is everywhere what it is at the place: near enough below 10 km, away from the poles and the antimeridian.
  // A billionth is added since PostgreSQL refuses to square what is next to nothing.
  const plain = boxes.length === 1 && metres <= 10_000 && Math.abs(lat) <= 80;
  const most = plain ? (((metres + 1) / 110_574) * 1.02) ** 2 : Number.POSITIVE_INFINITY;
  const narrowing = Math.cos((lat * Math.PI) / 180) ** 2;
  return boxes.map(
    ({ south, north, west, east }) => sql`
      p.organization_id = ${organizationId} and p.on_duty
        and p.band between ${Math.floor(south * BANDS)} and ${Math.floor(north * BANDS)}
        and p.lon between ${west} and ${east}
        and (abs(p.lon - ${lon}::float8) + 1e-9) * (abs(p.lon - ${lon}::float8) + 1e-9) * ${narrowing}::float8
          + (abs(p.lat - ${lat}::float8) + 1e-9) * (abs(p.lat - ${lat}::float8) + 1e-9) <= ${most}::float8`,
  );
}

/** On-duty workers within `metres` of the place, and some who are a little further off, in no order. */
export async function findOnDutyAround<Extra>(
  reader: Reader,
  place: Location,
  metres: number,
  where: Sql,
  limit: number,
  extra: ExtraColumns<Extra> | undefined,
): Promise<(PositionRow & Extra)[]> {
  const found = await Promise.all(
    areaConditions(reader.organizationId, place, metres).map((condition) =>
      reader.all(sql<PositionRow & Extra>`
        select ${withExtra(PLACE, extra)} where ${condition} and (${where}) limit ${sql.raw(String(limit))}`),
    ),
  );
  return found.length === 1 ? found[0]! : found.flat();
}

/** Many workers' places as one row: their IDs with commas between, and numbers of eight bytes each. */
interface PackedRow {
  ids: string | null;
  lons: Buffer | null;
  lats: Buffer | null;
}

/** Additional values of each worker of a {@link Packed} list, or of all of them: aggregates over `p`. */
export type Aggregates<Extra> = Sql<Extra>;

/** Workers and their places, in no order. */
export interface Packed<Extra> {
  ids: string[];
  lons: Float64Array;
  lats: Float64Array;
  extra: Extra;
}

/**
 * As {@link findOnDutyAround}, but all of them at once: a row for each would cost the driver more than PostgreSQL takes to
 * find them. More than one list across the antimeridian.
 */
export async function packOnDutyAround<Extra>(
  reader: Reader,
  place: Location,
  metres: number,
  aggregates: Aggregates<Extra> | undefined,
): Promise<Packed<Extra>[]> {
  const columns = sql`string_agg(p.worker_id, ',') as ids, string_agg(float8send(p.lon), '') as lons,
    string_agg(float8send(p.lat), '') as lats`;
  const rows = await Promise.all(
    areaConditions(reader.organizationId, place, metres).map((condition) =>
      reader.first(sql<PackedRow & Extra>`
        select ${aggregates ? sql`${columns}, ${aggregates}` : columns} from dispatch.worker_positions p
        where ${condition}`),
    ),
  );
  return rows.map((row) => {
    const { ids, lons, lats, ...extra } = row!;
    return {
      ids: ids === null ? [] : ids.split(','),
      lons: unpackNumbers(lons),
      lats: unpackNumbers(lats),
      extra: extra as unknown as Extra,
    };
  });
}

/** The numbers of `string_agg(float8send(…), '')`. */
function unpackNumbers(packed: Buffer | null): Float64Array {
  const numbers = new Float64Array((packed?.length ?? 0) / 8);
  for (let n = 0; n < numbers.length; n++) numbers[n] = packed!.readDoubleBE(n * 8);
  return numbers;
}

export async function mirrorDuty(tx: Tx, workerId: string, onDuty: boolean): Promise<void> {
  await tx.run(sql`
    update dispatch.worker_positions set on_duty = ${onDuty}
    where organization_id = ${tx.organizationId} and worker_id = ${workerId} and on_duty <> ${onDuty}`);
}

/** Returns a worker's positions between `from` and `to`, in the order of the device's time. */
export function findTrack(
  reader: Reader,
  workerId: string,
  from: Date,
  to: Date,
): Promise<{ at: Date; lon: number; lat: number }[]> {
  return reader.all(sql<{ at: Date; lon: number; lat: number }>`
    select at, lon, lat from dispatch.position_reports
    where organization_id = ${reader.organizationId} and worker_id = ${workerId} and at >= ${from} and at < ${to}
    order by at limit 100000`);
}

/** As `findTrack`, but of each `stepMs` the first report only. */
export function findThinnedTrack(
  reader: Reader,
  workerId: string,
  from: Date,
  to: Date,
  stepMs: number,
): Promise<{ at: Date; lon: number; lat: number }[]> {
  return reader.all(sql<{ at: Date; lon: number; lat: number }>`
    select distinct on (step) at, lon, lat from (
      select date_bin(${stepMs}::int * interval '1 millisecond', at, ${from}::timestamptz) as step, at, lon, lat
      from dispatch.position_reports
      where organization_id = ${reader.organizationId} and worker_id = ${workerId} and at >= ${from} and at < ${to}) reported
    order by step, at`);
}

/** The last report from `from` up to `to`, that time included. */
export function findPositionAt(
  reader: Reader,
  workerId: string,
  from: Date,
  to: Date,
): Promise<{ lon: number; lat: number } | undefined> {
  return reader.first(sql<{ lon: number; lat: number }>`
    select lon, lat from dispatch.position_reports
    where organization_id = ${reader.organizationId} and worker_id = ${workerId} and at > ${from} and at <= ${to}
    order by at desc limit 1`);
}
