import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';

/** Tables of a fleet, with the columns by which an import recognises their rows. */
const RECOGNISED = {
  hubs: ['id'],
  administrators: ['id', 'email_key'],
  teams: ['id', 'name'],
  workers: ['id', 'phone'],
  recipients: ['id', 'phone'],
  destinations: ['id'],
  tasks: ['id', 'short_id'],
} as const;

export type FleetTable = keyof typeof RECOGNISED;
export type FleetColumn<Table extends FleetTable> = (typeof RECOGNISED)[Table][number];

/** Returns those rows of a table that have one of the values, all of which an index has. */
export function loadRecognised<Table extends FleetTable>(
  reader: Reader,
  table: Table,
  column: FleetColumn<Table>,
  values: readonly string[],
): Promise<{ id: string; value: string }[]> {
  return reader.all(sql<{ id: string; value: string }>`
    select id, ${sql.raw(column)} as value from dispatch.${sql.raw(table)}
    where organization_id = ${reader.organizationId} and ${sql.raw(column)} = any(${values}::text[])`);
}
