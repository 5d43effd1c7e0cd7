import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ChatClient } from '../../../tests/harness/clients.ts';
import { QueueReader } from '../../../tests/harness/events.ts';
import { makePerson } from '../../../tests/harness/people.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { Role } from '../http/caller.ts';
import { doPermitEmailChanges } from './actions.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization();
const owner = new ChatClient(org.chat);

test('owners with the special permission change addresses, and nobody else does', async () => {
  const mara = await makePerson(server, org, { name: 'Mara Member' });
  const admin = await makePerson(server, org, { name: 'Ada Admin', role: Role.administrator });
  const permit = (id: number, isAllowed: boolean) =>
    server.services.database.transaction((tx) => doPermitEmailChanges(tx, id, isAllowed), {
      organizationId: org.organization_id,
    });
  const change = (client: ChatClient, new_email: string) => client.patch(`/users/${mara.id}`, { new_email });
  const forbidden = 'User not authorized to change user emails';
  assert.equal((await change(owner, 'new@couriers.example')).json.msg, forbidden);
  await permit(admin.id, true);
  assert.equal((await change(admin.client, 'new@couriers.example')).json.msg, forbidden);
  await permit(org.chat.user_id, true);
  const queue = await QueueReader.register(admin.client, { event_types: ['realm_user'] });
  for (const [email, msg] of [
    ['no address', 'Enter a valid email address.'],
    [admin.email.toUpperCase(), `Email '${admin.email.toUpperCase()}' already in use`],
  ] as const)
    assert.equal((await change(owner, email)).json.msg, msg);
  const { json } = await change(owner, 'new@couriers.example');
  assert.equal(json.result, 'success');
  const { user } = (await owner.get(`/users/${mara.id}`)).json;
  assert.equal(user.delivery_email, 'new@couriers.example');
  const received = (await queue.poll()).map(({ person }) => person);
  assert.ok(received.some(({ new_email }) => new_email === 'new@couriers.example'));
  await permit(org.chat.user_id, false);
  assert.equal((await change(owner, 'again@couriers.example')).json.msg, forbidden);
});
