import { SEALED_TABLES } from '../../platform/credentials/sealed-columns.ts';
import type { PlainReader } from '../../platform/db/reader.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { Table } from '../../platform/db/tables.ts';
import type { PlainTx } from '../../platform/db/tx.ts';
import { isOfCell, ownerColumn } from './tables.ts';

/** Rows of one statement. */
export const PAGE_ROWS = 500;

/** Values of a primary key, as text. */
export type Key = readonly string[];

/** A row as PostgreSQL writes it, whole. */
export interface MovedRow {
  key: Key;
  line: string;
}

/** Sum of a number of rows: equal sums are equal rows. */
export interface RowSum {
  rows: number;
  sum: string;
}

/** Has a transaction read and write values in the one form that both databases have. */
export async function useCommonForm(reader: PlainReader): Promise<void> {
  await reader.all(sql`
    select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO, MDY', true),
      set_config('intervalstyle', 'postgres', true), set_config('bytea_output', 'hex', true),
      set_config('extra_float_digits', '1', true), set_config('statement_timeout', '0', true)`);
}

const nameOf = ({ name }: Table) => sql.raw(name);
const typeOf = ({ columns }: Table, key: string) => sql.raw(columns.find(({ quoted }) => quoted === key)!.type);
const keyTexts = ({ key }: Table) => sql.raw(`array[${key.map((column) => `t.${column}::text`).join(', ')}]`);
const ownRows = (table: Table, organizationId: string) => sql`t.${sql.raw(ownerColumn(table))} = ${organizationId}`;

/** Rows by their keys, as a list to join with the table `t`. */
function keysToJoin(table: Table, keys: readonly Key[]): { list: Sql; isOne: Sql } {
  const columns = table.key.map((_, n) => sql`${keys.map((key) => key[n])}::text[]`);
  const names = sql.raw(table.key.map((_, n) => `k${n}`).join(', '));
  const pairs = table.key.map(
    (column, n) => sql`t.${sql.raw(column)} = k.${sql.raw(`k${n}`)}::${typeOf(table, column)}`,
  );
  return { list: sql`unnest(${sql.join(columns)}) as k (${names})`, isOne: sql.join(pairs, ' and ') };
}

/** The next rows of an organization by their key. @param after key of the last one before; undefined: none */
export function loadRowsAfter(
  reader: PlainReader,
  table: Table,
  organizationId: string,
  after: Key | undefined,
): Promise<MovedRow[]> {
  const order = sql.raw(table.key.map((column) => `t.${column}`).join(', '));
  const last = after && sql.join(table.key.map((column, n) => sql`${after[n]}::text::${typeOf(table, column)}`));
  return reader.all(
    sql.once(sql<MovedRow>`
      select ${keyTexts(table)} as key, (t.*)::text as line from ${nameOf(table)} t
      where ${ownRows(table, organizationId)} ${last ? sql`and (${order}) > (${last})` : sql``}
      order by ${order} limit ${PAGE_ROWS}`),
  );
}

export function loadRowsByKeys(reader: PlainReader, table: Table, keys: readonly Key[]): Promise<MovedRow[]> {
  return inParts(keys, (some) => {
    const { list, isOne } = keysToJoin(table, some);
    return reader.all(
      sql.once(sql<MovedRow>`
        select ${keyTexts(table)} as key, (t.*)::text as line from ${nameOf(table)} t join ${list} on ${isOne}`),
    );
  });
}

/** Inserts rows as the other database has written them. @param mayBeThere rows that meet others are left out */
export async function insertRows(
  tx: PlainTx,
  table: Table,
  rows: readonly MovedRow[],
  { mayBeThere }: { mayBeThere: boolean },
): Promise<void> {
  const columns = table.columns.filter(({ isGenerated }) => !isGenerated);
  const names = sql.raw(columns.map(({ quoted }) => quoted).join(', '));
  const values = columns.map(({ name, quoted }) =>
    isOfCell(table, name) ? sql.raw(name === 'importing_since' ? 'now()' : 'null') : sql.raw(`r.${quoted}`),
  );
  await inParts(rows, async (some) => {
    await tx.run(
      sql.once(sql`
        insert into ${nameOf(table)} (${names}) overriding system value
        select ${sql.join(values)} from unnest(${some.map(({ line }) => line)}::text[]::${nameOf(table)}[]) r
        ${mayBeThere ? sql`on conflict do nothing` : sql``}`),
    );
    return [];
  });
}

