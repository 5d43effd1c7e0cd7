import type { PlainReader } from '../../platform/db/reader.ts';
import type { Table } from '../../platform/db/tables.ts';
import type { PlainTx } from '../../platform/db/tx.ts';
import { isUniqueViolation } from '../../platform/db/unique.ts';
import { doHoldMove } from '../../platform/moves/actions.ts';
import { loadMoveChanges, writeAsReplica } from './capture-queries.ts';
import { copyFiles, type MoveCells } from './copy-files.ts';
import { MoveError } from './move-error.ts';
import { deleteRows, insertRows, type Key, loadRowsByKeys, sumRows, useCommonForm } from './row-queries.ts';
import { sealAnew } from './seal-rows.ts';

/** Tables whose rows have objects in the store, by the second column of their keys. */
const WITH_OBJECTS: ReadonlySet<string> = new Set(['platform.files', 'platform.resumable_upload_parts']);

/** A move that one command is at work on. */
export interface RunningMove extends MoveCells {
  organizationId: string;
  /** Names the command. */
  run: string;
  tables: readonly Table[];
}

/** Another command has taken the move over. */
export const taken = () => new MoveError('Another command is at work on this move. Wait for it.');

/**
 * Brings the rows that were written since they were copied, in one transaction of the target: it is as the source is in the snapshot of
 * the reader then, if nobody writes meanwhile or it reads one snapshot.
 * @param also more to write in the same transaction
 * @returns the changes that are done with
 * @throws {MoveError}
 */
export async function catchUp(
  { source, target, organizationId, run, tables }: RunningMove,
  reader: PlainReader,
  also: (tx: PlainTx) => Promise<void> = async () => {},
): Promise<string[]> {
  await useCommonForm(reader);
  const changes = await loadMoveChanges(reader, organizationId);
  const written: { table: Table; keys: Key[]; rows: Awaited<ReturnType<typeof loadRowsByKeys>> }[] = [];
  for (const [name, own] of Map.groupBy(changes, ({ table }) => table)) {
    const table = tables.find((each) => each.name === name)!;
    const keys = [...new Map(own.map(({ key }) => [JSON.stringify(key), key])).values()];
    if (WITH_OBJECTS.has(name))
      for (const id of new Set(keys.map((key) => key[1]!)))
        await copyFiles({ source, target }, `${organizationId}/${id.slice(0, 2)}/${id}/`);
    written.push({ table, keys, rows: await loadRowsByKeys(reader, table, keys) });
  }
  await target.database
    .transaction(async (tx) => {
      await useCommonForm(tx);
      await writeAsReplica(tx);
      if (!(await doHoldMove(tx, organizationId, run))) throw taken();
      for (const { table, keys, rows } of written) {
        await deleteRows(tx, table, keys);
        await insertRows(tx, table, rows, { mayBeThere: false });
        const found = rows.map(({ key }) => key);
        await sealAnew(tx, table, found, { source: source.secrets, target: target.secrets });
        const [here, there] = [
          await sumRows(reader, table, organizationId, keys),
          await sumRows(tx, table, organizationId, keys),
        ];
        if (here.rows !== there.rows || here.sum !== there.sum) throw differs(table);
      }
      await also(tx);
    })
    .catch(explainRefusal);
  return changes.map(({ seq }) => seq);
}

/** Nothing was switched. */
export const differs = (table: Table) =>
  new MoveError(`The rows of ${table.name} are not the same in both cells. The organization stays where it is.`);

/** Turns the target's refusals into sentences. */
export function explainRefusal(error: unknown): never {
  const { code, detail = '', table = '' } = error as { code?: string; detail?: string; table?: string };
  if (isUniqueViolation(error))
    throw new MoveError(`Another organization of the target has what may be there only once: ${table}. ${detail}`);
  if (code === '42501')
    throw new MoveError(
      'The role of the target database may not write as replication does. Run there, as a superuser: GRANT SET ON PARAMETER session_replication_role TO the role of DATABASE_URL.',
    );
  throw error;
}
