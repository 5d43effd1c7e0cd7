import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isChatOperation } from '../../src/chat/http/operation.ts';
import { doCreateAdministratorKey } from '../../src/dispatch/administrators/actions.ts';
import { isDispatchOperation } from '../../src/dispatch/http/operation.ts';
import { sql } from '../../src/platform/db/sql.ts';
import { findDeclarations } from '../../src/platform/http/registry.ts';
import { type Answer, ChatClient, type ChatParams, DispatchClient } from '../harness/clients.ts';
import { destinationAt } from '../harness/fleet.ts';
import { LiveReader } from '../harness/live.ts';
import { makePerson } from '../harness/people.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { countStatements } from '../harness/statements.ts';

/*
 * No query for each row: a list costs the same number of statements for three objects and for a dozen. Every operation
 * that only reads is in one of the tables below, so that a new one cannot be forgotten.
 */

let server: TestServer & AsyncDisposable;
let chat: ChatClient;
let dispatch: DispatchClient;
/** By a key of the super administrator. */
let owner: DispatchClient;
const ids: Record<string, string> = {};
let made = 0;

function ok(answer: Answer) {
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}

/** Grows everything that is listed by three; from the second time on there is a dozen of each. */
async function grow(organization: Awaited<ReturnType<TestServer['organization']>>, times: number): Promise<void> {
  for (let n = 0; n < times; n++) {
    const number = ++made;
    const person = await makePerson(server, organization, { name: `Mara Member ${number}` });
    const channel = ok(
      await chat.post('/channels/create', {
        name: `channel ${number}`,
        subscribers: [organization.chat.user_id, person.id],
      }),
    ).id;
    ids.stream_id ??= String(channel);
    ok(await chat.post('/users/me/subscriptions', { subscriptions: [{ name: 'channel 1' }], principals: [person.id] }));
    const to = Number(ids.stream_id);
    const message = ok(
      await person.client.post('/messages', {
        type: 'channel',
        to,
        topic: `topic ${number}`,
        content: `note ${number}`,
      }),
    ).id;
    ids.message_id ??= String(message);
    ok(await chat.patch(`/messages/${ids.message_id}`, { topic: `renamed ${number}` }));
    ok(await person.client.post(`/messages/${ids.message_id}/reactions`, { emoji_name: 'tada' }));
    const pattern = `LOAD${number}-(?P<id>[0-9]+)`;
    ok(await chat.post('/realm/filters', { pattern, url_template: 'https://loads.example/{id}' }));
    ok(await chat.post('/channel_folders/create', { name: `folder ${number}` }));
    const subgroup = ok(
      await chat.post('/user_groups/create', { name: `group ${number}`, members: [person.id] }),
    ).group_id;
    ids.user_group_id ??= String(ok(await chat.post('/user_groups/create', { name: 'all groups' })).group_id);
    ok(await chat.post(`/user_groups/${ids.user_group_id}/members`, { add: [person.id], add_subgroups: [subgroup] }));
    ok(await chat.post('/realm/domains', { domain: `d${number}.example`, allow_subdomains: false }));
    const field = ok(await chat.post('/realm/profile_fields', { name: `field ${number}`, field_type: 1 })).id;
    ok(await person.client.patch('/users/me/profile_data', { data: [{ id: field, value: 'x' }] }));
    ok(await chat.post('/invites', { invitee_emails: `new${number}@couriers.example`, stream_ids: [] }));
    ok(await chat.post('/users/me/alert_words', { alert_words: [`word${number}`] }));
    ok(await chat.request('PUT', '/bot_storage', { storage: { [`key${number}`]: 'x' } }));
    ok(await chat.post('/bots', { full_name: `Bot ${number}`, short_name: `bot${number}` }));
    const scheduled_delivery_timestamp = Math.floor(Date.now() / 1000) + 86_400;
    ok(
      await chat.post('/scheduled_messages', {
        type: 'channel',
        to,
        topic: 'later',
        content: 'x',
        scheduled_delivery_timestamp,
      }),
    );
    const draft = { type: 'stream', to: [to], topic: 'later', content: `draft ${number}`, timestamp: number };
    ok(await chat.post('/drafts', { drafts: [draft] }));
    ok(await chat.post('/reminders', { message_id: message, scheduled_delivery_timestamp }));
    ok(await chat.post('/saved_snippets', { title: `snippet ${number}`, content: 'x' }));
    ok(await chat.post('/navigation_views', { fragment: `narrow/is/starred/${number}`, is_pinned: true, name: 'x' }));
    const form = new FormData();
    form.set('file', new Blob([`file ${number}`]), `file-${number}.txt`);
    const authorization = `Basic ${Buffer.from(`${chat.email}:${chat.key}`).toString('base64')}`;
    const uploaded = await fetch(`${server.url}/api/v1/user_uploads`, {
      method: 'POST',
      headers: { authorization },
      body: form,
    });
    assert.equal(uploaded.status, 200);
    const [owner] = ok(await dispatch.get('/admins'));
    const team = ok(await dispatch.post('/teams', { name: `Team ${number}`, workers: [], managers: [owner.id] })).id;
    ids.teamId ??= team;
    const phone = `+1415555${String(1000 + number)}`;
    const worker = ok(await dispatch.post('/workers', { name: `Wanda ${number}`, phone, teams: [ids.teamId] })).id;
    ids.workerId ??= worker;
    ok(await dispatch.post('/admins', { name: `Ada ${number}`, email: `ada${number}@couriers.example` }));
    ok(await dispatch.post('/hubs', { name: `Hub ${number}`, ...destinationAt(), teams: [team] }));
    const delivery = {
      destination: destinationAt(),
      recipients: [{ name: `Rosa ${number}`, phone: `+1415555${String(2000 + number)}` }],
      container: { type: 'WORKER', worker: ids.workerId },
    };
    const delivered = ok(await dispatch.post('/tasks', delivery));
    ids.recipientId ??= delivered.recipients[0].id;
    // Each further one is for the first as well, so that their list grows.
    ok(await dispatch.post('/tasks', { ...delivery, recipients: [ids.recipientId] }));
    ok(await dispatch.post('/tasks', { destination: destinationAt(), container: { type: 'TEAM', team: ids.teamId } }));
    ok(await dispatch.post('/routePlans', { name: `Plan ${number}`, startTime: Date.now() }));
    await addWebhookAttempt(organization.organization_id, number);
  }
}

