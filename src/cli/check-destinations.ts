import { type Finding, passOrFail } from '../pages/health/finding.ts';
import type { PlainReader } from '../platform/db/reader.ts';
import { sql } from '../platform/db/sql.ts';

/** Counts the destinations of all organizations that are only the centre of a larger area, for `doctor`. */
export async function checkDestinations(reader: PlainReader): Promise<Finding> {
  const places = await reader.first(sql<{ all: number; rough: number }>`
    select (select count(*)::int from dispatch.destinations) as all,
      (select count(*)::int from dispatch.destinations where not located) as rough`);
  return passOrFail(
    'destinations',
    true,
    `${places!.all} destinations, ${places!.rough} of them only at the centre of a postal code, city or region`,
  );
}
