import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { until } from '../../../tests/harness/clients.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { sql } from './sql.ts';

const server = await startTestServer({ slowMs: 200 });
after(() => server[Symbol.asyncDispose]());
const { database, log } = server.services;

test('statements and requests that take long are logged, once a minute, with the plan and without values', async (t) => {
  const warn = t.mock.method(log, 'warn', () => undefined);
  const told = (word: string) =>
    warn.mock.calls
      .map(({ arguments: [line, text] }) => ({ line: line as unknown as Record<string, unknown>, text }))
      .filter(({ line }) => JSON.stringify(line).includes(word));
  const read = () =>
    database.reader.all(sql`select pg_sleep(0.25), name from platform.organizations where id = ${'secret'}
    union all select pg_sleep(0.25), 'read slowly'`);
  await read();
  await until(() => told('read slowly').length > 0, 'the line of what was read');
  await read();
  await database.transaction(async (tx) => {
    await tx.run(sql`delete from platform.backups where file = ${'secret'} and (select true from pg_sleep(0.25))`);
    await tx.first(sql`select pg_sleep(0.25), 'asked slowly' as said`);
    await tx.first(sql`select 'at once' as said`);
  });
  await until(() => told('asked slowly').length + told('delete from').length > 1, 'the lines of the transaction');
  assert.equal(told('read slowly').length, 1, 'the second within a minute is not told');
  const [{ line, text }] = told('read slowly') as [{ line: { ms: number; plan: string[] }; text: string }];
  assert.equal(text, 'a statement took long');
  assert.ok(line.ms >= 200 && line.plan.some((row) => row.includes('organizations')), JSON.stringify(line));
  assert.deepEqual([told('at once').length, told('secret').length], [0, 0]);
  // A request that waits for what another transaction holds.
  const { organization_id: id, chat } = await server.organization();
  const authorization = `Basic ${btoa(`${chat.email}:${chat.api_key}`)}`;
  const body = new URLSearchParams({ subscriptions: '[{"name": "deliveries"}]' });
  await database
    .transaction(async (tx) => {
      await tx.position(id);
      const answer = fetch(`${server.url}/api/v1/users/me/subscriptions`, {
        method: 'POST',
        headers: { authorization },
        body,
      });
      await tx.all(sql`select pg_sleep(0.5)`);
      return { answer };
    })
    .then(({ answer }) => answer);
  await until(() => told('"operation"').length > 0, 'the line of the request');
  const request = told('"operation"')[0]!;
  assert.deepEqual([request.text, request.line.api, request.line.status], ['a request took long', 'chat', 200]);
});
