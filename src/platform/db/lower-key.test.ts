import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestServer } from '../../../tests/harness/server.ts';
import { lowerKeyOf } from './lower-key.ts';
import { type Sql, sql } from './sql.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const { reader } = server.services.database;

/** `lower()` as the database has it, and as Turkish has it. */
const LOWER: Record<string, Sql> = { default: sql`lower(chr(n))`, 'tr-x-icu': sql`lower(chr(n) collate "tr-x-icu")` };

for (const [collation, lower] of Object.entries(LOWER))
  test(`a letter has the key of what lower() makes of it (${collation})`, async (context) => {
    const known = await reader.all(sql`select from pg_collation where collname = ${collation}`);
    if (known.length === 0) return context.skip('this PostgreSQL has no ICU');
    const changed = await reader.all(sql<{ letter: string; lower: string }>`
      select chr(n) as letter, ${lower} as lower from generate_series(1, 131071) n
      where n not between 55296 and 57343 and ${lower} <> chr(n)`);
    assert.ok(changed.length > 1000);
    for (const { letter, lower: own } of changed) assert.equal(lowerKeyOf(letter), lowerKeyOf(own), letter);
  });
