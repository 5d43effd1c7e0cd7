import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Answer, ChatClient } from '../../../tests/harness/clients.ts';
import { QueueReader } from '../../../tests/harness/events.ts';
import { makePerson, type Person } from '../../../tests/harness/people.ts';
import { startTestServer } from '../../../tests/harness/server.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization();
const owner = new ChatClient(org.chat);

function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}

test('views are kept, changed and removed by their fragments, slashes and all', async () => {
  const queue = await QueueReader.register(owner, { event_types: ['navigation_view'] });
  const fragment = 'narrow/channel/1-dock/topic/gates';
  ok(await owner.post('/navigation_views', { fragment: 'inbox', is_pinned: true }));
  ok(await owner.post('/navigation_views', { fragment, is_pinned: false, name: ' Gates ' }));
  const views = [
    { fragment: 'inbox', is_pinned: true, name: null },
    { fragment, is_pinned: false, name: 'Gates' },
  ];
  assert.deepEqual(ok(await owner.get('/navigation_views')).navigation_views, views);
  const registered = ok(await owner.post('/register', { fetch_event_types: ['navigation_views'] }));
  assert.deepEqual(registered.navigation_views, views);
  for (const [given, msg] of [
    [{ fragment, is_pinned: true, name: 'x' }, 'Navigation view already exists.'],
    [{ fragment: 'recent', is_pinned: true, name: 'x' }, 'Built-in views cannot have a custom name.'],
    [{ fragment: 'narrow/x', is_pinned: true }, 'Custom view must have a valid name.'],
    [{ fragment: 'narrow/x', name: 'x' }, "Missing 'is_pinned' argument"],
    [{ fragment: 'x'.repeat(301), is_pinned: true, name: 'x' }, 'fragment is too long (limit: 300 characters)'],
  ] as const)
    assert.equal((await owner.post('/navigation_views', given)).json.msg, msg);
  const path = `/navigation_views/${encodeURIComponent(fragment)}`;
  ok(await owner.patch(path, { is_pinned: true }));
  ok(await owner.patch(path, { name: 'Doors' }));
  assert.equal((await owner.patch(path)).json.msg, 'No new data is supplied');
  assert.equal(
    (await owner.patch('/navigation_views/recent', { is_pinned: true })).json.msg,
    'Navigation view does not exist.',
  );
  ok(await owner.delete(path));
  assert.equal((await owner.delete(path)).json.msg, 'Navigation view does not exist.');
  const type = 'navigation_view';
  assert.deepEqual(
    (await queue.poll()).map(({ id: _id, ...event }) => event),
    [
      { type, op: 'add', navigation_view: views[0] },
      { type, op: 'add', navigation_view: views[1] },
      { type, op: 'update', fragment, data: { is_pinned: true } },
      { type, op: 'update', fragment, data: { name: 'Doors' } },
      { type, op: 'remove', fragment },
    ],
  );
});

test('a person changes and removes only their own view, and only the named one', async () => {
  const [mara, nils] = [
    await makePerson(server, org, { name: 'Mara Member' }),
    await makePerson(server, org, { name: 'Nils Night' }),
  ];
  const viewsOf = async ({ client }: Person) => ok(await client.get('/navigation_views')).navigation_views;
  const [inbox, recent] = ['inbox', 'recent'].map((fragment) => ({ fragment, is_pinned: false, name: null }));
  for (const { client } of [mara, nils])
    for (const view of [inbox, recent])
      ok(await client.post('/navigation_views', { fragment: view!.fragment, is_pinned: false }));
  ok(await mara.client.patch('/navigation_views/inbox', { is_pinned: true }));
  assert.deepEqual(await viewsOf(mara), [{ ...inbox, is_pinned: true }, recent]);
  ok(await mara.client.delete('/navigation_views/inbox'));
  assert.deepEqual([await viewsOf(mara), await viewsOf(nils)], [[recent], [inbox, recent]]);
  assert.equal(
    (await nils.client.patch('/navigation_views/inbox', { name: 'Mine' })).json.msg,
    'Built-in views cannot have a custom name.',
  );
});

test('a person has 100 views and no more', async () => {
  const pia = await makePerson(server, org, { name: 'Pia Packer' });
  const add = (n: number) =>
    pia.client.post('/navigation_views', { fragment: `narrow/${n}`, is_pinned: false, name: `${n}` });
  for (let n = 1; n <= 100; n++) ok(await add(n));
  assert.equal((await add(101)).json.msg, 'You cannot have more than 100 navigation views.');
});
