import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Answer, ChatClient } from '../../../../tests/harness/clients.ts';
import { QueueReader } from '../../../../tests/harness/events.ts';
import { makePerson } from '../../../../tests/harness/people.ts';
import { startTestServer } from '../../../../tests/harness/server.ts';

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
const types = ['default_stream_groups'];
const register = ({ client }: { client: ChatClient }) =>
  QueueReader.register(client, { event_types: types, fetch_event_types: types });
const channel = async (name: string, more: object = {}): Promise<number> =>
  ok(await owner.post('/channels/create', { name, subscribers: [], ...more })).id;
const create = (group_name: string, stream_names: string[], client = owner) =>
  client.post('/default_stream_groups/create', { group_name, description: ' some ', stream_names });

test('groups are made, changed and deleted; members are told of them, guests are not', async () => {
  const [vans, bikes] = [await channel('vans'), await channel('bikes')];
  const [queue, ofGuest] = [await register(mara), await register(gwen)];
  assert.deepEqual(queue.state.realm_default_stream_groups, []);
  ok(await create(' Drivers ', ['VANS']));
  const [{ id }] = (await register(mara)).state.realm_default_stream_groups;
  const path = `/default_stream_groups/${id}`;
  ok(await owner.patch(path, { new_group_name: 'Riders', new_description: '' }));
  // The same again changes nothing.
  ok(await owner.patch(path, { new_group_name: 'Riders' }));
  ok(await owner.patch(`${path}/streams`, { op: 'add', stream_names: ['bikes', 'vans'] }));
  ok(await owner.patch(`${path}/streams`, { op: 'remove', stream_names: ['vans'] }));
  const riders = { id, name: 'Riders', description: '' };
  assert.deepEqual((await register(mara)).state.realm_default_stream_groups, [{ ...riders, streams: [bikes] }]);
  assert.deepEqual((await register(gwen)).state.realm_default_stream_groups, []);
  ok(await owner.delete(path));
  assert.deepEqual(
    (await queue.poll()).map(({ id: _id, ...event }) => event),
    [
      [{ id, name: 'Drivers', description: 'some', streams: [vans] }],
      [{ ...riders, streams: [vans] }],
      [{ ...riders, streams: [vans, bikes] }],
      [{ ...riders, streams: [bikes] }],
      [],
    ].map((default_stream_groups) => ({ type: 'default_stream_groups', default_stream_groups })),
  );
  assert.deepEqual(await ofGuest.poll(), []);
});

test('what cannot be a group, or in one, is refused, and who is no administrator', async () => {
  await channel('closed', { invite_only: true });
  await channel('everybody', { is_default_stream: true });
  await channel('open');
  ok(await create('Taken', ['open']));
  const [{ id }] = (await register(mara)).state.realm_default_stream_groups;
  const path = `/default_stream_groups/${id}`;
  await refused(create('tAKEN', []), "Default channel group 'tAKEN' already exists");
  await refused(create(' ', []), "Default channel group name can't be empty.");
  await refused(create('x'.repeat(61), []), 'Default channel group name too long (limit: 60 characters)');
  await refused(create('a\u0007', []), 'Invalid character in default channel group name, at position 2.');
  await refused(create('New', ['closed']), 'A default channel cannot be private.');
  await refused(create('New', ['open', 'none']), "Invalid channel name 'none'");
  const isDefault = "'everybody' is a default channel and cannot be in a group of them.";
  await refused(owner.patch(`${path}/streams`, { op: 'add', stream_names: ['everybody'] }), isDefault);
  await refused(owner.patch(path, {}), 'You must pass "new_description" or "new_group_name".');
  const absent = (of: number) => `Default channel group with id '${of}' does not exist.`;
  await refused(owner.patch('/default_stream_groups/987654', { new_group_name: 'x' }), absent(987_654));
  await refused(stranger.delete(path), absent(id));
  await refused(stranger.patch(`${path}/streams`, { op: 'remove', stream_names: [] }), absent(id));
  const denied = ['Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL'] as const;
  await refused(create('New', [], mara.client), ...denied);
  await refused(mara.client.patch(path, { new_group_name: 'x' }), ...denied);
  await refused(mara.client.patch(`${path}/streams`, { op: 'add', stream_names: [] }), ...denied);
  await refused(mara.client.delete(path), ...denied);
  ok(await owner.delete(path));
});

test('a channel that is archived, private or a default one leaves its groups', async () => {
  const ids = [await channel('one'), await channel('two'), await channel('three'), await channel('four')];
  ok(await create('All', ['one', 'two', 'three', 'four']));
  const queue = await register(mara);
  ok(await owner.delete(`/streams/${ids[0]}`));
  ok(await owner.patch(`/streams/${ids[1]}`, { is_private: true }));
  ok(await owner.post('/default_streams', { stream_id: ids[2] }));
  ok(await owner.patch(`/streams/${ids[3]}`, { description: 'stays' }));
  const left = (await queue.poll()).map(
    (event) => (event.default_stream_groups as { streams: number[] }[])[0]!.streams,
  );
  assert.deepEqual(left, [ids.slice(1), ids.slice(2), ids.slice(3)]);
  assert.deepEqual((await register(mara)).state.realm_default_stream_groups[0].streams, [ids[3]]);
});
