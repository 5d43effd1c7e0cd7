import type pg from 'pg';
import { CannotOpenDatabase } from '../postgres/cannot-open.ts';
import { copyRows } from './copy-stream.ts';
import { type CopiedTable, type Relation, readRelations } from './relations.ts';

/**
 * The same text of the same value in every version, and no end of a session that has to wait for the other one: what somebody has set
 * for the role or the database counts for it too. A version knows those that it has.
 */
const SETTINGS = {
  ...{ TimeZone: 'UTC', DateStyle: 'ISO, YMD', IntervalStyle: 'postgres', bytea_output: 'hex' },
  ...{ extra_float_digits: '1', xmloption: 'content', search_path: 'public' },
  ...{ statement_timeout: '0', lock_timeout: '0', transaction_timeout: '0' },
  ...{ idle_in_transaction_session_timeout: '0', idle_session_timeout: '0' },
};

/** The old database, in one snapshot, and the new one. */
export interface Databases {
  old: pg.Client;
  made: pg.Client;
}

/** Before anything is read or written. */
export async function beginReading(client: pg.Client): Promise<void> {
  await client.query(
    `select set_config(name, value, false) from pg_settings join json_each_text($1) given (key, value) on key = name`,
    [JSON.stringify(SETTINGS)],
  );
}

/**
 * Copies rows and sequences, all or nothing, over what the migrations have put there. By text and not by COPY's binary form,
 * as `pg_dump` does: PostgreSQL promises the binary one for no other version, and an array in it names its type by a number.
 * Triggers and foreign keys rest: what they made or would refuse is among the rows.
 * @param report is given the bytes of each piece, and of what table they are
 */
export async function copyContent(
  { old, made }: Databases,
  tables: readonly CopiedTable[],
  report: (bytes: number, table: CopiedTable) => void,
): Promise<void> {
  await made.query('begin');
  await made.query('set local session_replication_role = replica');
  await made.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
  for (const table of tables) {
    const { name, columns } = table;
    const list = columns.join(', ');
    // A partitioned table can be read by a query only.
    const read = `copy (select ${list} from ${name}) to stdout`;
    const write = `copy ${name} (${list}) from stdin`;
    await copyRows({ client: old, read }, { client: made, write }, (bytes) => report(bytes, table));
  }
  await made.query('commit');
  const places = await readSequences(old, await readRelations(made));
  for (const { name, last, isGiven } of places) await made.query('select setval($1, $2, $3)', [name, last, isGiven]);
}

interface SequencePlace {
  name: string;
  last: string;
  isGiven: boolean;
}

/** @param relations those with these names only */
async function readSequences(client: pg.Client, relations: ReadonlyMap<string, Relation>): Promise<SequencePlace[]> {
  const places: SequencePlace[] = [];
  for (const { name, kind } of (await readRelations(client)).values()) {
    if (kind !== 'S' || relations.get(name)?.kind !== 'S') continue;
    const { rows } = await client.query<Omit<SequencePlace, 'name'>>(
      `select last_value::text as last, is_called as "isGiven" from ${name}`,
    );
    places.push({ name, ...rows[0]! });
  }
  return places;
}

/**
 * Compares what both databases hold: of each table the number of rows and a digest of them, whatever their order, and each sequence's place.
 * @param report is given each table when it was compared
 * @returns rows in all
 * @throws {CannotOpenDatabase} for the first that differs
 */
export async function compareContent(
  { old, made }: Databases,
  tables: readonly CopiedTable[],
  report: (table: CopiedTable) => void,
): Promise<number> {
  let all = 0;
  for (const table of tables) {
    const { name, columns } = table;
    const [was, is] = await Promise.all([digestOf(old, name, columns), digestOf(made, name, columns)]);
    if (was.rows !== is.rows || was.digest !== is.digest)
      throw new CannotOpenDatabase(
        `The copy of ${name} differs from the original (${is.rows} rows of ${was.rows}). The old database is unchanged.`,
      );
    all += Number(was.rows);
    report(table);
  }
  const relations = await readRelations(made);
  const [was, is] = await Promise.all([readSequences(old, relations), readSequences(made, relations)]);
  const places = new Map(is.map(({ name, last, isGiven }) => [name, `${last} ${isGiven}`]));
  const wrong = was.find(({ name, last, isGiven }) => places.get(name) !== `${last} ${isGiven}`);
  if (wrong) throw new CannotOpenDatabase(`The sequence ${wrong.name} has another value in the copy.`);
  return all;
}

/** A sum of 64 bits of each row's digest: it takes no sorting, and no memory. SHA-256 is there in every build of PostgreSQL, MD5 is not. */
async function digestOf(
  client: pg.Client,
  table: string,
  columns: readonly string[],
): Promise<{ rows: string; digest: string | null }> {
  const { rows } = await client.query<{ rows: string; digest: string | null }>(`
    select count(*)::text as rows,
      sum(('x' || encode(substr(sha256(convert_to(r::text, 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint::numeric)::text as digest
    from (select ${columns.join(', ')} from ${table}) r`);
  return rows[0]!;
}
