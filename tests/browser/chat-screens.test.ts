import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { ChatClient } from '../harness/clients.ts';
import { TestConsole } from '../harness/console.ts';
import { startTestServer } from '../harness/server.ts';

/** A browser on a loaded machine is slow. */
const PATIENT = { timeout: 90_000 };
const OPTIONS = { skip: withoutBrowser, timeout: 600_000 };

let server: Awaited<ReturnType<typeof startTestServer>>;
let chromium: Chromium;
let home: TestConsole;
let profile: BrowserContext;
/** Whoever looks at the page, and somebody who writes to them. */
let own: ChatClient;
let pat: { client: ChatClient; userId: number };
const channels: Record<string, number> = {};

before(async () => {
  if (withoutBrowser) return;
  [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
  home = await TestConsole.start(server, chromium);
  own = new ChatClient(home.organization.chat);
  pat = await person('pat@example.com', 'Pat Fern');
  const { user_id: ownId } = await home.must(own.get('/users/me'));
  for (const name of ['night shift', 'garage', 'canteen']) {
    await home.must(
      own.post('/users/me/subscriptions', { subscriptions: [{ name }], principals: [ownId, pat.userId] }),
    );
    channels[name] = (await home.must(own.get('/get_stream_id', { stream: name }))).stream_id;
  }
  profile = await home.signedIn();
});

after(async () => {
  await chromium?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
});

async function person(email: string, name: string) {
  const password = 'correct horse battery staple';
  const { user_id: userId } = await home.must(own.post('/users', { email, full_name: name, password }));
  const { api_key } = await home.must(own.post('/fetch_api_key', { username: email, password }));
  return { client: new ChatClient({ site: own.site, email, api_key }), userId };
}

const send = async (channel: string, topic: string, content: string) =>
  (await home.must(pat.client.post('/messages', { type: 'channel', to: channels[channel], topic, content })))
    .id as number;

/** Goes through a screen as it is looked at: light, dark, on a phone; axe has nothing to say. */
async function look(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await accessibilityProblems(page), [], `${name}, ${colorScheme}`);
    await takePicture(page, `${name}-${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  const wide = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height: 844 });
  assert.deepEqual(await accessibilityProblems(page), [], `${name}, narrow`);
  await takePicture(page, `${name}-390`);
  await page.setViewportSize(wide);
}

test(
  'the inbox shows what is unread by conversation, is worked off by keys, and is empty in the end',
  OPTIONS,
  async () => {
    await send('night shift', 'bikes', 'The van is back');
    await send('night shift', 'keys', 'Who has the keys?');
    await send('garage', 'lift', 'The lift is stuck');
    const { user_id: ownId } = await home.must(own.get('/users/me'));
    await home.must(pat.client.post('/messages', { type: 'direct', to: [ownId], content: 'Are you there?' }));
    const page = await home.open(profile, '/chat');
    await page.getByRole('heading', { name: 'Inbox' }).waitFor(PATIENT);
    await page.getByRole('link', { name: 'Pat Fern 1 unread' }).first().waitFor(PATIENT);
    assert.match(await page.title(), /^\(\d+\) Inbox/);
    const left = page.getByRole('navigation', { name: 'Views and conversations' });
    await left.getByRole('link', { name: 'night shift 2 unread' }).waitFor(PATIENT);
    await look(page, 'chat-inbox');
    // The first row has the focus; Enter opens what the arrows chose.
    const main = page.getByRole('main');
    await main.getByRole('button', { name: 'Direct messages' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/chat/dm/${pat.userId}`, PATIENT);
    await page.keyboard.press('Escape');
    await page.waitForURL('**/chat/inbox', PATIENT);
    // The next unread topics, by the order of the left side.
    await page.keyboard.press('n');
    await page.waitForURL(`**/chat/c/${channels.garage}-garage/t/lift`, PATIENT);
    await page.keyboard.press('n');
    await page.waitForURL(`**/chat/c/${channels['night shift']}-night-shift/t/keys`, PATIENT);
    await page.keyboard.press('n');
    await page.waitForURL(`**/chat/c/${channels['night shift']}-night-shift/t/bikes`, PATIENT);
    await page.keyboard.press('Shift+I');
    await page.waitForURL('**/chat/inbox', PATIENT);
    await page.getByRole('button', { name: 'Mark all as read' }).click(PATIENT);
    await page.getByRole('heading', { name: 'You have read everything' }).waitFor(PATIENT);
    await look(page, 'chat-inbox-empty');
    await page.close();
    assert.deepEqual(chromium.takeComplaints(), []);
  },
);
