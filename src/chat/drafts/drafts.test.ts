import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Answer, ChatClient } from '../../../tests/harness/clients.ts';
import { QueueReader } from '../../../tests/harness/events.ts';
import { makePerson } from '../../../tests/harness/people.ts';
import { startTestServer } from '../../../tests/harness/server.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization();
const owner = new ChatClient(org.chat);
const mara = await makePerson(server, org, { name: 'Mara Member' });
const dock = ok(await owner.post('/channels/create', { name: 'dock', subscribers: [org.chat.user_id] })).id;

function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}
const plain = { type: '', to: [], topic: '', content: 'begun', timestamp: 1000 };
const draftsOf = async (client: ChatClient) => ok(await client.get('/drafts'));

test('drafts are kept, changed and deleted, and told to their author alone', async () => {
  const queue = await QueueReader.register(mara.client, { event_types: ['drafts'] });
  const others = await QueueReader.register(owner, { event_types: ['drafts'] });
  const inChannel = { type: 'stream', to: [dock], topic: 'gates', content: 'hello', timestamp: 2000.5 };
  const direct = { type: 'private', to: [org.chat.user_id], topic: 'x', content: 'psst', timestamp: 1500 };
  const { ids } = ok(await mara.client.post('/drafts', { drafts: [plain, inChannel, direct] }));
  const [first, second, third] = ids;
  const shown = [
    { id: second, ...inChannel, timestamp: 2000 },
    { id: third, ...direct, topic: '' },
    { id: first, ...plain },
  ];
  assert.deepEqual(await draftsOf(mara.client), { result: 'success', msg: '', count: 3, drafts: shown });
  assert.deepEqual(ok(await mara.client.post('/register', { fetch_event_types: ['drafts'] })).drafts, shown);
  const changed = { ...plain, content: 'changed', timestamp: 3000 };
  ok(await mara.client.patch(`/drafts/${first}`, { draft: changed }));
  ok(await mara.client.delete(`/drafts/${third}`));
  for (const answer of [
    await mara.client.delete(`/drafts/${third}`),
    await owner.delete(`/drafts/${first}`),
    await owner.patch(`/drafts/${first}`, { draft: plain }),
  ])
    assert.equal(answer.json.msg, 'Draft does not exist');
  assert.deepEqual(
    (await queue.poll()).map(({ id: _id, ...event }) => event),
    [
      { type: 'drafts', op: 'add', drafts: [shown[2], shown[0], shown[1]] },
      { type: 'drafts', op: 'update', draft: { id: first, ...changed } },
      { type: 'drafts', op: 'remove', draft_id: third },
    ],
  );
  assert.deepEqual(await others.poll(), []);
});

test('what no draft can be is refused, and nothing of the request is kept', async () => {
  const before = await draftsOf(mara.client);
  const hidden = ok(
    await owner.post('/channels/create', { name: 'hidden', subscribers: [org.chat.user_id], invite_only: true }),
  ).id;
  for (const [draft, msg] of [
    [{ ...plain, content: ' ' }, 'Message must not be empty'],
    [{ ...plain, content: 'x'.repeat(10_001) }, 'content is too long (limit: 10000 characters)'],
    [{ ...plain, type: 'stream' }, 'Must specify exactly 1 channel ID for channel messages'],
    [{ ...plain, type: 'stream', to: [hidden] }, 'Invalid channel ID'],
    [{ ...plain, type: 'stream', to: [dock], topic: 'x'.repeat(61) }, 'topic is too long (limit: 60 characters)'],
    [{ ...plain, type: 'private', to: [999_999] }, 'Invalid user ID 999999'],
    [{ ...plain, timestamp: -1 }, 'drafts[1]["timestamp"] is too small'],
    [{ ...plain, type: 'x' }, 'Invalid drafts[1]["type"]'],
  ] as const)
    assert.equal((await mara.client.post('/drafts', { drafts: [plain, draft] })).json.msg, msg);
  assert.equal(
    (await mara.client.post('/drafts', { drafts: Array(500).fill(plain) })).json.msg,
    'You cannot have more than 500 drafts.',
  );
  assert.deepEqual(await draftsOf(mara.client), before);
});

test('who turns synchronizing off loses them; the default for new people changes nobody', async () => {
  ok(await owner.post('/drafts', { drafts: [plain] }));
  const queue = await QueueReader.register(mara.client, { event_types: ['drafts'] });
  ok(await owner.patch('/realm/user_settings_defaults', { enable_drafts_synchronization: false }));
  assert.equal((await draftsOf(mara.client)).count, 2);
  assert.equal((await draftsOf(owner)).count, 1);
  ok(await mara.client.patch('/settings', { enable_drafts_synchronization: false }));
  assert.equal((await draftsOf(mara.client)).count, 0);
  assert.equal((await draftsOf(owner)).count, 1);
  assert.deepEqual(
    (await queue.poll()).map(({ op }) => op),
    ['remove', 'remove'],
  );
  assert.equal(
    (await mara.client.post('/drafts', { drafts: [plain] })).json.msg,
    'User has disabled synchronizing drafts.',
  );
  const nora = await makePerson(server, org, { name: 'Nora New' });
  assert.equal(
    (await nora.client.post('/drafts', { drafts: [plain] })).json.msg,
    'User has disabled synchronizing drafts.',
  );
});

test('500 drafts are allowed; each person has room of their own, and deletes and changes one at a time', async () => {
  const { client } = await makePerson(server, org, { name: 'Pia Packer' });
  ok(await client.patch('/settings', { enable_drafts_synchronization: true }));
  const { ids } = ok(await client.post('/drafts', { drafts: Array(500).fill(plain) }));
  assert.match((await client.post('/drafts', { drafts: [plain] })).json.msg, /more than 500/);
  ok(await owner.post('/drafts', { drafts: [plain] }));
  ok(await client.patch(`/drafts/${ids[0]}`, { draft: { ...plain, content: 'changed' } }));
  ok(await client.delete(`/drafts/${ids[1]}`));
  const { count, drafts } = await draftsOf(client);
  assert.equal(count, 499);
  assert.equal(drafts.filter(({ content }: { content: string }) => content === 'changed').length, 1);
});
