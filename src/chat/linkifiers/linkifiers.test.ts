import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Answer, ChatClient } from '../../../tests/harness/clients.ts';
import { QueueReader } from '../../../tests/harness/events.ts';
import { makePerson } from '../../../tests/harness/people.ts';
import { png } from '../../../tests/harness/pictures.ts';
import { startTestServer } from '../../../tests/harness/server.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization();
const owner = new ChatClient(org.chat);
const mara = await makePerson(server, org, { name: 'Mara Member' });

function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}
const add = async (pattern: string, url_template: string, more: Record<string, unknown> = {}): Promise<number> =>
  ok(await owner.post('/realm/filters', { pattern, url_template, ...more })).id;
const list = async () => ok(await mara.client.get('/realm/linkifiers')).linkifiers;
const clear = async () => {
  for (const { id } of await list()) ok(await owner.delete(`/realm/filters/${id}`));
};
const render = async (content: string) => ok(await mara.client.post('/messages/render', { content })).rendered;
const plain = { example_input: null, reverse_template: null, alternative_url_templates: [] };

test('added, changed, ordered and removed; each time everybody is told of all', async () => {
  const queue = await QueueReader.register(mara.client, {
    event_types: ['realm_linkifiers'],
    fetch_event_types: ['realm_linkifiers', 'realm_filters'],
  });
  assert.deepEqual([queue.state.realm_linkifiers, queue.state.realm_filters], [[], []]);
  const ticket = await add('#(?P<id>[0-9]+)', 'https://tickets.example/{id}');
  const commit = await add('(?P<hash>[0-9a-f]{7,40})', 'https://code.example/commit/{hash}?v=100%25', {
    example_input: 'deadbeef',
    reverse_template: '{{{hash}}}',
    alternative_url_templates: ['https://old.example/{hash}'],
  });
  const first = { id: ticket, pattern: '#(?P<id>[0-9]+)', url_template: 'https://tickets.example/{id}', ...plain };
  const second = {
    id: commit,
    pattern: '(?P<hash>[0-9a-f]{7,40})',
    url_template: 'https://code.example/commit/{hash}?v=100%25',
    example_input: 'deadbeef',
    reverse_template: '{{{hash}}}',
    alternative_url_templates: ['https://old.example/{hash}'],
  };
  assert.deepEqual(await list(), [first, second]);
  assert.deepEqual(ok(await mara.client.get('/realm/filters')).filters, [
    [first.pattern, 'https://tickets.example/%(id)s', ticket],
    [second.pattern, 'https://code.example/commit/%(hash)s?v=100%%25', commit],
  ]);
  ok(await owner.patch('/realm/linkifiers', { ordered_linkifier_ids: [commit, ticket] }));
  assert.deepEqual(await list(), [second, first]);
  const changed = { pattern: '#(?P<id>[0-9]{1,5})', url_template: 'https://new.example/{id}' };
  ok(await owner.patch(`/realm/filters/${ticket}`, changed));
  const cleared = { ...second, example_input: null, reverse_template: null, alternative_url_templates: [] };
  ok(
    await owner.patch(`/realm/filters/${commit}`, {
      pattern: second.pattern,
      url_template: second.url_template,
      example_input: '',
      reverse_template: '',
      alternative_url_templates: [],
    }),
  );
  assert.deepEqual(await list(), [cleared, { ...first, ...changed }]);
  ok(await owner.delete(`/realm/filters/${commit}`));
  const events = await queue.collect('realm_linkifiers', 6);
  assert.deepEqual(
    events.map((event) => event.realm_linkifiers),
    [
      [first],
      [first, second],
      [second, first],
      [second, { ...first, ...changed }],
      [cleared, { ...first, ...changed }],
      [{ ...first, ...changed }],
    ],
  );
  assert.deepEqual(Object.keys(events[0]!).sort(), ['id', 'realm_linkifiers', 'type']);
  const state = ok(await mara.client.post('/register', { fetch_event_types: ['realm_linkifiers', 'realm_filters'] }));
  assert.deepEqual(state.realm_linkifiers, [{ ...first, ...changed }]);
  assert.deepEqual(state.realm_filters, [[changed.pattern, 'https://new.example/%(id)s', ticket]]);
  await clear();
});

