import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ChatClient } from '../../../tests/harness/clients.ts';
import { makeChannel } from '../../../tests/harness/people.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { countMatching } from '../../../tests/harness/statements.ts';

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
