import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ChatClient, until } from '../../../tests/harness/clients.ts';
import { QueueReader, type WireEvent } from '../../../tests/harness/events.ts';
import { makeChannel, makePerson, type Person } from '../../../tests/harness/people.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import type { CreatedOrganization } from '../../cli/organizations.ts';
import { createCredential, revokeCredential } from '../../platform/credentials/credentials.ts';
import type { AppendedEvent } from '../../platform/events/log.ts';
import { Role } from '../http/caller.ts';
import { receives } from './listener.ts';

/** Longer than any test waits: what ends earlier was ended. */
const HEARTBEAT_SECONDS = 60;

let server: TestServer & AsyncDisposable;
let organization: CreatedOrganization;
let owner: ChatClient;
let names = 0;

before(async () => {
  server = await startTestServer({ eventPollSeconds: HEARTBEAT_SECONDS });
  organization = await server.organization();
  owner = new ChatClient(organization.chat);
});
after(() => server[Symbol.asyncDispose]());

const person = (role?: 100 | 200 | 300 | 400 | 600): Promise<Person> =>
  makePerson(server, organization, { name: `Pat ${++names}`, ...(role ? { role } : {}) });

/** A long poll that is held by the server. */
async function held(queue: QueueReader): Promise<{ answer: Promise<WireEvent[]> }> {
  const answer = queue.wait();
  await until(async () => (await server.services.metrics.waitingPolls.get()).values[0]?.value === 1, 'the poll');
  return { answer };
}

const send = (to: number, content: string) => owner.post('/messages', { type: 'stream', to, topic: 'gates', content });

