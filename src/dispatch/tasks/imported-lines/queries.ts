import type { Reader } from '../../../platform/db/reader.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { TablePart } from '../../../platform/db/table-part.ts';
import type { PlainTx, Tx } from '../../../platform/db/tx.ts';

/** Objects that a line of a file may name. */
export interface NamedInFilesRow {
  kind: 'worker' | 'team';
  id: string;
  name: string;
  phone: string | null;
}

/** All workers and teams of the organization, by their names. */
export function loadNamedInFiles(reader: Reader): Promise<NamedInFilesRow[]> {
  return reader.all(sql<NamedInFilesRow>`
    select 'worker' as kind, id, name, phone from dispatch.workers
    where organization_id = ${reader.organizationId}
    union all
    select 'team' as kind, id, name, null from dispatch.teams
    where organization_id = ${reader.organizationId}`);
}

/** Digests of lines that became tasks, as hexadecimal, with the time. */
export function loadImportedLines(
  reader: Reader,
  digests: readonly string[],
): Promise<{ digest: string; importedAt: Date }[]> {
  return reader.all(sql<{ digest: string; importedAt: Date }>`
    select encode(digest, 'hex') as digest, imported_at as "importedAt" from dispatch.imported_lines
    where organization_id = ${reader.organizationId}
      and digest = any(array(select decode(d, 'hex') from unnest(${digests}::text[]) as d))`);
}

/** Notes lines. @returns those that were not noted before; whoever notes the same at once waits */
export async function insertImportedLines(tx: Tx, digests: readonly string[]): Promise<string[]> {
  const rows = await tx.all(sql<{ digest: string }>`
    insert into dispatch.imported_lines (organization_id, digest, imported_at)
    select ${tx.organizationId}, decode(d, 'hex'), ${tx.now} from unnest(${digests}::text[]) as d order by d
    on conflict do nothing returning encode(digest, 'hex') as digest`);
  return rows.map(({ digest }) => digest);
}

/** Notes lines once more, with the present time. */
export async function renewImportedLines(tx: Tx, digests: readonly string[]): Promise<void> {
  await tx.run(sql`
    insert into dispatch.imported_lines (organization_id, digest, imported_at)
    select ${tx.organizationId}, decode(d, 'hex'), ${tx.now} from unnest(${digests}::text[]) as d order by d
    on conflict (organization_id, digest) do update set imported_at = excluded.imported_at`);
}

export async function deleteImportedLines(tx: Tx, digests: readonly string[]): Promise<void> {
  await tx.run(sql`
    delete from dispatch.imported_lines where organization_id = ${tx.organizationId}
      and digest = any(array(select decode(d, 'hex') from unnest(${digests}::text[]) as d))`);
}

/** Deletes old ones, of the rows that lie in a part of the table. */
export async function deleteOldImportedLines(tx: PlainTx, before: Date, part: TablePart): Promise<void> {
  await tx.run(sql`
    delete from dispatch.imported_lines
    where ctid >= ${part.from}::tid and ctid < ${part.upTo}::tid and imported_at < ${before}`);
}
