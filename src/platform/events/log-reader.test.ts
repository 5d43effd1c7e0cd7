import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ChatClient, until } from '../../../tests/harness/clients.ts';
import { makeChannel } from '../../../tests/harness/people.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { countMatching } from '../../../tests/harness/statements.ts';
import { sql } from '../db/sql.ts';
import type { AppendedEvent } from './log.ts';
import { startLogReader } from './log-cursors.ts';
import { SharedReading } from './shared-reading.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

test('under a steady stream of messages a reader that gathers reads a few times a second, not as often as it can', async () => {
  const org = await server.organization();
  const owner = new ChatClient(org.chat);
  const to = await makeChannel(server, org.organization_id, { name: 'dock', subscribers: [org.chat.user_id] });
  const start = performance.now();
  const taken = await countMatching(/from platform\.log_cursors\s+where .* for update skip locked/s, async () => {
    for (let n = 0; performance.now() - start < 1500; n++) {
      const answer = await owner.post('/messages', { type: 'stream', to, topic: 'boxes', content: `box ${n}` });
      assert.equal(answer.status, 200, answer.text);
    }
  });
  // The reader of notifications gathers 300 ms; beside it there is the look every three seconds.
  const most = (performance.now() - start) / 300 + (performance.now() - start) / 3000 + 2;
  assert.ok(taken > 0 && taken <= most, `${taken} times, ${most.toFixed(1)} at most`);
});

test('an organization with a backlog does not hold up the others of its batch, and nothing of it is left out', async () => {
  const ids = await Promise.all([1, 2, 3].map(async () => (await server.organization()).organization_id));
  const [busy, quiet, unread] = ids.sort();
  const { database } = server.services;
  await database.transaction(async (tx) => {
    for (const id of [busy!, quiet!]) await startLogReader(tx, id, 'shares');
    const event = { part: 'dispatch', kind: 'task', audience: [], state: false } as const;
    for (let n = 0; n < 1200; n++) tx.emit({ ...event, organizationId: busy!, payload: { share: n } });
    tx.emit({ ...event, organizationId: quiet!, payload: { share: 0 } });
  });
  const batches: (readonly AppendedEvent[])[] = [];
  const reading = new SharedReading(server.services, {
    name: 'shares',
    concerns: () => true,
    where: sql`payload ? 'share'`,
    gatherMs: 1,
    readTogether: async (_tx, events) => () => batches.push(events),
  });
  // While it looks at one that is not read at all, the others gather.
  for (const id of [unread!, busy!, quiet!]) reading.wake(id);
  await until(() => batches.flat().length >= 1201, 'all events');
  await reading.stop();
  const sharesOf = (id: string, events = batches.flat()) =>
    events.filter((event) => event.organizationId === id).map(({ payload }) => (payload as { share: number }).share);
  assert.deepEqual(sharesOf(quiet!, [...batches[0]!]), [0], 'in the first batch');
  assert.deepEqual(sharesOf(quiet!), [0]);
  assert.deepEqual(
    sharesOf(busy!),
    Array.from({ length: 1200 }, (_, n) => n),
  );
});