describe('while a long poll is held', () => {
  test('deactivation ends it at once, with nothing; nothing is given any more', async () => {
    const pat = await person();
    const channel = await makeChannel(server, organization.organization_id, {
      name: 'dock',
      subscribers: [organization.chat.user_id, pat.id],
    });
    const queue = await QueueReader.register(pat.client);
    const { answer } = await held(queue);
    assert.equal((await owner.delete(`/users/${pat.id}`)).json.result, 'success');
    assert.deepEqual(await answer, []);
    assert.equal((await send(channel, 'not for you')).json.result, 'success');
    const next = await pat.client.get('/events', { queue_id: queue.queueId, last_event_id: -1, dont_block: true });
    assert.deepEqual([next.status, next.json.code], [401, 'USER_DEACTIVATED']);

    // With a new key after a return: the old queue is gone, a new one receives again.
    assert.equal((await owner.post(`/users/${pat.id}/reactivate`)).json.result, 'success');
    const { key } = await server.services.database.transaction((tx) =>
      createCredential(tx, {
        organizationId: organization.organization_id,
        kind: 'chat',
        subject: String(pat.id),
      }),
    );
    const back = new ChatClient({ site: server.url, email: pat.email, api_key: key });
    const old = await back.get('/events', { queue_id: queue.queueId, last_event_id: -1, dont_block: true });
    assert.deepEqual([old.status, old.json.code], [400, 'BAD_EVENT_QUEUE_ID']);
    const again = await QueueReader.register(back, { event_types: ['message'] });
    assert.equal((await send(channel, 'welcome back')).json.result, 'success');
    const [message] = await again.wait();
    assert.equal(message!.message.content, 'welcome back');
    const { json } = await back.get('/messages', { anchor: 'newest', num_before: 10, num_after: 0, narrow: [] });
    assert.deepEqual(
      json.messages.map(({ content }: { content: string }) => content),
      ['<p>welcome back</p>'],
    );
  });

  test('the end of its key ends it before anything else is given', async () => {
    const pat = await person();
    const organizationId = organization.organization_id;
    const { id, key } = await server.services.database.transaction((tx) =>
      createCredential(tx, { organizationId, kind: 'chat', subject: String(pat.id) }),
    );
    const second = new ChatClient({ site: server.url, email: pat.email, api_key: key });
    const queue = await QueueReader.register(second);
    const { answer } = await held(queue);
    const revokedAt = performance.now();
    await server.services.database.transaction((tx) => revokeCredential(tx, organizationId, id));
    assert.deepEqual(
      (await answer).map(({ type }) => type),
      ['heartbeat'],
    );
    assert.ok(performance.now() - revokedAt < HEARTBEAT_SECONDS * 500, 'not the ordinary heartbeat');
    const next = await second.get('/events', { queue_id: queue.queueId, last_event_id: -1 });
    assert.deepEqual([next.status, next.json.code], [401, 'INVALID_API_KEY']);
    // The queue is the person's: another key goes on with it, and misses nothing.
    assert.equal((await owner.patch(`/users/${pat.id}`, { full_name: 'Pat Renamed' })).json.result, 'success');
    const other = new QueueReader(pat.client, { queue_id: queue.queueId });
    const [renamed] = await other.wait();
    assert.equal(renamed!.person.full_name, 'Pat Renamed');
  });

  test('a change of role is emitted, and from then on the person receives what the new role does', async () => {
    const pat = await person();
    const queue = await QueueReader.register(pat.client, { event_types: ['realm_user', 'stream'] });
    const { answer } = await held(queue);
    assert.equal((await owner.patch(`/users/${pat.id}`, { role: 600 })).json.result, 'success');
    const received = await answer;
    assert.deepEqual(
      received.filter(({ type }) => type === 'realm_user').map(({ person }) => person),
      [{ user_id: pat.id, role: 600 }],
    );

    // A guest does not hear of public channels, a member does; an administrator of private ones too.
    const second = await held(queue);
    const make = async (name: string, isPrivate: boolean) =>
      (await owner.post('/channels/create', { name, subscribers: [], invite_only: isPrivate })).json.id as number;
    await make('unheard of', false);
    await make('secret', true);
    assert.equal((await owner.patch(`/users/${pat.id}`, { role: 400 })).json.result, 'success');
    assert.deepEqual(
      (await second.answer).filter(({ type }) => type === 'realm_user').map(({ person }) => person.role),
      [400],
    );
    const third = await held(queue);
    const open = await make('open', false);
    assert.deepEqual((await third.answer)[0]!.streams[0].stream_id, open);
    await make('secret too', true);
    assert.equal((await owner.patch(`/users/${pat.id}`, { role: 200 })).json.result, 'success');
    // The private ones come with the role.
    const known = [...(await queue.wait()), ...(await queue.poll())].filter(({ type }) => type === 'stream');
    const given = known.flatMap(({ streams }) => streams.map(({ name }: { name: string }) => name));
    assert.deepEqual([...new Set(given)].sort(), ['secret', 'secret too']);
    const hidden = await make('secret three', true);
    assert.deepEqual((await queue.wait())[0]!.streams[0].stream_id, hidden);
  });
});

test('whoever has become a guest is told of every channel that is lost, also of one that was archived before', async () => {
  const pat = await person();
  const { id } = (await owner.post('/channels/create', { name: 'night shift', subscribers: [] })).json;
  const queue = await QueueReader.register(pat.client, { event_types: ['stream'] });
  // Archived for all members, among whom the person is no more when the queue is read.
  assert.equal((await owner.delete(`/streams/${id}`)).json.result, 'success');
  assert.equal((await owner.patch(`/users/${pat.id}`, { role: 600 })).json.result, 'success');
  const lost = (await queue.poll()).filter(({ op }) => op === 'delete').flatMap(({ stream_ids }) => stream_ids);
  assert.ok(lost.includes(id), `${lost}`);
});

test('who is a guest now gets nothing of public channels by a queue from before', () => {
  const event: AppendedEvent = {
    organizationId: 'o',
    id: 2,
    at: new Date(0),
    part: 'chat',
    kind: 'message',
    audience: ['channel:5'],
    payload: { message: { channelId: 5 } },
    state: false,
  };
  const listener = (role: number) => ({ userId: 1, role, isActive: true, periods: new Map() });
  assert.deepEqual(
    [Role.member, Role.guest].map((role) => receives(listener(role), event, new Set([5]))),
    [true, false],
  );
});
