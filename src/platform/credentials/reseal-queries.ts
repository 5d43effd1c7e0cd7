import type { PlainReader } from '../db/reader.ts';
import { type Sql, sql } from '../db/sql.ts';
import type { PlainTx } from '../db/tx.ts';
import type { SealedTable } from './sealed-columns.ts';
import { MARK_BYTES } from './secret-box.ts';

/** Rows of one transaction. */
const AT_ONCE = 50;

/** A row whose values are to be sealed anew. */
export interface SealedRow {
  /** Values of its primary key, as text. */
  key: string[];
  /** Values of its columns, in order. */
  values: (Buffer | null)[];
}

const isOther = (column: string, mark: Buffer) =>
  sql`substr(${sql.raw(column)}, 1, ${MARK_BYTES}) is distinct from ${mark} and ${sql.raw(column)} is not null`;

/** A row, compared by its primary key. */
const keyIs = ({ key }: SealedTable, operator: '>' | '=', values: readonly string[]): Sql => {
  const given = Object.values(key).map((type, n) => sql`${values[n]}::text::${sql.raw(type)}`);
  return sql`(${sql.raw(Object.keys(key).join(', '))}) ${sql.raw(operator)} (${sql.join(given)})`;
};

/** Locks the next rows that have a value without the mark. */
export async function lockOthers(
  tx: PlainTx,
  table: SealedTable,
  mark: Buffer,
  after: readonly string[] | undefined,
): Promise<SealedRow[]> {
  const { name, key, columns } = table;
  const order = sql.raw(Object.keys(key).join(', '));
  const texts = sql.raw(
    Object.keys(key)
      .map((column) => `${column}::text`)
      .join(', '),
  );
  const isLeft = sql.join(
    columns.map((column) => isOther(column, mark)),
    ' or ',
  );
  return tx.all(
    sql.once(sql<SealedRow>`
      select array[${texts}] as key, array[${sql.raw(columns.join(', '))}] as "values" from ${sql.raw(name)}
      where (${isLeft}) ${after ? sql`and ${keyIs(table, '>', after)}` : sql.raw('')}
      order by ${order} limit ${AT_ONCE} for update`),
  );
}

export async function saveSealed(tx: PlainTx, table: SealedTable, { key, values }: SealedRow): Promise<void> {
  const set = table.columns.map((column, n) => sql`${sql.raw(column)} = ${values[n]}`);
  await tx.run(sql.once(sql`update ${sql.raw(table.name)} set ${sql.join(set)} where ${keyIs(table, '=', key)}`));
}

/** Counts the values of a column, under each of the marks and in total. */
export async function countSealed(
  reader: PlainReader,
  { name }: SealedTable,
  column: string,
  marks: readonly Buffer[],
): Promise<{ all: number; byMark: number[] }> {
  const row = await reader.first(
    sql.once(sql<{ all: number; byMark: number[] }>`
      select count(*)::int as "all",
        array[${sql.join(marks.map((mark) => sql`count(*) filter (where substr(value, 1, ${MARK_BYTES}) = ${mark})::int`))}] as "byMark"
      from (select ${sql.raw(column)} as value from ${sql.raw(name)} where ${sql.raw(column)} is not null) v`),
  );
  return row ?? { all: 0, byMark: [] };
}

/** Whoever changes the keys does it alone, until the transaction's end. */
export async function lockKeys(tx: PlainTx): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(4875628)`);
}
