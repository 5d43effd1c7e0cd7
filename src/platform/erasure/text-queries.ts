import type { PlainReader } from '../db/reader.ts';
import { type Sql, sql } from '../db/sql.ts';
import { type Column, isOwned, loadTables, type Table } from '../db/tables.ts';
import type { PlainTx } from '../db/tx.ts';
import type { Replacement } from './traces.ts';

/** Rows that are looked at in one transaction. */
const LOOKED_AT_ONCE = 1000;

/** In which texts stand that may name people. */
const TEXT_TYPES = new Set(['text', 'text[]', 'json', 'jsonb']);

/** A table whose texts may name people. */
export interface TextTable extends Pick<Table, 'name' | 'key'> {
  /** Types of the key's columns. */
  keyTypes: string[];
  texts: Pick<Column, 'quoted' | 'type'>[];
}

/** Every table in which organizations have texts, lists of texts or JSON. */
export async function loadTextTables(reader: PlainReader): Promise<TextTable[]> {
  const tables = (await loadTables(reader)).filter(isOwned).map(({ name, key, columns }) => ({
    ...{ name, key },
    keyTypes: key.map((own) => columns.find(({ quoted }) => quoted === own)!.type),
    texts: columns.filter((column) => isText(column) && column.name !== 'organization_id'),
  }));
  return tables.filter(({ texts }) => texts.length > 0);
}

const isText = ({ type, isGenerated }: Column) => TEXT_TYPES.has(type) && !isGenerated;

/** Up to which key rows were looked at; undefined: from the first on. */
export type TextCursor = readonly string[] | undefined;

/**
 * The next rows of a table that are looked at together, in the order of its key.
 * @returns the key of the last of them; undefined: there are no more
 */
export async function lastOfSomeRows(
  tx: PlainTx,
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
  tx: PlainTx,
  table: TextTable,
  organizationId: string,
  { after, upTo, apart }: { after: TextCursor; upTo: readonly string[]; apart?: string | undefined },
  replacements: readonly Replacement[],
): Promise<void> {
  const key = sql.raw(table.key.join(', '));
  const from = after ? sql`and (${key}) > (${valuesOf(table, after)})` : sql.raw('');
  const changed = sql.join(table.texts.map(({ quoted, type }) => replaced(quoted, type, replacements, apart)));
  await tx.run(
    sql.once(sql`
      update ${sql.raw(table.name)} set ${changed}
      where organization_id = ${organizationId} ${from} and (${key}) <= (${valuesOf(table, upTo)})
        and concat_ws(E'\n', ${sql.raw(table.texts.map(({ quoted }) => `${quoted}::text`).join(', '))})
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
