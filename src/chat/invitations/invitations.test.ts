import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Answer, ChatClient } from '../../../tests/harness/clients.ts';
import { QueueReader } from '../../../tests/harness/events.ts';
import { changeState, makeChannel, makePerson, type Person } from '../../../tests/harness/people.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { sql } from '../../platform/db/sql.ts';
import { listOutbox } from '../../platform/outbound/outbox.ts';
import { Role } from '../http/caller.ts';
import { systemGroupIds } from '../user-groups/access.ts';
import { doAcceptInvitation, type Joining } from './accept.ts';
import { splitAddresses } from './addresses.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization();
const organizationId = org.organization_id;
const owner = new ChatClient(org.chat);
let admin: Person;
let mara: Person;
let yard: number;
let secret: number;

before(async () => {
  admin = await makePerson(server, org, { name: 'Ada Admin', role: Role.administrator });
  mara = await makePerson(server, org, { name: 'Mara Member' });
  yard = await makeChannel(server, organizationId, { name: 'yard', subscribers: [mara.id] });
  secret = await makeChannel(server, organizationId, { name: 'secret', subscribers: [admin.id], inviteOnly: true });
});

function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}
function refused(answer: Answer, msg: string, code = 'BAD_REQUEST') {
  assert.deepEqual([answer.status, answer.json.code, answer.json.msg], [400, code, msg]);
  return answer.json;
}

const invite = (client: ChatClient, invitee_emails: string, more: object = {}) =>
  client.post('/invites', { invitee_emails, stream_ids: [], ...more });
const invitesOf = async (client: ChatClient) => ok(await client.get('/invites')).invites;
const tokenOf = (link: string) => /\/join\/(\S+)/.exec(link)![1]!;
const accept = (joining: Omit<Joining, 'passwordHash'>) =>
  server.services.database.transaction((tx) =>
    doAcceptInvitation(tx, server.services, { passwordHash: null, ...joining }),
  );
/** The mail that was sent last to an address. */
async function mailTo(address: string) {
  const mails = await listOutbox(server.services.database.reader, organizationId, 1000);
  return mails.find(({ recipient }) => recipient === address)!;
}
const mailedToken = async (address: string) => tokenOf((await mailTo(address)).body);
const useless = /expired or was revoked/;

test('addresses are separated by commas and lines, and count once', () => {
  assert.deepEqual(splitAddresses('a@x.example, Bea <b@x.example>\n\nA@X.example,, c@x.example'), [
    'A@X.example',
    'b@x.example',
    'c@x.example',
  ]);
});

test('an invitation is mailed, listed, told of, and gives what it offers once', async () => {
  const queue = await QueueReader.register(mara.client, { event_types: ['invites_changed', 'message'] });
  const admins = await QueueReader.register(owner, { event_types: ['invites_changed'] });
  const others = await makePerson(server, org, { name: 'Otto Other' });
  const otto = await QueueReader.register(others.client, { event_types: ['invites_changed'] });
  const { id: group } = await ownGroup();
  ok(await invite(mara.client, 'nina@couriers.example', { stream_ids: [yard], group_ids: [group] }));
  const mail = await mailTo('nina@couriers.example');
  assert.match(mail.subject!, /^Mara Member has invited you to join /);
  assert.match(mail.body, /works for 10 days/);
  const token = tokenOf(mail.body);
  assert.match(token, /^[0-9A-Za-z]{32}$/);
  const [listed, ...more] = await invitesOf(mara.client);
  assert.deepEqual(more, []);
  assert.deepEqual(listed, {
    id: listed.id,
    invited_by_user_id: mara.id,
    invited: listed.invited,
    expiry_date: listed.invited + 14_400 * 60,
    invited_as: Role.member,
    notify_referrer_on_join: true,
    is_multiuse: false,
    email: 'nina@couriers.example',
  });
  assert.deepEqual(await invitesOf(admin.client), [listed]);
  assert.deepEqual(await invitesOf(others.client), []);
  const hashes = await server.services.database.reader.all(
    sql<{ text: string }>`select i::text as text from chat.invitations i`,
  );
  assert.ok(!hashes.some(({ text }) => text.includes(token)));

  const { userId } = await accept({ token, fullName: 'Nina New' });
  const nina = ok(await owner.get(`/users/${userId}`)).user;
  assert.deepEqual([nina.role, nina.delivery_email], [Role.member, 'nina@couriers.example']);
  const subscribed = async (channel: number) =>
    ok(await owner.get(`/streams/${channel}/members`)).subscribers.includes(userId);
  assert.equal(await subscribed(yard), true);
  assert.ok(ok(await owner.get(`/user_groups/${group}/members`)).members.includes(userId));
  await assert.rejects(accept({ token, fullName: 'Nina Twice' }), useless);
  assert.deepEqual(await invitesOf(admin.client), []);
  const events = await queue.poll();
  assert.deepEqual(
    events.map(({ type }) => type),
    ['invites_changed', 'invites_changed', 'message'],
  );
  assert.match(events[2]!.message.content, /Nina New.* accepted your invitation/);
  assert.equal((await admins.poll()).length, 2);
  assert.deepEqual(await otto.poll(), []);
});

