import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DispatchClient, until } from '../harness/clients.ts';
import { destinationAt } from '../harness/fleet.ts';
import { Installation } from '../harness/program.ts';
import { Receiver } from '../harness/receiver.ts';

const CREATORS = 8;
/** Acknowledged tasks after which the program is killed. */
const TASKS_BEFORE_KILL = 60;

const installation = await Installation.create();
const receiver = await Receiver.start();
after(async () => {
  await receiver.stop();
  await installation[Symbol.asyncDispose]();
});

test('after kill -9 in the midst of creations and deliveries, the webhook hears of every acknowledged task', async () => {
  const environment = { WEBHOOK_ALLOW_INSECURE: 'true' };
  const first = await installation.start(environment);
  const { dispatch } = await installation.organization();
  const api = new DispatchClient({ url: first.url, api_key: dispatch.api_key });
  const created = await api.post('/webhooks', { url: receiver.url, name: 'created', trigger: 6 });
  assert.equal(created.status, 200, created.text);
  const acknowledged = new Set<string>();
  let killing: Promise<unknown> | undefined;
  await Promise.all(
    Array.from({ length: CREATORS }, async () => {
      for (;;) {
        try {
          const answer = await api.post('/tasks', { destination: destinationAt() });
          assert.equal(answer.status, 200, answer.text);
          acknowledged.add(answer.json.id);
        } catch (error) {
          if (!killing) throw error;
          return;
        }
        if (acknowledged.size >= TASKS_BEFORE_KILL) killing ??= first.end('SIGKILL');
      }
    }),
  );
  await killing;
  const before = receiver.deliveries.length;
  await installation.start(environment);
  const notified = () => new Set<string>(receiver.deliveries.map(({ body }) => body.taskId));
  await until(
    () => {
      const known = notified();
      return [...acknowledged].every((id) => known.has(id));
    },
    'every delivery',
    60,
  );
  // Only the requests that were under way when the program died may come twice, 16 of one receiver at most.
  assert.ok(
    receiver.deliveries.length - notified().size <= 16,
    `${receiver.deliveries.length} for ${notified().size} tasks`,
  );
  assert.ok(before < receiver.deliveries.length, 'everything was delivered before the end');
  assert.ok(receiver.deliveries.every((delivery) => Receiver.verifies(delivery, dispatch.webhook_secret)));
});
