/** Two organizations whose users have the same IDs, since each counts its own: neither sees or changes the other's. */

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { CreatedOrganization } from '../../src/cli/organizations.ts';
import { sql } from '../../src/platform/db/sql.ts';
import { type Answer, ChatClient, until } from '../harness/clients.ts';
import { QueueReader } from '../harness/events.ts';
import { makePerson, type Person } from '../harness/people.ts';
import { png } from '../harness/pictures.ts';
import { PushServiceServers } from '../harness/push-services.ts';
import { startTestServer } from '../harness/server.ts';
import { signedInOwner } from '../harness/session-browser.ts';

const pushServices = await PushServiceServers.start();
const server = await startTestServer(pushServices.settings());
after(async () => {
  await server[Symbol.asyncDispose]();
  await pushServices.stop();
});

/** Organization with an owner and two members, and a queue of everything that Bob receives. */
interface Place {
  org: CreatedOrganization;
  owner: ChatClient;
  ann: Person;
  bob: Person;
  queue: QueueReader;
}

async function makePlace(): Promise<Place> {
  const org = await server.organization();
  const ann = await makePerson(server, org, { name: 'Ann Adler' });
  const bob = await makePerson(server, org, { name: 'Bob Berg' });
  const queue = await QueueReader.register(bob.client);
  return { org, owner: new ChatClient(org.chat), ann, bob, queue };
}
const here = await makePlace();
const there = await makePlace();

function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}

/** All that a registration and the lists tell a person, without what differs each time. */
async function worldOf({ client }: Person) {
  const {
    queue_id: _queue,
    server_timestamp: _now,
    presences: _presences,
    ...state
  } = ok(await client.post('/register'));
  const newest = { anchor: 'newest', num_before: 100, num_after: 0 };
  const { messages } = ok(await client.get('/messages', newest));
  const { presences } = ok(await client.get('/realm/presence'));
  return { state, messages, presences, attachments: ok(await client.get('/attachments')) };
}

async function upload(client: ChatClient, path: string, name: string, content: Buffer) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)]), name);
  const authorization = `Basic ${Buffer.from(`${client.email}:${client.key}`).toString('base64')}`;
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method: 'POST',
    body: form,
    headers: { authorization },
  });
  assert.equal(response.status, 200);
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
  return (await response.json()) as any;
}

const fetchAs = ({ email, key }: ChatClient, path: string) =>
  fetch(new URL(path, server.url), {
    headers: { authorization: `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}` },
  });

const direct = (from: Person, to: Person, content: string) =>
  from.client.post('/messages', { type: 'direct', to: [to.id], content });

test('users are counted from 1 in each organization', async () => {
  const ids = ({ org, ann, bob }: Place) => [org.chat.user_id, ann.id, bob.id];
  assert.deepEqual(ids(here), [1, 2, 3]);
  assert.deepEqual(ids(there), [1, 2, 3]);
});

describe('what somebody does', () => {
  const actions: Record<string, () => Promise<unknown>> = {
    'a message': async () => ok(await direct(here.ann, here.bob, 'the gate is open')),
    typing: async () => ok(await here.ann.client.post('/typing', { op: 'start', to: [here.bob.id] })),
    presence: async () =>
      ok(await here.ann.client.post('/users/me/presence', { status: 'active', new_user_input: true })),
    'a status': async () => ok(await here.ann.client.post('/users/me/status', { status_text: 'on the road' })),
    'a draft': async () => {
      const draft = { type: 'private', to: [here.ann.id], topic: '', content: 'psst', timestamp: 1000 };
      ok(await here.bob.client.post('/drafts', { drafts: [draft] }));
    },
    'a muted user': async () => ok(await here.bob.client.post(`/users/me/muted_users/${here.ann.id}`)),
    'alert words': async () => ok(await here.bob.client.post('/users/me/alert_words', { alert_words: ['gate'] })),
    settings: async () => ok(await here.bob.client.patch('/settings', { twenty_four_hour_time: true })),
    'a name': async () => ok(await here.owner.patch(`/users/${here.bob.id}`, { full_name: 'Bob Boom' })),
    'an avatar': async () => upload(here.ann.client, '/users/me/avatar', 'me.png', await png(40, 40)),
    'an upload': async () => upload(here.bob.client, '/user_uploads', 'load.txt', Buffer.from('load')),
    'a channel': async () => {
      const subscriptions = [{ name: 'dock' }];
      ok(await here.owner.post('/users/me/subscriptions', { subscriptions, principals: [here.bob.id] }));
    },
    'a group': async () =>
      ok(await here.owner.post('/user_groups/create', { name: 'crew', description: '', members: [here.bob.id] })),
    'a deactivation': async () => ok(await here.owner.delete(`/users/${here.ann.id}`)),
  };
  for (const [name, act] of Object.entries(actions))
    test(`is nothing to users of the same ID elsewhere: ${name}`, async () => {
      const [before, own] = [await worldOf(there.bob), await worldOf(here.bob)];
      await act();
      const events = await here.queue.poll();
      // Somebody here sees it, so the comparison would find it there.
      const changed = await worldOf(here.bob);
      assert.ok(events.length > 0 || JSON.stringify(changed) !== JSON.stringify(own), 'nothing happened');
      assert.deepEqual(await worldOf(there.bob), before);
      assert.deepEqual(await there.queue.poll(), []);
    });
});

