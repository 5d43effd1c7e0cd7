import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DispatchClient } from '../../tests/harness/clients.ts';
import { makePerson } from '../../tests/harness/people.ts';
import { Receiver } from '../../tests/harness/receiver.ts';
import { startTestServer } from '../../tests/harness/server.ts';
import { createWorkerForCli } from '../dispatch/workers/create-for-cli.ts';
import { CommandError, print } from './command.ts';
import { botList, organizationList, userList, webhookList, workerList } from './lists.ts';
import { showSecret } from './webhooks.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const { services } = server;

test('lists show what an organization has, and nothing of another one', async () => {
  const org = await server.organization();
  const other = await server.organization();
  await makePerson(server, other, { name: 'Otto Other' });
  const mara = await makePerson(server, org, { name: 'Mara Member' });
  const bot = await makePerson(server, org, { name: 'Billing Bot', botOwnerId: mara.id });
  const id = org.organization_id;
  const api = new DispatchClient(org.dispatch);
  const [owner] = (await api.get('/admins')).json;
  const team = await api.post('/teams', { name: 'Riders', workers: [], managers: [owner.id] });
  const given = { organizationId: id, team: 'Riders', name: 'Will Worker', phone: '+14155550123' };
  const worker = await createWorkerForCli(services, given);
  const receiver = await Receiver.start();
  after(() => receiver.stop());
  const webhook = await api.post('/webhooks', { name: 'Tasks', url: receiver.url, trigger: 3 });
  const users = await userList(services, id);
  assert.deepEqual(
    users.map(({ user_id, name, role, is_active }) => [user_id, name, role, is_active]),
    [
      [org.chat.user_id, users[0]!.name, 'owner', true],
      [mara.id, 'Mara Member', 'member', true],
    ],
  );
  const bots = await botList(services, id);
  assert.deepEqual(
    bots.map(({ user_id, name, owner }) => [user_id, name, owner]),
    [[bot.id, 'Billing Bot', mara.email]],
  );
  assert.deepEqual(await workerList(services, id), [
    {
      worker_id: worker.worker_id,
      name: 'Will Worker',
      phone: '+14155550123',
      on_duty: false,
      last_seen: null,
      teams: [team.json.id],
    },
  ]);
  assert.deepEqual(await webhookList(services, id), [
    {
      webhook_id: webhook.json.id,
      name: 'Tasks',
      url: receiver.url,
      trigger: 3,
      threshold: null,
      is_enabled: true,
    },
  ]);
  const organizations = await organizationList(services);
  assert.deepEqual(
    organizations.map(({ organization_id }) => organization_id),
    [id, other.organization_id],
  );
  assert.deepEqual([organizations[0]!.address, organizations[0]!.url], [org.address, server.url]);
});

test('the webhook secret is shown in both forms', async () => {
  const org = await server.organization();
  const shown = await showSecret(services, org.organization_id);
  assert.equal(shown.webhook_secret, org.dispatch.webhook_secret);
  assert.equal(
    Buffer.from(shown.standard_secret.replace('whsec_', ''), 'base64').toString('hex'),
    org.dispatch.webhook_secret,
  );
  await assert.rejects(showSecret(services, 'A'.repeat(24)), CommandError);
});

test('a name of somebody else does nothing to the terminal, and is no line of its own', (t) => {
  const message: string[] = [];
  t.mock.method(console, 'log', (line: string) => message.push(line));
  print([{ worker_id: 'w1', name: 'Will\u001b[2K\rOlga\nworker_id: w2\u009b2K' }], false);
  assert.deepEqual(message, ['WORKER_ID\nw1\n  name: Will\\x1b[2K\\x0dOlga\n    worker_id: w2\\x9b2K']);
});
