import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ChatClient, DispatchClient } from '../../../tests/harness/clients.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { SessionBrowser } from '../../../tests/harness/session-browser.ts';
import { PASSWORD, Visitors } from '../../../tests/harness/visitors.ts';
import { whileHeld } from '../../../tests/harness/while-held.ts';
import { sql } from '../../platform/db/sql.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const { database } = server.services;
const email = 'ada@couriers.example';

/** An administrator who has proven an address, and somebody of the chat who was given the same one. */
async function twoPeople(chatPassword: string) {
  const org = await server.organization();
  const api = new DispatchClient(org.dispatch);
  const visitors = new Visitors(server, org);
  const { id } = (await api.post('/admins', { name: 'Ada Admin', email })).json;
  await (await visitors.browse().open(await visitors.sentLink(email, 'join'))).submit('Join', { password: PASSWORD });
  const given = { email, full_name: 'Ada Admin', password: chatPassword };
  assert.equal((await new ChatClient(org.chat).post('/users', given)).json.result, 'success');
  const people = () =>
    database.reader.all(sql<{ id: string; isProven: boolean; hash: string }>`
      select id, email_verified_at is not null as "isProven", password_hash as hash from platform.people
      where organization_id = ${org.organization_id} and email_key = ${email}`);
  assert.equal((await people()).length, 2);
  const enter = (browser: SessionBrowser) => browser.signIn(email, PASSWORD, { organization: org.organization_id });
  return { org, api, administratorId: id as string, people, enter };
}

test('two people of one address and one password become one at the sign-in', async () => {
  const { api, administratorId, people, enter } = await twoPeople(PASSWORD);
  const browser = new SessionBrowser(server.url);
  const { json } = await enter(browser);
  assert.equal(json.apps.dispatch.administratorId, administratorId);
  assert.ok(json.apps.chat.userId);
  assert.equal((await people()).length, 1);
  // Gone as an administrator, they stay in the chat, and are signed out.
  assert.equal((await api.delete(`/admins/${administratorId}`)).status, 200);
  assert.equal((await browser.get('/api/session')).status, 401);
  assert.equal((await people()).length, 1);
});

test('whose password was changed meanwhile, or who has a second factor since, stays who they are', async () => {
  for (const change of [sql`password_hash = 'another'`, sql`second_factor_at = now()`]) {
    const { org, people, enter } = await twoPeople(PASSWORD);
    const other = (await people()).find(({ isProven }) => !isProven)!;
    const answer = await whileHeld(
      server,
      (tx) =>
        tx.run(sql`
          update platform.people set ${change} where organization_id = ${org.organization_id} and id = ${other.id}`),
      () => enter(new SessionBrowser(server.url)),
    );
    assert.deepEqual([answer.status, answer.json.apps.chat], [200, null]);
    assert.equal((await people()).length, 2);
  }
});
