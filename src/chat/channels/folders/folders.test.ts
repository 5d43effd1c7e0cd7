import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Answer, ChatClient } from '../../../../tests/harness/clients.ts';
import { QueueReader } from '../../../../tests/harness/events.ts';
import { makePerson } from '../../../../tests/harness/people.ts';
import { startTestServer } from '../../../../tests/harness/server.ts';
import { sql } from '../../../platform/db/sql.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization();
const owner = new ChatClient(org.chat);
const stranger = new ChatClient((await server.organization()).chat);
const mara = await makePerson(server, org, { name: 'Mara Member' });
const gwen = await makePerson(server, org, { name: 'Gwen Guest', role: 600 });

function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}
async function refused(answer: Promise<Answer>, msg: string, code = 'BAD_REQUEST') {
  const { json } = await answer;
  assert.deepEqual([json.result, json.code, json.msg], ['error', code, msg]);
}
const create = async (name: string, description?: string): Promise<number> =>
  ok(await owner.post('/channel_folders/create', { name, description })).channel_folder_id;
const list = async (include_archived = false) =>
  ok(await gwen.client.get('/channel_folders', { include_archived })).channel_folders;
const channel = async (given: object = {}) =>
  ok(await owner.post('/channels/create', { name: `ch ${Math.random()}`, subscribers: [], ...given })).id;

test('folders are made, changed, ordered, archived and brought back; everybody is told', async () => {
  const queue = await QueueReader.register(gwen.client, {
    event_types: ['channel_folder'],
    fetch_event_types: ['channel_folders'],
  });
  assert.deepEqual(queue.state.channel_folders, []);
  const received = async () => (await queue.poll()).map(({ id, type, ...event }) => event);
  const tours = await create(' Tours ', '**all** of them');
  const [first] = await list();
  assert.deepEqual(first, {
    id: tours,
    name: 'Tours',
    description: '**all** of them',
    rendered_description: '<p><strong>all</strong> of them</p>',
    order: 0,
    is_archived: false,
    creator_id: org.chat.user_id,
    date_created: first.date_created,
  });
  const depots = await create('Depots');
  assert.deepEqual(await received(), [
    { op: 'add', channel_folder: first },
    { op: 'add', channel_folder: (await list())[1] },
  ]);
  ok(await owner.patch('/channel_folders', { order: [depots, tours] }));
  assert.deepEqual(
    (await list()).map(({ id, order }: { id: number; order: number }) => [id, order]),
    [
      [depots, 0],
      [tours, 1],
    ],
  );
  const patch = (id: number, given: object) => owner.patch(`/channel_folders/${id}`, { ...given });
  ok(await patch(tours, { name: 'Trips', description: 'some' }));
  ok(await patch(tours, { name: 'Trips', is_archived: false }));
  ok(await patch(depots, { is_archived: true }));
  assert.deepEqual(
    (await list()).map(({ id }: { id: number }) => id),
    [tours],
  );
  const update = (channel_folder_id: number, data: object) => ({ op: 'update', channel_folder_id, data });
  assert.deepEqual(await received(), [
    { op: 'reorder', order: [depots, tours] },
    update(tours, { name: 'Trips', description: 'some', rendered_description: '<p>some</p>' }),
    update(depots, { is_archived: true }),
  ]);
  // The name of an archived folder is free, until it is to come back.
  const second = await create('depots');
  await refused(patch(depots, { is_archived: false }), 'Channel folder name already in use');
  ok(await patch(depots, { is_archived: false, name: 'Old depots' }));
  const state = ok(await mara.client.post('/register', { fetch_event_types: ['channel_folders'] }));
  assert.deepEqual(state.channel_folders, await list(true));
  await refused(owner.patch('/channel_folders', { order: [depots, tours] }), 'Invalid order mapping.');
  await refused(owner.patch('/channel_folders', { order: [depots, tours, tours] }), 'Invalid order mapping.');
  ok(await owner.patch('/channel_folders', { order: [second, depots, tours] }));
});