let groups = 0;
async function ownGroup(): Promise<{ id: number }> {
  const name = `drivers ${++groups}`;
  await changeState(server, organizationId, (tx) =>
    tx.run(sql`
      insert into chat.user_groups (organization_id, name, permissions)
      values (${organizationId}, ${name}, ${JSON.stringify({ can_add_members_group: { direct_members: [mara.id], direct_subgroups: [] } })}::jsonb)`),
  );
  const [row] = await server.services.database.reader.all(
    sql<{ id: number }>`select id from chat.user_groups where organization_id = ${organizationId} and name = ${name}`,
  );
  return row!;
}

test('accounts are named, and the others invited; with an unusable address nobody is', async () => {
  const nils = await makePerson(server, org, { name: 'Nils Gone' });
  ok(await owner.delete(`/users/${nils.id}`));
  const some = `${mara.email.toUpperCase()}, ${nils.email}\nfree@couriers.example`;
  const nobody = refused(
    await invite(mara.client, `${some}, no address`),
    'Some of those addresses are not valid here, so no invitations were sent.',
    'INVITATION_FAILED',
  );
  assert.deepEqual(nobody.errors.at(-1), ['no address', 'Invalid address.', false]);
  assert.equal(nobody.sent_invitations, false);
  const waiting = ok(await owner.get('/invites')).invites as { email?: string }[];
  assert.ok(!waiting.some(({ email }) => email === 'free@couriers.example'));
  const failed = refused(
    await invite(mara.client, some),
    "Some of those addresses could not be invited, so we didn't send them an invitation. We did send invitations to everyone else!",
    'INVITATION_FAILED',
  );
  assert.deepEqual(Object.keys(failed).sort(), [
    'code',
    'daily_limit_reached',
    'errors',
    'license_limit_reached',
    'msg',
    'result',
    'sent_invitations',
  ]);
  assert.deepEqual(failed.errors, [
    [mara.email.toUpperCase(), 'Already has an account.', false],
    [nils.email, 'Account has been deactivated.', true],
  ]);
  assert.deepEqual(
    [failed.sent_invitations, failed.daily_limit_reached, failed.license_limit_reached],
    [true, false, false],
  );
  assert.ok(await mailTo('free@couriers.example'));
  const none = refused(await invite(mara.client, mara.email), "We weren't able to invite anyone.", 'INVITATION_FAILED');
  assert.equal(none.sent_invitations, false);
  // The answer that tells of sent invitations is given again, and they are not sent again.
  const retried = () =>
    mara.client.post(
      '/invites',
      { invitee_emails: `${mara.email},once@couriers.example`, stream_ids: [] },
      { 'idempotency-key': 'k1' },
    );
  assert.equal((await retried()).text, (await retried()).text);
  const mails = await listOutbox(server.services.database.reader, organizationId, 1000);
  assert.equal(mails.filter(({ recipient }) => recipient === 'once@couriers.example').length, 1);
});