/** Returns the requests to a receiver, without a real receiver. */
async function addWebhookAttempt(organizationId: string, number: number): Promise<void> {
  ids.webhookId ??= 'W'.repeat(24);
  await server.services.database.transaction(async (tx) => {
    await tx.run(sql`
      insert into dispatch.webhooks (organization_id, id, name, url, receiver, trigger, after_event, is_enabled, created_at)
      values (${organizationId}, ${ids.webhookId}, 'hook', 'https://hook.example/', 'https://hook.example', 6, 0, false, now())
      on conflict do nothing`);
    await tx.run(sql`
      insert into chat.exports (organization_id, acting_user_id, export_type, requested_at, ended_at, has_failed)
      values (${organizationId}, 1, 1, now(), now(), true)`);
    await tx.run(sql`
      insert into dispatch.webhook_attempts (organization_id, webhook_id, event_id, at, duration_ms, status, excerpt)
      values (${organizationId}, ${ids.webhookId}, ${number}, now(), 5, 200, '')`);
  });
}

const NEWEST = { anchor: 'newest', num_before: 100, num_after: 0 };

/** Lists: their parameters. */
const CHAT_LISTS: Record<string, ChatParams> = {
  '/invites': {},
  '/export/realm': {},
  '/export/realm/consents': {},
  '/attachments': {},
  '/drafts': {},
  '/channel_folders': {},
  '/bot_storage': {},
  '/bots': {},
  '/messages': NEWEST,
  '/messages/:message_id/history': {},
  '/messages/:message_id/read_receipts': {},
  '/navigation_views': {},
  '/realm/domains': {},
  '/realm/emoji': {},
  '/realm/filters': {},
  '/realm/linkifiers': {},
  '/realm/presence': {},
  '/realm/profile_fields': {},
  '/reminders': {},
  '/saved_snippets': {},
  '/scheduled_messages': {},
  '/streams': { include_all: true },
  '/streams/:stream_id/members': {},
  '/user_groups': {},
  '/user_groups/:user_group_id/members': {},
  '/user_groups/:user_group_id/subgroups': {},
  '/users': { include_custom_profile_fields: true },
  '/users/me/:stream_id/topics': {},
  '/users/me/alert_words': {},
  '/users/me/subscriptions': { include_subscribers: true },
};
const DISPATCH_LISTS: Record<string, string> = {
  '/addresses/suggestions': '?q=market',
  '/admins': '',
  '/analytics': '?from=0&to=86400000',
  '/cfGroups/task': '',
  '/containers/:containerType/:entityId': '',
  '/dispatches': '',
  '/hubs': '',
  '/inbox': '',
  '/organization/audit-log': '?limit=100',
  '/organization/audit-log/csv': '',
  '/questions': '',
  '/recipients/all': '',
  '/recipients/:recipientId/deliveries': '',
  '/recipients/suggestions': '?q=rosa',
  '/routePlans': '',
  '/routePlans/all': '',
  '/tasks/all': '?from=0',
  '/tasks/deleted': '',
  '/teams': '',
  '/teams/:teamId/tasks': '',
  '/webhooks': '',
  '/webhooks/:webhookId/deliveries': '',
  '/workers': '',
  '/workers/:workerId/tasks': '',
  '/workers/location': '?longitude=-122.4&latitude=37.78&radius=10000',
  '/workers/shifts': '?from=0&to=3600000',
};