test('what cannot be a folder is refused, and who is no administrator', async () => {
  const make = (given: object, client = owner) => client.post('/channel_folders/create', { name: 'x', ...given });
  const id = await create('Taken');
  await refused(make({ name: ' tAKEN' }), 'Channel folder name already in use');
  await refused(make({ name: ' ' }), "Channel folder name can't be empty.");
  await refused(make({ name: 'x'.repeat(61) }), 'Channel folder name too long (limit: 60 characters).');
  await refused(make({ name: 'a\u0007' }), 'Invalid character in channel folder name, at position 2.');
  await refused(make({ description: 'x'.repeat(1025) }), 'description is too long (limit: 1024 characters)');
  await refused(owner.patch('/channel_folders/987654', { name: 'x' }), 'Invalid channel folder ID');
  await refused(stranger.patch(`/channel_folders/${id}`, { name: 'x' }), 'Invalid channel folder ID');
  const denied = ['Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL'] as const;
  await refused(make({}, mara.client), ...denied);
  await refused(mara.client.patch(`/channel_folders/${id}`, { name: 'x' }), ...denied);
  await refused(mara.client.patch('/channel_folders', { order: [] }), ...denied);
});

test('channels stand in folders of their organization that are in use', async () => {
  const folder = await create('Bikes');
  const queue = await QueueReader.register(mara.client, { event_types: ['stream'] });
  const id = await channel({ folder_id: folder });
  const found = async () => ok(await mara.client.get(`/streams/${id}`)).stream.folder_id;
  assert.equal(await found(), folder);
  await refused(
    owner.patch(`/channel_folders/${folder}`, { is_archived: true }),
    'You need to remove all the channels from this folder to archive it.',
  );
  await refused(owner.patch(`/streams/${id}`, { folder_id: 987_654 }), 'Invalid channel folder ID');
  ok(await owner.patch(`/streams/${id}`, { folder_id: null }));
  assert.equal(await found(), null);
  const [made, moved] = await queue.poll();
  assert.equal(made!.streams[0].folder_id, folder);
  assert.deepEqual([moved!.op, moved!.property, moved!.value], ['update', 'folder_id', null]);
  ok(await owner.patch(`/channel_folders/${folder}`, { is_archived: true }));
  const params = { name: 'late', subscribers: [], folder_id: folder };
  await refused(owner.post('/channels/create', params), 'Invalid channel folder ID');
  await refused(stranger.post('/channels/create', params), 'Invalid channel folder ID');
});

test('default channels come and go by administrators; new people are subscribed to them', async () => {
  const id = await channel();
  const queue = await QueueReader.register(mara.client, { event_types: ['default_streams'] });
  const received = async () => (await queue.poll()).map(({ default_streams }) => default_streams);
  for (const method of ['post', 'delete'] as const)
    await refused(
      mara.client[method]('/default_streams', { stream_id: id }),
      'Must be an organization administrator',
      'UNAUTHORIZED_PRINCIPAL',
    );
  ok(await owner.post('/default_streams', { stream_id: id }));
  ok(await owner.post('/default_streams', { stream_id: id }));
  assert.deepEqual(await received(), [[id]]);
  const nell = await makePerson(server, org, { name: 'Nell New' });
  assert.equal(ok(await nell.client.get(`/users/${nell.id}/subscriptions/${id}`)).is_subscribed, true);
  ok(await owner.delete('/default_streams', { stream_id: id }));
  ok(await owner.delete('/default_streams', { stream_id: id }));
  assert.deepEqual(await received(), [[]]);
  const secret = await channel({ invite_only: true });
  await refused(owner.post('/default_streams', { stream_id: secret }), 'A default channel cannot be private.');
  await refused(owner.post('/default_streams', { stream_id: 987_654 }), 'Invalid channel ID');
  await refused(stranger.post('/default_streams', { stream_id: id }), 'Invalid channel ID');
});

test('an organization has 1000 folders and no more, whatever another one has', async () => {
  const full = await server.organization();
  const client = new ChatClient(full.chat);
  await server.services.database.transaction((tx) =>
    tx.run(sql`
      insert into chat.channel_folders (organization_id, name, description, rendered_description, position, creator_id,
        date_created)
      select ${full.organization_id}, 'folder ' || n, '', '', n, ${full.chat.user_id}, ${tx.now}
      from generate_series(1, 999) n`),
  );
  const add = (name: string) => client.post('/channel_folders/create', { name });
  ok(await add('last'));
  await refused(add('one more'), 'Too many channel folders (limit: 1000)');
  ok(await stranger.post('/channel_folders/create', { name: 'first' }));
});
