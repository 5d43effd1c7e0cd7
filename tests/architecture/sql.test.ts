import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { filesOf } from '../../scripts/sql/files.ts';
import { readStatements } from '../../scripts/sql/statements.ts';
import { createTestDatabase } from '../harness/database.ts';

const root = path.resolve(import.meta.dirname, '../..');
const { statements, wrong: unknown } = await readStatements(root);
const database = await createTestDatabase();
const client = new pg.Client({ connectionString: database.connectionString });
await client.connect();
after(async () => {
  await client.end();
  await database.drop();
});

/** Asks PostgreSQL what a statement gives, without running it. Resolves with the names of the columns. */
class Describe {
  readonly columns: Promise<string[]>;
  readonly #text: string;
  #resolve!: (columns: string[]) => void;
  #reject!: (error: Error) => void;
  #columns: string[] = [];

  constructor(text: string) {
    this.#text = text;
    this.columns = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit(connection: pg.Connection): void {
    connection.parse({ name: '', text: this.#text, types: [] }, true);
    connection.describe({ type: 'S', name: '' }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: { name: string }[] }): void {
    this.#columns = fields.map(({ name }) => name);
  }

  handleError(error: Error): void {
    this.#reject(error);
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#columns);
  }
}

test('every statement that is put together when it runs has an example (scripts/sql/examples)', () => {
  assert.deepEqual(unknown, []);
});

test('PostgreSQL takes every statement, and gives the columns that its row type declares', async () => {
  const wrong: string[] = [];
  for (const { file, name, text, row, isOpen } of statements) {
    const description = new Describe(text);
    client.query(description as unknown as pg.Submittable);
    try {
      const columns = await description.columns;
      const known = isOpen ? columns.filter((column) => row?.includes(column)) : columns;
      if (row && known.toSorted().join() !== row.join()) wrong.push(`${file} ${name}: gives ${columns}, not ${row}`);
    } catch (error) {
      wrong.push(`${file} ${name}: ${(error as Error).message}`);
    }
  }
  assert.deepEqual(wrong, []);
});

test('what goes through a table some pages at a time reads these alone', async (t) => {
  const { rows } = await client.query<{ number: number }>(
    `select current_setting('server_version_num')::int as number`,
  );
  if (rows[0]!.number < 160_000) return t.skip('PostgreSQL explains no statement without its values before 16');
  const wholes = statements.filter(({ text }) => /\bctid >= \$\d+::tid/.test(text));
  assert.ok(wholes.length > 10);
  for (const { name, text } of wholes) {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    assert.ok(plan.includes('Tid Range Scan') && !plan.includes('Seq Scan'), `${name}\n${plan}`);
  }
});

test('sql/ shows the statements as they are; "npm run sql" writes it anew', async () => {
  const wanted = filesOf(statements);
  const there = new Map<string, string>();
  for await (const file of glob('sql/**/*.sql', { cwd: root })) {
    there.set(file.split(path.sep).join('/'), await readFile(path.join(root, file), 'utf8'));
  }
  assert.deepEqual([...there.keys()].sort(), [...wanted.keys()].sort());
  for (const [file, text] of wanted) assert.equal(there.get(file), text, file);
});

test('docs/operators/data.md says of every table how long its rows are kept, and names no other', async () => {
  const { rows } = await client.query<{ name: string }>(`
    select nspname || '.' || relname as name from pg_class c join pg_namespace n on n.oid = relnamespace
    where relkind in ('r', 'p') and not relispartition and nspname in ('platform', 'chat', 'dispatch', 'bridge')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by 1`);
  const page = await readFile(path.join(root, 'docs/operators/data.md'), 'utf8');
  const section = /^## What is kept, and how long\n(.*?)^## /ms.exec(page)?.[1] ?? '';
  const named = [...section.matchAll(/`((?:platform|chat|dispatch|bridge)\.[a-z_]+)`/g)].map(([, name]) => name!);
  assert.deepEqual(
    named.toSorted(),
    rows.map(({ name }) => name),
  );
});
