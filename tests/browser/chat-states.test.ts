import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { makeColleague } from '../harness/chat-people.ts';
import { Chromium, withoutBrowser } from '../harness/chromium.ts';
import { ChatClient } from '../harness/clients.ts';
import { TestConsole } from '../harness/console.ts';
import { look } from '../harness/look.ts';
import { startTestServer } from '../harness/server.ts';
import { untranslatedWords } from '../harness/untranslated.ts';

/** A browser on a loaded machine is slow. */
const PATIENT = { timeout: 90_000 };
const TIMEOUT = { timeout: 900_000 };

describe('states of the chat', { skip: withoutBrowser, timeout: 1_800_000 }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let chromium: Chromium;
  let world: TestConsole;
  let owner: ChatClient;
  let bo: Awaited<ReturnType<typeof makeColleague>>;
  let dock: number;
  let theirs: number;
  let page: Page;

  before(async () => {
    [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
    world = await TestConsole.start(server, chromium);
    owner = new ChatClient(world.organization.chat);
    bo = await makeColleague(world, 'bo@couriers.example', 'Bo Baker');
    const own = world.organization.chat.user_id;
    dock = (await world.must(owner.post('/channels/create', { name: 'dock', subscribers: [own, bo.id] }))).id;
    theirs = await say('Who has the keys? :key:', bo.client);
    const mine = await say('The blue van has them');
    await world.must(owner.post('/user_groups/create', { name: 'porters', description: '', members: [own, bo.id] }));
    for (const id of [theirs, mine])
      await world.must(bo.client.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }));
    await world.must(owner.post('/messages/flags', { messages: [theirs], op: 'add', flag: 'starred' }));
    await world.must(bo.client.post('/messages', { type: 'direct', to: [own], content: 'Call me' }));
    await world.must(owner.patch('/realm', { moderation_request_channel_id: -1 }));
    page = await world.open(await world.signedIn(), '/chat/inbox');
  });

  after(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });

  const say = async (content: string, client = owner): Promise<number> =>
    (await world.must(client.post('/messages', { type: 'channel', to: dock, topic: 'gates', content }))).id;

  const row = () => page.locator(`[data-message="${theirs}"]`);
  const dialog = () => page.locator('dialog[open], [popover]:popover-open').last();

  /** Opens an entry of a message's menu. @param icon its drawing: words differ by language */
  async function choose(icon: string): Promise<void> {
    await row().focus(PATIENT);
    await row().locator('.message-tools [aria-haspopup=menu]').click(PATIENT);
    await row().locator(`[role=menuitem]:has(use[href$="#${icon}"])`).first().click(PATIENT);
    await dialog().waitFor(PATIENT);
  }

  const topic = () => `/chat/c/${dock}/t/gates`;
  const atMessage = () => row().waitFor(PATIENT);
  const atHeading = () => page.locator('main h1').first().waitFor(PATIENT);
  const press = (key: string) => async () => {
    await atMessage();
    await row().focus(PATIENT);
    await page.keyboard.press(key);
    await dialog().waitFor(PATIENT);
  };
  const fromMenu = (icon: string) => async () => {
    await atMessage();
    await choose(icon);
  };

  /** States, the address of each, and what leads from there to it; without the last, its messages or its head are there. */
  const states = (): [name: string, address: string, open?: () => Promise<void>][] => [
    ...['all', 'mentions', 'starred', 'reactions', 'own'].map((view): [string, string] => [view, `/chat/${view}`]),
    ['drafts-empty', '/chat/drafts'],
    ['scheduled-empty', '/chat/scheduled'],
    ['reminders-empty', '/chat/reminders'],
    ['channel', `/chat/c/${dock}`],
    ['no-such-topic', `/chat/c/${dock}/t/nobody%20wrote%20here`],
    ['notes', `/chat/dm/${world.organization.chat.user_id}`],
    ['key-help', topic(), press('?')],
    ['start-topic', topic(), press('c')],
    ['start-direct', topic(), press('x')],
    ['emoji-picker', topic(), press(':')],
    ['move', topic(), press('m')],
    ['card', topic(), press('u')],
    ['remind', topic(), fromMenu('alarm-clock')],
    ['source', topic(), fromMenu('scroll-text')],
    ['who-reacted', topic(), fromMenu('smile')],
    ['who-read', topic(), fromMenu('check-check')],
    ['delete', topic(), fromMenu('trash-2')],
    [
      'message-menu',
      topic(),
      async () => {
        await atMessage();
        await row().focus(PATIENT);
        await row().locator('.message-tools [aria-haspopup=menu]').click(PATIENT);
        await dialog().waitFor(PATIENT);
      },
    ],
    [
      'topic-menu',
      topic(),
      async () => {
        await atMessage();
        await page.locator('main header [aria-haspopup=menu]').first().click(PATIENT);
        await dialog().waitFor(PATIENT);
      },
    ],
    [
      'own-menu',
      topic(),
      async () => {
        await atMessage();
        await page.locator('.chat-header [aria-haspopup=menu]').last().click(PATIENT);
        await dialog().waitFor(PATIENT);
      },
    ],
    [
      'do-not-disturb',
      topic(),
      async () => {
        await atMessage();
        await page.locator('.chat-header [aria-haspopup=menu]').last().click(PATIENT);
        await page.locator('.chat-header [role=menuitem]:has(use[href$="#bell-off"])').click(PATIENT);
        await page.locator('dialog[open]').waitFor(PATIENT);
      },
    ],
    [
      'editing',
      topic(),
      async () => {
        await atMessage();
        await page.locator('.composer textarea').focus(PATIENT);
        await page.keyboard.press('ArrowUp');
        await page.locator('article textarea').waitFor(PATIENT);
      },
    ],
  ];

  async function open([, address, act]: ReturnType<typeof states>[number]): Promise<void> {
    await page.goto(address);
    await (act ?? atHeading)();
    await world.until('the screen', async () => (await page.locator('main .loading').count()) === 0);
  }

  test('are accessible, in light, dark and on a phone', TIMEOUT, async () => {
    for (const state of states()) {
      await open(state);
      await look(page, `state-${state[0]}`);
      await page.setViewportSize({ width: 390, height: 844 });
      assert.deepEqual(await page.evaluate(brokenWords), [], state[0]);
      await page.setViewportSize({ width: 1440, height: 900 });
    }
    assert.deepEqual(chromium.takeComplaints(), []);
  });

  test('and have no word of ours that is not in the catalogues', TIMEOUT, async () => {
    await page.context().addCookies([{ name: 'hubbub-language', value: 'en-XA', url: server.url }]);
    const screens = [
      ...['inbox', 'recent', 'catch-up', 'search', 'channels', 'channels/new', 'people', 'people/groups'],
      ...[
        'people/invitations',
        'settings',
        `c/${dock}/settings`,
        `c/${dock}/settings/permissions`,
        `c/${dock}/settings/subscribers`,
        `c/${dock}/topics`,
      ],
    ];
    const all = [...screens.map((screen): [string, string] => [screen, `/chat/${screen}`]), ...states()];
    const { full_name: own } = await world.must(owner.get('/users/me'));
    const names = ['Bo Baker', own, 'dock', 'tada'];
    const found: Record<string, string[]> = {};
    for (const state of all) {
      await open(state);
      const words = await untranslatedWords(page, names);
      if (words.length > 0) found[state[0]] = words;
    }
    assert.deepEqual(found, {});
    // What is no message is found.
    await page
      .locator('main h1')
      .first()
      .evaluate((heading) => {
        heading.removeAttribute('dir');
        heading.textContent = 'Plain words';
      });
    assert.equal((await untranslatedWords(page, names)).length, 1);
  });
});

/** In the page: words of buttons that go on in a second line. */
function brokenWords(): string[] {
  const found: string[] = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode as Text;
    const { parentElement } = text;
    // Words that are only read out have a pixel.
    if (!parentElement!.closest('.button')?.checkVisibility() || parentElement!.clientWidth === 1) continue;
    for (const { 0: word, index } of text.data.matchAll(/\p{L}+/gu)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(word);
    }
  }
  return found;
}
