import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ChatClient, DispatchClient } from '../../tests/harness/clients.ts';
import { makePerson } from '../../tests/harness/people.ts';
import { startTestServer } from '../../tests/harness/server.ts';
import { SessionBrowser } from '../../tests/harness/session-browser.ts';
import { NEXT_PASSWORD, PASSWORD, Visitors } from '../../tests/harness/visitors.ts';
import { Role } from '../chat/http/caller.ts';
import { listOutbox } from '../platform/outbound/outbox.ts';
import { CommandError } from './command.ts';
import { changeRole, replacePassword, setUserActive } from './user-changes.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const { services } = server;

test('a role is given, also a second owner; the only owner keeps theirs', async () => {
  const org = await server.organization();
  const mara = await makePerson(server, org, { name: 'Mara Member' });
  const owner = { organization: org.organization_id, email: org.chat.email };
  const member = { organization: org.organization_id, email: mara.email };
  await assert.rejects(changeRole(services, { ...owner, role: 'member' }), /only owner/);
  assert.deepEqual(await changeRole(services, { ...member, role: 'owner' }), { user_id: mara.id, role: 'owner' });
  assert.equal((await mara.client.get('/users/me')).json.role, Role.owner);
  await changeRole(services, { ...owner, role: 'guest' });
  assert.equal((await new ChatClient(org.chat).get('/users/me')).json.role, Role.guest);
  const bot = await makePerson(server, org, { name: 'Billing Bot', botOwnerId: mara.id });
  for (const wrong of [
    { ...member, role: 'king' },
    { ...member, role: 'member', email: 'nobody@couriers.example' },
    { ...member, role: 'member', organization: 'A'.repeat(24) },
    { ...member, role: 'owner', email: bot.email },
  ])
    await assert.rejects(changeRole(services, wrong), CommandError);
});

test('a deactivated person is out at once and comes back without keys; the only owner stays', async () => {
  const org = await server.organization();
  const mara = await makePerson(server, org, { name: 'Mara Member' });
  const member = { organization: org.organization_id, email: mara.email.toUpperCase() };
  const owner = { organization: org.organization_id, email: org.chat.email };
  await assert.rejects(setUserActive(services, owner, false), /only organization owner/);
  for (const _twice of [1, 2])
    assert.deepEqual(await setUserActive(services, member, false), { user_id: mara.id, is_active: false });
  assert.equal((await mara.client.get('/users/me')).json.code, 'USER_DEACTIVATED');
  await assert.rejects(changeRole(services, { ...member, role: 'owner' }), /is deactivated/);
  assert.deepEqual(await setUserActive(services, member, true), { user_id: mara.id, is_active: true });
  assert.equal((await mara.client.get('/users/me')).status, 401);
  const { json } = await new ChatClient(org.chat).get(`/users/${mara.id}`);
  assert.equal(json.user.is_active, true);
});

test('another password ends what the old one opened, and is told by e-mail', async () => {
  const org = await server.organization();
  const browser = new SessionBrowser(server.url);
  assert.equal((await browser.signIn(org.chat.email, PASSWORD)).status, 200);
  const selection = { organization: org.organization_id, email: org.chat.email };
  assert.deepEqual(await replacePassword(services, selection, 'another horse battery staple'), {
    email: org.chat.email,
    people: 1,
  });
  assert.equal((await browser.get('/api/session')).status, 401);
  assert.equal((await new ChatClient(org.chat).get('/users/me')).status, 401);
  // The organization's key is nobody's.
  assert.equal((await new DispatchClient(org.dispatch).get('/organization')).status, 200);
  assert.equal((await browser.signIn(org.chat.email, PASSWORD)).status, 401);
  assert.equal((await browser.signIn(org.chat.email, 'another horse battery staple')).status, 200);
  const [mail] = await listOutbox(services.database.reader, org.organization_id);
  assert.equal(mail?.recipient, org.chat.email);
  await assert.rejects(
    replacePassword(services, { ...selection, email: 'nobody@couriers.example' }, PASSWORD),
    CommandError,
  );
});

test('another password is for who has proven the address, not for who was given it; an invitation goes on waiting', async () => {
  const org = await server.organization({ ownerEmail: 'olive@pedals.example' });
  const visitors = new Visitors(server, org);
  const api = new DispatchClient(org.dispatch);
  const next = 'another horse battery staple';
  const selection = { organization: org.organization_id, email: 'ada@pedals.example' };
  const given = { email: selection.email, full_name: 'Ada Alike', password: PASSWORD };
  assert.equal((await new ChatClient(org.chat).post('/users', given)).json.result, 'success');
  await api.post('/admins', { name: 'Ada Admin', email: selection.email });
  const invitation = await visitors.sentLink(selection.email, 'join');
  // Nobody has proven it: who can sign in by it gets the password, who is invited has none yet.
  assert.equal((await replacePassword(services, selection, next)).people, 1);
  await (await visitors.browse().open(invitation)).submit('Join', { password: PASSWORD });
  const browser = new SessionBrowser(server.url);
  assert.ok((await browser.signIn(selection.email, PASSWORD)).json.apps.dispatch);
  assert.equal((await replacePassword(services, selection, NEXT_PASSWORD)).people, 1);
  const { apps } = (await browser.signIn(selection.email, NEXT_PASSWORD)).json;
  assert.deepEqual([apps.dispatch === null, apps.chat], [false, null]);
  assert.ok((await browser.signIn(selection.email, next)).json.apps.chat);
  await api.post('/admins', { name: 'Ivo Invited', email: 'ivo@pedals.example' });
  await assert.rejects(replacePassword(services, { ...selection, email: 'ivo@pedals.example' }, next), CommandError);
});
