import type { Reader } from '../db/reader.ts';
import { sql } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';

/** Rows of one transaction. */
export const DELETED_AT_ONCE = 1000;

/** A table in which organizations have rows. */
export interface OwnedTable {
  /** With its schema, quoted. */
  name: string;
  /** Columns of its primary key, quoted; empty: it has none. */
  key: string[];
  /** Tables that it refers to. */
  refersTo: string[];
}

/** Every table of this program in which organizations have rows, by the database's own catalog: no table can be forgotten. */
export function loadOwnedTables(reader: Reader): Promise<OwnedTable[]> {
  return reader.all(sql<OwnedTable>`
    select format('%I.%I', n.nspname, c.relname) as name,
      array(select quote_ident(a.attname)
        from pg_constraint p cross join unnest(p.conkey) with ordinality as k (attnum, place)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where p.conrelid = c.oid and p.contype = 'p' order by k.place) as key,
      array(select distinct format('%I.%I', rn.nspname, r.relname)
        from pg_constraint f join pg_class r on r.oid = f.confrelid join pg_namespace rn on rn.oid = r.relnamespace
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as "refersTo"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('platform', 'chat', 'dispatch', 'bridge')
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped)
    order by name`);
}

/** A column in which rows of one organization name another one. */
export interface ForeignColumn {
  table: string;
  column: string;
  /** Whether the row stays and the column is emptied; else the row goes. */
  isEmptied: boolean;
}

export function loadForeignColumns(reader: Reader): Promise<ForeignColumn[]> {
  return reader.all(sql<ForeignColumn>`
    select format('%I.%I', n.nspname, c.relname) as "table", quote_ident(a.attname) as "column",
      f.confdeltype = 'n' as "isEmptied"
    from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum = f.conkey[1]
    where f.contype = 'f' and f.confrelid = 'platform.organizations'::regclass and a.attname <> 'organization_id'
    order by 1, 2`);
}

/** Deletes some of an organization's rows, by their key, so that those before are not passed over again. @returns how many */
export function deleteSomeRows(tx: Tx, { name, key }: OwnedTable, organizationId: string): Promise<number> {
  const order = sql.raw(key.length === 0 ? '' : `order by ${key.join(', ')}`);
  return tx.run(
    sql.once(sql`
      delete from ${sql.raw(name)} where ctid = any(array(
        select ctid from ${sql.raw(name)} where organization_id = ${organizationId} ${order} limit ${DELETED_AT_ONCE}))`),
  );
}

/** Has some rows of other organizations name this one no more. @returns how many */
export function releaseSomeRows(
  tx: Tx,
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
export async function markClosing(tx: Tx, organizationId: string): Promise<boolean> {
  const marked = await tx.run(sql`
    update platform.organizations set closing_at = coalesce(closing_at, ${tx.now}) where id = ${organizationId}`);
  return marked > 0;
}

/** Waits for whoever writes an organization's log; false when the organization is gone. */
export async function lockLog(tx: Tx, organizationId: string): Promise<boolean> {
  const head = await tx.first(sql`select from platform.log_heads where organization_id = ${organizationId} for update`);
  return head !== undefined;
}

/** Deletes the organization itself, with the rows that it has one of. */
export async function deleteOrganizationRow(tx: Tx, organizationId: string): Promise<boolean> {
  return (await tx.run(sql`delete from platform.organizations where id = ${organizationId}`)) > 0;
}

/** Organizations whose deletion was begun before a time and is not at its end. */
export async function loadClosing(reader: Reader, before: Date): Promise<string[]> {
  const rows = await reader.all(sql<{ id: string }>`
    select id from platform.organizations where closing_at < ${before} order by closing_at`);
  return rows.map(({ id }) => id);
}
