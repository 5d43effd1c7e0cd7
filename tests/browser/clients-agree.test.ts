import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import type { Page } from 'playwright-core';
import { makeColleague } from '../harness/chat-people.ts';
import { Chromium, withoutBrowser } from '../harness/chromium.ts';
import { ChatClient, until } from '../harness/clients.ts';
import { TestConsole } from '../harness/console.ts';
import { lacksPython, type PythonClient, startInTerminal, startPythonClient } from '../harness/python.ts';
import { startTestServer } from '../harness/server.ts';

/** A browser on a loaded machine is slow. */
const PATIENT = { timeout: 60_000 };
const OPTIONS = { timeout: 600_000 };

const MAKE_CLIENT = (site: string, { email, key }: ChatClient) =>
  `import zulip\nclient = zulip.Client(site=${JSON.stringify(site)}, email=${JSON.stringify(email)}, api_key=${JSON.stringify(key)}, client="Agreement")`;

/** The owner has the page and the Python client; Bo has the Python client, and zulip-terminal where it is installed. */
describe('the page and other clients agree', { skip: withoutBrowser || lacksPython('zulip'), timeout: 900_000 }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let chromium: Chromium;
  let world: TestConsole;
  let bo: Awaited<ReturnType<typeof makeColleague>>;
  let page: Page;
  let channelId: number;
  let ownId: number;
  let mine: Reader;
  let his: Reader;

  /** A Python client and the events that it has read. */
  class Reader {
    readonly client: PythonClient;
    #queue: { id: string; last: number } | undefined;
    readonly #events: Record<string, unknown>[] = [];

    constructor(of: ChatClient) {
      this.client = startPythonClient(MAKE_CLIENT(server.url, of));
    }

    // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
    async call(name: string, ...args: unknown[]): Promise<any> {
      const answer = await this.client.call(name, {}, ...args);
      assert.equal(answer.result, 'success', JSON.stringify(answer));
      return answer;
    }

    async register(...kinds: string[]): Promise<void> {
      const named = { event_types: kinds, client_capabilities: { stream_typing_notifications: true } };
      const { queue_id: id, last_event_id: last, result, msg } = await this.client.call('register', named);
      assert.equal(result, 'success', msg);
      this.#queue = { id, last };
    }

    /** Waits for an event among all that came. */
    // biome-ignore lint/suspicious/noExplicitAny: tests look into any event
    event(what: string, holds: (event: any) => boolean): Promise<unknown> {
      return until(
        async () => {
          const { id, last } = this.#queue!;
          const named = { queue_id: id, last_event_id: last, dont_block: true };
          for (const event of (await this.client.call('get_events', named)).events) {
            this.#queue!.last = event.id;
            this.#events.push(event);
          }
          return this.#events.find(holds);
        },
        what,
        60,
      );
    }

    async message(id: number) {
      const asked = { anchor: id, num_before: 0, num_after: 0, apply_markdown: false };
      return (await this.call('get_messages', asked)).messages[0];
    }

    async say(topic: string, content: string): Promise<number> {
      return (await this.call('send_message', { type: 'channel', to: channelId, topic, content })).id;
    }
  }

  before(async () => {
    [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
    world = await TestConsole.start(server, chromium);
    const owner = new ChatClient(world.organization.chat);
    ownId = world.organization.chat.user_id;
    bo = await makeColleague(world, 'bo@couriers.example', 'Bo Baker');
    const subscribers = [ownId, bo.id];
    channelId = (await world.must(owner.post('/channels/create', { name: 'dock', subscribers }))).id;
    await world.must(owner.patch('/settings', { enter_sends: false }));
    [mine, his] = [new Reader(owner), new Reader(bo.client)];
    await mine.register('message', 'update_message_flags', 'drafts');
    await his.register('message', 'typing', 'reaction', 'submessage', 'update_message', 'presence');
    page = await world.open(await world.signedIn(), '/chat/inbox');
  });

  after(async () => {
    for (const reader of [mine, his]) await reader?.client[Symbol.asyncDispose]();
    await chromium?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });

  const row = (id: number) => page.locator(`[data-message="${id}"]`);
  const field = () => page.getByLabel('Message', { exact: true });
  const openTopic = (topic: string) => page.goto(`/chat/c/${channelId}/t/${encodeURIComponent(topic)}`);
  const left = () => page.getByRole('navigation', { name: 'Views and conversations' });

  test('about what is read', OPTIONS, async () => {
    const first = await his.say('gates', 'Gate 4 is shut');
    await left().getByRole('link', { name: 'dock 1 unread' }).waitFor(PATIENT);
    assert.ok(!(await mine.message(first)).flags.includes('read'));
    await mine.call('update_message_flags', { messages: [first], op: 'add', flag: 'read' });
    await left().getByRole('link', { name: 'dock', exact: true }).waitFor(PATIENT);
    const second = await his.say('gates', 'Gate 5 as well');
    await left().getByRole('link', { name: 'dock 1 unread' }).waitFor(PATIENT);
    await openTopic('gates');
    await row(second).waitFor(PATIENT);
    await mine.event('the page has read it', ({ type, op, flag, messages }) => {
      return type === 'update_message_flags' && op === 'add' && flag === 'read' && messages.includes(second);
    });
    assert.ok((await mine.message(second)).flags.includes('read'));
  });

  test('about who types and who is there', OPTIONS, async () => {
    await openTopic('gates');
    const typing = (op: 'start' | 'stop') =>
      his.call('set_typing_status', { type: 'stream', op, stream_id: channelId, topic: 'gates' });
    // Who types is told to whoever listens now: the page may still be on its way.
    await world.until('who types', async () => {
      await typing('start');
      return page.getByText('Bo Baker is typing …').isVisible();
    });
    await typing('stop');
    await page.getByText('Bo Baker is typing …').waitFor({ state: 'detached', ...PATIENT });
    await field().pressSequentially('On my', { timeout: 60_000 });
    await his.event(
      'the page types',
      ({ type, op, sender }) => type === 'typing' && op === 'start' && sender.user_id === ownId,
    );
    await field().fill('');
    await his.call('update_presence', { status: 'active', ping_only: false, new_user_input: true });
    const people = page.getByRole('complementary', { name: 'People' });
    await people.getByRole('button', { name: /Bo Baker.*online/ }).waitFor(PATIENT);
    const seen = await his.call('get_user_presence', world.organization.chat.email);
    assert.equal(seen.presence.aggregated.status, 'active');
  });

  test('about reactions, polls and moves', OPTIONS, async () => {
    const id = await his.say('lift', 'The lift is stuck');
    await openTopic('lift');
    await row(id).waitFor(PATIENT);
    await his.call('add_reaction', { message_id: id, emoji_name: 'tada' });
    await row(id)
      .getByRole('button', { name: /^1 .*Bo Baker.*tada/ })
      .click(PATIENT);
    await his.event(
      'the page reacts',
      ({ type, op, user_id }) => type === 'reaction' && op === 'add' && user_id === ownId,
    );
    await row(id).getByRole('button', { name: /^2 / }).waitFor(PATIENT);
    assert.deepEqual(
      (await his.message(id)).reactions.map((each: { user_id: number }) => each.user_id).toSorted(),
      [ownId, bo.id].toSorted(),
    );

    await field().fill('/poll Which gate?\nnorth\nsouth', PATIENT);
    await page.keyboard.press('Control+Enter');
    const sent = await his.event(
      'the poll',
      ({ type, message }) => type === 'message' && /\/poll/.test(message.content),
    );
    const poll = (sent as { message: { id: number } }).message.id;
    const option = (text: string, votes: string) =>
      row(poll)
        .locator('.poll-option', { hasText: text })
        .filter({ has: page.getByText(votes, { exact: true }) });
    await option('north', 'no votes').waitFor(PATIENT);
    const vote = { type: 'vote', key: 'canned,0', vote: 1 };
    const body = { message_id: poll, msg_type: 'widget', content: JSON.stringify(vote) };
    await his.client.call('call_endpoint', { url: 'submessage', method: 'POST', request: body });
    await option('north', '1 vote').click(PATIENT);
    await option('north', '2 votes').waitFor(PATIENT);
    await his.event('the page votes', ({ type, sender_id, content }) => {
      return type === 'submessage' && sender_id === ownId && JSON.parse(content).key === 'canned,0';
    });
    const contents = (await his.message(poll)).submessages.map((each: { content: string }) => JSON.parse(each.content));
    assert.deepEqual(contents[0].extra_data, { question: 'Which gate?', options: ['north', 'south'] });
    assert.equal(contents.filter((each: { type?: string }) => each.type === 'vote').length, 2);

    await his.call('update_message', { message_id: id, topic: 'lift and ramp', propagate_mode: 'change_all' });
    await page.getByText('This topic was moved to #dock > lift and ramp.').waitFor(PATIENT);
    await page.getByRole('button', { name: 'Go there' }).click(PATIENT);
    // A page that is left before its change is answered sends it again.
    const answered = page.waitForResponse((response) => response.request().method() === 'PATCH', PATIENT);
    await page.getByRole('button', { name: 'Mark topic as resolved' }).click(PATIENT);
    await his.event(
      'the page resolves',
      ({ type, subject }) => type === 'update_message' && subject === '✔ lift and ramp',
    );
    await (await answered).finished();
    for (const reader of [mine, his]) assert.equal((await reader.message(poll)).subject, '✔ lift and ramp');
  });

  test('about drafts', OPTIONS, async () => {
    const drafts = async (): Promise<{ content: string }[]> =>
      (await mine.client.call('call_endpoint', { url: 'drafts', method: 'GET' })).drafts;
    const timestamp = Math.floor(Date.now() / 1000);
    const draft = { type: 'stream', to: [channelId], topic: 'keys', content: 'Written elsewhere', timestamp };
    const request = { drafts: JSON.stringify([draft]) };
    await mine.client.call('call_endpoint', { url: 'drafts', method: 'POST', request });
    await page.goto('/chat/drafts');
    await page.getByText('Written elsewhere').waitFor(PATIENT);
    await openTopic('gates');
    await field().fill('Half a sentence', PATIENT);
    await left().getByRole('link', { name: 'Inbox' }).click(PATIENT);
    const has = (text: string) => async () => (await drafts()).some(({ content }) => content === text);
    await until(has('Half a sentence'), 'the draft of the page', 60);
    await openTopic('gates');
    await world.until('the text', async () => (await field().inputValue()) === 'Half a sentence');
    await field().press('Control+Enter', PATIENT);
    await until(async () => !(await has('Half a sentence')()), 'the draft is gone', 60);
    assert.deepEqual(chromium.takeComplaints(), []);
  });

  /** Messages that he has not read, of all or of direct ones. */
  const unread = async (...among: 'dm'[]): Promise<unknown[]> => {
    const narrow = ['unread', ...among].map((operand) => ({ operator: 'is', operand }));
    return (await his.call('get_messages', { anchor: 'newest', num_before: 100, num_after: 0, narrow })).messages;
  };

  test('with zulip-terminal too', { ...OPTIONS, skip: lacksPython('zulipterminal') }, async (t) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-agree-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const settings = path.join(folder, 'zuliprc');
    const { email, key } = bo.client;
    const { full_name: owner } = await world.must(new ChatClient(world.organization.chat).get('/users/me'));
    // client: zulip-terminal's thread for presence ends if its first answer comes before its screen is ready, so it may only
    // ever show what was so when it started. A page says so as it opens.
    const began = Math.floor(Date.now() / 1000);
    await page.reload();
    const isHere = async () => {
      const { presence } = await his.call('get_user_presence', world.organization.chat.email);
      return presence.aggregated.status === 'active' && presence.aggregated.timestamp >= began;
    };
    await until(isHere, 'the page says who is here', 60);
    const text = `[api]\nemail=${email}\nkey=${key}\nsite=${server.url}\n[zterm]\nautohide=no_autohide\n`;
    await writeFile(settings, text, { mode: 0o600 });
    const run = 'cd "$HOME"; stty rows 50 cols 160; exec "$PYTHON" -m zulipterminal.cli.run --config-file "$SETTINGS"';
    const terminal = startInTerminal(['sh', '-c', run], {
      ...process.env,
      ...{ HOME: folder, TERM: 'xterm-256color', SETTINGS: settings, PYTHON: process.env.CLIENT_PYTHON ?? 'python3' },
    });
    t.after(() => terminal.child.kill('SIGKILL'));
    const shown = (words: string | RegExp) => async () => {
      assert.equal(terminal.child.exitCode, null, terminal.written());
      return stripVTControlCharacters(terminal.written()).search(words) >= 0;
    };
    const press = (keys: string) => terminal.child.stdin.write(keys);
    // What the others did is there: the poll, the topic by its new name, who is here, and how much he has not read.
    await until(shown('Which gate?'), 'the poll', 60);
    await until(shown('✔ lift and ramp'), 'the moved topic', 60);
    await until(shown(`● ${owner}`), 'who is here', 60);
    // It reads the newest one itself, sooner or later.
    const isCounted = async () => shown(new RegExp(`# dock +${(await unread()).length} `))();
    await until(isCounted, 'how much is unread', 60);
    await openTopic('gates');
    await field().fill('From the page to the terminal', PATIENT);
    await page.keyboard.press('Control+Enter');
    await until(shown('From the page to the terminal'), 'the message of the page', 60);
    const sent = (await mine.event('the message', ({ type, message }) => {
      return type === 'message' && message.content === 'From the page to the terminal';
    })) as { message: { id: number } };
    await mine.call('add_reaction', { message_id: sent.message.id, emoji_name: 'tada' });
    await row(sent.message.id).getByRole('button', { name: /tada/ }).waitFor(PATIENT);
    await until(shown(`:tada: ${owner}`), 'the reaction', 60);

    // A direct conversation: who types is seen on either side, and what he reads there is read for everybody.
    await page.goto(`/chat/dm/${bo.id}`);
    await field().fill('Are you at the gate?', PATIENT);
    await page.keyboard.press('Control+Enter');
    await until(shown('Are you at the gate?'), 'the direct message', 60);
    press('p');
    const isRead = async () => (await unread('dm')).length === 0;
    await until(isRead, 'it is read in the terminal', 60);
    await world.until('who types in the page', async () => {
      await field().fill('');
      await field().pressSequentially('Well', { timeout: 60_000 });
      return shown(new RegExp(`${owner} +is typing`))();
    });
    press('r');
    press('On my way');
    await page.getByText('Bo Baker is typing …').waitFor(PATIENT);
    press('\u0004');
    await page.getByRole('article').getByText('On my way').waitFor(PATIENT);
    press('\u0003');
    await terminal.ended;
  });
});
