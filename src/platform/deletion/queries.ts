import type { PlainReader } from '../db/reader.ts';
import { sql } from '../db/sql.ts';
import type { Table } from '../db/tables.ts';
import type { PlainTx } from '../db/tx.ts';

/** Rows of one transaction. */
export const DELETED_AT_ONCE = 1000;

/** A column in which rows of one organization name another one. */
export interface ForeignColumn {
  table: string;
  column: string;
  /** Whether the row stays and the column is emptied; else the row goes. */
  isEmptied: boolean;
}

export function loadForeignColumns(reader: PlainReader): Promise<ForeignColumn[]> {
  return reader.all(sql<ForeignColumn>`
    select format('%I.%I', n.nspname, c.relname) as "table", quote_ident(a.attname) as "column",
      f.confdeltype = 'n' as "isEmptied"
    from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum = f.conkey[1]
    where f.contype = 'f' and f.confrelid = 'platform.organizations'::regclass and a.attname <> 'organization_id'
    order by 1, 2`);
}

/**
 * Deletes some of an organization's rows, by their key, so that those before are not passed over again. In a table in parts, a
 * place (`ctid`) is one in each of them: what lies there of the organization goes too. @returns how many
 */
export function deleteSomeRows(
  tx: PlainTx,
  { name, key }: Pick<Table, 'name' | 'key'>,
  organizationId: string,
): Promise<number> {
  const order = sql.raw(key.length === 0 ? '' : `order by ${key.join(', ')}`);
  return tx.run(
    sql.once(sql`
      delete from ${sql.raw(name)} where organization_id = ${organizationId} and ctid = any(array(
        select ctid from ${sql.raw(name)} where organization_id = ${organizationId} ${order} limit ${DELETED_AT_ONCE}))`),
  );
}

/** Has some rows of other organizations name this one no more. @returns how many */
export function releaseSomeRows(
  tx: PlainTx,
  { table, column, isEmptied }: ForeignColumn,
  organizationId: string,
): Promise<number> {
  const [name, of] = [sql.raw(table), sql.raw(column)];
  const some = sql`ctid = any(array(select ctid from ${name} where ${of} = ${organizationId} limit ${DELETED_AT_ONCE}))`;
  return isEmptied
    ? tx.run(sql`update ${name} set ${of} = null where ${some}`)
    : tx.run(sql`delete from ${name} where ${some}`);
}

/** Notes that an organization is to go; false when there is none. */
export async function markClosing(tx: PlainTx, organizationId: string): Promise<boolean> {
  const marked = await tx.run(sql`
    update platform.organizations set closing_at = coalesce(closing_at, ${tx.now}) where id = ${organizationId}`);
  return marked > 0;
}

/** Waits for whoever writes an organization's log; false when the organization is gone. */
export async function lockLog(tx: PlainTx, organizationId: string): Promise<boolean> {
  const head = await tx.first(sql`select from platform.log_heads where organization_id = ${organizationId} for update`);
  return head !== undefined;
}

/** Deletes the organization itself, with the rows that it has one of. */
export async function deleteOrganizationRow(tx: PlainTx, organizationId: string): Promise<boolean> {
  return (await tx.run(sql`delete from platform.organizations where id = ${organizationId}`)) > 0;
}

/** Organizations whose deletion was begun before a time and is not at its end. A move deletes what it leaves behind itself. */
export async function loadClosing(reader: PlainReader, before: Date): Promise<string[]> {
  const rows = await reader.all(sql<{ id: string }>`
    select id from platform.organizations o where closing_at < ${before}
      and not exists (select from platform.organization_moves m where m.id = o.id and m.is_source and m.state = 'switched')
    order by closing_at`);
  return rows.map(({ id }) => id);
}
