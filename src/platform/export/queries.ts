import type { PlainReader } from '../db/reader.ts';
import { type Sql, sql } from '../db/sql.ts';
import { isOwned, type Table } from '../db/tables.ts';

/** A row as it is written out. */
export interface WrittenRow {
  /** JSON. */
  line: string;
  /** ID of a file that belongs to it. */
  fileId: string | null;
  fileName: string | null;
  /** Whether the file is a picture with its EXIF block beside it. */
  hasExif: boolean;
  /** Whether the file is a moving picture with a still beside it. */
  hasStill: boolean;
}

/** Rows of one table that are written out. */
export interface Selection {
  /** In the table `t`; absent: all of the organization. */
  where?: Sql;
  /** Columns that are written; absent: all but those that are left out everywhere. */
  only?: readonly string[];
  /** Values written beside or instead of columns, by name; they refer to `t`. */
  beside?: Readonly<Record<string, Sql>>;
  /** Role of the person in these rows, if a table has several selections. */
  as?: string;
  /**
   * ID of a file that belongs to a row, its name, and whether the EXIF block that was taken out of it, and its still, are written too;
   * `isItsOwn`: no other row of the export names it.
   */
  file?: { id: Sql; name?: Sql; hasExif?: Sql; hasStill?: Sql; isItsOwn?: boolean };
}

/** Opens a cursor over rows of an organization; `fetchRows` reads it, in the same transaction. */
export async function openRows(
  reader: PlainReader,
  table: Table,
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
  const { name, key } = table;
  const own = isOwned(table) ? sql`t.organization_id = ${organizationId}` : sql`true`;
  const order = sql.raw(key.length === 0 ? '' : `order by ${key.map((column) => `t.${column}`).join(', ')}`);
  await reader.all(
    sql.once(sql`
      declare written no scroll cursor for
      select (${sql.join(whole, ' || ')})::text as line, ${file?.id ?? sql`null::text`} as "fileId",
        ${file?.name ?? sql`null::text`} as "fileName", ${file?.hasExif ?? sql`false`} as "hasExif",
        ${file?.hasStill ?? sql`false`} as "hasStill"
      from ${sql.raw(name)} t where ${own} and ${where ?? sql`true`} ${order}`),
  );
}

/** The next rows of the open cursor. @param limit rows */
export function fetchRows(reader: PlainReader, limit: number): Promise<WrittenRow[]> {
  return reader.all(sql.once(sql<WrittenRow>`fetch forward ${sql.raw(String(limit))} from written`));
}

export async function closeRows(reader: PlainReader): Promise<void> {
  await reader.all(sql.once(sql`close written`));
}
