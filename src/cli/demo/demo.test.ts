import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { until } from '../../../tests/harness/clients.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { SessionBrowser } from '../../../tests/harness/session-browser.ts';
import { OWNER } from './cast.ts';
import { live } from './demo.ts';
import { setStage } from './stage.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

test('the fleet of the demo delivers, orders come in, and colleagues answer a visitor', async () => {
  const end = new AbortController();
  const stage = await setStage(server.services, server.url, end.signal);
  const going = live(stage, end.signal, { stepMs: 5, stepsPerOrder: 3, stepsPerLine: 5 });
  const visitor = new SessionBrowser(server.url);
  assert.equal((await visitor.signIn(OWNER.email, OWNER.password)).status, 200);
  // A server without the apps has nothing better; the checklist it is not.
  assert.equal((await visitor.get('/')).headers.get('location'), '/account');
  const tasks = async () => (await visitor.get('/api/v2/tasks/all?from=0')).json.tasks as { state: number }[];
  await until(async () => (await tasks()).some(({ state }) => state === 3), 'a delivery', 60);
  await until(async () => (await tasks()).length > 36, 'an order', 60);
  const message = new URLSearchParams({
    type: 'direct',
    to: JSON.stringify([stage.colleagues[0]!.userId]),
    content: 'Is anybody there?',
  });
  const sent = await visitor.request('POST', '/api/v1/messages', message, { 'content-type': undefined });
  assert.equal(sent.status, 200, sent.text);
  const answered = async () => {
    const narrow = JSON.stringify([{ operator: 'dm', operand: [stage.colleagues[0]!.userId] }]);
    const query = new URLSearchParams({ narrow, anchor: 'newest', num_before: '1', num_after: '0' });
    const { json } = await visitor.get(`/api/v1/messages?${query}`);
    return json.messages[0].sender_id === stage.colleagues[0]!.userId;
  };
  await until(answered, 'an answer');
  end.abort();
  await going;
});
