import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Answer, ChatClient } from '../../../tests/harness/clients.ts';
import { QueueReader } from '../../../tests/harness/events.ts';
import { makePerson } from '../../../tests/harness/people.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { Role } from '../http/caller.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization();
const owner = new ChatClient(org.chat);

test('people leave by themselves, with their bots; the only owner and bots do not', async () => {
  const mara = await makePerson(server, org, { name: 'Mara Member' });
  const bot = await makePerson(server, org, { name: 'Billing Bot', botOwnerId: mara.id });
  assert.equal((await bot.client.delete('/users/me')).json.msg, 'This endpoint does not accept bot requests.');
  const { status, json } = await owner.delete('/users/me');
  assert.deepEqual(
    [status, json],
    [
      400,
      {
        result: 'error',
        msg: 'Cannot deactivate the only organization owner.',
        code: 'CANNOT_DEACTIVATE_LAST_USER',
        is_last_owner: true,
        entity: 'organization owner',
      },
    ],
  );
  const queue = await QueueReader.register(owner, { event_types: ['realm_user'] });
  assert.equal((await mara.client.delete('/users/me')).json.result, 'success');
  for (const { client } of [mara, bot]) assert.equal((await client.get('/users/me')).json.code, 'USER_DEACTIVATED');
  assert.deepEqual(
    (await queue.poll()).map(({ person }) => person),
    [mara.id, bot.id].map((user_id) => ({ user_id, is_active: false })),
  );
  const second = await makePerson(server, org, { name: 'Olga Owner', role: Role.owner });
  const answers = await Promise.all([second.client.delete('/users/me'), owner.delete('/users/me')]);
  assert.deepEqual(answers.map(({ json }) => json.result).sort(), ['error', 'success']);
});

test('administrators neither deactivate an owner nor bring one back; owners do', async () => {
  const organization = await server.organization();
  const first = new ChatClient(organization.chat);
  const second = await makePerson(server, organization, { name: 'Olga Owner', role: Role.owner });
  const ada = await makePerson(server, organization, { name: 'Ada Administrator', role: Role.administrator });
  const refused = async (request: Promise<Answer>) =>
    assert.equal((await request).json.msg, 'Must be an organization owner');
  const succeeds = async (request: Promise<Answer>) => assert.equal((await request).json.result, 'success');
  await refused(ada.client.delete(`/users/${second.id}`));
  await succeeds(first.delete(`/users/${second.id}`));
  await refused(ada.client.post(`/users/${second.id}/reactivate`));
  await succeeds(first.post(`/users/${second.id}/reactivate`));
  assert.equal((await first.post(`/users/${second.id}/reactivate`)).json.msg, 'User is already active');
  const bot = await makePerson(server, organization, { name: 'Dock Bot', botOwnerId: ada.id });
  assert.equal((await first.delete(`/users/${bot.id}`)).json.msg, 'No such user');
});
