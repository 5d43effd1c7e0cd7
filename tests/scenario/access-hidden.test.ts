import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { isChatOperation } from '../../src/chat/http/operation.ts';
import { ownersOnly } from '../../src/chat/realms/changes.ts';
import { isForOwners, realmPermissionNames } from '../../src/chat/realms/permissions.ts';
import type { CreatedOrganization } from '../../src/cli/organizations.ts';
import { findDeclarations } from '../../src/platform/http/registry.ts';
import { type Answer, ChatClient } from '../harness/clients.ts';
import { QueueReader } from '../harness/events.ts';
import { makePerson, type Person } from '../harness/people.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { call, NOT_THERE, unnamed } from './access-call.ts';
import { AIMED } from './access-rows.ts';

/* Checks that others do not see what only owners may, and that deleted or private objects appear in no answer. */

const operations = (await findDeclarations(['chat'])).operations.filter(isChatOperation);

let server: TestServer & AsyncDisposable;
let owner: ChatClient;
let organization: CreatedOrganization;
let sam: Person;
let mara: Person;
let otherOwner: Person;
let goneOwner: Person;
const others: Record<string, ChatClient> = {};

function ok(answer: Answer) {
  assert.equal(answer.json?.result, 'success', answer.text);
  return answer.json;
}

before(async () => {
  server = await startTestServer();
  const org = await server.organization();
  organization = org;
  owner = new ChatClient(org.chat);
  const make = (name: string, role: 100 | 200 | 300 | 400 | 600 = 400, botOwnerId?: number) =>
    makePerson(server, org, { name, role, botOwnerId });
  sam = await make('Sam Subscriber');
  mara = await make('Mara Member');
  otherOwner = await make('Otto Owner', 100);
  goneOwner = await make('Ole Owner', 100);
  ok(await owner.delete(`/users/${goneOwner.id}`));
  others.administrator = (await make('Ada Administrator', 200)).client;
  others.moderator = (await make('Mona Moderator', 300)).client;
  others.member = mara.client;
  others.guest = (await make('Gwen Guest', 600)).client;
  others.bot = (await make('Bay Bot', 400, org.chat.user_id)).client;
  // The organization's own bot comes with its first notice.
  const { id } = ok(await owner.post('/channels/create', { name: 'lobby', subscribers: [] }));
  ok(await owner.patch(`/streams/${id}`, { description: 'for all' }));
  others['owner of another organization'] = new ChatClient((await server.organization()).chat);
});
after(() => server[Symbol.asyncDispose]());

describe('what only owners may do', () => {
  const REFUSAL = 'Must be an organization owner';
  const REALM: Record<string, unknown> = {
    waiting_period_threshold: 4,
    enable_spectator_access: true,
    allow_search_engines: true,
    emails_restricted_to_domains: true,
    message_retention_days: 100,
  };

  test('is refused to everybody else, and nothing is changed by the attempt', async () => {
    const channel = ok(await owner.post('/channels/create', { name: 'kept', subscribers: [] })).id;
    const as = { invitee_emails: 'ivo@couriers.example', stream_ids: [], invite_as: 100 };
    ok(await owner.post('/invites', { ...as, invitee_emails: 'ida@couriers.example' }));
    const [{ id: invitation }] = ok(await owner.get('/invites')).invites;
    const nobody = { direct_members: [], direct_subgroups: [] };
    ok(await owner.post('/realm/domains', { domain: 'couriers.example', allow_subdomains: false }));
    const realm = [...ownersOnly, ...realmPermissionNames.filter(isForOwners)].map(
      (name) => [`PATCH /realm ${name}`, 'PATCH', '/realm', { [name]: REALM[name] ?? { new: nobody } }] as const,
    );
    assert.deepEqual(
      ownersOnly.filter((name) => !(name in REALM)),
      [],
      'a value for each setting',
    );
    const rows = [
      ['retention of a channel', 'PATCH', `/streams/${channel}`, { message_retention_days: 30 }],
      [
        'retention at creation',
        'POST',
        '/channels/create',
        { name: 'short', subscribers: [], message_retention_days: 3 },
      ],
      ['inviting an owner', 'POST', '/invites', as],
      ['the invitation of an owner, again', 'POST', `/invites/${invitation}/resend`, {}],
      ['taking it back', 'DELETE', `/invites/${invitation}`, {}],
      ['making an owner', 'PATCH', `/users/${sam.id}`, { role: 100 }],
      ['unmaking one', 'PATCH', `/users/${otherOwner.id}`, { role: 400 }],
      ['bringing one back', 'POST', `/users/${goneOwner.id}/reactivate`, {}],
      ['taking one away', 'DELETE', `/users/${goneOwner.id}`, {}],
      // Last: it takes permissions away, also those for the others.
      ...realm,
    ] as const;
    // Those who are owners only when it is their turn.
    const inTurn: ReadonlySet<string> = new Set(['taking one away']);
    const facts = async () => {
      const { queue_id, server_timestamp, presences, ...state } = ok(await owner.post('/register'));
      return { state, invites: ok(await owner.get('/invites')).invites };
    };
    const unchanged = await facts();
    for (const [who, client] of Object.entries(others))
      for (const [what, method, path, params] of rows) {
        // What names nothing is about the caller's own organization.
        if (inTurn.has(what) || (who.includes('another') && !/\d/.test(path))) continue;
        const answer = await client.request(method, path, params);
        assert.equal(answer.json.result, 'error', `${who}, ${what}: ${answer.text}`);
        if (who === 'administrator') assert.equal(answer.json.msg, REFUSAL, what);
      }
    assert.deepEqual(await facts(), unchanged);
    for (const [what, method, path, params] of rows) {
      if (inTurn.has(what)) {
        const answer = await others.administrator!.request(method, path, params);
        assert.equal(answer.json.msg, REFUSAL, what);
      }
      const answer = await owner.request(method, path, params);
      assert.equal(answer.json.result, 'success', `${what}: ${answer.text}`);
    }
    ok(await owner.patch(`/users/${sam.id}`, { role: 400 }));
  });
});

