import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, test } from 'node:test';
import { until } from '../../../tests/harness/clients.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { findDeclarations } from '../http/registry.ts';
import { sql } from './sql.ts';

const server = await startTestServer({ slowMs: 200 });
after(() => server[Symbol.asyncDispose]());
const { database, log } = server.services;

test('statements and requests that take long are logged, once a minute, with the plan and without values', async (t) => {
  const warn = t.mock.method(log, 'warn', () => undefined);
  const loggedOf = (word: string) =>
    warn.mock.calls
      .map(({ arguments: [line, text] }) => ({ line: line as unknown as Record<string, unknown>, text }))
      .filter(({ line }) => JSON.stringify(line).includes(word));
  const read = () =>
    database.reader.all(sql`select pg_sleep(0.25), name from platform.organizations where id = ${'secret'}
    union all select pg_sleep(0.25), 'read slowly'`);
  await read();
  await until(() => loggedOf('read slowly').length > 0, 'the line of what was read');
  await read();
  await database.transaction(async (tx) => {
    await tx.run(sql`delete from platform.backups where file = ${'secret'} and (select true from pg_sleep(0.25))`);
    await tx.first(sql`select pg_sleep(0.25), 'asked slowly' as said`);
    await tx.first(sql`select 'at once' as said`);
  });
  await until(
    () => loggedOf('asked slowly').length + loggedOf('delete from').length > 1,
    'the lines of the transaction',
  );
  assert.equal(loggedOf('read slowly').length, 1, 'the second within a minute is not told');
  const [{ line, text }] = loggedOf('read slowly') as [{ line: { ms: number; plan: string[] }; text: string }];
  assert.equal(text, 'slow statement');
  assert.ok(line.ms >= 200 && line.plan.some((row) => row.includes('organizations')), JSON.stringify(line));
  assert.deepEqual([loggedOf('at once').length, loggedOf('secret').length], [0, 0]);
  // Statements without a name are told apart by their text.
  await database.reader.all(sql.once(sql`select pg_sleep(0.25), 'one time' as said`));
  await database.reader.all(sql.once(sql`select pg_sleep(0.25), 'another time' as said`));
  await until(() => loggedOf('another time').length === 1 && loggedOf('one time').length === 1, 'the lines of both');
});

test('requests that take long are logged, once a minute, but not those that are held until there is something', async (t) => {
  const warn = t.mock.method(log, 'warn', () => undefined);
  const loggedOf = (operation: string) =>
    warn.mock.calls
      .map(({ arguments: [line, text] }) => ({ line: line as unknown as Record<string, unknown>, text }))
      .filter(({ line }) => line.operation === operation);
  const { organization_id: id, chat } = await server.organization();
  const authorization = `Basic ${btoa(`${chat.email}:${chat.api_key}`)}`;
  const post = async (path: string, fields: Record<string, string>) => {
    const body = new URLSearchParams(fields);
    const answer = await fetch(`${server.url}/api/v1/${path}`, { method: 'POST', headers: { authorization }, body });
    return (await answer.json()) as Record<string, string>;
  };
  /** Each waits for what another transaction holds. */
  const slowly = async (operation: string, request: (n: number) => Promise<unknown>) => {
    const isLogged = loggedOf(operation).length > 0;
    for (let n = 0; n === 0 || !(isLogged || loggedOf(operation).length > 0); n++) {
      const { answer } = await database.transaction(async (tx) => {
        await tx.position(id);
        const answer = request(n);
        await tx.all(sql`select pg_sleep(0.5)`);
        return { answer };
      });
      await answer;
    }
  };
  const subscribe = (n: number) => post('users/me/subscriptions', { subscriptions: `[{"name": "deliveries ${n}"}]` });
  const { queue_id } = await post('register', { event_types: '["subscription"]' });
  const events = fetch(`${server.url}/api/v1/events?queue_id=${queue_id}&last_event_id=-1`, {
    headers: { authorization },
  });
  await slowly('subscribe', subscribe);
  assert.equal((await events).status, 200);
  await slowly('subscribe', (n) => subscribe(100 + n));
  await slowly('create-user-group', (n) =>
    post('user_groups/create', { name: `group ${n}`, description: '', members: '[]' }),
  );
  assert.deepEqual([loggedOf('subscribe').length, loggedOf('get-events').length], [1, 0]);
  const [{ text, line }] = loggedOf('subscribe') as [{ text: string; line: Record<string, unknown> }];
  assert.deepEqual([text, line.api, line.status], ['slow request', 'chat', 200]);
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  const countOf = (operation: string) =>
    new RegExp(`^hubbub_http_request_seconds_count{.*operation="${operation}".*holds="(true|false)"} [1-9]`, 'm').exec(
      metrics,
    )?.[1];
  assert.deepEqual([countOf('get-events'), countOf('subscribe')], ['true', 'false']);
});

test('streams say that they hold their answer, and quantiles of alerts and dashboards leave such answers out', async () => {
  const { operations } = await findDeclarations(['chat', 'dispatch', 'bridge', 'pages']);
  assert.deepEqual(
    operations
      .filter(({ holds }) => holds)
      .map(({ id }) => id)
      .sort(),
    ['get-events', 'stream-events', 'watch-live', 'watch-session', 'watch-tracking'],
  );
  for (const operation of operations) assert.equal('stream' in operation && !operation.holds, false, operation.id);
  const deploy = path.resolve(import.meta.dirname, '../../../deploy');
  for (const file of ['prometheus/alerts.yml', 'grafana/hubbub.json']) {
    const text = (await readFile(path.join(deploy, file), 'utf8')).replaceAll('\\"', '"');
    const quantiles = [...text.matchAll(/hubbub_http_request_seconds_bucket{[^}]*}/g)].map(([selector]) => selector);
    assert.ok(quantiles.length > 0 && quantiles.every((selector) => selector.includes('holds!="true"')), file);
  }
});
