/** All connections for writing are taken: who waited in vain is told to come back, in the words of its API. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from '../../src/platform/db/sql.ts';
import { ChatClient, DispatchClient } from '../harness/clients.ts';
import { destinationAt } from '../harness/fleet.ts';
import { startTestServer } from '../harness/server.ts';

const WRITERS = 4;
const server = await startTestServer({ databaseWriters: WRITERS });
after(() => server[Symbol.asyncDispose]());

test('an overload is 503 with Retry-After in the form of each API, and is over with its cause', async () => {
  const created = await server.organization();
  const [chat, dispatch] = [new ChatClient(created.chat), new DispatchClient(created.dispatch)];
  const ask = () =>
    Promise.all([
      chat.post('/messages', { type: 'direct', to: [created.chat.user_id], content: 'a note' }),
      chat.post('/saved_snippets', { title: 'a snippet', content: 'of text' }),
      dispatch.post('/tasks', { destination: destinationAt() }),
    ]);
  const gate = Promise.withResolvers<void>();
  const held = Array.from({ length: WRITERS }, (_, n) => {
    const begun = Promise.withResolvers<void>();
    const { database } = server.services;
    const ended = database.transaction(
      async (tx) => {
        // Whoever stands still loses the transaction before anybody has waited in vain; these are to be in the way for longer.
        await tx.run(sql`select set_config('idle_in_transaction_session_timeout', '0', true)`);
        begun.resolve();
        await gate.promise;
      },
      { organizationId: `other ${n}` },
    );
    return { begun: begun.promise, ended };
  });
  await Promise.all(held.map(({ begun }) => begun));
  const [message, snippet, task] = await ask().finally(() => gate.resolve());
  for (const { status, headers, json } of [message, snippet]) {
    assert.deepEqual([status, headers.get('retry-after')], [503, '1']);
    const msg = 'The server is overloaded';
    assert.deepEqual(json, { result: 'error', msg, code: 'SERVICE_UNAVAILABLE' });
  }
  assert.deepEqual([task.status, task.headers.get('retry-after'), task.json.message.error], [503, '1', 2501]);
  await Promise.all(held.map(({ ended }) => ended));
  assert.deepEqual(
    (await ask()).map(({ status }) => status),
    [200, 200, 200],
  );
});