test('links in messages and topics, also of what was sent before', async () => {
  await add('#(?P<id>[0-9]+)', 'https://tickets.example/{id}');
  await add('(?P<org>[a-z]+)#(?P<id>[0-9]+)', 'https://tickets.example/{org}/{id}');
  await add('(?i)tour (?P<day>\\w+)', 'https://tours.example/?day={day}');
  const link = (href: string, text: string) => `<a href="${href}">${text}</a>`;
  const seven = link('https://tickets.example/7', '#7');
  for (const [content, html] of [
    ['#7', seven],
    ['see #7, (#7) and "#7".', `see ${seven}, (${seven}) and &quot;${seven}&quot;.`],
    ['x#7y #7y a#7b', 'x#7y #7y a#7b'],
    ['dock#12 #7 #7', `${link('https://tickets.example/dock/12', 'dock#12')} ${seven} ${seven}`],
    ['**#7** `#7` [#7](http://x.y) \\#7', `<strong>${seven}</strong> <code>#7</code> ${link('http://x.y', '#7')} #7`],
    ['Tour Größe http://x.y/#7', `Tour Größe ${link('http://x.y/#7', 'http://x.y/#7')}`],
    ['Tour Monday', link('https://tours.example/?day=Monday', 'Tour Monday')],
  ] as const)
    assert.equal(await render(content), `<p>${html}</p>`, content);

  const dock = ok(await owner.post('/channels/create', { name: 'dock', subscribers: [org.chat.user_id, mara.id] })).id;
  const sent = ok(await owner.post('/messages', { type: 'channel', to: dock, topic: 'gate #7', content: 'see #7' }));
  const read = async () => ok(await mara.client.get(`/messages/${sent.id}`)).message;
  const message = await read();
  assert.equal(message.content, `<p>see ${seven}</p>`);
  assert.deepEqual(message.topic_links, [{ text: '#7', url: 'https://tickets.example/7' }]);
  const fetched = async () =>
    ok(await mara.client.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })).messages[0].topic_links;
  assert.deepEqual(await fetched(), message.topic_links);
  const queue = await QueueReader.register(mara.client, { event_types: ['update_message'] });
  ok(await owner.patch(`/messages/${sent.id}`, { topic: 'gate #8' }));
  const [moved] = await queue.collect('update_message', 1);
  assert.deepEqual(moved!.topic_links, [{ text: '#8', url: 'https://tickets.example/8' }]);
  ok(await owner.patch(`/messages/${sent.id}`, { content: 'now #9' }));
  assert.equal((await read()).content, `<p>now ${link('https://tickets.example/9', '#9')}</p>`);
  // Links in messages stay; those in topics follow the linkifiers.
  await clear();
  assert.deepEqual(await fetched(), []);
  assert.equal(await render('#7'), '<p>#7</p>');
  assert.equal((await read()).content, `<p>now ${link('https://tickets.example/9', '#9')}</p>`);
});

test('descriptions of channels and folders have links and the organization’s emoji', async () => {
  await add('#(?P<id>[0-9]+)', 'https://tickets.example/{id}');
  const form = new FormData();
  form.append('f', new Blob([new Uint8Array(await png(20, 20))]), 'van.png');
  const authorization = `Basic ${Buffer.from(`${owner.email}:${owner.key}`).toString('base64')}`;
  const emoji = await fetch(`${server.url}/api/v1/realm/emoji/van`, {
    method: 'POST',
    headers: { authorization },
    body: form,
  });
  assert.equal(emoji.status, 200);
  const description = 'about #7 :van: @**Mara Member**';
  const html =
    /^<p>about <a href="https:\/\/tickets\.example\/7">#7<\/a> <img alt=":van:" class="emoji" src="[^"]+" title="van"> @<strong>Mara Member<\/strong><\/p>$/;
  const id = ok(await owner.post('/channels/create', { name: 'vans', description, subscribers: [mara.id] })).id;
  const shown = async () => ok(await mara.client.get(`/streams/${id}`)).stream.rendered_description;
  assert.match(await shown(), html);
  ok(await owner.patch(`/streams/${id}`, { description: 'none' }));
  assert.equal(await shown(), '<p>none</p>');
  ok(await owner.patch(`/streams/${id}`, { description }));
  assert.match(await shown(), html);
  ok(await owner.post('/channel_folders/create', { name: 'Vans', description }));
  const [folder] = ok(await mara.client.get('/channel_folders')).channel_folders;
  assert.match(folder.rendered_description, html);
  await clear();
});