describe('what was deleted', () => {
  test('is as if it had never been, in every operation that names a message', async () => {
    const channel = ok(await owner.post('/channels/create', { name: 'dock', subscribers: [sam.id, mara.id] })).id;
    const sent = { type: 'channel', to: channel, topic: 'gates', content: 'the secret sum' };
    const message = ok(await sam.client.post('/messages', sent)).id;
    ok(await mara.client.post('/messages/flags', { messages: [message], op: 'add', flag: 'starred' }));
    ok(await mara.client.post(`/messages/${message}/reactions`, { emoji_name: 'tada' }));
    ok(await owner.delete(`/messages/${message}`));
    const aim = { message, channel, name: 'dock', topic: 'gates', person: sam.id };
    const none = { ...aim, message: NOT_THERE };
    const found: string[] = [];
    let rows = 0;
    for (const { client } of [sam, mara])
      for (const [id, paramsOf] of Object.entries(AIMED)) {
        const operation = operations.find((each) => each.id === id)!;
        const names =
          operation.path.includes(':message_id') || JSON.stringify(paramsOf(aim)) !== JSON.stringify(paramsOf(none));
        if (!names) continue;
        rows++;
        const [gone, never] = [
          await call(client, operation, aim, paramsOf(aim)),
          await call(client, operation, none, paramsOf(none)),
        ];
        if (unnamed(gone, aim) !== unnamed(never, none)) found.push(`${id}: ${gone.text} ≠ ${never.text}`);
      }
    assert.deepEqual(found, []);
    assert.ok(rows > 20, `${rows} rows`);
    // One of the services' events is a `secret_scanning_alert`.
    const { realm_incoming_webhook_bots: _, ...state } = ok(await mara.client.post('/register'));
    assert.deepEqual([state.starred_messages, state.unread_msgs.count], [[], 0]);
    assert.ok(!JSON.stringify(state).includes('secret'));
    const counted = {
      anchor: 'oldest',
      num_before: 0,
      num_after: 10,
      op: 'add',
      flag: 'read',
      narrow: [['channel', channel]],
    };
    assert.equal(ok(await mara.client.post('/messages/flags/narrow', counted)).processed_count, 0);
    assert.deepEqual(ok(await mara.client.get(`/users/me/${channel}/topics`)).topics, []);
    assert.equal(ok(await mara.client.get(`/streams/${channel}`)).stream.first_message_id, null);
  });
});