export async function deleteRows(tx: PlainTx, table: Table, keys: readonly Key[]): Promise<void> {
  await inParts(keys, async (some) => {
    const { list, isOne } = keysToJoin(table, some);
    await tx.run(sql.once(sql`delete from ${nameOf(table)} t using ${list} where ${isOne}`));
    return [];
  });
}

/** Deletes all rows of the organization. */
export async function deleteOwnRows(tx: PlainTx, table: Table, organizationId: string): Promise<void> {
  await tx.run(sql.once(sql`delete from ${nameOf(table)} t where ${ownRows(table, organizationId)}`));
}

/** Sums up the rows of an organization, all of them or those of some keys. What is sealed counts as there or not. */
export async function sumRows(
  reader: PlainReader,
  table: Table,
  organizationId: string,
  keys?: readonly Key[],
): Promise<RowSum> {
  const sealed = SEALED_TABLES.find(({ name }) => name === table.name)?.columns ?? [];
  const values = table.columns
    .filter(({ name, isGenerated }) => !isGenerated && !isOfCell(table, name))
    .map(({ name, quoted }) => (sealed.includes(name) ? `t.${quoted} is null` : `t.${quoted}`));
  const some = keys && keysToJoin(table, keys);
  const row = await reader.first(
    sql.once(sql<RowSum>`
      select count(*)::int as rows,
        coalesce(sum(('x' || left(md5(row(${sql.raw(values.join(', '))})::text), 15))::bit(60)::bigint), 0)::text as sum
      from ${nameOf(table)} t ${some ? sql`join ${some.list} on ${some.isOne}` : sql``}
      where ${ownRows(table, organizationId)}`),
  );
  return row!;
}

export async function countRows(reader: PlainReader, table: Table, organizationId: string): Promise<number> {
  const row = await reader.first(
    sql.once(sql<{ rows: number }>`
      select count(*)::int as rows from ${nameOf(table)} t where ${ownRows(table, organizationId)}`),
  );
  return row!.rows;
}

/** Whether rows of a table bind the organization to another one of its database. */
export async function hasRowsAcross(
  reader: PlainReader,
  { table, column }: { table: string; column: string },
  organizationId: string,
): Promise<boolean> {
  const [name, other] = [sql.raw(table), sql.raw(column)];
  const found = await reader.first(
    sql.once(sql`
      select from ${name} where (organization_id = ${organizationId} or ${other} = ${organizationId})
        and ${other} <> organization_id limit 1`),
  );
  return found !== undefined;
}

async function inParts<T, R>(all: readonly T[], work: (some: readonly T[]) => Promise<R[]>): Promise<R[]> {
  const results: R[] = [];
  for (let n = 0; n < all.length; n += PAGE_ROWS) results.push(...(await work(all.slice(n, n + PAGE_ROWS))));
  return results;
}

/** Returns the sealed values of the rows of some keys. */
export function loadSealedValues(
  reader: PlainReader,
  table: Table,
  columns: readonly string[],
  keys: readonly Key[],
): Promise<{ key: Key; values: (Buffer | null)[] }[]> {
  return inParts(keys, (some) => {
    const { list, isOne } = keysToJoin(table, some);
    return reader.all(
      sql.once(sql<{ key: Key; values: (Buffer | null)[] }>`
        select ${keyTexts(table)} as key, array[${sql.raw(columns.map((column) => `t.${column}`).join(', '))}] as "values"
        from ${nameOf(table)} t join ${list} on ${isOne}`),
    );
  });
}
