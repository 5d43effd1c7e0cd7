import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { type Server, startServer } from '../../src/app.ts';
import { conversationKey } from '../../web/store/chat/conversation.ts';
import { Chromium, withoutBrowser } from '../harness/chromium.ts';
import { ChatClient } from '../harness/clients.ts';
import { TestConsole } from '../harness/console.ts';
import { startTestServer } from '../harness/server.ts';

/** A browser on a loaded machine is slow. */
const PATIENT = { timeout: 90_000 };
const OPTIONS = { timeout: 600_000 };

describe('the chat on a device', { skip: withoutBrowser, timeout: 900_000 }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  /** The one that the browser asks: it ends, and comes again. */
  let front: Server;
  let chromium: Chromium;
  let world: TestConsole;
  let chat: ChatClient;
  let channelId: number;
  let address: string;
  let profile: BrowserContext;
  let page: Page;

  before(async () => {
    [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
    world = await TestConsole.start(server, chromium);
    chat = new ChatClient(world.organization.chat);
    const subscriptions = JSON.stringify([{ name: 'floor' }]);
    await world.must(chat.post('/users/me/subscriptions', { subscriptions }));
    channelId = (await world.must(chat.get('/get_stream_id?stream=floor'))).stream_id;
    address = `/chat/c/${channelId}/t/gates`;
    const to = { type: 'stream', to: channelId, topic: 'gates' };
    await world.must(chat.post('/messages', { ...to, content: 'The gate is **open**' }));
    profile = await world.signedIn({ serviceWorkers: 'allow' });
    front = await startFront(0);
    page = await profile.newPage();
    await page.goto(front.url + address);
  });
  after(async () => {
    await front?.close();
    await chromium?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });

  async function startFront(port: number): Promise<Server> {
    const { config, log, clock } = server.services;
    const { connectionString } = server;
    return startServer({ config: { ...config, port }, log, clock, connectionString });
  }

  const field = () => page.getByLabel('Message', { exact: true });
  const shown = (text: string) => page.locator('[data-message]', { hasText: text });
  const namesInStorage = () =>
    page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('chat-')));

  /** Everything that scripts can read without the key. */
  const readable = () =>
    page.evaluate(async () => {
      const asked = indexedDB.open('hubbub-chat');
      const db = await new Promise<IDBDatabase>((resolve) => {
        asked.onsuccess = () => resolve(asked.result);
      });
      const copies = db.transaction('copies').objectStore('copies').getAll();
      const values = await new Promise<unknown[]>((resolve) => {
        copies.onsuccess = () => resolve(copies.result);
      });
      db.close();
      const texts = (value: unknown): string =>
        value instanceof ArrayBuffer || ArrayBuffer.isView(value)
          ? new TextDecoder().decode(value as ArrayBuffer)
          : typeof value === 'object' && value !== null
            ? Object.values(value).map(texts).join(' ')
            : String(value);
      return `${JSON.stringify(localStorage)} ${texts(values)}`;
    });

  test('its manifest has the name of the organization, and pictures for any mask', async () => {
    const link = await page.locator('link[rel=manifest]').getAttribute('href');
    const answer = await fetch(front.url + link);
    assert.match(answer.headers.get('content-type')!, /^application\/manifest\+json/);
    const { name, start_url, scope, display, icons } = (await answer.json()) as {
      icons: { src: string; sizes: string; purpose: string }[];
    } & Record<string, string>;
    const { realm_name } = (await world.must(chat.get('/server_settings'))) as { realm_name: string };
    assert.deepEqual([name, start_url, scope, display], [realm_name, '/chat', '/chat', 'standalone']);
    const masked = icons.filter(({ purpose }) => purpose === 'maskable');
    assert.deepEqual(
      masked.map(({ sizes }) => sizes),
      ['192x192', '512x512'],
    );
    const apple = await page.locator('link[rel=apple-touch-icon]').getAttribute('href');
    for (const src of [...masked.map((icon) => icon.src), apple!]) {
      const picture = await fetch(front.url + src);
      assert.equal(picture.headers.get('content-type'), 'image/png', src);
    }
  });

  test(
    'a visit asks the disk before it makes its first format, which takes long; a message makes none',
    OPTIONS,
    async () => {
      const to = { type: 'stream', to: channelId, topic: 'locks' };
      await world.must(chat.post('/messages', { ...to, content: 'Three vans' }));
      const tab = await profile.newPage();
      await tab.addInitScript(() => {
        const order: string[] = [];
        Object.assign(globalThis, { order });
        const { open } = IDBFactory.prototype;
        IDBFactory.prototype.open = function (...given) {
          order.push('disk');
          return open.apply(this, given);
        };
        for (const name of ['DateTimeFormat', 'ListFormat', 'NumberFormat', 'RelativeTimeFormat'] as const) {
          const made = (target: object, given: unknown[]): object => {
            order.push(name);
            return Reflect.construct(target as never, given);
          };
          const apply = (target: object, _this: unknown, given: unknown[]) => made(target, given);
          Object.assign(Intl, { [name]: new Proxy(Intl[name], { construct: made, apply }) });
        }
      });
      await tab.goto(front.url + address.replace('gates', 'locks'));
      await tab.locator('[data-message]').first().waitFor(PATIENT);
      const order: string[] = await tab.evaluate('order');
      assert.equal(order[0], 'disk', order.join());
      // What opens later is there.
      await tab.getByRole('button', { name: 'Send later' }).waitFor(PATIENT);
      await tab.waitForLoadState('networkidle');
      await tab.evaluate('order.length = 0');
      await world.must(chat.post('/messages', { ...to, content: 'One more van' }));
      await tab.locator('[data-message]', { hasText: 'One more van' }).waitFor(PATIENT);
      assert.deepEqual(await tab.evaluate('order'), []);
      await tab.close();
    },
  );

  test('what is being typed survives a reload at once, and is nowhere in plain text', OPTIONS, async () => {
    await shown('The gate is open').waitFor(PATIENT);
    for (const text of ['Half a sen', 'Half a sentence, and secret words']) {
      await field().fill(text, PATIENT);
      await page.reload();
      await world.until('the draft', async () => (await field().inputValue(PATIENT)) === text);
    }
    // A tab that crashes takes along what it has not given to the disk yet, and nothing else.
    const before = await readable();
    await field().fill('Half a sentence, and secret words of a crash', PATIENT);
    await world.until('the draft on disk', async () => (await readable()) !== before);
    const crash = page.waitForEvent('crash');
    const session = await profile.newCDPSession(page);
    void session.send('Page.crash').catch(() => undefined);
    await crash;
    await page.close();
    page = await profile.newPage();
    await page.goto(front.url + address);
    await world.until('the draft', async () => /of a crash$/.test(await field().inputValue(PATIENT)));
    await world.until('the sealed draft', async () =>
      (await namesInStorage()).every((name) => !/draft|last/.test(name)),
    );
    assert.doesNotMatch(await readable(), /secret words/);
    await field().fill('', PATIENT);
  });

  test('what another tab keeps at its end stays while this one takes over what was there before', OPTIONS, async () => {
    const id: string = await page.evaluate(async () => (await (await fetch('/api/session')).json()).person.id);
    const conversation = { channelId, topic: 'ramps' };
    const draft = { conversation, text: 'of old', editedAt: Date.now(), serverId: null, serverText: null };
    const [before, meanwhile] = [`chat-draft/${id}/${conversationKey(conversation)}`, `chat-last-words/${id}/other`];
    await page.evaluate(([name, text]) => localStorage.setItem(name!, text!), [before, JSON.stringify(draft)]);
    const tab = await profile.newPage();
    await tab.addInitScript(
      ([first, later]) => {
        const { getItem } = Storage.prototype;
        Storage.prototype.getItem = function (name) {
          // What is there now is read in one go; this comes behind it.
          if (name === first) queueMicrotask(() => this.setItem(later!, 'sealed'));
          return getItem.call(this, name);
        };
      },
      [before, meanwhile],
    );
    await tab.goto(front.url + address);
    const left = () => tab.evaluate((names) => names.map((name) => name in localStorage), [before, meanwhile]);
    await world.until('what was there is taken over', async () => !(await left())[0]);
    assert.deepEqual(await left(), [false, true]);
    await tab.close();
  });

  test('a draft that an earlier version kept is taken over, and sealed', OPTIONS, async () => {
    const other = new URL(address, front.url).pathname.replace('gates', 'docks');
    await page.goto(`${front.url}${other}`);
    await field().waitFor(PATIENT);
    const conversation = { channelId, topic: 'docks' };
    const given = { conversation, key: conversationKey(conversation) };
    await page.evaluate(async ({ conversation, key }) => {
      const { person } = await (await fetch('/api/session')).json();
      const draft = { conversation, text: 'of old', editedAt: Date.now(), serverId: null, serverText: null };
      localStorage.setItem(`chat-draft/${person.id}/${key}`, JSON.stringify(draft));
    }, given);
    await page.reload();
    await world.until('the draft', async () => (await field().inputValue(PATIENT)) === 'of old');
    await world.until('it is sealed', async () => (await namesInStorage()).every((name) => !name.includes('draft')));
    await page.reload();
    await world.until('the draft', async () => (await field().inputValue(PATIENT)) === 'of old');
    await field().fill('', PATIENT);
  });

  test('it opens with the server stopped; what is written then is sent once', OPTIONS, async () => {
    await page.goto(front.url + address);
    await shown('The gate is open').waitFor(PATIENT);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const stored = () =>
      page.evaluate(async () =>
        (await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys())))
          .flat()
          .map(({ url }) => new URL(url).pathname),
      );
    assert.ok((await stored()).includes('/chat'));
    // The state is stored when the page is left.
    await page.reload();
    await shown('The gate is open').waitFor(PATIENT);
    await page.waitForTimeout(11_000);
    chromium.takeComplaints();
    const port = Number(new URL(front.url).port);
    await front.close();
    await page.reload();
    await shown('The gate is open').waitFor(PATIENT);
    await page.getByText(/^Offline since/).waitFor(PATIENT);
    await page.getByRole('link', { name: 'floor' }).first().waitFor(PATIENT);
    // What was seen is found by its title.
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('gat', PATIENT);
    await page.getByRole('option', { name: /^gates/ }).click(PATIENT);
    await shown('The gate is open').waitFor(PATIENT);
    await field().fill('Written without a server', PATIENT);
    await page.getByRole('button', { name: 'Send', exact: true }).click(PATIENT);
    await shown('Written without a server').waitFor(PATIENT);
    await page.reload();
    await shown('Written without a server').waitFor(PATIENT);
    // What others write meanwhile comes by itself, in order: the page is the same one.
    await page.evaluate(() => void Object.assign(globalThis, { isSamePage: true }));
    for (const content of ['Missed one', 'Missed two', 'Missed three'])
      await world.must(chat.post('/messages', { type: 'stream', to: channelId, topic: 'gates', content }));
    front = await startFront(port);
    await page.getByText(/^Offline since/).waitFor({ state: 'detached', ...PATIENT });
    await shown('Missed three').waitFor(PATIENT);
    assert.equal(await page.evaluate(() => 'isSamePage' in globalThis), true);
    await world.until('nothing waits', async () => (await page.locator('.message-pending').count()) === 0);
    const narrow = JSON.stringify([{ operator: 'topic', operand: 'gates' }]);
    const { messages } = await world.must(
      chat.get('/messages', { anchor: 'newest', num_before: 9, num_after: 0, narrow, apply_markdown: false }),
    );
    assert.deepEqual(
      messages.map(({ content }: { content: string }) => content),
      ['The gate is **open**', 'Missed one', 'Missed two', 'Missed three', 'Written without a server'],
    );
    const inOrder = () => page.locator('[data-message] .message-html').allTextContents();
    await world.until('the same order here', async () =>
      (await inOrder()).join().endsWith('open,Missed one,Missed two,Missed three,Written without a server'),
    );
    assert.equal(await shown('Written without a server').count(), 1);
    assert.deepEqual(
      (await stored()).filter((path) => !/^\/(?:assets\/.+|chat|favicon\.svg)$/.test(path)),
      [],
    );
    const complaints = chromium.takeComplaints();
    assert.deepEqual(
      complaints.filter((each) => !/net::ERR_|status of 400/.test(each)),
      [],
    );
    // Nothing of the person stays after signing out, and the page still opens: for whoever signs in next.
    await field().fill('unsent words', PATIENT);
    await page.getByRole('banner').getByRole('button', { name: 'More' }).click(PATIENT);
    await page.getByRole('menuitem', { name: 'Sign out' }).click(PATIENT);
    await page.getByLabel('Password', { exact: true }).waitFor(PATIENT);
    assert.deepEqual(await namesInStorage(), []);
    assert.doesNotMatch(await readable(), /state|draft/);
  });
});
