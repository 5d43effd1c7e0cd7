import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makeChannel, makePerson } from '../../../../tests/harness/people.ts';
import { startTestServer } from '../../../../tests/harness/server.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

/** Each of these texts takes milliseconds to judge: judged once for every pair of messages, the search took minutes. */
test('messages that are not prepared for search yet are checked once each', async () => {
  const org = await server.organization();
  const mara = await makePerson(server, org, { name: 'Mara Member' });
  const dock = await makeChannel(server, org.organization_id, { name: 'dock', subscribers: [mara.id] });
  const long = 'crate '.repeat(1500);
  for (let n = 0; n < 80; n++)
    await mara.client.post('/messages', { type: 'channel', to: dock, topic: 'gates', content: `${long}${n}` });
  const narrow = [
    ['search', '<->'],
    ['sender', mara.id],
  ];
  const began = performance.now();
  const found = await mara.client.get('/messages', { anchor: 'newest', num_before: 10, num_after: 0, narrow });
  assert.deepEqual(found.json.messages, []);
  const seconds = (performance.now() - began) / 1000;
  assert.ok(seconds < 8, `it took ${seconds} s`);
});