test('what a caller may not give is refused, and nobody is invited', async () => {
  const guest = await makePerson(server, org, { name: 'Gina Guest', role: Role.guest });
  const bot = await makePerson(server, org, { name: 'Billing Bot', botOwnerId: mara.id });
  const { id: foreign } = await ownGroup();
  const { id: deactivated } = await ownGroup();
  ok(await owner.post(`/user_groups/${deactivated}/deactivate`));
  const system = (await systemGroupIds(server.services.state.of(organizationId)))['role:members'];
  const before = (await invitesOf(owner)).length;
  const email = 'refused@couriers.example';
  for (const [client, params, msg] of [
    [guest.client, {}, 'Insufficient permission'],
    [bot.client, {}, 'Insufficient permission'],
    [mara.client, { invitee_emails: ' ,\n' }, 'You must specify at least one email address.'],
    [mara.client, { invite_as: 100 }, 'Must be an organization owner'],
    [admin.client, { invite_as: 100 }, 'Must be an organization owner'],
    [mara.client, { invite_as: 200 }, 'Must be an organization administrator'],
    [mara.client, { invite_as: 300 }, 'Insufficient permission'],
    [mara.client, { invite_as: 500 }, 'Invalid invite_as'],
    [mara.client, { invite_expires_in_minutes: 0 }, 'Invalid invite_expires_in_minutes'],
    [mara.client, { stream_ids: [987_654] }, 'Invalid channel ID 987654. No invites were sent.'],
    [mara.client, { stream_ids: [secret] }, `Invalid channel ID ${secret}. No invites were sent.`],
    [admin.client, { group_ids: [987_654] }, 'Invalid user group'],
    [owner, { group_ids: [system] }, 'Invalid user group'],
    [owner, { group_ids: [deactivated] }, 'Invalid user group'],
    [admin.client, { group_ids: [foreign] }, 'Insufficient permission'],
    [owner, { welcome_message_custom_text: 'x'.repeat(8001) }, undefined],
  ] as const) {
    const answer = await client.post('/invites', { invitee_emails: email, stream_ids: [], ...params });
    refused(answer, msg ?? answer.json.msg);
  }
  assert.equal((await mara.client.post('/invites', { invitee_emails: email })).json.code, 'REQUEST_VARIABLE_MISSING');
  // A person who may not subscribe others gives no channels, not even default ones.
  const forbidden = 'You do not have permission to subscribe other users to channels.';
  const nobody = (await systemGroupIds(server.services.state.of(organizationId)))['role:nobody'];
  await changeState(server, organizationId, (tx) =>
    tx.run(sql`
      update chat.realms set settings = settings || jsonb_build_object('can_add_subscribers_group', ${nobody}::bigint)
      where organization_id = ${organizationId}`),
  );
  await changeState(server, organizationId, (tx) =>
    tx.run(sql`update chat.channels set is_default = true where organization_id = ${organizationId} and id = ${yard}`),
  );
  refused(await invite(mara.client, email, { stream_ids: [yard] }), forbidden);
  await changeState(server, organizationId, async (tx) => {
    await tx.run(sql`update chat.realms set settings = settings - 'can_add_subscribers_group'
      where organization_id = ${organizationId}`);
    await tx.run(sql`update chat.channels set is_default = false where id = ${yard}`);
  });
  assert.equal((await invitesOf(owner)).length, before);
});

