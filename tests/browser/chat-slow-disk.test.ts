import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { isStored } from '../harness/chat-disk.ts';
import { Chromium, withoutBrowser } from '../harness/chromium.ts';
import { ChatClient } from '../harness/clients.ts';
import { TestConsole } from '../harness/console.ts';
import { startTestServer } from '../harness/server.ts';

/** A browser on a loaded machine is slow. */
const PATIENT = { timeout: 90_000 };
/** Longer than the page waits for it, and than the server takes to answer. */
const DISK_MS = 5000;

test('a disk that answers after the server changes nothing of what the server said', {
  skip: withoutBrowser,
  timeout: 300_000,
}, async () => {
  const [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
  try {
    const world = await TestConsole.start(server, chromium);
    const owner = new ChatClient(world.organization.chat);
    const subscribe = (name: string) =>
      world.must(owner.post('/users/me/subscriptions', { subscriptions: [{ name }] }));
    await subscribe('early');
    const profile = await world.signedIn();
    const first = await world.open(profile, '/chat/inbox');
    await first.getByRole('link', { name: 'early', exact: true }).waitFor(PATIENT);
    await world.until('a copy on disk', () => first.evaluate(isStored, 'state'));
    await first.close();
    await subscribe('late');
    const page = await profile.newPage();
    await page.addInitScript((wait) => {
      const { decrypt } = SubtleCrypto.prototype;
      SubtleCrypto.prototype.decrypt = async function (...given) {
        await new Promise((settle) => setTimeout(settle, wait));
        const read = await decrypt.apply(this, given);
        setTimeout(() => Object.assign(window, { isRead: true }), 500);
        return read;
      };
    }, DISK_MS);
    await page.goto('/chat/inbox');
    const late = page.getByRole('link', { name: 'late', exact: true });
    await late.waitFor(PATIENT);
    await page.waitForFunction(() => 'isRead' in window, undefined, PATIENT);
    assert.ok(await late.isVisible());
    assert.deepEqual(chromium.takeComplaints(), []);
  } finally {
    await chromium[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  }
});

test('messages that were fetched before the registration, and come after it, are fetched again', {
  skip: withoutBrowser,
  timeout: 300_000,
}, async () => {
  const [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
  try {
    const world = await TestConsole.start(server, chromium);
    const owner = new ChatClient(world.organization.chat);
    await world.must(owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'floor' }] }));
    const { stream_id: channelId } = await world.must(owner.get('/get_stream_id', { stream: 'floor' }));
    const about = { type: 'stream', to: 'floor', topic: 'gates', content: 'Gate 4 is shut' };
    const { id } = await world.must(owner.post('/messages', about));
    const profile = await world.signedIn();
    const first = await world.open(profile, `/chat/c/${channelId}/t/gates`);
    await first.getByText('Gate 4 is shut').waitFor(PATIENT);
    await world.until('a copy on disk', () => first.evaluate(isStored, 'state'));
    await first.close();
    const page = await profile.newPage();
    const [fetched, edited, registered] = [
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
    ];
    let fetches = 0;
    await page.route(/\/api\/v1\/messages\?/, async (route) => {
      if (++fetches > 1) return route.continue();
      const response = await route.fetch();
      fetched.resolve();
      await registered.promise;
      await route.fulfill({ response });
    });
    await page.route('**/api/v1/register', async (route) => {
      await edited.promise;
      const response = await route.fetch();
      await route.fulfill({ response });
      registered.resolve();
    });
    await page.goto(`/chat/c/${channelId}/t/gates`);
    await fetched.promise;
    await world.must(owner.patch(`/messages/${id}`, { content: 'Gate 4 is open' }));
    edited.resolve();
    await page.getByText('Gate 4 is open').waitFor(PATIENT);
    assert.deepEqual(chromium.takeComplaints(), []);
  } finally {
    await chromium[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  }
});

test('a session that ended shows nothing of its person once that is known, and drafts are read once, however slow the disk is', {
  skip: withoutBrowser,
  timeout: 300_000,
}, async () => {
  const [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
  try {
    const world = await TestConsole.start(server, chromium);
    const owner = new ChatClient(world.organization.chat);
    await world.must(owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'floor' }] }));
    const { stream_id: channelId } = await world.must(owner.get('/get_stream_id', { stream: 'floor' }));
    const profile = await world.signedIn();
    const first = await world.open(profile, `/chat/c/${channelId}/t/gates`);
    const message = (page: Page) => page.getByLabel('Message', { exact: true });
    await message(first).fill('The left one', PATIENT);
    await world.until('a copy on disk', () => first.evaluate(isStored, 'state'));
    await world.until('the draft on disk', () => first.evaluate(isStored, `draft/topic ${channelId} gates`));
    // As a page leaves it that ends before its disk has answered.
    await first.evaluate(
      async (conversation) => {
        const { person } = await (await fetch('/api/session')).json();
        const draft = { conversation, text: 'The right one', editedAt: Date.now(), serverId: null, serverText: null };
        const key = `topic ${conversation.channelId} ${conversation.topic}`;
        localStorage.setItem(`chat-draft/${person.id}/${key}`, JSON.stringify(draft));
      },
      { channelId, topic: 'doors' },
    );
    await first.close();

    // The state comes at once, the drafts after the server's answer.
    const second = await profile.newPage();
    await second.addInitScript((wait) => {
      const { decrypt } = SubtleCrypto.prototype;
      let count = 0;
      SubtleCrypto.prototype.decrypt = async function (...given) {
        if (count++ > 0) await new Promise((settle) => setTimeout(settle, wait));
        return decrypt.apply(this, given);
      };
    }, DISK_MS);
    await second.goto(`/chat/c/${channelId}/t/doors`);
    await message(second).waitFor(PATIENT);
    await world.until('the draft in its field', async () => (await message(second).inputValue()) === 'The right one');
    await second.close();

    const third = await profile.newPage();
    const { promise: mayCome, resolve: come } = Promise.withResolvers<void>();
    const drafts = Promise.withResolvers<string>();
    await third.route(/assets\/drafts-on-disk-[^/]*\.js$/, async (route) => {
      drafts.resolve(route.request().url());
      await mayCome;
      await route.continue();
    });
    // What is painted before the server has answered goes with its answer, and does not come back.
    await third.addInitScript(() => {
      let isAsked = false;
      new MutationObserver(() => {
        isAsked ||= document.querySelector('input[type=password]') !== null;
        if (isAsked && document.querySelector('.chat')) sessionStorage.setItem('test-came-back', '');
      }).observe(document, { childList: true, subtree: true });
    });
    await profile.clearCookies();
    await third.goto('/chat/inbox');
    await third.getByLabel('Password', { exact: true }).waitFor(PATIENT);
    come();
    await third.evaluate((part) => import(part), await drafts.promise);
    await third.getByLabel('Password', { exact: true }).fill('something', PATIENT);
    assert.equal(await third.evaluate(() => sessionStorage.getItem('test-came-back')), null);
    assert.deepEqual(
      chromium.takeComplaints().filter((each) => !/status of 401/.test(each)),
      [],
    );
  } finally {
    await chromium[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  }
});
