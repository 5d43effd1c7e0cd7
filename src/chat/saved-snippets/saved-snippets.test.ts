import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Answer, ChatClient } from '../../../tests/harness/clients.ts';
import { QueueReader } from '../../../tests/harness/events.ts';
import { makePerson } from '../../../tests/harness/people.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { sql } from '../../platform/db/sql.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization();
const owner = new ChatClient(org.chat);
const mara = await makePerson(server, org, { name: 'Mara Member' });

function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}

test('snippets are kept, changed and deleted, and told to their owner alone', async () => {
  const queue = await QueueReader.register(mara.client, { event_types: ['saved_snippets'] });
  const given = { title: ' Greeting ', content: 'Hello, **all**' };
  const { saved_snippet_id: id } = ok(await mara.client.post('/saved_snippets', given));
  const [snippet, ...more] = ok(await mara.client.get('/saved_snippets')).saved_snippets;
  assert.deepEqual(more, []);
  assert.deepEqual(snippet, { ...given, title: 'Greeting', id, date_created: snippet.date_created });
  assert.ok(Math.abs(snippet.date_created - server.clock.now().getTime() / 1000) < 60);
  const registered = ok(await mara.client.post('/register', { fetch_event_types: ['saved_snippets'] }));
  assert.deepEqual(registered.saved_snippets, [snippet]);
  assert.deepEqual(ok(await owner.get('/saved_snippets')).saved_snippets, []);
  const path = `/saved_snippets/${id}`;
  ok(await mara.client.patch(path, { title: 'Hi' }));
  for (const [client, params, msg] of [
    [mara.client, {}, 'No new data is supplied'],
    [mara.client, { title: ' ' }, 'Title cannot be empty.'],
    [mara.client, { content: ' ' }, 'Content cannot be empty.'],
    [mara.client, { title: 'x'.repeat(61) }, 'title is too long (limit: 60 characters)'],
    [mara.client, { content: 'x'.repeat(10_001) }, 'content is too long (limit: 10000 characters)'],
    [owner, { title: 'x' }, 'Saved snippet does not exist.'],
  ] as const)
    assert.equal((await client.patch(path, params)).json.msg, msg);
  assert.equal((await owner.delete(path)).json.msg, 'Saved snippet does not exist.');
  ok(await mara.client.delete(path));
  assert.equal((await mara.client.delete(path)).json.msg, 'Saved snippet does not exist.');
  const type = 'saved_snippets';
  assert.deepEqual(
    (await queue.poll()).map(({ id: _id, ...event }) => event),
    [
      { type, op: 'add', saved_snippet: snippet },
      { type, op: 'update', saved_snippet: { ...snippet, title: 'Hi' } },
      { type, op: 'remove', saved_snippet_id: id },
    ],
  );
});

test('a person has no more of them than the limit', async () => {
  await server.services.database.transaction((tx) =>
    tx.run(sql`
      insert into chat.saved_snippets (organization_id, user_id, title, content, created_at)
      select ${org.organization_id}, ${mara.id}, 'x', 'x', now() from generate_series(1, 500)`),
  );
  assert.equal(
    (await mara.client.post('/saved_snippets', { title: 'x', content: 'x' })).json.msg,
    'You cannot have more than 500 saved snippets.',
  );
});

test('the longest title and content, and 500 snippets, are allowed; each person has room of their own', async () => {
  const nils = await makePerson(server, org, { name: 'Nils Night' });
  const [first] = await server.services.database.transaction((tx) =>
    tx.all(sql<{ id: number }>`
      insert into chat.saved_snippets (organization_id, user_id, title, content, created_at)
      select ${org.organization_id}, ${nils.id}, 'x', 'x', now() from generate_series(1, 499) returning id`),
  );
  const longest = { title: 'x'.repeat(60), content: 'x'.repeat(10_000) };
  ok(await nils.client.post('/saved_snippets', longest));
  assert.match((await nils.client.post('/saved_snippets', longest)).json.msg, /more than 500/);
  ok(await owner.post('/saved_snippets', longest));
  ok(await nils.client.delete(`/saved_snippets/${first!.id}`));
  ok(await nils.client.post('/saved_snippets', longest));
  assert.equal(ok(await nils.client.get('/saved_snippets')).saved_snippets.length, 500);
});
