import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Chromium, withoutBrowser } from '../harness/chromium.ts';
import { ChatClient } from '../harness/clients.ts';
import { TestConsole } from '../harness/console.ts';
import { startTestServer } from '../harness/server.ts';

/** A browser on a loaded machine is slow. */
const PATIENT = { timeout: 90_000 };

test('what is sent is never lost nor sent twice, and the next visit is painted from disk', {
  skip: withoutBrowser,
  timeout: 600_000,
}, async () => {
  const [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
  try {
    const world = await TestConsole.start(server, chromium);
    const chat = new ChatClient(world.organization.chat);
    const subscriptions = JSON.stringify([{ name: 'floor' }]);
    await world.must(chat.post('/users/me/subscriptions', { subscriptions }));
    const { stream_id: channelId } = await world.must(chat.get('/get_stream_id?stream=floor'));
    const address = `/chat/c/${channelId}/t/gates`;
    const texts = async () => {
      const narrow = JSON.stringify([{ operator: 'topic', operand: 'gates' }]);
      const asked = { anchor: 'newest', num_before: 20, num_after: 0, narrow, apply_markdown: false };
      const { messages } = (await chat.get('/messages', asked)).json as { messages: { content: string }[] };
      return messages.map(({ content }) => content).join();
    };
    const profile = await world.signedIn();
    let page = await world.open(profile, address);
    const write = async (text: string) => {
      await page.getByLabel('Message', { exact: true }).fill(text, PATIENT);
      await page.getByRole('button', { name: 'Send', exact: true }).click(PATIENT);
    };
    const shown = (text: string) => page.locator('[data-message]', { hasText: text });

    // The server takes it, and its answer is lost.
    let dropped = 0;
    await page.route('**/api/v1/messages', async (route) => {
      if (route.request().method() !== 'POST' || dropped > 0) return route.continue();
      dropped++;
      await route.fetch();
      return route.abort();
    });
    await write('first');
    await shown('first').waitFor(PATIENT);
    await world.until('the message', async () => (await texts()) === 'first');
    await world.until(
      'a second try',
      async () => dropped === 1 && (await page.locator('.message-pending').count()) === 0,
    );
    await page.unroute('**/api/v1/messages');
    assert.equal(await shown('first').count(), 1);

    // Offline: it waits, through the end of the page.
    await world.until('a copy on disk', async () => (await page.evaluate(storedNames)).includes('state'));
    await world.until('the end of the first action', async () => (await page.evaluate(countStored, 'actions')) === 0);
    await page.route('**/api/**', (route) => route.abort());
    await write('second');
    await shown('second').waitFor(PATIENT);
    await page.locator('.message-pending', { hasText: 'Not sent yet' }).waitFor({ state: 'attached', ...PATIENT });
    await write('third');
    await write('fourth');
    await world.until('the actions on disk', async () => (await page.evaluate(countStored, 'actions')) === 3);
    const times = await page.locator('time.message-time').evaluateAll(datesOf);
    // The tab is closed; another one opens what was written, in its order and with its time.
    await page.close();
    page = await profile.newPage();
    await page.route('**/api/**', (route) => route.abort());
    await page.goto(address);
    for (const text of ['first', 'second', 'third', 'fourth']) await shown(text).waitFor(PATIENT);
    assert.deepEqual(await page.locator('.message-html').allTextContents(), ['first', 'second', 'third', 'fourth']);
    assert.deepEqual(await page.locator('time.message-time').evaluateAll(datesOf), times);
    assert.equal(await texts(), 'first');
    await page.getByRole('banner').getByRole('button', { name: 'More' }).click(PATIENT);
    await page.getByRole('menuitem', { name: 'Sign out' }).click(PATIENT);
    await page.getByRole('button', { name: 'Stay signed in' }).click(PATIENT);
    await page.unroute('**/api/**');
    await world.until(
      'all messages, each once, in the order in which they were written',
      async () => (await texts()) === 'first,second,third,fourth',
    );
    await world.until('nothing waits', async () => (await page.locator('.message-pending').count()) === 0);
    for (const text of ['second', 'third', 'fourth']) assert.equal(await shown(text).count(), 1);

    // Signing out leaves nothing of this person; what another one could not send here stays for them.
    await page.evaluate(storeForeignAction);
    await page.getByRole('banner').getByRole('button', { name: 'More' }).click(PATIENT);
    await page.getByRole('menuitem', { name: 'Sign out' }).click(PATIENT);
    await page.getByLabel('Password', { exact: true }).waitFor(PATIENT);
    const stored = await Promise.all(['account', 'copies', 'actions'].map((name) => page.evaluate(countStored, name)));
    assert.deepEqual(stored, [0, 0, 1]);
    assert.equal(await page.getByText('second').count(), 0);
    const expected = /ERR_FAILED|status of 401/;
    assert.deepEqual(
      chromium.takeComplaints().filter((each) => !expected.test(each)),
      [],
    );
  } finally {
    await chromium[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  }
});

/** In the page: the times of messages. */
const datesOf = (all: Element[]) => all.map((each) => (each as HTMLTimeElement).dateTime);

/** In the page: how many things a store of the chat's database has. */
async function countStored(name: string): Promise<number> {
  const all = await indexedDB.databases();
  if (!all.some((database) => database.name === 'hubbub-chat')) return 0;
  return new Promise((resolve) => {
    const opening = indexedDB.open('hubbub-chat');
    opening.onsuccess = () => {
      const db = opening.result;
      const counting = db.transaction(name).objectStore(name).count();
      counting.onsuccess = () => {
        db.close();
        resolve(counting.result);
      };
    };
  });
}

/** In the page: the names of the copies in the chat's database. */
async function storedNames(): Promise<string[]> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('hubbub-chat');
    opening.onsuccess = () => {
      const db = opening.result;
      const listing = db.transaction('copies').objectStore('copies').getAllKeys();
      listing.onsuccess = () => {
        db.close();
        resolve(listing.result.map((key) => (key as string[])[1]!));
      };
    };
  });
}

/** In the page: an action of somebody whose session ended here before it was sent. */
async function storeForeignAction(): Promise<void> {
  await new Promise<void>((resolve) => {
    const opening = indexedDB.open('hubbub-chat');
    opening.onsuccess = () => {
      const db = opening.result;
      const transaction = db.transaction('actions', 'readwrite');
      transaction.objectStore('actions').put({ id: 'theirs', owner: 'somebody else', tab: '', madeAt: 1, sealed: {} });
      transaction.oncomplete = () => {
        db.close();
        resolve();
      };
    };
  });
}
