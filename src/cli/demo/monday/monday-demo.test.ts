import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { until } from '../../../../tests/harness/clients.ts';
import { FormBrowser } from '../../../../tests/harness/form-browser.ts';
import { startTestServer } from '../../../../tests/harness/server.ts';
import { SessionBrowser } from '../../../../tests/harness/session-browser.ts';
import { writeFolder } from '../../../../tests/harness/slack-archive.ts';
import { PASSWORD } from '../../../../tests/harness/visitors.ts';
import { live } from '../demo.ts';
import { COMPANY_OWNER, DRIVERS, MESSAGES } from './company.ts';
import { setMonday } from './stage.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

const PACE = { stepMs: 5, metresAStep: 90, stepsPerOrder: 3, stepsPerLine: 5, stepsPerQuestion: 10 };

test('the Monday: a visitor finds the past of a company, its fleet at work, and joins by an invitation', async () => {
  await using written = await writeFolder({});
  const end = new AbortController();
  const options = { stop: end.signal, folder: written.folder, password: PASSWORD };
  const stage = await setMonday(server.services, server.url, options);
  const visitor = new SessionBrowser(server.url);
  assert.equal((await visitor.signIn(COMPANY_OWNER.email, PASSWORD)).status, 200);
  const tasks = async () => (await visitor.get('/api/v2/tasks/all?from=0')).json.tasks as { state: number }[];
  // Each order is on a route before anybody looks.
  assert.deepEqual([...new Set((await tasks()).map(({ state }) => state))], [1]);
  const workers = (await visitor.get('/api/v2/workers')).json as { tasks: string[]; onDuty: boolean }[];
  assert.equal(workers.length, DRIVERS);
  assert.ok(workers.every(({ onDuty, tasks: own }) => onDuty && own.length > 0));
  const narrow = JSON.stringify([{ operator: 'channel', operand: 'general' }]);
  const query = new URLSearchParams({ narrow, anchor: 'newest', num_before: '1000', num_after: '0' });
  const { messages } = (await visitor.get(`/api/v1/messages?${query}`)).json;
  assert.equal(messages.length, MESSAGES);

  const going = live(stage, end.signal, PACE);
  await until(async () => (await tasks()).some(({ state }) => state === 3), 'a delivery', 60);
  const browser = await new FormBrowser(server.url).open(stage.invitation.link);
  await browser.submit('Join', { password: PASSWORD });
  assert.equal(browser.status, 200, browser.text);
  end.abort();
  await going.catch((error) => assert.ok(end.signal.aborted, error));
});
