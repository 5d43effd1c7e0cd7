import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { createTestDatabase } from '../../../tests/harness/database.ts';
import { migrate } from './migrate.ts';

const NAME = 'platform/0001-platform';

test('an applied migration whose file was changed stops the start; one of an older version gets its checksum', async () => {
  const { connectionString, drop } = await createTestDatabase();
  const client = new pg.Client({ connectionString });
  await client.connect();
  const checksum = async () =>
    (await client.query('select checksum from public.hubbub_migrations where name = $1', [NAME])).rows[0].checksum;
  const set = (value: string | null) =>
    client.query('update public.hubbub_migrations set checksum = $2 where name = $1', [NAME, value]);
  const right = await checksum();
  assert.match(right, /^[0-9a-f]{64}$/);
  await set('0'.repeat(64));
  await assert.rejects(migrate(connectionString), {
    expected: true,
    message: new RegExp(`^The migration ${NAME} was changed after this database had applied it\\.`),
  });
  await set(null);
  await migrate(connectionString);
  assert.equal(await checksum(), right);
  await client.end();
  await drop();
});

test('a database of a newer version stops the start', async () => {
  const { connectionString, drop } = await createTestDatabase();
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`insert into public.hubbub_migrations (name) values ('platform/9999-later')`);
  await assert.rejects(migrate(connectionString), { expected: true, message: /newer than this program/ });
  await client.end();
  await drop();
});