describe('what was never for somebody', () => {
  test('is in none of their events, counts and lists, whatever becomes of it', async () => {
    const everybody = { client_capabilities: { bulk_message_deletion: true }, all_public_streams: true };
    const queue = await QueueReader.register(mara.client, { ...everybody, fetch_event_types: [] });
    const before = ok(await mara.client.post('/register'));
    const { client } = sam;
    const made = { name: 'payroll', description: 'secret', subscribers: [sam.id], invite_only: true };
    const channel = ok(await client.post('/channels/create', { ...made, history_public_to_subscribers: true })).id;
    const send = async (content: string, topic = 'salaries') =>
      ok(await client.post('/messages', { type: 'channel', to: channel, topic, content })).id as number;
    const ids = [
      await send('the secret sum'),
      await send('/poll secret?\na\nb'),
      await send('a third'),
      await send('x', 'bonus'),
    ];
    ok(await client.patch(`/messages/${ids[0]}`, { content: 'the secret sum, changed' }));
    ok(await client.patch(`/messages/${ids[2]}`, { topic: 'secret topic', propagate_mode: 'change_one' }));
    ok(await client.post(`/messages/${ids[0]}/reactions`, { emoji_name: 'tada' }));
    const vote = { msg_type: 'widget', content: JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 }) };
    ok(await client.post('/submessage', { message_id: ids[1], ...vote }));
    ok(await client.post('/messages/flags', { messages: ids, op: 'add', flag: 'starred' }));
    ok(await client.post('/user_topics', { stream_id: channel, topic: 'salaries', visibility_policy: 3 }));
    ok(await client.patch(`/streams/${channel}`, { new_name: 'payroll, secret', description: 'still secret' }));
    ok(
      await client.post('/users/me/subscriptions', {
        subscriptions: [{ name: 'payroll, secret' }],
        principals: [otherOwner.id],
      }),
    );
    ok(await client.delete(`/messages/${ids[3]}`));
    ok(await client.post('/messages', { type: 'direct', to: [otherOwner.id], content: 'between us, secret' }));
    ok(await client.delete(`/streams/${channel}`));
    const after = ok(await mara.client.post('/register'));
    assert.deepEqual(await queue.poll(), []);
    const differing = Object.keys(after).filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]));
    // The newest message's number is the organization's: clients ask for what follows it.
    assert.deepEqual(
      differing.sort(),
      ['max_message_id', 'queue_id', 'server_timestamp'].filter((name) => differing.includes(name)),
    );
  });
});

describe('somebody of whom a guest may not know', () => {
  test('is named in no answer, and where they are aimed at it is as if there were nobody', async () => {
    const guest = others.guest!;
    const { user_id } = ok(await guest.get('/users/me'));
    const { user_groups } = ok(await owner.get('/user_groups')) as { user_groups: { id: number; name: string }[] };
    const members = user_groups.find(({ name }) => name === 'role:members')!.id;
    ok(await owner.patch('/realm', { can_access_all_users_group: members }));
    const uma = await makePerson(server, organization, { name: 'Uma Upstairs' });
    const made = { name: 'yard', subscribers: [user_id, uma.id] };
    const channel = ok(await owner.post('/channels/create', made)).id;
    const sent = { type: 'channel', to: channel, topic: 'gates', content: 'hello' };
    const message = ok(await uma.client.post('/messages', sent)).id;
    ok(await uma.client.post(`/messages/${message}/reactions`, { emoji_name: 'tada' }));
    ok(await uma.client.post('/users/me/status', { status_text: 'upstairs' }));
    ok(await uma.client.post('/users/me/presence', { status: 'active', new_user_input: true }));
    ok(await owner.delete('/users/me/subscriptions', { subscriptions: ['yard'], principals: [uma.id] }));
    const aim = { message, channel, name: 'yard', topic: 'gates', person: uma.id };
    const paths = (path: string, person: unknown) =>
      path
        .replaceAll(/:(?:muted_user_id|user_id_or_email)/g, String(person))
        .replaceAll(/:user_group_id/g, String(members));
    const found: string[] = [];
    let rows = 0;
    for (const operation of operations) {
      const paramsOf = AIMED[operation.id ?? ''];
      if (operation.method !== 'GET' && !paramsOf && !/:\w*user_id/.test(operation.path)) continue;
      rows++;
      const given = paramsOf?.(aim) ?? { anchor: 'newest', num_before: 10, num_after: 0 };
      const shown = await call(guest, { ...operation, path: paths(operation.path, uma.id) }, aim, given);
      if (/upstairs/i.test(shown.text)) found.push(`${operation.id} tells: ${shown.text}`);
      if (!/:\w*user_id/.test(operation.path)) continue;
      const none = { ...aim, person: NOT_THERE };
      const nobody = await call(guest, { ...operation, path: paths(operation.path, NOT_THERE) }, none, given);
      const plain = ({ status, text }: Answer, id: number) => `${status} ${text.replaceAll(String(id), '#')}`;
      if (plain(shown, uma.id) !== plain(nobody, NOT_THERE))
        found.push(`${operation.id}: ${shown.text} instead of ${nobody.text}`);
    }
    assert.deepEqual(found, []);
    assert.ok(rows > 70, `${rows} rows`);
    assert.doesNotMatch((await guest.post('/register')).text, /upstairs/i);
  });
});
