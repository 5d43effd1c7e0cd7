import type { Reader } from '../platform/db/reader.ts';
import { sql } from '../platform/db/sql.ts';

/** How many destinations of all organizations are only the middle of something larger, for `doctor`. */
export async function checkDestinations(reader: Reader): Promise<{ check: string; ok: boolean; detail: string }> {
  const places = await reader.first(sql<{ all: number; rough: number }>`
    select (select count(*)::int from dispatch.destinations) as all,
      (select count(*)::int from dispatch.destinations where not located) as rough`);
  return {
    check: 'destinations',
    ok: true,
    detail: `of ${places!.all}, ${places!.rough} only at the middle of a postal code, a city or a region`,
  };
}