test('default channels only where they are offered; guests too; welcome texts of administrators only', async () => {
  await changeState(server, organizationId, (tx) =>
    tx.run(sql`update chat.channels set is_default = true where id = ${yard}`),
  );
  const channelsOf = async (userId: number) => {
    const all = ok(await owner.get(`/streams/${yard}/members`)).subscribers;
    return all.includes(userId);
  };
  const received = async (userId: number) => {
    const rows = await server.services.database.reader.all(sql<{ content: string }>`
      select m.content from chat.messages m join chat.direct_conversation_members d
        on d.organization_id = m.organization_id and d.recipient_id = m.recipient_id
      where d.organization_id = ${organizationId} and d.user_id = ${userId}`);
    return rows.map(({ content }) => content);
  };
  const join = async (client: ChatClient, name: string, more: object) => {
    const email = `${name.toLowerCase()}@join.example`;
    ok(await invite(client, email, more));
    return (await accept({ token: await mailedToken(email), fullName: `${name} Joins` })).userId;
  };
  const plain = await join(mara.client, 'Una', { welcome_message_custom_text: 'Hello from a member' });
  assert.deepEqual([await channelsOf(plain), await received(plain)], [false, []]);
  const welcome = { welcome_message_custom_text: 'Hello **you**', notify_referrer_on_join: false };
  const guest = await join(admin.client, 'Gus', {
    invite_as: 600,
    include_realm_default_subscriptions: true,
    ...welcome,
  });
  assert.deepEqual([await channelsOf(guest), await received(guest)], [true, ['Hello **you**']]);
  // The organization's own text, unless the invitation says that there is to be none.
  ok(await owner.patch('/realm', { welcome_message_custom_text: 'Hello from all' }));
  const greeted = await join(admin.client, 'Gil', { notify_referrer_on_join: false });
  const silent = await join(admin.client, 'Sid', { notify_referrer_on_join: false, welcome_message_custom_text: '' });
  assert.deepEqual([await received(greeted), await received(silent)], [['Hello from all'], []]);
  ok(await owner.patch('/realm', { welcome_message_custom_text: '' }));
  const path = '/realm/test_welcome_bot_custom_message';
  refused(await owner.post(path, { welcome_message_custom_text: ' ' }), 'Message must not be empty');
  const { message_id } = ok(await owner.post(path, { welcome_message_custom_text: 'Hello **you**' }));
  const { message } = ok(await owner.get(`/messages/${message_id}`));
  assert.match(message.content, /<strong>you<\/strong>/);
  assert.deepEqual(await received(admin.id), []);
  await changeState(server, organizationId, (tx) =>
    tx.run(sql`update chat.channels set is_default = false where id = ${yard}`),
  );
});

test('a link for many works for each of them, until it is revoked', async () => {
  refused(await mara.client.post('/invites/multiuse'), 'Insufficient permission');
  const { invite_link } = ok(
    await admin.client.post('/invites/multiuse', { stream_ids: [yard], invite_expires_in_minutes: null }),
  );
  assert.ok(invite_link.startsWith(`${server.url}/join/`));
  const [listed] = await invitesOf(owner);
  assert.deepEqual(
    [listed.link_url, listed.is_multiuse, listed.expiry_date, 'email' in listed],
    [invite_link, true, null, false],
  );
  const token = tokenOf(invite_link);
  const [one, two] = await Promise.all(
    ['one', 'two'].map((name) => accept({ token, fullName: `Link ${name}`, email: `${name}@link.example` })),
  );
  const { subscribers } = ok(await owner.get(`/streams/${yard}/members`));
  assert.ok(subscribers.includes(one!.userId) && subscribers.includes(two!.userId));
  await assert.rejects(accept({ token, fullName: 'Link Three', email: 'one@link.example' }), /already in use/);
  await assert.rejects(accept({ token, fullName: 'Link Three' }), /valid email address/);
  await assert.rejects(accept({ token, fullName: 'x', email: 'three@link.example' }), /Name too short/);
  refused(await mara.client.delete(`/invites/multiuse/${listed.id}`), 'No such invitation');
  refused(await admin.client.delete(`/invites/${listed.id}`), 'No such invitation');
  ok(await admin.client.delete(`/invites/multiuse/${listed.id}`));
  refused(await admin.client.delete(`/invites/multiuse/${listed.id}`), 'No such invitation');
  await assert.rejects(accept({ token, fullName: 'Link Four', email: 'four@link.example' }), useless);
});

