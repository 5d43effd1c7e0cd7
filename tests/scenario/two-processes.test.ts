import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Server, startServer } from '../../src/app.ts';
import type { CreatedOrganization } from '../../src/cli/organizations.ts';
import { type Answer, ChatClient } from '../harness/clients.ts';
import { makePerson, type Person } from '../harness/people.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';

/** Checks that one process immediately knows what another has answered, before any notification arrives. */
describe('what was changed through one process is so in another one', () => {
  let here: TestServer & AsyncDisposable;
  let there: Server;
  let org: CreatedOrganization;
  let owner: ChatClient;
  let mara: Person;
  /** Mara as the other process sees her. */
  let reader: ChatClient;

  before(async () => {
    here = await startTestServer();
    const { config, log, clock } = here.services;
    there = await startServer({ config: { ...config, port: 0 }, log, clock, connectionString: here.connectionString });
    org = await here.organization();
    owner = new ChatClient(org.chat);
    mara = await makePerson(here, org, { name: 'Mara Member' });
    reader = elsewhere(mara);
  });
  after(async () => {
    await there.close();
    await here[Symbol.asyncDispose]();
  });

  const elsewhere = ({ email, client }: Person) => new ChatClient({ site: there.url, email, api_key: client.key });

  async function ok(asked: Promise<Answer>) {
    const answer = await asked;
    assert.equal(answer.json.result, 'success', answer.text);
    return answer.json;
  }

  const is = async (asked: Promise<Answer>) => (await asked).json.result === 'success';

  /** Everything that shows a message, or lets act on its channel, each in its own way. */
  const actions: [string, (client: ChatClient, message: number, channel: number) => Promise<boolean>][] = [
    ['its channel', (client, _message, channel) => is(fetchNewest(client, [['channel', channel]]))],
    ['by its ID', async (client, id) => (await ok(client.get('/messages', { message_ids: [id] }))).messages.length > 0],
    ['alone', (client, id) => is(client.get(`/messages/${id}`))],
    ['its history', (client, id) => is(client.get(`/messages/${id}/history`))],
    [
      'matches_narrow',
      async (client, id) => id in (await ok(client.get('/messages/matches_narrow', { msg_ids: [id] }))).messages,
    ],
    ['a star', (client, id) => is(client.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' }))],
    ['topics', (client, _message, channel) => is(client.get(`/users/me/${channel}/topics`))],
    ['the channel', (client, _message, channel) => is(client.get(`/streams/${channel}`))],
    [
      'sending',
      (client, _message, to) => is(client.post('/messages', { type: 'channel', to, topic: 'gates', content: 'hello' })),
    ],
  ];

  function fetchNewest(client: ChatClient, narrow: unknown[]): Promise<Answer> {
    return client.get('/messages', { anchor: 'newest', num_before: 5, num_after: 0, narrow });
  }

  async function makeChannel(name: string, given: object): Promise<{ channel: number; message: number }> {
    const { id: channel } = await ok(
      owner.post('/channels/create', { name, subscribers: [org.chat.user_id], ...given }),
    );
    const sent = await ok(owner.post('/messages', { type: 'channel', to: channel, topic: 'gates', content: 'hello' }));
    return { channel, message: sent.id };
  }

  for (const [name, sees] of actions) {
    test(`a role: ${name}`, async () => {
      const { channel, message } = await makeChannel(`open, ${name}`, {});
      for (const role of [400, 600, 400, 600]) {
        await ok(owner.patch(`/users/${mara.id}`, { role }));
        assert.equal(await sees(reader, message, channel), role === 400, `as ${role}`);
      }
    });

    // Who leaves keeps what came to them, so the channel may still be asked for.
    if (name === 'its channel') continue;
    test(`a subscription: ${name}`, async () => {
      const title = `closed, ${name}`;
      const { channel, message } = await makeChannel(title, {
        invite_only: true,
        history_public_to_subscribers: true,
      });
      for (let round = 0; round < 2; round++) {
        await ok(owner.post('/users/me/subscriptions', { subscriptions: [{ name: title }], principals: [mara.id] }));
        assert.equal(await sees(reader, message, channel), true, 'subscribed');
        await ok(owner.delete('/users/me/subscriptions', { subscriptions: [title], principals: [mara.id] }));
        assert.equal(await sees(reader, message, channel), false, 'unsubscribed');
      }
    });
  }

  test('a name: what goes by the new one, and what shows it', async () => {
    await ok(owner.patch(`/users/${mara.id}`, { role: 400 }));
    const { channel, message } = await makeChannel('name 0', {});
    for (let round = 1; round < 10; round++) {
      const name = `name ${round}`;
      await ok(owner.patch(`/streams/${channel}`, { new_name: name }));
      const shown = [
        async () => (await ok(fetchNewest(reader, [['channel', name]]))).messages[0].display_recipient,
        async () => (await ok(reader.get(`/messages/${message}`))).message.display_recipient,
        async () => (await ok(reader.get(`/streams/${channel}`))).stream.name,
      ][round % 3]!;
      assert.equal(await shown(), name);
    }
  });

  test('the end of an account', async () => {
    const asked: ((client: ChatClient) => Promise<Answer>)[] = [
      (client) => fetchNewest(client, []),
      (client) => client.get('/users/me'),
      (client) => client.post('/messages/flags', { messages: [1], op: 'add', flag: 'read' }),
      (client) => client.post('/messages', { type: 'direct', to: [org.chat.user_id], content: 'hello' }),
    ];
    for (const [n, ask] of asked.entries()) {
      const dora = await makePerson(here, org, { name: `Dora Driver ${n}` });
      const client = elsewhere(dora);
      await ok(ask(client));
      await ok(owner.delete(`/users/${dora.id}`));
      assert.equal((await ask(client)).json.code, 'USER_DEACTIVATED');
    }
  });
});
