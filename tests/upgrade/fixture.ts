/**
 * A database as a released version has left it: its migrations, which are never edited afterwards, and what its tables hold, as
 * text. Kept in `fixtures/VERSION.json.gz`, so that every later version is shown to take it over.
 */

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type pg from 'pg';
import { SCHEMAS } from '../harness/database-content.ts';

export const FIXTURES = path.join(import.meta.dirname, 'fixtures');
/** Key that seals the secrets in each of them. */
export const FIXTURE_KEY = 'ab'.repeat(32);

/** A table's rows, each value as PostgreSQL writes it. */
interface FixtureTable {
  columns: string[];
  rows: (string | null)[][];
}

export interface Fixture {
  version: string;
  migrations: { name: string; checksum: string }[];
  tables: Record<string, FixtureTable>;
  /** The last number of each sequence, and whether it has been given. */
  sequences: Record<string, [last: string, isGiven: boolean]>;
}

/** All that are kept, the newest last. */
export async function readFixtures(): Promise<Fixture[]> {
  const names = (await readdir(FIXTURES)).filter((name) => name.endsWith('.json.gz'));
  const fixtures = await Promise.all(
    names.map(async (name) => JSON.parse(String(gunzipSync(await readFile(path.join(FIXTURES, name))))) as Fixture),
  );
  return fixtures.sort((a, b) => a.version.localeCompare(b.version, 'en', { numeric: true }));
}

interface Column {
  table: string;
  name: string;
  type: string;
}

/** Columns of this program's tables; those of background jobs belong to another one. Generated columns are left out. */
async function columnsOf(client: pg.Client): Promise<Map<string, Column[]>> {
  const { rows } = await client.query<Column>(
    `select format('%I.%I', nspname, relname) as table, attname as name, format_type(atttypid, atttypmod) as type
    from pg_class c join pg_namespace n on n.oid = relnamespace join pg_attribute a on attrelid = c.oid
    where nspname = any($1) and relkind in ('r', 'p') and not relispartition and attnum > 0 and not attisdropped and attgenerated = ''
    order by 1, attnum`,
    [SCHEMAS],
  );
  return Map.groupBy(rows, ({ table }) => table);
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Returns the content of tables; empty ones are left out. */
export async function readTables(client: pg.Client): Promise<Fixture['tables']> {
  await client.query("set timezone = 'UTC'");
  const tables: Fixture['tables'] = {};
  for (const [table, columns] of await columnsOf(client)) {
    const texts = columns.map(({ name }) => `${quoted(name)}::text`).join(', ');
    const { rows } = await client.query<{ row: (string | null)[] }>(
      `select array[${texts}] as row from ${table} order by 1`,
    );
    if (rows.length > 0) tables[table] = { columns: columns.map(({ name }) => name), rows: rows.map(({ row }) => row) };
  }
  return tables;
}

export async function readSequences(client: pg.Client): Promise<Fixture['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname = any($1) and relkind = 'S' order by 1`,
    [SCHEMAS],
  );
  const sequences: Fixture['sequences'] = {};
  for (const { name } of rows) {
    const found = await client.query<{ last: string; given: boolean }>(
      `select last_value::text as last, is_called as given from ${name}`,
    );
    sequences[name] = [found.rows[0]!.last, found.rows[0]!.given];
  }
  return sequences;
}

/** Fills the tables of a database that has the fixture's migrations and nothing else. */
export async function loadFixture(client: pg.Client, { tables, sequences }: Fixture): Promise<void> {
  const types = await columnsOf(client);
  await client.query('begin');
  // Rows come in any order, and what triggers once made of them is among them.
  await client.query('set local session_replication_role = replica');
  for (const [table, { columns, rows }] of Object.entries(tables)) {
    const values = columns.map((name, n) => {
      const { type } = types.get(table)!.find((column) => column.name === name)!;
      return `(row->>${n})::${type}`;
    });
    // A migration may have put rows of its own there.
    await client.query(`delete from ${table}`);
    await client.query(
      `insert into ${table} (${columns.map(quoted).join(', ')}) overriding system value
       select ${values.join(', ')} from json_array_elements($1::json) as row`,
      [JSON.stringify(rows)],
    );
  }
  for (const [name, [last, isGiven]] of Object.entries(sequences))
    await client.query('select setval($1, $2, $3)', [name, last, isGiven]);
  await client.query('commit');
}