test('administrators are not shown links that give what they may not give', async () => {
  const vault = await makeChannel(server, organizationId, {
    name: 'vault',
    subscribers: [org.chat.user_id],
    inviteOnly: true,
  });
  const { group_id } = ok(await owner.post('/user_groups/create', { name: 'keepers', members: [org.chat.user_id] }));
  ok(await owner.post(`/user_groups/${group_id}/members`, { add: [mara.id] }));
  const { user_groups } = ok(await owner.get('/user_groups'));
  const owners = user_groups.find(({ name }: { name: string }) => name === 'role:owners').id;
  ok(await owner.patch('/realm', { can_manage_all_groups: owners }));
  const make = async (client: ChatClient, given: object) =>
    ok(await client.post('/invites/multiuse', { ...given })).invite_link as string;
  const hidden = [{ invite_as: 100 }, { stream_ids: [vault] }, { group_ids: [group_id] }];
  const links = [];
  for (const given of hidden) links.push(await make(owner, given));
  const open = await make(owner, { invite_as: 200, stream_ids: [yard] });
  const own = await make(admin.client, {});
  const shown = async (client: ChatClient) =>
    (await invitesOf(client)).flatMap((each: { link_url?: string }) => each.link_url ?? []);
  assert.deepEqual(await shown(admin.client), [own, open]);
  assert.deepEqual(await shown(owner), [own, open, ...links.toReversed()]);
  // They are told that there is one all the same.
  const listed = (await invitesOf(admin.client)).filter((each: { is_multiuse: boolean }) => each.is_multiuse);
  assert.equal(listed.length, 5);
  ok(
    await owner.patch(`/user_groups/${group_id}`, {
      can_add_members_group: { new: { direct_members: [admin.id], direct_subgroups: [] } },
    }),
  );
  assert.equal((await shown(admin.client)).length, 3);
  for (const { id } of listed) ok(await owner.delete(`/invites/multiuse/${id}`));
});

test('an invitation is sent again with a new link, and revoked; by its sender and administrators only', async () => {
  const email = 'again@couriers.example';
  ok(await invite(mara.client, email));
  const first = await mailedToken(email);
  const { id } = (await invitesOf(mara.client)).find((each: { email: string }) => each.email === email);
  const otto = await makePerson(server, org, { name: 'Otto Outside' });
  const stranger = new ChatClient((await server.organization()).chat);
  for (const client of [otto.client, stranger]) {
    refused(await client.post(`/invites/${id}/resend`), 'No such invitation');
    refused(await client.delete(`/invites/${id}`), 'No such invitation');
  }
  ok(await admin.client.post(`/invites/${id}/resend`));
  const second = await mailedToken(email);
  assert.notEqual(first, second);
  await assert.rejects(accept({ token: first, fullName: 'Too Early' }), useless);
  ok(await mara.client.delete(`/invites/${id}`));
  await assert.rejects(accept({ token: second, fullName: 'Too Late' }), useless);
  refused(await mara.client.post(`/invites/${id}/resend`), 'No such invitation');
  ok(await invite(owner, email, { invite_as: 100 }));
  const { id: ofOwner } = (await invitesOf(owner)).find((each: { email: string }) => each.email === email);
  refused(await admin.client.delete(`/invites/${ofOwner}`), 'Must be an organization owner');
});

test('a link ends with its time, and with its referrer', async () => {
  const email = 'late@couriers.example';
  const link = async (client: ChatClient, more: object = {}) => {
    ok(await invite(client, email, more));
    return mailedToken(email);
  };
  const short = await link(mara.client, { invite_expires_in_minutes: 5 });
  const olga = await makePerson(server, org, { name: 'Olga Overseer', role: Role.moderator });
  const ofModerator = await link(olga.client, { invite_as: 300 });
  const ofMember = await link(olga.client);
  server.clock.advance(301_000);
  await assert.rejects(accept({ token: short, fullName: 'Late One' }), useless);
  ok(await owner.patch(`/users/${olga.id}`, { role: Role.member }));
  await assert.rejects(accept({ token: ofModerator, fullName: 'Late Two' }), useless);
  ok(await owner.delete(`/users/${olga.id}`));
  await assert.rejects(accept({ token: ofMember, fullName: 'Late Three' }), useless);
  assert.ok(!(await invitesOf(owner)).some((each: { email?: string }) => each.email === email));
});

test('a day has a limit of e-mails, those sent again included', async () => {
  const fresh = await server.organization();
  const client = new ChatClient(fresh.chat);
  const many = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => `n${from + n}@many.example`).join();
  ok(await invite(client, many(0, 99)));
  const text =
    'The number of invitations that can be sent in one day is limited. Because it is reached, no invitations were sent.';
  for (const emails of [many(100, 2), many(100, 200)]) {
    const failed = refused(await invite(client, emails), text, 'INVITATION_FAILED');
    assert.deepEqual([failed.daily_limit_reached, failed.sent_invitations, failed.errors], [true, false, []]);
  }
  const { id } = (await invitesOf(client))[0];
  ok(await client.post(`/invites/${id}/resend`));
  refused(await client.post(`/invites/${id}/resend`), text, 'INVITATION_FAILED');
  assert.equal((await invitesOf(client)).length, 99);
  server.clock.advance(86_400_001);
  ok(await invite(client, many(100, 2)));
});

