import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { type Server, startServer } from '../../src/app.ts';
import { withoutBrowser } from '../harness/chromium.ts';
import { ChatClient, until } from '../harness/clients.ts';
import { PersistentBrowser } from '../harness/persistent-browser.ts';
import { startTestServer } from '../harness/server.ts';
import { PASSWORD } from '../harness/visitors.ts';

/** A browser on a loaded machine is slow. */
const PATIENT = { timeout: 90_000 };
const FIRST = 'First, without a server';
const SECOND = 'Second, without a server';

describe('the chat in a browser that is killed', { skip: withoutBrowser, timeout: 900_000 }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  /** The one that the browser asks: it ends, and comes again. */
  let front: Server;
  let browser: PersistentBrowser;
  let chat: ChatClient;
  let channelId: number;
  let page: Page;

  before(async () => {
    [server, browser] = await Promise.all([startTestServer({ web: true }), PersistentBrowser.create()]);
    const organization = await server.organization();
    chat = new ChatClient(organization.chat);
    await must(chat.post('/users/me/subscriptions', { subscriptions: JSON.stringify([{ name: 'floor' }]) }));
    channelId = (await must(chat.get('/get_stream_id?stream=floor'))).stream_id;
    await must(chat.post('/messages', { type: 'stream', to: channelId, topic: 'gates', content: 'The gate is open' }));
    front = await startFront(0);
    const context = await browser.start();
    const answer = await context.request.post(`${front.url}/api/session`, {
      headers: { origin: front.url, 'sec-fetch-site': 'same-origin' },
      data: { email: organization.chat.email, password: PASSWORD },
    });
    assert.equal(answer.status(), 200, await answer.text());
    await open(context, 'gates');
    await shown('The gate is open').waitFor(PATIENT);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.reload();
    await shown('The gate is open').waitFor(PATIENT);
    await until(async () => (await storedNames()).includes('state'), 'what the page shows without a server', 90);
    // A process that ends in order has its cookies on the disk: a browser writes them every half minute.
    await browser.close();
  });
  after(async () => {
    await browser?.[Symbol.asyncDispose]();
    await front?.close();
    await server?.[Symbol.asyncDispose]();
  });

  // biome-ignore lint/suspicious/noExplicitAny: as answered
  async function must(asked: Promise<{ status: number; text: string; json: any }>) {
    const answer = await asked;
    assert.equal(answer.status, 200, answer.text);
    return answer.json;
  }

  async function startFront(port: number): Promise<Server> {
    const { config, log, clock } = server.services;
    const { connectionString } = server;
    return startServer({ config: { ...config, port }, log, clock, connectionString });
  }

  async function open(context: BrowserContext, topic: string): Promise<void> {
    page = await context.newPage();
    await page.goto(`${front.url}/chat/c/${channelId}/t/${topic}`);
  }

  /** Names of what is on the disk, sealed. */
  const storedNames = () =>
    page.evaluate(async () => {
      const asked = indexedDB.open('hubbub-chat');
      const db = await new Promise<IDBDatabase>((resolve) => {
        asked.onsuccess = () => resolve(asked.result);
      });
      const keys = db.transaction('copies').objectStore('copies').getAllKeys();
      const names = await new Promise<string[]>((resolve) => {
        keys.onsuccess = () => resolve((keys.result as [string, string][]).map(([, name]) => name));
      });
      db.close();
      return names;
    });
  const field = () => page.getByLabel('Message', { exact: true });
  const shown = (text: string) => page.locator('[data-message]', { hasText: text });

  async function write(text: string): Promise<void> {
    await field().fill(text, PATIENT);
    await page.getByRole('button', { name: 'Send', exact: true }).click(PATIENT);
    await shown(text).waitFor(PATIENT);
  }

  test('what was written without a network is there at the next start, and goes out once, in order (W4)', async () => {
    const context = await browser.start();
    await open(context, 'gates');
    await shown('The gate is open').waitFor(PATIENT);
    const port = Number(new URL(front.url).port);
    await front.close();
    await page.getByText(/^Offline since/).waitFor(PATIENT);
    await write(FIRST);
    await write(SECOND);
    await field().fill('Half a sentence', PATIENT);
    await until(async () => (await storedNames()).some((name) => name.startsWith('draft/')), 'the draft on the disk');
    await browser.kill();

    await open(await browser.start(), 'gates');
    await shown(SECOND).waitFor(PATIENT);
    const waiting = page.locator('[data-message]', { has: page.locator('.message-pending') });
    assert.deepEqual(await waiting.locator('.message-html').allTextContents(), [FIRST, SECOND]);
    assert.equal(await waiting.first().locator('time').count(), 1);
    await until(async () => (await field().inputValue(PATIENT)) === 'Half a sentence', 'the draft', 60);
    front = await startFront(port);
    await until(async () => (await waiting.count()) === 0, 'nothing that waits', 90);
    const { messages } = await must(chat.get('/messages', { anchor: 'newest', num_before: 9, num_after: 0 }));
    assert.deepEqual(messages.map(({ content }: { content: string }) => content.replaceAll(/<\/?p>/g, '')).slice(-3), [
      'The gate is open',
      FIRST,
      SECOND,
    ]);
  });
});
