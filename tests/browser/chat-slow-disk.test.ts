import assert from 'node:assert/strict';
import { test } from 'node:test';
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
    await world.until('a copy on disk', () => first.evaluate(isStored));
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

/** In the page: whether the state is among the copies. */
async function isStored(): Promise<boolean> {
  const all = await indexedDB.databases();
  if (!all.some(({ name }) => name === 'hubbub-chat')) return false;
  return new Promise((resolve) => {
    const opening = indexedDB.open('hubbub-chat');
    opening.onsuccess = () => {
      const db = opening.result;
      const counting = db.transaction('copies').objectStore('copies').count();
      counting.onsuccess = () => {
        db.close();
        resolve(counting.result > 0);
      };
    };
  });
}
