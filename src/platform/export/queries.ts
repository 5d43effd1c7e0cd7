import type { Reader } from '../db/reader.ts';
import { type Sql, sql } from '../db/sql.ts';

/** A table of this program, as far as writing it out needs it. */
export interface TableRow {
  /** With its schema. */
  name: string;
  /** Columns of its primary key, quoted; empty: it has none. */
  key: string[];
  columns: string[];
  /** Those that hold bytes, which are digests and sealed secrets. */
  byteColumns: string[];
  /** Whether its rows are organizations'. */
  isOwned: boolean;
}

/** Every table of this program, by the database's own catalog: none can be forgotten. */
export function loadTables(reader: Reader): Promise<TableRow[]> {
  return reader.all(sql<TableRow>`
    select format('%I.%I', n.nspname, c.relname) as name,
      array(select quote_ident(a.attname)
        from pg_constraint p cross join unnest(p.conkey) with ordinality as k (attnum, place)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where p.conrelid = c.oid and p.contype = 'p' order by k.place) as key,
      array_agg(t.attname::text order by t.attnum) as columns,
      coalesce(array_agg(t.attname::text order by t.attnum)
        filter (where t.atttypid in ('bytea'::regtype, 'bytea[]'::regtype)), '{}') as "byteColumns",
      bool_or(t.attname = 'organization_id') as "isOwned"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute t on t.attrelid = c.oid and t.attnum > 0 and not t.attisdropped
    where c.relkind = 'r' and n.nspname in ('platform', 'chat', 'dispatch', 'bridge')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    group by c.oid, n.nspname, c.relname order by 1`);
}

/** A row as it is written out. */
export interface WrittenRow {
  /** JSON. */
  line: string;
  /** Of a file that belongs to it. */
  fileId: string | null;
  fileName: string | null;
}

/** Rows of one table that are written out. */
export interface Selection {
  /** In the table `t`; absent: all of the organization. */
  where?: Sql;
  /** Columns that are written; absent: all but those that are left out everywhere. */
  only?: readonly string[];
  /** What is written beside columns, or in their place, by its name: of `t`. */
  beside?: Readonly<Record<string, Sql>>;
  /** What somebody is in these rows, where a table may have several selections. */
  as?: string;
  /** ID of a file that belongs to a row, and its name; `isItsOwn`: no other row of the export names it. */
  file?: { id: Sql; name?: Sql; isItsOwn?: boolean };
}

/** Opens a cursor over rows of an organization; `fetchRows` reads it, in the same transaction. */
export async function openRows(
  reader: Reader,
  { name, key, isOwned }: Pick<TableRow, 'name' | 'key' | 'isOwned'>,
  organizationId: string,
  { where, only, beside = {}, as, file }: Selection,
  leftOut: readonly string[],
): Promise<void> {
  const row = only
    ? sql`jsonb_build_object(${sql.raw(only.map((column) => `'${column}', t.${column}`).join(', '))})`
    : sql`to_jsonb(t) - ${['organization_id', ...leftOut]}::text[]`;
  const more = Object.entries(beside).map(([called, value]) => sql`'${sql.raw(called)}', ${value}`);
  const whole = [
    ...(as === undefined ? [] : [sql`jsonb_build_object('as', ${as}::text)`]),
    row,
    ...(more.length === 0 ? [] : [sql`jsonb_build_object(${sql.join(more)})`]),
  ];
  const own = isOwned ? sql`t.organization_id = ${organizationId}` : sql`true`;
  const order = sql.raw(key.length === 0 ? '' : `order by ${key.map((column) => `t.${column}`).join(', ')}`);
  await reader.all(
    sql.once(sql`
      declare written no scroll cursor for
      select (${sql.join(whole, ' || ')})::text as line, ${file?.id ?? sql`null::text`} as "fileId",
        ${file?.name ?? sql`null::text`} as "fileName"
      from ${sql.raw(name)} t where ${own} and ${where ?? sql`true`} ${order}`),
  );
}

/** The next rows of the open cursor. @param limit rows */
export function fetchRows(reader: Reader, limit: number): Promise<WrittenRow[]> {
  return reader.all(sql.once(sql<WrittenRow>`fetch forward ${sql.raw(String(limit))} from written`));
}

export async function closeRows(reader: Reader): Promise<void> {
  await reader.all(sql.once(sql`close written`));
}
