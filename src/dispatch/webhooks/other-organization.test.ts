import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DispatchClient, until } from '../../../tests/harness/clients.ts';
import { destinationAt } from '../../../tests/harness/fleet.ts';
import { Receiver } from '../../../tests/harness/receiver.ts';
import { startTestServer } from '../../../tests/harness/server.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

test("each organization's receivers hear of its own tasks alone", async () => {
  const [one, two] = [await Receiver.start(), await Receiver.start()];
  after(() => Promise.all([one.stop(), two.stop()]));
  const clients: DispatchClient[] = [];
  for (const receiver of [one, two]) {
    const client = new DispatchClient((await server.organization()).dispatch);
    const made = await client.post('/webhooks', { url: receiver.url, name: 'created', trigger: 6 });
    assert.equal(made.status, 200, made.text);
    clients.push(client);
  }
  const create = async (client: DispatchClient): Promise<string> =>
    (await client.post('/tasks', { destination: destinationAt() })).json.id;
  const tasks = [await create(clients[0]!), await create(clients[1]!), await create(clients[0]!)];
  const received = ({ deliveries }: Receiver) => deliveries.map(({ body }) => body.taskId).sort();
  await until(() => one.deliveries.length >= 2 && two.deliveries.length >= 1, 'every delivery');
  // Whatever was told to the wrong one would have been told by the time that its own last task comes.
  const last = await create(clients[1]!);
  await until(() => received(two).includes(last), 'the last delivery');
  assert.deepEqual(received(one), [tasks[0], tasks[2]].sort());
  assert.deepEqual(received(two), [tasks[1], last].sort());
});
