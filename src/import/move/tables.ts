import type { PlainReader } from '../../platform/db/reader.ts';
import { isOwned, loadTables, type Table } from '../../platform/db/tables.ts';

/** Tables of organizations whose rows do not move, and why. */
export const UNMOVED: Readonly<Record<string, string>> = {
  'dispatch.worker_changes': 'What processes of one database tell each other, by its transactions.',
};

const ORGANIZATIONS = 'platform.organizations';

/** Every table with rows that move. A test sees to it that each has a key. */
export async function loadMovedTables(reader: PlainReader): Promise<Table[]> {
  const tables = await loadTables(reader);
  return tables.filter((table) => (isOwned(table) || table.name === ORGANIZATIONS) && !(table.name in UNMOVED));
}

/** The column that names the organization of a row. */
export const ownerColumn = ({ name }: Table): string => (name === ORGANIZATIONS ? 'id' : 'organization_id');

/** Columns that are the cell's: the organization is shut where it is not in charge. */
export const isOfCell = ({ name }: Table, column: string): boolean =>
  name === ORGANIZATIONS && (column === 'importing_since' || column === 'closing_at');
