import { stat } from 'node:fs/promises';
import type { Config } from '../../platform/config.ts';
import type { PlainReader } from '../../platform/db/reader.ts';
import { loadForeignColumns } from '../../platform/deletion/access.ts';
import { storeName } from '../../platform/files/open-store.ts';
import { findMove } from '../../platform/moves/access.ts';
import { isOpenOrganization } from '../../platform/organizations/hosts.ts';
import { findOrganization } from '../../platform/organizations/organizations.ts';
import type { MoveCells } from './copy-files.ts';
import { MoveError } from './move-error.ts';
import { hasRowsAcross } from './row-queries.ts';
import { loadMovedTables } from './tables.ts';

/**
 * Refuses what cannot be moved, before anything is written.
 * @param cell name of the target
 * @throws {MoveError | CellRefusal | CellDirectoryAway}
 */
export async function checkMove({ source, target }: MoveCells, organizationId: string, cell: string): Promise<void> {
  if (!source.cells) throw new MoveError('This installation is no cell. Set CELL_NAME and CELL_DIRECTORY_URL.');
  if (target.cells?.name !== cell) throw new MoveError(`The settings of the target are not those of the cell ${cell}.`);
  if (source.cells.name === cell) throw new MoveError(`This cell is ${cell} itself.`);
  // Both must be who they claim to be, and the directory must be there.
  await source.cells.check();
  await target.cells.check();
  if (await haveOneStore(source.config, target.config))
    throw new MoveError('Both cells keep their files in the same place. Give each its own DATA_DIR or bucket.');
  const [here, there] = [await loadMovedTables(source.database.reader), await loadMovedTables(target.database.reader)];
  if (JSON.stringify(here) !== JSON.stringify(there))
    throw new MoveError('The cells have different tables. Upgrade both to the same version of Hubbub.');
  // The switch reads the directory; the first time takes longer.
  await target.cells.look();
  if ((await findMove(source.database.reader, organizationId))?.isSource) return;
  if (!(await findOrganization(source.database.reader, organizationId)))
    throw new MoveError(`There is no organization ${organizationId}.`);
  if (!(await isOpenOrganization(source.database.reader, organizationId)))
    throw new MoveError('The organization is being imported or deleted. Move it afterwards, if it is still there.');
  const isThere = await findOrganization(target.database.reader, organizationId);
  if (isThere && !(await findMove(target.database.reader, organizationId)))
    throw new MoveError(`The cell ${cell} has an organization ${organizationId} already.`);
  const bound = await loadBoundTables(source.database.reader, organizationId);
  if (bound.length > 0)
    throw new MoveError(
      `The organization is bound to others of this cell by rows of ${bound.join(', ')}, and no statement spans two cells. Revoke delegations with org delegate --revoke; tasks that another organization has ordered or executes stay.`,
    );
}

/** Whether both cells keep their files in one place, where the source would delete those of the target at the end. */
async function haveOneStore(here: Config, there: Config): Promise<boolean> {
  if (storeName(here) !== storeName(there)) return false;
  if (here.fileStore === 's3') return true;
  const [own, other] = await Promise.all([here, there].map(({ dataDir }) => stat(dataDir)));
  return own!.dev === other!.dev && own!.ino === other!.ino;
}

/** Tables with rows that bind the organization to another one. */
async function loadBoundTables(reader: PlainReader, organizationId: string): Promise<string[]> {
  const bound = new Set<string>();
  for (const column of await loadForeignColumns(reader))
    if (await hasRowsAcross(reader, column, organizationId)) bound.add(column.table);
  return [...bound];
}
