import type { Reader } from '../../platform/db/reader.ts';
import { type FleetColumn, type FleetTable, loadRecognised } from './queries.ts';

export type { FleetColumn, FleetTable };

/** Finds out which rows of a fleet are here. @returns their IDs by the value of the column */
export async function recognise<Table extends FleetTable>(
  reader: Reader,
  table: Table,
  column: FleetColumn<Table>,
  values: readonly string[],
): Promise<Map<string, string>> {
  if (values.length === 0) return new Map();
  const rows = await loadRecognised(reader, table, column, [...new Set(values)]);
  return new Map(rows.map(({ id, value }) => [value, id]));
}
