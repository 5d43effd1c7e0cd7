import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { ChatClient } from '../harness/clients.ts';
import { TestConsole } from '../harness/console.ts';
import { makePerson } from '../harness/people.ts';
import { startTestServer } from '../harness/server.ts';

/** A browser on a loaded machine is slow. */
const PATIENT = { timeout: 30_000 };

describe('conversations are started, quoted and edited', { skip: withoutBrowser, timeout: 900_000 }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let chromium: Chromium;
  let world: TestConsole;
  let owner: ChatClient;
  let mara: Awaited<ReturnType<typeof makePerson>>;
  let channelId: number;
  let page: Page;

  before(async () => {
    [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
    world = await TestConsole.start(server, chromium);
    owner = new ChatClient(world.organization.chat);
    mara = await makePerson(server, world.organization, { name: 'Mara Member' });
    const members = [world.organization.chat.user_id, mara.id];
    channelId = (await world.must(owner.post('/channels/create', { name: 'dock', subscribers: members }))).id;
    await world.must(owner.patch('/settings', { enter_sends: false }));
    await world.must(
      mara.client.post('/messages', {
        type: 'channel',
        to: channelId,
        topic: 'bikes',
        content: 'The **bikes** are here',
      }),
    );
    page = await world.open(await world.signedIn(), '/chat');
    await page.waitForURL('**/chat/inbox', PATIENT);
  });

  after(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });

  afterEach(() => assert.deepEqual(chromium.takeComplaints(), []));

  const field = () => page.getByLabel('Message', { exact: true });
  const focused = () => world.until('the focus', () => field().evaluate((box) => box === document.activeElement));
  const newest = async () =>
    (await world.must(owner.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false })))
      .messages[0];
  const sent = (content: string) => world.until(content, async () => (await newest())?.content === content);

  test('from nowhere, in a topic', async () => {
    await page.keyboard.press('c');
    const dialog = page.getByRole('dialog', { name: 'Start a topic' });
    await dialog.getByLabel('Channel').fill('do', PATIENT);
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Topic', { exact: true }).click(PATIENT);
    await dialog.getByRole('option', { name: 'bikes' }).waitFor(PATIENT);
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'composer-start');
    await page.keyboard.type('new vans');
    await dialog.getByRole('option', { name: 'New topic: new vans' }).click(PATIENT);
    await page.waitForURL(`**/chat/c/${channelId}-dock/t/new%20vans`, PATIENT);
    await focused();
    await page.keyboard.type('Two of them');
    await page.keyboard.press('Control+Enter');
    await sent('Two of them');
    assert.equal((await newest()).subject, 'new vans');
  });

  test('with people, and with oneself', async () => {
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('x');
    const dialog = page.getByRole('dialog', { name: 'Start a direct conversation' });
    await dialog.getByLabel('To').fill('mara', PATIENT);
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Remove Mara Member' }).waitFor(PATIENT);
    assert.deepEqual(await accessibilityProblems(page), []);
    await dialog.getByRole('button', { name: 'Open conversation' }).click(PATIENT);
    await page.waitForURL(`**/chat/dm/${mara.id}`, PATIENT);
    await focused();
    await page.keyboard.type('Between us');
    await page.keyboard.press('Control+Enter');
    await sent('Between us');
    await page.goto(`/chat/dm/${world.organization.chat.user_id}`);
    await field().fill('A note', PATIENT);
    await page.keyboard.press('Control+Enter');
    await sent('A note');
  });

  test('who types here is seen', async () => {
    await page.goto(`/chat/c/${channelId}/t/bikes`);
    await field().waitFor(PATIENT);
    const typing = { type: 'stream', stream_id: channelId, topic: 'bikes' };
    await world.must(mara.client.post('/typing', { op: 'start', ...typing }));
    await page.getByText('Mara Member is typing …').waitFor(PATIENT);
    await world.must(mara.client.post('/typing', { op: 'stop', ...typing }));
    await page.getByText('Mara Member is typing …').waitFor({ state: 'detached', ...PATIENT });
  });

  test('a message is quoted with its author', async () => {
    await page.locator('article', { hasText: 'The bikes are here' }).hover(PATIENT);
    await page.getByRole('button', { name: 'Quote' }).first().click(PATIENT);
    await world.until('the quote', async () =>
      /^@_\*\*Mara Member\*\* \[said\]\(#narrow\/channel\/\d+-dock\/topic\/bikes\/near\/\d+\):\n```quote\nThe \*\*bikes\*\* are here\n```\n$/.test(
        await field().inputValue(),
      ),
    );
    await field().press('Control+End');
    await page.keyboard.type('Good.');
    await page.keyboard.press('Control+Enter');
    await world.until('the quote', async () => /Good\.$/.test((await newest()).content));
  });

  test('a message is forwarded to another conversation', async () => {
    await page.locator('article', { hasText: 'The bikes are here' }).first().hover(PATIENT);
    await page.getByRole('button', { name: 'More actions' }).first().click(PATIENT);
    await page.getByRole('menuitem', { name: 'Forward message' }).first().click(PATIENT);
    await page.getByRole('button', { name: 'Write to people instead' }).click(PATIENT);
    const dialog = page.getByRole('dialog', { name: 'Start a direct conversation' });
    await dialog.getByLabel('To').fill('mara', PATIENT);
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Open conversation' }).click(PATIENT);
    await page.waitForURL(`**/chat/dm/${mara.id}`, PATIENT);
    await world.until('the quote', async () => /```quote\nThe \*\*bikes\*\* are here/.test(await field().inputValue()));
    await focused();
    await page.keyboard.press('Control+Enter');
    await world.until('the message', async () => /are here\n```$/.test((await newest()).content));
    await page.goto(`/chat/c/${channelId}/t/bikes`);
    await field().waitFor(PATIENT);
  });

  test('↑ edits the last own message; a conflict is told and not overwritten', async () => {
    await field().fill('frist');
    await page.keyboard.press('Control+Enter');
    await sent('frist');
    await page.locator('article', { hasText: 'frist' }).waitFor(PATIENT);
    await field().press('ArrowUp');
    const editor = page.getByLabel('Edit message').getByRole('textbox');
    await editor.waitFor(PATIENT);
    assert.equal(await editor.inputValue(), 'frist');
    await page.getByText(/minutes left to edit/).waitFor(PATIENT);
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'composer-edit');
    await editor.fill('first');
    await page.keyboard.press('Control+Enter');
    await world.until('the edit', async () => (await newest()).content === 'first');
    await editor.waitFor({ state: 'detached', ...PATIENT });
    // Meanwhile the phone changes it.
    await field().press('ArrowUp');
    await editor.fill('first of all', PATIENT);
    await world.must(owner.patch(`/messages/${(await newest()).id}`, { content: 'first from the phone' }));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('This message was changed elsewhere meanwhile.').waitFor(PATIENT);
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'composer-conflict');
    assert.equal((await newest()).content, 'first from the phone');
    await page.getByRole('button', { name: 'Keep writing mine' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await world.until('mine', async () => (await newest()).content === 'first of all');
    const refusal = /the server responded with a status of 400/;
    assert.deepEqual(
      chromium.takeComplaints().filter((each) => !refusal.test(each)),
      [],
    );
  });
});
