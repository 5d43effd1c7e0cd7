import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
// @ts-expect-error the library has no types
import zulipInit from 'zulip-js';
import type { CreatedOrganization } from '../../src/cli/organizations.ts';
import { until } from '../harness/clients.ts';
import { knowLocalhosts } from '../harness/localhost.ts';
import { makePerson } from '../harness/people.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';

const run = promisify(execFile);

describe('the unmodified zulip-js library', () => {
  let server: TestServer & AsyncDisposable;
  let organization: CreatedOrganization;
  // biome-ignore lint/suspicious/noExplicitAny: an untyped library
  let client: any;

  before(async () => {
    server = await startTestServer();
    organization = await server.organization();
    client = await zulipInit({
      realm: server.url,
      username: organization.chat.email,
      apiKey: organization.chat.api_key,
    });
  });
  after(() => server[Symbol.asyncDispose]());

  /** Environment variables with which programs that use the library find the server. */
  function environment() {
    const { email, api_key } = organization.chat;
    const settings = { HUBBUB_SITE: server.url, HUBBUB_EMAIL: email, HUBBUB_API_KEY: api_key };
    return { env: { ...process.env, ...settings }, timeout: 60_000 };
  }

  test('signs in with a password', async () => {
    const signedIn = await zulipInit({
      realm: server.url,
      username: organization.chat.email,
      password: 'correct horse battery staple',
    });
    const me = await signedIn.users.me.getProfile();
    assert.equal(me.result, 'success');
    assert.equal(me.user_id, organization.chat.user_id);
  });

  test('subscribes, registers a queue, sends, receives and fetches', async () => {
    const added = await client.users.me.subscriptions.add({ subscriptions: JSON.stringify([{ name: 'night shift' }]) });
    assert.equal(added.result, 'success');
    assert.deepEqual(added.subscribed[String(organization.chat.user_id)], ['night shift']);

    const queue = await client.queues.register({ event_types: ['message'], apply_markdown: 'true' });
    assert.equal(queue.result, 'success');
    assert.equal(queue.last_event_id, -1);

    const sent = await client.messages.send({
      type: 'stream',
      to: 'night shift',
      topic: 'bikes',
      content: 'Two **flat** tyres',
    });
    assert.equal(sent.result, 'success');
    const direct = await client.messages.send({
      type: 'private',
      to: organization.chat.email,
      content: 'a note to myself',
    });
    assert.equal(direct.result, 'success');

    const received: { id: number; message: { id: number; content: string } }[] = [];
    for (let last = -1; received.length < 2; ) {
      const answer = await client.events.retrieve({ queue_id: queue.queue_id, last_event_id: last });
      assert.equal(answer.result, 'success');
      for (const event of answer.events) {
        last = event.id;
        if (event.type === 'message') received.push(event);
      }
    }
    assert.deepEqual(
      received.map(({ message }) => message.id),
      [sent.id, direct.id],
    );
    assert.equal(received[0]!.message.content, '<p>Two <strong>flat</strong> tyres</p>');

    const fetched = await client.messages.retrieve({
      narrow: [{ operator: 'stream', operand: 'night shift' }],
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
      apply_markdown: false,
    });
    assert.deepEqual(
      fetched.messages.map(({ content }: { content: string }) => content),
      ['Two **flat** tyres'],
    );

    const gone = await client.queues.deregister({ queue_id: queue.queue_id });
    assert.equal(gone.result, 'success');
    const after = await client.events.retrieve({ queue_id: queue.queue_id, last_event_id: -1 });
    assert.equal(after.code, 'BAD_EVENT_QUEUE_ID');
  });

  test('its other first calls answer', async () => {
    for (const answer of [
      await client.server.settings(),
      await client.users.retrieve(),
      await client.streams.retrieve(),
      await client.streams.subscriptions.retrieve(),
      await client.streams.getStreamId('night shift'),
      await client.users.me.alertWords.retrieve(),
    ]) {
      assert.equal(answer.result, 'success');
    }
  });

  test('lists topics and tells the history of a message', async () => {
    const { stream_id } = await client.streams.getStreamId('night shift');
    const sent = await client.messages.send({ type: 'stream', to: 'night shift', topic: 'keys', content: 'found' });
    await client.messages.update({ message_id: sent.id, content: 'found and returned' });
    const { topics } = await client.streams.topics.retrieve({ stream_id });
    assert.deepEqual(topics[0], { name: 'keys', max_id: sent.id });
    const { message_history } = await client.messages.getHistoryById({ message_id: sent.id });
    assert.deepEqual(
      message_history.map((state: { content: string }) => state.content),
      ['found', 'found and returned'],
    );
  });

  test('renders a text, lists emoji and linkifiers', async () => {
    const added = await client.callEndpoint('/realm/filters', 'POST', {
      pattern: '#(?P<id>[0-9]+)',
      url_template: 'https://tickets.example/{id}',
    });
    assert.equal(added.result, 'success', added.msg);
    const { rendered } = await client.messages.render('*see* #7');
    assert.equal(rendered, '<p><em>see</em> <a href="https://tickets.example/7">#7</a></p>');
    assert.deepEqual((await client.filters.retrieve()).filters, [
      ['#(?P<id>[0-9]+)', 'https://tickets.example/%(id)s', added.id],
    ]);
    assert.deepEqual((await client.emojis.retrieve()).emoji, {});
  });

  test('reaches what it has no names for by `callEndpoint`', async () => {
    /** One call, which has to succeed. All but texts goes as JSON. */
    const call = async (path: string, method: string, params: Record<string, unknown> = {}) => {
      const given = Object.entries(params).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]);
      const answer = await client.callEndpoint(path, method, Object.fromEntries(given));
      assert.equal(answer.result, 'success', `${method} ${path}: ${answer.msg}`);
      return answer;
    };
    const { stream_id: floor } = await client.streams.getStreamId('night shift');
    const me = organization.chat.user_id;
    const at = Math.floor(Date.now() / 1000) + 3600;

    const { scheduled_message_id: later } = await call('/scheduled_messages', 'POST', {
      type: 'channel',
      to: floor,
      topic: 'later',
      content: 'the shift begins',
      scheduled_delivery_timestamp: at,
    });
    await call(`/scheduled_messages/${later}`, 'PATCH', { content: 'it begins' });
    assert.equal((await call('/scheduled_messages', 'GET')).scheduled_messages[0].content, 'it begins');
    await call(`/scheduled_messages/${later}`, 'DELETE');

    const draft = { type: 'stream', to: [floor], topic: 'gates', content: 'not yet', timestamp: at };
    const [draftId] = (await call('/drafts', 'POST', { drafts: [draft] })).ids;
    await call(`/drafts/${draftId}`, 'PATCH', { draft: { ...draft, content: 'soon' } });
    assert.equal((await call('/drafts', 'GET')).drafts[0].content, 'soon');
    await call(`/drafts/${draftId}`, 'DELETE');

    const { saved_snippet_id: snippet } = await call('/saved_snippets', 'POST', { title: 'bye', content: 'so long' });
    await call(`/saved_snippets/${snippet}`, 'PATCH', { title: 'farewell' });
    assert.equal((await call('/saved_snippets', 'GET')).saved_snippets[0].title, 'farewell');
    await call(`/saved_snippets/${snippet}`, 'DELETE');

    const poll = await client.messages.send({
      type: 'stream',
      to: 'night shift',
      topic: 'lunch',
      content: '/poll when?\nnow',
    });
    const vote = { type: 'vote', key: 'canned,0', vote: 1 };
    await call('/submessage', 'POST', { message_id: poll.id, msg_type: 'widget', content: vote });
    const { reminder_id: reminder } = await call('/reminders', 'POST', {
      message_id: poll.id,
      scheduled_delivery_timestamp: at,
    });
    assert.equal((await call('/reminders', 'GET')).reminders[0].reminder_target_message_id, poll.id);
    await call(`/reminders/${reminder}`, 'DELETE');
    assert.deepEqual((await call(`/messages/${poll.id}/read_receipts`, 'GET')).user_ids, []);

    await call('/navigation_views', 'POST', { fragment: 'narrow/has/link', is_pinned: true, name: 'Links' });
    assert.equal((await call('/navigation_views', 'GET')).navigation_views[0].name, 'Links');
    const folder = (await call('/channel_folders/create', 'POST', { name: 'Sites', description: '' }))
      .channel_folder_id;
    assert.equal((await call('/channel_folders', 'GET')).channel_folders[0].id, folder);
    await call('/default_streams', 'POST', { stream_id: floor });
    await call('/default_streams', 'DELETE', { stream_id: floor });

    const nights = { name: 'nights', description: 'at night', members: [me] };
    const { group_id: group } = await call('/user_groups/create', 'POST', nights);
    await call(`/user_groups/${group}`, 'PATCH', { description: 'by night' });
    assert.deepEqual((await call(`/user_groups/${group}/members`, 'GET')).members, [me]);
    await call(`/user_groups/${group}/members`, 'POST', { delete: [me] });
    await call(`/user_groups/${group}/deactivate`, 'POST');
    await call('/realm', 'PATCH', { move_messages_between_streams_limit_seconds: 'unlimited' });
    await call('/mark_all_as_read', 'POST');
    assert.equal((await call(`/streams/${floor}/delete_topic`, 'POST', { topic_name: 'lunch' })).complete, true);
  });

  test('callOnEachEvent hears of a message', async () => {
    const child = run(process.execPath, [path.resolve(import.meta.dirname, 'each-event.child.mjs')], environment());
    let ended = false;
    void child.finally(() => {
      ended = true;
    });
    // The library tells nobody when its queue stands, so messages are sent until one is heard.
    while (!ended)
      await client.messages.send({ type: 'private', to: organization.chat.email, content: 'are you there' });
    assert.equal((await child).stdout, 'are you there\n');
  });

  test('the example bot of the README echoes somebody else, once', async () => {
    const file = path.resolve(import.meta.dirname, '../../examples/chat-echo-bot.mjs');
    const bot = await makePerson(server, organization, { name: 'Echo Bot', botOwnerId: organization.chat.user_id });
    const { env, ...options } = environment();
    const account = { HUBBUB_EMAIL: bot.email, HUBBUB_API_KEY: bot.client.key };
    const child = run(process.execPath, [file], { ...options, env: { ...env, ...account } });
    const here = async () => {
      const narrow = [{ operator: 'channel', operand: 'dispatch floor' }];
      const { messages } = await client.messages.retrieve({ narrow, anchor: 'oldest', num_before: 0, num_after: 9 });
      return (messages ?? []).map(({ content }: { content: string }) => content);
    };
    await until(async () => (await here()).length === 1, 'the bot to say hello');
    await client.messages.send({ type: 'stream', to: 'dispatch floor', topic: 'gates', content: 'gate 4 is *shut*' });
    assert.match((await child).stdout, /^Echo Bot listens .*\nechoed .* in message \d+\n$/);
    const [hello, entry, echoed, ...more] = await here();
    assert.match(hello, /is here/);
    assert.match(entry, /gate 4/);
    assert.match(echoed, /<blockquote>\s*<p>.*gate 4/);
    assert.deepEqual(more, []);
  });
});

describe('zulip-js at the addresses of organizations', () => {
  test('signs in, registers and reads events by the address of one, and not with the password of another', async () => {
    knowLocalhosts();
    await using server = await startTestServer({ organizationAddresses: true });
    const password = 'correct horse battery staple';
    const [acme, bolt] = [await server.organization({ name: 'Acme' }), await server.organization({ name: 'Bolt' })];
    const realm = acme.chat.site;
    assert.match(realm, /^http:\/\/acme\.localhost:/);
    const client = await zulipInit({ realm, username: acme.chat.email, password });
    assert.equal((await client.users.me.getProfile()).user_id, acme.chat.user_id);
    const { realm_url } = await client.callEndpoint('/register', 'POST', { event_types: '["realm"]' });
    assert.equal(realm_url, realm);
    const stranger = await zulipInit({ realm, username: bolt.chat.email, password });
    assert.equal((await stranger.users.me.getProfile()).code, 'INVALID_API_KEY');
  });
});
