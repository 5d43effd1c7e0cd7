import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { Chromium, withoutBrowser } from '../harness/chromium.ts';
import { ChatClient } from '../harness/clients.ts';
import { TestConsole } from '../harness/console.ts';
import { look } from '../harness/look.ts';
import { startTestServer } from '../harness/server.ts';

const TIMEOUT_MS = 300_000;

test('the reference is searched, and sends requests as the person or with a key', {
  skip: withoutBrowser,
  timeout: TIMEOUT_MS,
}, async () => {
  await using server = await startTestServer();
  await using chromium = await Chromium.start();
  const testConsole = await TestConsole.start(server, chromium);
  const { chat } = testConsole.organization;
  const own = new ChatClient(chat);
  await own.post('/users/me/subscriptions', { subscriptions: [{ name: 'alarms' }] });
  const profile = await testConsole.signedIn({ viewport: { width: 1280, height: 900 } });
  const requests: string[] = [];
  profile.on('request', (request) => requests.push(request.url()));
  const page = await profile.newPage();

  await page.goto('/docs');
  await page.keyboard.press('/');
  await page.keyboard.type('send message');
  await page.getByText(/^\d operations? of|^\d+ of \d+ operations/).waitFor();
  assert.equal(new URL(page.url()).searchParams.get('q'), 'send message');
  await page.reload();
  assert.equal(await page.getByLabel('Find an operation').inputValue(), 'send message');
  await look(page, 'reference-found');
  await page.getByRole('link', { name: /Send a message to a channel/ }).click();
  await page.waitForURL('**/docs/chat/messages#send-message');

  const send = page.locator('#send-message');
  await send.locator('summary', { hasText: 'Python' }).click();
  await send.getByText('requests.post(').waitFor();
  await page.reload();
  await page.locator('#send-message').getByText('requests.post(').waitFor();

  // As the person who is signed in: a writing request says what it acts on before it goes.
  await send.locator('summary', { hasText: 'Try it' }).click();
  const posts = () => requests.filter((url) => url.endsWith('/api/v1/messages')).length;
  await send.getByRole('button', { name: 'Send POST' }).click();
  await send.getByText('acts on the real data').waitFor();
  assert.equal(posts(), 0);
  await send.getByRole('button', { name: 'Send it to the real data' }).click();
  await send.getByText(/^200 OK,/).waitFor();
  assert.equal(posts(), 1);
  const { messages } = (await own.get('/messages', { anchor: 'newest', num_before: 5, num_after: 0 })).json;
  assert.ok(messages.some(({ content }: { content: string }) => content.includes('Gate 4 is shut')));

  // With a key, which is kept nowhere.
  const fetchForm = page.locator('#fetch-messages');
  await fetchForm.locator('summary', { hasText: 'Try it' }).click();
  await fetchForm.getByLabel('As the person who is signed in here').uncheck();
  await fetchForm.getByLabel('E-mail address of the key').fill(chat.email);
  await fetchForm.getByLabel('API key').fill('wrong');
  await fetchForm.getByRole('button', { name: 'Send GET' }).click();
  await fetchForm.getByText(/^401 /).waitFor();
  await fetchForm.getByLabel('API key').fill(chat.api_key);
  await fetchForm.getByRole('button', { name: 'Send GET' }).click();
  await fetchForm.getByText(/^200 OK,/).waitFor();
  await fetchForm.getByText('Gate 4 is shut').first().waitFor();
  assert.equal(await storedOf(page), '');
  await send.locator('textarea').fill('{');
  await send.getByRole('button', { name: 'Send POST' }).click();
  await send.getByRole('button', { name: 'Send it to the real data' }).click();
  await send.getByText('The body is not JSON').waitFor();
  assert.equal(posts(), 1);

  assert.deepEqual(
    requests.filter((url) => !url.startsWith(server.url)),
    [],
  );
  assert.deepEqual(
    chromium.takeComplaints().filter((each) => !each.includes('status of 401')),
    [],
  );

  // A page with all its parts, in each form.
  await page.goto('/docs/dispatch/custom-fields');
  await page.locator('#create-custom-fields summary', { hasText: 'Try it' }).click();
  await look(page, 'reference-group');

  // Of a stream the first event is shown, not the comment before it.
  await page.goto('/docs/dispatch/console');
  await page.locator('#watch-live summary', { hasText: 'Try it' }).click();
  await page.locator('#watch-live').getByRole('button', { name: 'Send GET' }).click();
  await page.locator('#watch-live').getByText('event: snapshot').waitFor();

  // What takes no key asks for none; files are sent by code.
  await page.goto('/docs/session/session');
  const ofSession = page.locator('#get-session');
  await ofSession.locator('summary', { hasText: 'Try it' }).click();
  await ofSession.getByRole('button', { name: 'Send GET' }).click();
  await ofSession.getByText(/^200 OK,/).waitFor();
  assert.equal(await ofSession.getByLabel('API key').count(), 0);
  await page.goto('/docs/chat/files-and-calls');
  assert.equal(await page.locator('#upload-file summary', { hasText: 'Try it' }).count(), 0);
  assert.equal(await page.locator('#upload-file').count(), 1);

  // Somebody without an account reads it, and gives a key.
  const stranger = await chromium.profile({ baseURL: server.url, viewport: { width: 390, height: 844 } });
  const reader = await stranger.newPage();
  await reader.goto('/docs/dispatch/tasks');
  assert.ok(await reader.getByRole('link', { name: 'Workers' }).isHidden(), 'groups are folded on a phone');
  await reader.locator('#list-tasks summary', { hasText: 'Try it' }).click();
  await reader.locator('#list-tasks').getByLabel('API key').fill(testConsole.organization.dispatch.api_key);
  assert.equal(await reader.getByLabel('As the person who is signed in here').count(), 0);
  await reader.locator('#list-tasks').getByLabel('from').fill('0');
  await reader.locator('#list-tasks').getByRole('button', { name: 'Send GET' }).click();
  await reader
    .locator('#list-tasks')
    .getByText(/^200 OK,/)
    .waitFor();
});

/** Processor time of the page's process within which it opens, its start included, in seconds. */
const OPENS_WITHIN = 2;

test('pages of the reference open with little processor time, and on a phone without scrolling sideways', {
  skip: withoutBrowser,
  timeout: TIMEOUT_MS,
}, async (context) => {
  await using server = await startTestServer();
  await using chromium = await Chromium.start();
  const phone = await chromium.profile({ baseURL: server.url, viewport: { width: 390, height: 844 } });
  for (const address of [
    '/docs',
    '/docs/chat/messages',
    '/docs/chat/schemas',
    '/docs/chat/errors',
    '/docs/dispatch/tasks',
    '/docs/dispatch/schemas',
    '/docs/dispatch/webhooks-sent',
  ]) {
    const page = await phone.newPage();
    const session = await phone.newCDPSession(page);
    await session.send('Performance.enable');
    await page.goto(address);
    const { metrics } = await session.send('Performance.getMetrics');
    const { value } = metrics.find(({ name }) => name === 'ProcessTime')!;
    context.diagnostic(`${address}: ${value.toFixed(2)} s`);
    assert.ok(value < OPENS_WITHIN, `${address} took ${value} s`);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `${address} is ${overflow} px too wide`);
    await page.close();
  }
});

/** Everything that the browser stores of the page, without the language of the code. */
const storedOf = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [...Object.values({ ...localStorage }), ...Object.values({ ...sessionStorage })]
      .filter((value) => value !== 'python')
      .join(),
  );
