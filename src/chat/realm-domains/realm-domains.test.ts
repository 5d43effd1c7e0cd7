import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Answer, ChatClient } from '../../../tests/harness/clients.ts';
import { QueueReader } from '../../../tests/harness/events.ts';
import { makePerson } from '../../../tests/harness/people.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { listOutbox } from '../../platform/outbound/outbox.ts';
import { doConfirmEmail } from '../email-changes/actions.ts';
import { doAcceptInvitation } from '../invitations/accept.ts';
import { doPermitEmailChanges } from '../users/actions.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization();
const owner = new ChatClient(org.chat);
const ada = await makePerson(server, org, { name: 'Ada Admin', role: 200 });
const mara = await makePerson(server, org, { name: 'Mara Member' });

function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}
async function refused(answer: Promise<Answer>, msg: string) {
  const { json } = await answer;
  assert.deepEqual([json.code, json.msg], ['BAD_REQUEST', msg]);
}
const depot = { domain: 'depot.example', allow_subdomains: false };

test('owners add, change and take away domains, and everybody is told', async () => {
  const types = { event_types: ['realm_domains'], fetch_event_types: ['realm_domains'] };
  const queue = await QueueReader.register(mara.client, types);
  assert.deepEqual(queue.state.realm_domains, []);
  ok(await owner.post('/realm/domains', { ...depot, domain: ' Depot.Example ' }));
  ok(await owner.patch('/realm/domains/depot.example', { allow_subdomains: true }));
  ok(await owner.patch('/realm/domains/Depot.example', { allow_subdomains: true }));
  ok(await owner.post('/realm/domains', { domain: 'änder.example', allow_subdomains: true }));
  const all = [
    { ...depot, allow_subdomains: true },
    { domain: 'änder.example', allow_subdomains: true },
  ];
  assert.deepEqual(ok(await mara.client.get('/realm/domains')).domains, all);
  assert.deepEqual(ok(await mara.client.post('/register', types)).realm_domains, all);
  ok(await owner.delete('/realm/domains/änder.example'));
  assert.deepEqual(
    (await queue.collect('realm_domains', 4)).map(({ id: _id, ...event }) => event),
    [
      { type: 'realm_domains', op: 'add', realm_domain: depot },
      { type: 'realm_domains', op: 'change', realm_domain: all[0] },
      { type: 'realm_domains', op: 'add', realm_domain: all[1] },
      { type: 'realm_domains', op: 'remove', domain: 'änder.example' },
    ],
  );
  for (const [domain, msg] of [
    ['', "Invalid domain: Domain can't be empty."],
    ['depot', 'Invalid domain: Domain must have at least one dot (.)'],
    ['de pot.example', 'Invalid domain: Invalid characters in domain'],
    [`${'x'.repeat(80)}.example`, 'Invalid domain: Domain is too long'],
    ['depot.example', 'The domain depot.example is already a part of your organization.'],
  ] as const)
    await refused(owner.post('/realm/domains', { domain, allow_subdomains: false }), msg);
  const none = 'No entry found for domain nowhere.example.';
  await refused(owner.patch('/realm/domains/nowhere.example', { allow_subdomains: true }), none);
  await refused(owner.delete('/realm/domains/nowhere.example'), none);
  await refused(ada.client.post('/realm/domains', depot), 'Must be an organization owner');
  await refused(
    ada.client.patch('/realm/domains/depot.example', { allow_subdomains: true }),
    'Must be an organization owner',
  );
  await refused(ada.client.delete('/realm/domains/depot.example'), 'Must be an organization owner');
  assert.equal((await mara.client.post('/realm/domains', depot)).json.msg, 'Must be an organization administrator');
  const stranger = new ChatClient((await server.organization()).chat);
  assert.deepEqual(ok(await stranger.get('/realm/domains')).domains, []);
  await refused(stranger.delete('/realm/domains/depot.example'), 'No entry found for domain depot.example.');
  // Two simultaneous requests: one is the second.
  const twice = await Promise.all([1, 2].map(() => owner.post('/realm/domains', { ...depot, domain: 'b.example' })));
  assert.deepEqual(twice.map(({ json }) => json.result).sort(), ['error', 'success']);
  ok(await owner.delete('/realm/domains/b.example'));
});

test('where addresses are restricted, no account gets one of another domain', async () => {
  const { invite_link } = ok(await owner.post('/invites/multiuse', { stream_ids: [] }));
  const token = new URL(invite_link).pathname.split('/').at(-1)!;
  const outside = 'ivo@couriers.example';
  ok(await mara.client.patch('/settings', { email: 'mara@elsewhere.example' }));
  const [mail] = await listOutbox(server.services.database.reader, org.organization_id);
  const confirmation = /confirm-email\/(\S+)/.exec(mail!.body)![1]!;
  ok(await owner.patch('/realm', { emails_restricted_to_domains: true }));
  const notAllowed = (email: string) => `Email '${email}' not allowed in this organization`;

  const account = { full_name: 'Ivo Inside', password: 'correct horse battery' };
  await refused(owner.post('/users', { ...account, email: outside }), notAllowed(outside));
  await refused(mara.client.patch('/settings', { email: outside }), notAllowed(outside));
  await server.services.database.transaction((tx) => doPermitEmailChanges(tx, org.chat.user_id, true), {
    organizationId: org.organization_id,
  });
  await refused(owner.patch(`/users/${mara.id}`, { new_email: outside }), notAllowed(outside));
  const { code, errors } = (
    await owner.post('/invites', { invitee_emails: `${outside}, jo@depot.example`, stream_ids: [] })
  ).json;
  assert.deepEqual([code, errors], ['INVITATION_FAILED', [[outside, 'Outside your domain.', false]]]);
  const join = (email: string) =>
    server.services.database.transaction((tx) =>
      doAcceptInvitation(tx, server.services, { token, fullName: `Jo ${email[0]}`, passwordHash: null, email }),
    );
  await assert.rejects(join(outside), { message: notAllowed(outside) });
  await join('a@DEPOT.example');
  await join('b@south.depot.example');
  // A link that was sent before holds no more than the rule does now.
  assert.equal(await server.services.database.transaction((tx) => doConfirmEmail(tx, confirmation)), undefined);

  ok(await owner.patch('/realm/domains/depot.example', { allow_subdomains: false }));
  await refused(
    owner.post('/users', { ...account, email: 'c@south.depot.example' }),
    notAllowed('c@south.depot.example'),
  );
  await refused(owner.post('/users', { ...account, email: 'c@xdepot.example' }), notAllowed('c@xdepot.example'));
  const queue = await QueueReader.register(mara.client, { event_types: ['realm'] });
  ok(await owner.delete('/realm/domains/depot.example'));
  const [lifted] = await queue.collect('realm', 1);
  assert.deepEqual([lifted!.property, lifted!.value], ['emails_restricted_to_domains', false]);
  ok(await owner.post('/users', { ...account, email: outside }));
});