test('a sign-in is of the organization of its address', async () => {
  for (const { org } of [here, there]) {
    const { browser } = await signedInOwner(server, org);
    const { organization, apps } = (await browser.get('/api/session')).json;
    assert.deepEqual([organization.id, apps.chat.userId], [org.organization_id, 1]);
  }
});

test('an event queue is of one organization', async () => {
  const registered = { queue_id: here.queue.queueId, last_event_id: -1, dont_block: true };
  for (const answer of [
    await there.bob.client.get('/events', registered),
    await there.bob.client.delete('/events', registered),
  ])
    assert.equal(answer.json.code, 'BAD_EVENT_QUEUE_ID', answer.text);
  await here.queue.poll();
});

test('files and pictures are of one organization', async () => {
  const { url } = await upload(here.bob.client, '/user_uploads', 'list.txt', Buffer.from('a list'));
  assert.equal(await (await fetchAs(here.bob.client, url)).text(), 'a list');
  assert.equal((await fetchAs(there.bob.client, url)).status, 404);
  const { attachments } = ok(await here.bob.client.get('/attachments'));
  assert.equal((await there.bob.client.delete(`/attachments/${attachments[0].id}`)).json.result, 'error');

  const picture = await png(30, 30, '#08c');
  const { avatar_url: address } = await upload(here.bob.client, '/users/me/avatar', 'me.png', picture);
  const types = [here, there].map(async ({ bob }) => (await fetchAs(bob.client, address)).headers.get('content-type'));
  assert.deepEqual(await Promise.all(types), ['image/png', 'image/svg+xml']);
});

test('an idempotency key is of one organization', async () => {
  const send = async ({ bob }: Place) => {
    const message = { type: 'direct', to: [bob.id], content: 'once' };
    return ok(await bob.client.post('/messages', message, { 'idempotency-key': 'the same' })).id;
  };
  const [mine, theirs] = [await send(here), await send(there)];
  assert.notEqual(mine, theirs);
  assert.deepEqual([await send(here), await send(there)], [mine, theirs]);
});

test('a device gets pushes of its organization alone', async () => {
  const token = 'phone';
  const device = await makePlace();
  const other = await makePlace();
  ok(await device.bob.client.post('/users/me/android_gcm_reg_id', { token }));
  const foreign = ok(await direct(other.ann, other.bob, 'not for the phone')).id;
  const own = ok(await direct(device.ann, device.bob, 'for the phone')).id;
  await until(() => pushServices.fcm.length > 0, 'a push');
  const pushed = pushServices.fcm.map(({ body }) => body.data.zulip_message_id);
  assert.deepEqual(pushed, [String(own)]);
  assert.ok(foreign < own);
});

test('requests are counted for each organization', async () => {
  await using limited = await startTestServer({ rateLimits: true, chatRequestsPerMinute: 2 });
  const [busy, calm] = [await limited.organization(), await limited.organization()];
  const status = async ({ chat }: CreatedOrganization) => (await new ChatClient(chat).get('/users/me')).status;
  assert.deepEqual([await status(busy), await status(busy), await status(busy)], [200, 200, 429]);
  assert.equal(await status(calm), 200);
});

test('whoever names an ID raises the counter, and IDs are given once however many are made at a time', async () => {
  const { org, owner } = await makePlace();
  const { organization_id: organizationId } = org;
  const { services } = server;
  const add = (id: number | null, name: string) =>
    services.database.transaction(
      async (tx) => {
        const row = await tx.first(sql<{ id: number }>`
          insert into chat.users (organization_id, id, email, full_name, role, bot_type, date_joined)
          values (${organizationId}, ${id}::bigint, ${`${name}@x.example`}, ${name}, 400, 1, ${tx.now}) returning id`);
        return row!.id;
      },
      { organizationId },
    );
  assert.equal(await add(null, 'next'), 4);
  assert.equal(await add(40, 'restored'), 40);
  assert.equal(await add(12, 'older'), 12);
  const made = await Promise.all(
    Array.from({ length: 8 }, async (_, n) => {
      const person = { email: `p${n}@x.example`, full_name: `P ${n}`, password: 'correct horse battery staple' };
      return ok(await owner.post('/users', person)).user_id;
    }),
  );
  assert.deepEqual(made.sort(), [41, 42, 43, 44, 45, 46, 47, 48]);
});
