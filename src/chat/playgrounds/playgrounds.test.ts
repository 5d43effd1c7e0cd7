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
const python = { name: 'Try it', pygments_language: 'Python', url_template: 'https://python.example/?code={code}' };

function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}

test('added and removed; everybody is told of all', async () => {
  const queue = await QueueReader.register(mara.client, {
    event_types: ['realm_playgrounds'],
    fetch_event_types: ['realm_playgrounds'],
  });
  assert.deepEqual(queue.state.realm_playgrounds, []);
  const { id } = ok(await owner.post('/realm/playgrounds', python));
  const second = { ...python, name: 'Old', pygments_language: 'Python 2.x' };
  const { id: other } = ok(await owner.post('/realm/playgrounds', second));
  ok(await owner.delete(`/realm/playgrounds/${id}`));
  const events = await queue.collect('realm_playgrounds', 3);
  assert.deepEqual(
    events.map((event) => event.realm_playgrounds),
    [
      [{ id, ...python }],
      [
        { id, ...python },
        { id: other, ...second },
      ],
      [{ id: other, ...second }],
    ],
  );
  const state = ok(await mara.client.post('/register', { fetch_event_types: ['realm_playgrounds'] }));
  assert.deepEqual(state.realm_playgrounds, [{ id: other, ...second }]);
});

test('what is refused', async () => {
  const { id } = ok(await owner.post('/realm/playgrounds', { ...python, name: 'Mine' }));
  const template = (url_template: string) => ({ ...python, name: 'New', url_template });
  for (const [given, msg] of [
    [{ ...python, name: ' ' }, 'name cannot be blank'],
    [{ ...python, pygments_language: 'Pyth<on' }, 'Invalid characters in pygments language'],
    [{ ...python, name: 'Mine' }, 'Realm playground with this Realm, Pygments language and Name already exists.'],
    [template('https://x.example/'), 'Missing the required variable "code" in the URL template'],
    [template('https://x.example/{code}{x}'), '"code" should be the only variable present in the URL template'],
    [template('javascript:{code}'), 'Invalid URL template.'],
    [template('https://x.example/{code'), 'Invalid URL template.'],
  ] as const) {
    const { json } = await owner.post('/realm/playgrounds', given);
    assert.deepEqual([json.code, json.msg], ['BAD_REQUEST', msg]);
  }
  for (const ask of [mara.client.post('/realm/playgrounds', python), mara.client.delete(`/realm/playgrounds/${id}`)])
    assert.equal((await ask).json.msg, 'Must be an organization administrator');
  const other = new ChatClient((await server.organization()).chat);
  for (const ask of [other.delete(`/realm/playgrounds/${id}`), owner.delete('/realm/playgrounds/999999')])
    assert.equal((await ask).json.msg, 'Invalid playground');
});
