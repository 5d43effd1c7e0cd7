import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestServer } from '../../../tests/harness/server.ts';
import { sql } from './sql.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const { database } = server.services;

const event = (organizationId: string, payload: unknown) => ({
  organizationId,
  part: 'platform' as const,
  kind: 'test',
  audience: [],
  payload,
  state: false,
});

async function nameOf(id: string): Promise<string | undefined> {
  const row = await database.reader.first(sql<{ name: string }>`
    select name from platform.organizations where id = ${id}`);
  return row?.name;
}

const rename = (id: string, name: string) => sql`update platform.organizations set name = ${name} where id = ${id}`;

test('an event that is refused undoes the transaction, and the connection goes on', async () => {
  const { organization_id: id } = await server.organization({ name: 'Before' });
  for (let n = 0; n < 40; n++) {
    const refused = database.transaction(async (tx) => {
      await tx.run(rename(id, 'After'));
      tx.emit(event(id, '\0'));
    });
    await assert.rejects(refused, { code: '22P05' });
  }
  assert.equal(await nameOf(id), 'Before');
  await database.transaction((tx) => tx.run(rename(id, 'Again')));
  assert.equal(await nameOf(id), 'Again');
});

test('an organization without a log undoes what was done for the others', async () => {
  const { organization_id: id } = await server.organization({ name: 'Before' });
  const refused = database.transaction(async (tx) => {
    await tx.run(rename(id, 'After'));
    tx.emit(event(id, 1));
    tx.emit(event('~'.repeat(24), 1));
  });
  await assert.rejects(refused);
  assert.equal(await nameOf(id), 'Before');
});

test('a failure that somebody swallowed is not taken for a commit', async () => {
  const { organization_id: id } = await server.organization({ name: 'Before' });
  const swallowed = database.transaction(async (tx) => {
    await tx.run(rename(id, 'After'));
    await tx.run(sql`select 1 / 0`).catch(() => undefined);
  });
  await assert.rejects(swallowed, /nothing was committed/);
  assert.equal(await nameOf(id), 'Before');
});
