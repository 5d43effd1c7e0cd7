/** Whatever one organization waits for, the others find free connections; and nobody waits for ever. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { sql } from '../../src/platform/db/sql.ts';
import { ChatClient, until } from '../harness/clients.ts';
import { DatabaseProxy } from '../harness/database-proxy.ts';
import { startTestServer } from '../harness/server.ts';

/** Sends of the other organization that are answered while the first one's log is held. */
const SENDS = 50;

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

async function organization(at = server) {
  const created = await at.organization();
  const chat = new ChatClient({ ...created.chat, site: at.url });
  await chat.post('/users/me/subscriptions', { subscriptions: [{ name: 'dock' }] });
  const send = (content: string, headers: Record<string, string> = {}) =>
    chat.post('/messages', { type: 'stream', to: 'dock', topic: 'gates', content }, headers);
  return { id: created.organization_id, chat, send };
}

test('while the log of one organization is held, another one’s messages are sent', async () => {
  const [waiting, other] = [await organization(), await organization()];
  const holder = new pg.Client({ connectionString: server.connectionString });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from platform.log_heads where organization_id = $1 for update', [waiting.id]);
  const sends = Array.from({ length: 30 }, (_, n) => waiting.send(`held ${n}`, { 'Idempotency-Key': `held ${n}` }));
  const plain = Array.from({ length: 30 }, (_, n) => waiting.send(`plain ${n}`));

  // Not asked within the holder's transaction, which would see the connections of its first look for ever.
  const waitsForLocks = async () => {
    const row = await server.services.database.reader.first(
      sql<{ count: number }>`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return row!.count;
  };
  await until(async () => (await waitsForLocks()) > 0, 'the first to wait');
  // Those that begin by taking the log wait in front of the pool: one of them at most holds a connection.
  assert.equal(await waitsForLocks(), 1);
  // Others take a connection first. There are more of them than connections.
  const channels = Array.from({ length: 30 }, (_, n) =>
    waiting.chat.post('/users/me/subscriptions', { subscriptions: [{ name: `channel ${n}` }] }),
  );
  await until(async () => (await waitsForLocks()) > 1, 'channels that wait');
  // The log is held until all of these are answered: had they waited for it, none would be.
  for (let n = 0; n < SENDS; n++) {
    const headers: Record<string, string> = n % 2 === 0 ? {} : { 'Idempotency-Key': `free ${n}` };
    const answer = await other.send(`note ${n}`, headers);
    assert.equal(answer.status, 200, answer.text);
  }
  assert.ok((await waitsForLocks()) > 1, 'the others have not waited all the time');
  await holder.query('rollback');

  // On a busy machine they may have waited for longer than anybody may.
  for (const answer of await Promise.all([...sends, ...plain, ...channels]))
    assert.ok(answer.status === 200 || answer.status === 503, answer.text);
  await holder.end();
});

test('a database that falls silent is told to all after the same time, however long a statement may take', async () => {
  let network: DatabaseProxy | undefined;
  const apart = await startTestServer({ databaseStatementSeconds: 600 }, async (connectionString) => {
    network = await DatabaseProxy.start(connectionString);
    return network.through(connectionString);
  });
  try {
    const { chat, send } = await organization(apart);
    assert.equal((await fetch(new URL('/readyz', apart.url))).status, 200);
    network!.fallSilent();
    // More than there are connections: some hold one when it begins, the others wait for one.
    const asked = Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? send(`note ${n}`) : chat.get('/users/me')));
    const ready = await fetch(new URL('/readyz', apart.url));
    assert.deepEqual([ready.status, await ready.json()], [503, { status: 'no database' }]);
    // Without the look at the database by itself some of these wait for ten minutes.
    for (const lost of await Promise.all(asked)) assert.equal(lost.status, 503, lost.text);
    network!.speakAgain();
    await until(async () => (await send('again')).status === 200, 'the database being back');
  } finally {
    await apart[Symbol.asyncDispose]();
    await network?.[Symbol.asyncDispose]();
  }
});

test('a statement that takes too long is cancelled, and a connection that died without a word is given up', async () => {
  let network: DatabaseProxy | undefined;
  const apart = await startTestServer({ databaseStatementSeconds: 2 }, async (connectionString) => {
    network = await DatabaseProxy.start(connectionString);
    return network.through(connectionString);
  });
  try {
    const { id, chat, send } = await organization(apart);
    const holder = new pg.Client({ connectionString: apart.connectionString });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select from platform.log_heads where organization_id = $1 for update', [id]);
    const late = await send('too late');
    assert.deepEqual([late.status, late.headers.get('retry-after')], [503, '1'], late.text);
    await holder.query('rollback');
    await holder.end();
    assert.equal((await send('in time')).status, 200);

    network!.fallSilent();
    for (const lost of await Promise.all([send('into the void'), chat.get('/users/me')])) {
      assert.deepEqual([lost.status, lost.headers.get('retry-after')], [503, '1'], lost.text);
      assert.match(lost.text, /The database cannot be reached/);
    }
    network!.speakAgain();
    await until(async () => (await send('again')).status === 200, 'the database being back');
  } finally {
    await apart[Symbol.asyncDispose]();
    await network?.[Symbol.asyncDispose]();
  }
});
