import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Agent, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { startFleet } from '../harness/fleet.ts';
import { startTestServer } from '../harness/server.ts';

const server = await startTestServer({ rateLimits: true });
after(() => server[Symbol.asyncDispose]());

/** Looks in a minute from one address. */
const MAX_VIEWS = 120;

/** A few connections that are kept: it is the server that is asked much of, not the sockets. */
const agent = new Agent({ keepAlive: true, maxSockets: 4 });
after(() => agent.destroy());

async function look(path: string): Promise<{ status: number; page: string; retryAfter: string | undefined }> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  get(`${server.url}${path}`, { agent }, resolve).on('error', reject);
  const answer = await promise;
  return { status: answer.statusCode!, page: await text(answer), retryAfter: answer.headers['retry-after'] };
}

/** The page of a task that was completed long ago. */
async function expiredPage(): Promise<string> {
  const fleet = await startFleet(server);
  const dora = await fleet.worker([-122.41234, 37.77456]);
  const task = await fleet.task({ container: { type: 'WORKER', worker: dora.id } });
  for (const step of ['start', 'complete'])
    assert.equal((await dora.driver.post(`/driver/tasks/${task.id}/${step}`, { success: true })).status, 200);
  const path = `/t/${task.trackingURL.split('/t/')[1]}`;
  assert.equal((await look(path)).status, 200);
  server.clock.advance((server.services.config.trackingHours + 1) * 3_600_000);
  const { status, page } = await look(path);
  assert.equal(status, 404);
  return page;
}

describe('ten thousand guessed addresses are what an expired one is, byte for byte, and soon have to wait', () => {
  const began = performance.now();
  let expired = '';
  let found = 0;
  before(async () => {
    expired = await expiredPage();
  });

  const guess = async () => {
    const { status, page, retryAfter } = await look(`/t/${randomBytes(16).toString('hex')}`);
    if (status === 429) return assert.ok(Number(retryAfter) > 0);
    assert.deepEqual([status, page], [404, expired]);
    found++;
  };

  for (let thousand = 1; thousand <= 10; thousand++)
    test(`thousand ${thousand}`, async () => {
      for (let n = 0; n < 250; n++) await Promise.all([guess(), guess(), guess(), guess()]);
      const minutes = Math.ceil((performance.now() - began) / 60_000) + 1;
      assert.ok(found > 0 && found <= MAX_VIEWS * minutes, `${found} were looked for in ${minutes} minutes`);
    });
});
