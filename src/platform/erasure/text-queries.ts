import type { Reader } from '../db/reader.ts';
import { type Sql, sql } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import type { Replacement } from './traces.ts';

/** Rows that are looked at in one transaction. */
const LOOKED_AT_ONCE = 1000;

/** A table whose texts may name people. */
export interface TextTable {
  /** With its schema, quoted, as are the columns. */
  name: string;
  key: string[];
  /** Types of the key's columns. */
  keyTypes: string[];
  columns: string[];
  types: string[];
}

/** Every table in which organizations have texts, lists of texts or JSON, by the database's own catalog: none can be forgotten. */
export function loadTextTables(reader: Reader): Promise<TextTable[]> {
  return reader.all(sql<TextTable>`
    select format('%I.%I', n.nspname, c.relname) as name,
      array(select quote_ident(a.attname)
        from pg_constraint p cross join unnest(p.conkey) with ordinality as k (attnum, place)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where p.conrelid = c.oid and p.contype = 'p' order by k.place) as key,
      array(select format_type(a.atttypid, null)
        from pg_constraint p cross join unnest(p.conkey) with ordinality as k (attnum, place)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where p.conrelid = c.oid and p.contype = 'p' order by k.place) as "keyTypes",
      array_agg(quote_ident(t.attname) order by t.attnum) as columns,
      array_agg(format_type(t.atttypid, null) order by t.attnum) as types
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute t on t.attrelid = c.oid and t.attnum > 0 and not t.attisdropped and t.attgenerated = ''
        and t.attname <> 'organization_id'
        and t.atttypid in ('text'::regtype, 'text[]'::regtype, 'json'::regtype, 'jsonb'::regtype)
    where c.relkind = 'r' and n.nspname in ('platform', 'chat', 'dispatch', 'bridge')
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped)
    group by c.oid, n.nspname, c.relname order by name`);
}

/** Up to which key rows were looked at; undefined: from the first on. */
export type TextCursor = readonly string[] | undefined;

/**
 * The next rows of a table that are looked at together, in the order of its key.
 * @returns the key of the last of them; undefined: there are no more
 */
export async function lastOfSomeRows(
  tx: Tx,
  table: TextTable,
  organizationId: string,
  after: TextCursor,
): Promise<TextCursor> {
  const key = sql.raw(table.key.join(', '));
  const from = after ? sql`and (${key}) > (${valuesOf(table, after)})` : sql.raw('');
  const last = await tx.first(
    sql.once(sql<{ key: string[] }>`
      select array[${sql.raw(table.key.map((column) => `${column}::text`).join(', '))}] as key from (
        select ${key} from ${sql.raw(table.name)} where organization_id = ${organizationId} ${from}
        order by ${key} limit ${LOOKED_AT_ONCE}) page
      order by ${sql.raw(table.key.map((column) => `${column} desc`).join(', '))} limit 1`),
  );
  return last?.key;
}

/**
 * Replaces in the rows of a table between two keys, the last counted in, what names somebody.
 * @param apart where two rows would be called the same and must not: what is replaced gets an end of its own, by this secret, which
 * nobody keeps
 */
export async function replaceInRows(
  tx: Tx,
  table: TextTable,
  organizationId: string,
  { after, upTo, apart }: { after: TextCursor; upTo: readonly string[]; apart?: string | undefined },
  replacements: readonly Replacement[],
): Promise<void> {
  const key = sql.raw(table.key.join(', '));
  const from = after ? sql`and (${key}) > (${valuesOf(table, after)})` : sql.raw('');
  const changed = sql.join(table.columns.map((column, n) => replaced(column, table.types[n]!, replacements, apart)));
  await tx.run(
    sql.once(sql`
      update ${sql.raw(table.name)} set ${changed}
      where organization_id = ${organizationId} ${from} and (${key}) <= (${valuesOf(table, upTo)})
        and concat_ws(E'\n', ${sql.raw(table.columns.map((column) => `${column}::text`).join(', '))})
          ~* ${replacements.map(({ pattern }) => `(?:${pattern})`).join('|')}`),
  );
}

const valuesOf = ({ keyTypes }: TextTable, values: readonly string[]): Sql =>
  sql.join(values.map((value, n) => sql`${value}::text::${sql.raw(keyTypes[n]!)}`));

/** Columns that hold what another one says in lower case, to be found by. */
const FOLDED = /^(?:folded|\w+_key)$/;

function replaced(column: string, type: string, replacements: readonly Replacement[], apart: string | undefined): Sql {
  const own = replacements.filter(({ isForJson }) => !isForJson || type.startsWith('json'));
  const end =
    apart === undefined || type !== 'text'
      ? sql`''`
      : sql`' ' || left(encode(sha256(convert_to(${apart} || lower(${sql.raw(column)}), 'UTF8')), 'hex'), 8)`;
  const text = own.reduce<Sql>(
    (inner, { pattern, by }) => {
      const instead = FOLDED.test(column) ? by.toLowerCase() : by;
      return sql`regexp_replace(${inner}, ${pattern}, ${instead}::text || ${end}, 'gi')`;
    },
    sql.raw(`${column}::text`),
  );
  return sql`${sql.raw(column)} = (${text})::${sql.raw(type)}`;
}
