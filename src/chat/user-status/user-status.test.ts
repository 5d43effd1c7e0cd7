import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Answer, ChatClient } from '../../../tests/harness/clients.ts';
import { QueueReader } from '../../../tests/harness/events.ts';
import { makePerson } from '../../../tests/harness/people.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { sql } from '../../platform/db/sql.ts';
import { clearEndedStatuses } from './clear-ended.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization();
const owner = new ChatClient(org.chat);
const mara = await makePerson(server, org, { name: 'Mara Member' });

function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}
const statusOf = async (client: ChatClient, id: number) => ok(await client.get(`/users/${id}/status`)).status;
const registered = async (client: ChatClient) =>
  ok(await client.post('/register', { fetch_event_types: ['user_status'] })).user_status;

test('a status changes part by part, and everybody is told of that part', async () => {
  const queue = await QueueReader.register(owner, { event_types: ['user_status'] });
  const set = (params: object) => mara.client.post('/users/me/status', { ...params });
  ok(await set({ status_text: ' on the road ' }));
  assert.deepEqual(await statusOf(owner, mara.id), { status_text: 'on the road' });
  ok(await set({ emoji_name: 'car' }));
  const car = { emoji_name: 'car', emoji_code: '1f697', reaction_type: 'unicode_emoji' };
  assert.deepEqual(await statusOf(owner, mara.id), { status_text: 'on the road', ...car });
  assert.deepEqual(await registered(owner), { [mara.id]: { status_text: 'on the road', ...car } });
  // A change without effect emits nothing.
  ok(await set({ status_text: 'on the road', ...car }));
  // client: zulip-flutter clears with three empty words.
  ok(await set({ emoji_name: '', emoji_code: '', reaction_type: '' }));
  ok(await set({ status_text: '' }));
  assert.deepEqual([await statusOf(owner, mara.id), await registered(owner)], [{}, {}]);
  const event = { type: 'user_status', user_id: mara.id };
  const cleared = { emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji' };
  assert.deepEqual(
    (await queue.poll()).map(({ id: _id, ...rest }) => rest),
    [
      { ...event, status_text: 'on the road' },
      { ...event, ...car },
      { ...event, ...cleared },
      { ...event, status_text: '' },
    ],
  );
  const { database } = server.services;
  assert.deepEqual(await database.reader.all(sql`select 1 from chat.user_statuses`), []);
});

test('each kind of emoji, and the words of older clients', async () => {
  const id = await server.services.database.transaction(
    async (tx) =>
      (await tx.first(sql<{ id: number }>`
        insert into chat.realm_emoji (organization_id, name, author_id, file_id, size, content_type, is_animated, created_at)
        values (${org.organization_id}, 'forklift', ${mara.id}, 'x.png', 1, 'image/png', false, now()) returning id`))!
        .id,
  );
  ok(await mara.client.post('/users/me/status', { emoji_name: 'forklift' }));
  const custom = { emoji_name: 'forklift', emoji_code: String(id), reaction_type: 'realm_emoji' };
  assert.deepEqual(await statusOf(mara.client, mara.id), custom);
  const zulip = (reaction_type: string) => ({ emoji_name: 'zulip', emoji_code: 'zulip', reaction_type });
  ok(await mara.client.post('/users/me/status', zulip('zulip_extra_emoji')));
  assert.deepEqual(await statusOf(mara.client, mara.id), zulip('service_extra_emoji'));
  const mobile = new ChatClient(
    { ...org.chat, email: mara.email, api_key: mara.client.key },
    { 'user-agent': 'ZulipMobile/30' },
  );
  assert.deepEqual(await statusOf(mobile, mara.id), zulip('zulip_extra_emoji'));
  assert.deepEqual(await registered(mobile), { [mara.id]: zulip('zulip_extra_emoji') });
  ok(await mara.client.post('/users/me/status', { emoji_name: '' }));
});

test('away is the setting about presence', async () => {
  const queue = await QueueReader.register(mara.client, { event_types: ['user_status', 'user_settings'] });
  ok(await mara.client.post('/users/me/status', { away: true }));
  assert.deepEqual(await statusOf(owner, mara.id), { away: true });
  assert.deepEqual(await registered(owner), { [mara.id]: { away: true } });
  ok(await mara.client.post('/users/me/status', { away: false }));
  assert.deepEqual(await statusOf(owner, mara.id), {});
  assert.deepEqual(
    (await queue.poll()).map(({ type, property, value }) => [type, property, value]),
    [
      ['user_settings', 'presence_enabled', false],
      ['user_status', undefined, undefined],
      ['user_settings', 'presence_enabled', true],
      ['user_status', undefined, undefined],
    ],
  );
});

test('everybody is told who becomes invisible, and who is there again', async () => {
  const queue = await QueueReader.register(owner, { event_types: ['user_status'] });
  const emitted = async () => (await queue.poll()).map(({ id: _id, ...rest }) => rest);
  ok(await mara.client.patch('/settings', { presence_enabled: false }));
  ok(await mara.client.patch('/settings', { presence_enabled: false }));
  const event = { type: 'user_status', user_id: mara.id };
  assert.deepEqual(await emitted(), [{ ...event, away: true }]);
  ok(await mara.client.patch('/settings', { presence_enabled: true }));
  assert.deepEqual(await emitted(), [{ ...event, away: false }]);
});

const seconds = () => Math.floor(server.clock.now().getTime() / 1000);

test('a status is cleared by itself at its time, everywhere at once', async () => {
  const queue = await QueueReader.register(owner, { event_types: ['user_status'] });
  const emitted = async () => (await queue.poll()).map(({ id: _id, ...rest }) => rest);
  const event = { type: 'user_status', user_id: mara.id };
  const set = async (params: object) => ok(await mara.client.post('/users/me/status', { ...params }));
  const clears_at = seconds() + 1800;
  await set({ status_text: 'at lunch', clears_at });
  assert.deepEqual(await statusOf(owner, mara.id), { status_text: 'at lunch', clears_at });
  assert.deepEqual(await registered(owner), { [mara.id]: { status_text: 'at lunch', clears_at } });
  assert.deepEqual(await emitted(), [{ ...event, status_text: 'at lunch', clears_at }]);
  await clearEndedStatuses(server.services);
  assert.deepEqual(await statusOf(owner, mara.id), { status_text: 'at lunch', clears_at });
  // Another client's new status stays: the end was the older one's.
  await set({ status_text: 'on leave' });
  assert.deepEqual(await emitted(), [{ ...event, status_text: 'on leave', clears_at: 0 }]);
  // The end alone is changed, and taken back.
  await set({ clears_at });
  await set({ clears_at });
  assert.deepEqual(await emitted(), [{ ...event, clears_at }]);
  await set({ clears_at: 0 });
  assert.deepEqual(await emitted(), [{ ...event, clears_at: 0 }]);
  await set({ clears_at });
  assert.deepEqual(await emitted(), [{ ...event, clears_at }]);
  server.clock.advance(1_801_000);
  // Two processes at once: one clears it.
  await Promise.all([clearEndedStatuses(server.services), clearEndedStatuses(server.services)]);
  const nothing = { status_text: '', emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji', clears_at: 0 };
  assert.deepEqual(await emitted(), [{ ...event, ...nothing }]);
  assert.deepEqual([await statusOf(owner, mara.id), await registered(owner)], [{}, {}]);
  // An empty status has no end.
  await set({ clears_at: seconds() + 60 });
  await set({ status_text: 'x', clears_at: seconds() + 60 });
  await set({ status_text: '' });
  assert.deepEqual(await statusOf(owner, mara.id), {});
  for (const wrong of [seconds() - 1, 1, seconds() + 367 * 86_400, Number.MAX_SAFE_INTEGER]) {
    const { status, json } = await mara.client.post('/users/me/status', { status_text: 'y', clears_at: wrong });
    assert.deepEqual([status, json.msg], [400, 'clears_at must be later than now, and within a year.']);
  }
  assert.deepEqual(await statusOf(owner, mara.id), {});
});

test('what is refused changes nothing', async () => {
  for (const [params, msg] of [
    [{}, 'Client did not pass any new values.'],
    [{ status_text: 'x'.repeat(61) }, 'status_text is too long (limit: 60 characters)'],
    [{ emoji_code: '1f697' }, 'Client must pass emoji_name if they pass either emoji_code or reaction_type.'],
    [
      { status_text: 'x', reaction_type: 'unicode_emoji' },
      'Client must pass emoji_name if they pass either emoji_code or reaction_type.',
    ],
    [{ status_text: 'x', emoji_name: 'nothing_so_named' }, "Emoji 'nothing_so_named' does not exist"],
    [{ emoji_name: 'bus', emoji_code: '1f697', reaction_type: 'unicode_emoji' }, 'Invalid emoji name.'],
    [{ emoji_name: 'car', emoji_code: '10000000', reaction_type: 'realm_emoji' }, 'Invalid custom emoji.'],
    [{ emoji_name: 'car', emoji_code: '1f697', reaction_type: 'other' }, 'Invalid emoji type.'],
    [{ away: 'perhaps' }, 'Argument "away" is not valid JSON.'],
  ] as const) {
    for (const path of ['/users/me/status', `/users/${mara.id}/status`]) {
      if ('away' in params && path !== '/users/me/status') continue;
      const { status, json } = await owner.post(path, params);
      assert.deepEqual([status, json.code, json.msg], [400, 'BAD_REQUEST', msg], path);
    }
  }
  ok(await owner.post('/users/me/status', { status_text: 'é'.repeat(60) }));
  ok(await owner.post('/users/me/status', { status_text: '' }));
  assert.deepEqual(await registered(owner), {});
});

test('administrators change it for others, of their own organization', async () => {
  ok(await owner.post(`/users/${mara.id}/status`, { status_text: 'on leave', emoji_name: 'car' }));
  assert.equal((await statusOf(mara.client, mara.id)).status_text, 'on leave');
  const refused = await mara.client.post(`/users/${org.chat.user_id}/status`, { status_text: 'x' });
  assert.deepEqual([refused.status, refused.json.code], [403, 'UNAUTHORIZED_PRINCIPAL']);
  const other = await server.organization();
  const stranger = new ChatClient(other.chat);
  for (const answer of [
    await stranger.get(`/users/${mara.id}/status`),
    await stranger.post(`/users/${mara.id}/status`, { status_text: 'x' }),
  ])
    assert.deepEqual([answer.json.code, answer.json.msg], ['BAD_REQUEST', 'No such user']);
  assert.deepEqual(await registered(stranger), {});
  const nils = await makePerson(server, org, { name: 'Nils Night' });
  ok(await nils.client.post('/users/me/status', { status_text: 'x' }));
  ok(await owner.delete(`/users/${nils.id}`));
  assert.equal((await owner.post(`/users/${nils.id}/status`, { status_text: 'y' })).json.msg, 'User is deactivated');
  assert.ok(!(nils.id in (await registered(owner))));
});