test('of what was offered a person gets what is still there and what the referrer may still give', async () => {
  const pat = await makePerson(server, org, { name: 'Pat Referrer' });
  const channel = (name: string, inviteOnly = false) =>
    makeChannel(server, organizationId, { name, subscribers: [pat.id, org.chat.user_id], inviteOnly });
  const [open, archived, left] = [await channel('kept'), await channel('archived'), await channel('left', true)];
  const adding = { direct_members: [pat.id, org.chat.user_id], direct_subgroups: [] };
  const group = async (name: string) =>
    ok(await owner.post('/user_groups/create', { name, members: [], can_add_members_group: adding })).group_id;
  const [given, deactivated, closed] = [await group('given'), await group('deactivated'), await group('closed')];
  const email = 'between@couriers.example';
  ok(
    await invite(pat.client, email, {
      stream_ids: [open, archived, left],
      group_ids: [given, deactivated, closed],
    }),
  );
  ok(await owner.delete(`/streams/${archived}`));
  ok(await pat.client.delete('/users/me/subscriptions', { subscriptions: ['left'] }));
  ok(await owner.post(`/user_groups/${deactivated}/deactivate`));
  ok(
    await owner.patch(`/user_groups/${closed}`, {
      can_add_members_group: { new: { direct_members: [org.chat.user_id], direct_subgroups: [] } },
    }),
  );
  const { userId } = await accept({ token: await mailedToken(email), fullName: 'Bea Between' });
  const { reader } = server.services.database;
  const channels = await reader.all(sql<{ id: number }>`
    select channel_id as id from chat.subscriptions where organization_id = ${organizationId} and user_id = ${userId}`);
  assert.deepEqual(channels, [{ id: open }]);
  const memberships = await reader.all(sql<{ id: number }>`
    select g.id from chat.user_group_members m join chat.user_groups g on g.id = m.group_id
    where m.organization_id = ${organizationId} and m.user_id = ${userId} and not g.is_system_group`);
  assert.deepEqual(memberships, [{ id: given }]);
});

test('who joins ends what else was sent to their address, and no other invitation', async () => {
  const elsewhere = await server.organization();
  const [email, another] = ['twice@couriers.example', 'another@couriers.example'];
  ok(await invite(mara.client, email));
  const first = await mailedToken(email);
  ok(await invite(owner, email.toUpperCase()));
  ok(await invite(mara.client, another));
  ok(await invite(new ChatClient(elsewhere.chat), email));
  const [mail] = await listOutbox(server.services.database.reader, elsewhere.organization_id);
  await accept({ token: first, fullName: 'Tia Twice' });
  const waiting = (await invitesOf(owner)).map((each: { email?: string }) => each.email);
  assert.ok(!waiting.includes(email.toUpperCase()));
  assert.equal(
    (await accept({ token: await mailedToken(another), fullName: 'Ann Other' })).organizationId,
    organizationId,
  );
  const there = await accept({ token: tokenOf(mail!.body), fullName: 'Tia Twice' });
  assert.equal(there.organizationId, elsewhere.organization_id);
});

test('sending an invitation again and revoking it leave the others as they are', async () => {
  const [one, other, third] = ['one', 'other', 'third'].map((name) => `${name}@apart.example`);
  ok(await invite(mara.client, [one, other, third].join()));
  const tokens = await Promise.all([one!, other!, third!].map(mailedToken));
  const idOf = async (email: string) =>
    (await invitesOf(mara.client)).find((each: { email: string }) => each.email === email).id;
  ok(await mara.client.post(`/invites/${await idOf(one!)}/resend`));
  ok(await mara.client.delete(`/invites/${await idOf(other!)}`));
  await assert.rejects(accept({ token: tokens[0]!, fullName: 'Una One' }), useless);
  await assert.rejects(accept({ token: tokens[1]!, fullName: 'Otto Other' }), useless);
  await accept({ token: tokens[2]!, fullName: 'Tea Third' });
  await accept({ token: await mailedToken(one!), fullName: 'Una One' });
});