/** Streams, which begin with lists. */
const STREAMS = new Set(['/live']);

/** Operations that return one object, a fixed number of them, or wait. */
const NO_LISTS = new Set([
  '/admins/:adminId/invitation',
  '/auth/test',
  '/customFields/:model',
  '/destinations/:destinationId',
  '/dispatches/:dispatchId',
  '/driver/me',
  '/driver/push-subscription',
  '/driver/storage-key',
  '/driver/tasks',
  '/driver/tasks/available',
  '/driver/tasks/:taskId/messages',
  '/driver/traccar',
  '/estimates/model',
  '/events',
  '/events/stream',
  '/get_stream_id',
  '/map',
  '/map/places',
  '/messages/:message_id',
  '/messages/matches_narrow',
  '/messages/unread_counts',
  '/notifications/settings',
  '/optimizations/:optimizationId/status',
  '/organization',
  '/organizations/:organizationId',
  '/recipients/:recipientId',
  '/recipients/name/:name',
  '/recipients/phone/:phone',
  '/routePlans/:routePlanId',
  '/server_settings',
  '/streams/:stream_id',
  '/streams/:stream_id/email_address',
  '/streams/:stream_id/email_address',
  '/tasks/:taskId',
  '/tasks/:taskId/assignment',
  '/tasks/batch/:jobId',
  '/tasks/shortId/:shortId',
  '/teams/:teamId',
  '/teams/:teamId/estimate',
  '/user_uploads/:realm_id/:prefix/:secret/:filename',
  '/users/:user_id/status',
  '/user_groups/:user_group_id/members/:user_id',
  '/users/:user_id/subscriptions/:stream_id',
  '/users/:user_id_or_email',
  '/users/:user_id_or_email/presence',
  '/tracking/:token',
  '/tracking/:token/events',
  '/tracking/settings',
  '/conversations/settings',
  '/conversations/task',
  '/tasks/:taskId/conversation',
  '/tasks/:taskId/conversation/messages',
  '/tasks/:taskId/history',
  '/uploads/:uploadId',
  '/users/me',
  '/webhooks/:webhookId',
  '/workers/:workerId',
  '/workers/:workerId/invitation',
  '/workers/invitations',
  '/workers/:workerId/schedule',
  '/workers/:workerId/track',
]);

before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

const fill = (path: string) =>
  path
    .replace(':containerType/:entityId', `workers/${ids.workerId}`)
    .replaceAll(/:(\w+)/g, (_all, name: string) => ids[name]!);

/** The least of two looks: what was just changed is still being told to others at the first. */
async function costs(): Promise<Record<string, number>> {
  const [first, second] = [await costsNow(), await costsNow()];
  return Object.fromEntries(Object.entries(first).map(([path, cost]) => [path, Math.min(cost, second[path]!)]));
}

async function costsNow(): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const [path, params] of Object.entries(CHAT_LISTS)) {
    found[path] = await countStatements(async () => ok(await chat.get(fill(path), params)));
  }
  for (const [path, query] of Object.entries(DISPATCH_LISTS)) {
    const client = path.startsWith('/organization/audit-log') ? owner : dispatch;
    found[path] = await countStatements(async () => ok(await client.get(`${fill(path)}${query}`)));
  }
  found['/live'] = await countStatements(async () => (await LiveReader.open(dispatch)).close());
  const register = { fetch_event_types: null, include_subscribers: true };
  found['POST /register'] = await countStatements(async () => ok(await chat.post('/register', register)));
  return found;
}

test('a list costs as many statements for a dozen as for three', { timeout: 600_000 }, async () => {
  const organization = await server.organization();
  chat = new ChatClient(organization.chat);
  dispatch = new DispatchClient(organization.dispatch);
  const { organization_id: id, chat: account } = organization;
  const { key } = await server.services.database.transaction((tx) => doCreateAdministratorKey(tx, account.email, ''), {
    organizationId: id,
  });
  owner = new DispatchClient({ url: server.url, api_key: key });
  await grow(organization, 3);
  const few = await costs();
  await grow(organization, 9);
  assert.deepEqual(await costs(), few);
});

test('every operation that reads is in one of the tables', async () => {
  const { operations } = await findDeclarations(['chat', 'dispatch', 'bridge']);
  const reading = operations.filter(({ method }) => method === 'GET');
  const paths = (isOne: (operation: (typeof operations)[number]) => boolean) =>
    reading.filter(isOne).map(({ path }) => path);
  const unknown = (all: string[], lists: object) =>
    all.filter((path) => !(path in lists) && !NO_LISTS.has(path) && !STREAMS.has(path)).sort();
  assert.deepEqual(unknown(paths(isChatOperation), CHAT_LISTS), []);
  assert.deepEqual(unknown(paths(isDispatchOperation), DISPATCH_LISTS), []);
});
