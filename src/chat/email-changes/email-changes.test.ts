import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Answer, ChatClient } from '../../../tests/harness/clients.ts';
import { QueueReader } from '../../../tests/harness/events.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { listOutbox } from '../../platform/outbound/outbox.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization();
const owner = new ChatClient(org.chat);
const PASSWORD = 'correct horse battery staple';

function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}
async function person(name: string): Promise<ChatClient> {
  const email = `${name}@couriers.example`;
  ok(await owner.post('/users', { email, full_name: `${name} person`, password: PASSWORD }));
  const { api_key } = ok(await owner.post('/fetch_api_key', { username: email, password: PASSWORD }));
  return new ChatClient({ site: server.url, email, api_key });
}
const outbox = () => listOutbox(server.services.database.reader, org.organization_id);
const lastLink = async () => /(http\S+\/confirm-email\/\S+)/.exec((await outbox())[0]!.body)![1]!;
const addressOf = async (client: ChatClient) => ok(await client.get('/users/me')).delivery_email as string;
const page = async (link: string, method = 'GET') => {
  const answer = await fetch(link, { method, headers: { 'sec-fetch-site': 'same-origin' } });
  return { status: answer.status, text: await answer.text() };
};

test('a new address counts once somebody who reads mail there confirms it', async () => {
  const client = await person('nia');
  const queue = await QueueReader.register(owner, { event_types: ['realm_user'] });
  ok(await client.patch('/settings', { email: 'nia.new@couriers.example' }));
  const [mail] = await outbox();
  assert.equal(mail!.recipient, 'nia.new@couriers.example');
  const link = await lastLink();
  // Programs that look at links change nothing.
  const shown = await page(link);
  assert.deepEqual([shown.status, /nia\.new@couriers\.example/.test(shown.text)], [200, true]);
  assert.deepEqual(await queue.poll(), []);
  assert.equal((await page(link, 'POST')).status, 200);
  const renamed = new ChatClient({ site: server.url, email: 'nia.new@couriers.example', api_key: client.key });
  assert.equal(await addressOf(renamed), 'nia.new@couriers.example');
  assert.ok((await queue.poll()).some(({ person }) => person.delivery_email === 'nia.new@couriers.example'));
  assert.equal((await outbox())[0]!.recipient, 'nia@couriers.example');
  for (const method of ['GET', 'POST']) assert.equal((await page(link, method)).status, 404);
});

test('of several links the newest holds, for a day, and only for who is still there', async () => {
  const client = await person('ola');
  const links: string[] = [];
  for (const name of ['first', 'second']) {
    ok(await client.patch('/settings', { email: `${name}@couriers.example` }));
    links.push(await lastLink());
    // Nobody can fill other people's mailboxes with links.
    assert.equal((await client.patch('/settings', { email: 'flood@couriers.example' })).json.code, 'RATE_LIMIT_HIT');
    server.clock.advance(61_000);
  }
  assert.equal((await page(links[0]!, 'POST')).status, 404);
  server.clock.advance(25 * 3_600_000);
  assert.equal((await page(links[1]!, 'POST')).status, 404);
  ok(await client.patch('/settings', { email: 'third@couriers.example' }));
  const third = await lastLink();
  ok(await owner.delete(`/users/${ok(await client.get('/users/me')).user_id}`));
  assert.equal((await page(third, 'POST')).status, 404);
  assert.equal((await page(`${server.url}/confirm-email/nothing`, 'POST')).status, 404);
});

test('two who want one address: the first to confirm has it', async () => {
  const [one, two] = [await person('ulf'), await person('uta')];
  const links: string[] = [];
  for (const client of [one, two]) {
    ok(await client.patch('/settings', { email: 'both@couriers.example' }));
    links.push(await lastLink());
  }
  const answers = await Promise.all(links.map((link) => page(link, 'POST')));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404]);
});

test('a link from before addresses were not to be changed any more does not hold', async () => {
  const client = await person('ava');
  ok(await client.patch('/settings', { email: 'ava.new@couriers.example' }));
  const link = await lastLink();
  ok(await owner.patch('/realm', { email_changes_disabled: true }));
  assert.equal((await page(link, 'POST')).status, 404);
  ok(await owner.patch('/realm', { email_changes_disabled: false }));
  assert.equal(await addressOf(client), 'ava@couriers.example');
});

test('what is refused', async () => {
  const client = await person('eva');
  const refused = async (given: object, msg: string) => {
    const { status, json } = await client.patch('/settings', given as Record<string, string>);
    assert.deepEqual([status, json.msg], [400, msg]);
  };
  await refused({ email: 'nonsense' }, 'Enter a valid email address.');
  await refused({ email: org.chat.email.toUpperCase() }, 'Already has an account.');
  await refused({ new_password: 'a much better phrase', full_name: 'Never' }, 'Wrong password!');
  await refused({ new_password: 'a much better phrase', old_password: 'wrong' }, 'Wrong password!');
  await refused({ new_password: 'short', old_password: PASSWORD }, 'New password is too weak!');
  assert.equal(ok(await client.get('/users/me')).full_name, 'eva person');
});

test('a password is changed by who knows the old one, once', async () => {
  const client = await person('pia');
  const username = 'pia@couriers.example';
  const next = ['a much better phrase', 'another, better phrase'];
  const change = (new_password: string) => client.patch('/settings', { old_password: PASSWORD, new_password });
  const answers = await Promise.all(next.map(change));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
  const won = next[answers.findIndex(({ status }) => status === 200)]!;
  const signIn = (password: string) => owner.post('/fetch_api_key', { username, password });
  ok(await signIn(won));
  assert.equal((await signIn(PASSWORD)).status, 401);
  // Keys are no passwords: those that are in use stay.
  ok(await client.get('/users/me'));
});