test('what is refused', async () => {
  const id = await add('taken(?P<n>\\d)', 'https://x.example/{n}');
  const refuse = async (given: Record<string, unknown>, msg: string) => {
    for (const ask of [owner.post('/realm/filters', given), owner.patch(`/realm/filters/${id}`, given)]) {
      const { json } = await ask;
      assert.deepEqual([json.code, json.msg], ['BAD_REQUEST', msg]);
    }
  };
  const url_template = 'https://x.example/{id}';
  const pattern = '#(?P<id>\\d+)';
  await refuse(
    { pattern: '#(?P<id>', url_template },
    'Bad regular expression: error parsing regexp: missing closing ): `#(?P<id>`',
  );
  await refuse(
    { pattern: '#)|((?P<id>\\d)', url_template },
    'Bad regular expression: error parsing regexp: unexpected ): `#)|((?P<id>\\d)`',
  );
  await refuse({ pattern: '(?P<id>\\w{999})', url_template }, 'Bad regular expression: it is too complex');
  await refuse({ pattern: '(?P<id>\\d*)', url_template }, 'Bad regular expression: it matches an empty text');
  await refuse(
    { pattern, url_template: 'https://x.example/' },
    "Group 'id' in linkifier pattern is not present in URL template.",
  );
  await refuse(
    { pattern, url_template: `${url_template}{other}` },
    "Group 'other' in URL template is not present in linkifier pattern.",
  );
  for (const wrong of ['{id}', 'javascript:alert({id})', 'https://x.example/{id', '//x.example/{id}', 'https://{id'])
    await refuse({ pattern, url_template: wrong }, 'Invalid URL template.');
  await refuse(
    { pattern, url_template, reverse_template: '#{no}' },
    "Group 'no' in reverse template is not present in linkifier pattern.",
  );
  await refuse({ pattern, url_template, reverse_template: '#{id' }, 'Invalid reverse template.');
  await refuse({ pattern, url_template, alternative_url_templates: ['x{'] }, 'Invalid URL template.');
  await refuse({ pattern, url_template, example_input: 'none' }, 'Example input does not match the pattern.');
  await refuse({ pattern: 'x'.repeat(501), url_template }, 'pattern is too long (limit: 500 characters)');
  const again = await owner.post('/realm/filters', {
    pattern: 'taken(?P<n>\\d)',
    url_template: 'https://x.example/{n}',
  });
  assert.equal(again.json.msg, 'A linkifier with this pattern already exists.');
  for (const ids of [[], [id, id], [id, 999_999], [999_999]]) {
    const { json } = await owner.patch('/realm/linkifiers', { ordered_linkifier_ids: ids });
    assert.equal(json.msg, 'The ordered list must enumerate all existing linkifiers exactly once');
  }
  for (const ask of [
    owner.delete('/realm/filters/999999'),
    owner.patch('/realm/filters/999999', { pattern, url_template }),
  ])
    assert.equal((await ask).json.msg, 'Linkifier not found.');
  for (const ask of [
    mara.client.post('/realm/filters', { pattern, url_template }),
    mara.client.patch(`/realm/filters/${id}`, { pattern, url_template }),
    mara.client.delete(`/realm/filters/${id}`),
    mara.client.patch('/realm/linkifiers', { ordered_linkifier_ids: [id] }),
  ])
    assert.equal((await ask).json.msg, 'Must be an organization administrator');
  // Another organization has none of them, and cannot reach them.
  const other = new ChatClient((await server.organization()).chat);
  assert.deepEqual(ok(await other.get('/realm/linkifiers')).linkifiers, []);
  assert.equal((await other.delete(`/realm/filters/${id}`)).json.msg, 'Linkifier not found.');
  assert.deepEqual((await list()).length, 1);
  await clear();
});

test('fifty at most, also when they come at once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 55 }, (_, n) =>
      owner.post('/realm/filters', { pattern: `p${n}`, url_template: 'https://x.example/' }),
    ),
  );
  const refused = answers.filter(({ json }) => json.result === 'error').map(({ json }) => json.msg);
  assert.deepEqual(refused, Array(5).fill('Too many linkifiers (limit: 50)'));
  assert.equal((await list()).length, 50);
});
