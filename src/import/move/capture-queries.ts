import type { PlainReader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Table } from '../../platform/db/tables.ts';
import type { PlainTx } from '../../platform/db/tx.ts';
import type { Key } from './row-queries.ts';
import { ownerColumn } from './tables.ts';

/** Whoever writes the table waits so long for the making of a trigger, which waits for whoever has written it. */
const TRIGGER_WAIT = '200ms';
/** Whoever writes the organization waits so long for the fence, which waits for whoever has written it. */
const FENCE_WAIT = '400ms';

/** A row that was written while its organization was copied. */
interface Change {
  seq: string;
  table: string;
  key: Key;
}

const triggerName = (organizationId: string) => `move_${organizationId}`;
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Has PostgreSQL note each row of the organization that is written from now on. It gives up where others keep the table for long. */
export async function captureTable(tx: PlainTx, table: Table, organizationId: string): Promise<void> {
  const name = triggerName(organizationId);
  const there = await tx.first(sql`
    select from pg_trigger where tgrelid = ${table.name}::regclass and tgname = ${`${name}_w`}`);
  if (there) return;
  await tx.all(sql`select set_config('lock_timeout', ${TRIGGER_WAIT}, true)`);
  const columns = table.key.map((column) => quoted(column.replace(/^"(.*)"$/, '$1')));
  const call = `platform.note_move(${[quoted(organizationId), ...columns].join(', ')})`;
  const isOwn = (row: string) => `when (${row}.${ownerColumn(table)} = ${quoted(organizationId)})`;
  await tx.run(
    sql.once(sql`
      create trigger ${sql.raw(`"${name}_w"`)} after insert or update on ${sql.raw(table.name)}
      for each row ${sql.raw(isOwn('new'))} execute function ${sql.raw(call)}`),
  );
  await tx.run(
    sql.once(sql`
      create trigger ${sql.raw(`"${name}_d"`)} after delete on ${sql.raw(table.name)}
      for each row ${sql.raw(isOwn('old'))} execute function ${sql.raw(call)}`),
  );
}

export async function releaseTable(tx: PlainTx, table: Table, organizationId: string): Promise<void> {
  await tx.all(sql`select set_config('lock_timeout', ${TRIGGER_WAIT}, true)`);
  for (const kind of ['w', 'd'])
    await tx.run(
      sql.once(
        sql`drop trigger if exists ${sql.raw(`"${triggerName(organizationId)}_${kind}"`)} on ${sql.raw(table.name)}`,
      ),
    );
}

/**
 * Waits for those who have written the organization, and makes all others wait until the end of the transaction.
 * @throws PostgreSQL's error where it takes too long: nobody waits any more then
 */
export async function closeFence(tx: PlainTx, organizationId: string): Promise<void> {
  await tx.all(sql`select set_config('lock_timeout', ${FENCE_WAIT}, true)`);
  await tx.all(sql`select pg_advisory_xact_lock(81521, hashtext(${organizationId}))`);
}

export function loadMoveChanges(reader: PlainReader, organizationId: string): Promise<Change[]> {
  return reader.all(sql<Change>`
    select seq::text, table_name as "table", key from platform.move_changes where moved = ${organizationId} order by seq`);
}

export async function deleteChanges(tx: PlainTx, organizationId: string, seqs: readonly string[]): Promise<void> {
  await tx.run(sql`
    delete from platform.move_changes where moved = ${organizationId} and seq = any(${seqs}::bigint[])`);
}

export async function deleteAllChanges(tx: PlainTx, organizationId: string): Promise<void> {
  await tx.run(sql`delete from platform.move_changes where moved = ${organizationId}`);
}

/** The sequences that give IDs, and the last number of each. */
export function loadSequences(reader: PlainReader): Promise<{ name: string; last: number }[]> {
  return reader.all(sql<{ name: string; last: number }>`
    select format('%I.%I', schemaname, sequencename) as name, coalesce(last_value, 0) as last from pg_sequences
    where schemaname in ('platform', 'chat', 'dispatch', 'bridge') and sequencename <> 'move_changes_seq_seq' order by 1`);
}

/** Writes as replication does: no trigger fires, and no foreign key is looked up. @throws PostgreSQL's error where the role may not */
export async function writeAsReplica(tx: PlainTx): Promise<void> {
  await tx.all(sql`select set_config('session_replication_role', 'replica', true)`);
}
