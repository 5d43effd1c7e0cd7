import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ChatClient } from '../../tests/harness/clients.ts';
import { makePerson } from '../../tests/harness/people.ts';
import { startTestServer } from '../../tests/harness/server.ts';
import { permitEmailChanges } from './accounts.ts';
import { CommandError } from './command.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

test('user permit-email-changes gives one owner the permission, and takes it back', async () => {
  const org = await server.organization();
  const owner = new ChatClient(org.chat);
  const mara = await makePerson(server, org, { name: 'Mara Member' });
  const given = { organization: org.organization_id, email: org.chat.email };
  const change = async (new_email: string) => (await owner.patch(`/users/${mara.id}`, { new_email })).json.msg;
  assert.deepEqual(await permitEmailChanges(server.services, given), {
    user_id: org.chat.user_id,
    can_change_user_emails: true,
  });
  assert.equal(await change('one@couriers.example'), '');
  await permitEmailChanges(server.services, { ...given, revoke: true });
  assert.equal(await change('two@couriers.example'), 'User not authorized to change user emails');
  for (const wrong of [{ organization: 'A'.repeat(24) }, { email: 'nobody@couriers.example' }])
    await assert.rejects(permitEmailChanges(server.services, { ...given, ...wrong }), CommandError);
});
