/** Whatever one organization waits for, the others find free connections. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { ChatClient, until } from '../harness/clients.ts';
import { startTestServer } from '../harness/server.ts';

/** How long the log of one organization is held. */
const HELD_MS = 5000;
/** What the machine may add, which runs other tests at the same time. */
const SLACK_MS = 40;

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

async function organization() {
  const created = await server.organization();
  const chat = new ChatClient({ ...created.chat, site: server.url });
  await chat.post('/users/me/subscriptions', { subscriptions: [{ name: 'dock' }] });
  const send = (content: string, headers: Record<string, string> = {}) =>
    chat.post('/messages', { type: 'stream', to: 'dock', topic: 'gates', content }, headers);
  return { id: created.organization_id, chat, send };
}

/** Milliseconds of the middle one of sends one after the other, for as long as told. */
async function medianOf(send: (content: string) => Promise<{ status: number }>, milliseconds: number): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    const begun = performance.now();
    assert.equal((await send(`note ${times.length}`)).status, 200);
    times.push(performance.now() - begun);
    await pause(5);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;
}

test('while the log of one organization is held, another sends as quickly as in quiet', async () => {
  const [waiting, other] = [await organization(), await organization()];
  await medianOf(other.send, 300);
  const quiet = await medianOf(other.send, 1500);

  const holder = new pg.Client({ connectionString: server.connectionString });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from platform.log_heads where organization_id = $1 for update', [waiting.id]);
  const released = pause(HELD_MS).then(() => holder.query('rollback'));
  const sends = Array.from({ length: 30 }, (_, n) => waiting.send(`held ${n}`, { 'Idempotency-Key': `held ${n}` }));
  const plain = Array.from({ length: 30 }, (_, n) => waiting.send(`plain ${n}`));

  const waitsForLocks = async () => {
    const { rows } = await holder.query(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0].count;
  };
  await until(async () => (await waitsForLocks()) > 0, 'the first to wait');
  // Those that begin by taking the log wait in front of the pool: one of them at most holds a connection.
  assert.equal(await waitsForLocks(), 1);
  // Others take a connection first. There are more of them than connections.
  const channels = Array.from({ length: 30 }, (_, n) =>
    waiting.chat.post('/users/me/subscriptions', { subscriptions: [{ name: `channel ${n}` }] }),
  );
  await until(async () => (await waitsForLocks()) > 1, 'channels that wait');
  const busy = await medianOf(other.send, 2000);
  assert.ok(busy <= 2 * quiet + SLACK_MS, `${busy} ms instead of ${quiet}`);
  const keyed = await medianOf((content) => other.send(content, { 'Idempotency-Key': content }), 500);
  assert.ok(keyed <= 4 * quiet + SLACK_MS, `${keyed} ms with a key`);

  await released;
  for (const answer of await Promise.all([...sends, ...plain, ...channels]))
    assert.equal(answer.status, 200, answer.text);
  await holder.end();
});
