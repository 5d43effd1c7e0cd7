import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUnmigratedDatabase } from '../../../tests/harness/migrated.ts';
import { addressProblem } from './addresses.ts';

test('organizations that are here get an address after their name, each another one', async () => {
  await using database = await createUnmigratedDatabase();
  const { db, apply } = database;
  await apply('0000', '0449');
  const names = ['Acme', 'ACME!', 'Acme 2', 'Müller & Söhne', '東京', '配送', 'WWW', 'x'.repeat(90), '-', 'acme'];
  for (const [n, name] of names.entries())
    await db.query(
      `insert into platform.organizations (id, name, email, country, timezone, created_at, modified_at)
       values ($1, $2, 'o@x.example', 'US', 'UTC', now() + $3 * interval '1 second', now())`,
      [`o${n}`, name, n],
    );
  await apply('0450', '0450');
  const { rows } = await db.query('select address from platform.organizations order by created_at');
  const addresses = rows.map(({ address }) => address as string);
  assert.deepEqual(addresses, [
    ...['acme', 'acme-2', 'acme-2-2', 'muller-sohne', 'organization', 'organization-2', 'www-2', 'x'.repeat(40)],
    ...['organization-3', 'acme-3'],
  ]);
  for (const address of addresses) assert.equal(addressProblem(address), undefined, address);
});
