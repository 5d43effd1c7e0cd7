import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { ChatClient } from '../harness/clients.ts';
import { TestConsole } from '../harness/console.ts';
import { QueueReader } from '../harness/events.ts';
import { lookInBothSchemes } from '../harness/look.ts';
import { makePerson } from '../harness/people.ts';
import { startTestServer } from '../harness/server.ts';

/** A browser on a loaded machine is slow. */
const PATIENT = { timeout: 30_000 };

describe('the composer', { skip: withoutBrowser, timeout: 900_000 }, () => {
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
    await makePerson(server, world.organization, { name: 'Max Member' });
    const members = [world.organization.chat.user_id, mara.id];
    channelId = (await world.must(owner.post('/channels/create', { name: 'dock', subscribers: members }))).id;
    await world.must(owner.patch('/settings', { enter_sends: false }));
    page = await world.open(await world.signedIn(), `/chat/c/${channelId}/t/bikes`);
    await field().waitFor(PATIENT);
  });

  after(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });

  afterEach(() => assert.deepEqual(chromium.takeComplaints(), []));

  const field = () => page.getByLabel('Message', { exact: true });
  const value = () => field().inputValue();
  const newest = async () => {
    const { messages } = await world.must(
      owner.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false }),
    );
    return messages[0];
  };
  const sent = (content: string) => world.until(content, async () => (await newest())?.content === content);
  const draftTexts = async () =>
    (await world.must(owner.get('/drafts'))).drafts.map((each: { content: string }) => each.content);

  test('formats by key and button, and undoes them as the browser does', async () => {
    await field().fill('a big door');
    await field().evaluate((box) => (box as HTMLTextAreaElement).setSelectionRange(2, 5));
    await page.keyboard.press('Control+b');
    assert.equal(await value(), 'a **big** door');
    await page.keyboard.press('Control+i');
    assert.equal(await value(), 'a ***big*** door');
    await page.keyboard.press('Control+i');
    await page.keyboard.press('Control+z');
    assert.equal(await value(), 'a ***big*** door');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    assert.equal(await value(), 'a big door');
    await page.getByRole('button', { name: 'Formatting' }).click();
    await field().evaluate((box) => (box as HTMLTextAreaElement).setSelectionRange(0, 10));
    await page.getByRole('button', { name: 'Bulleted list' }).click();
    assert.equal(await value(), '- a big door');
    await field().press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('second');
    assert.equal(await value(), '- a big door\n- second');
    await lookInBothSchemes(page, 'composer-formats');
    await page.getByRole('button', { name: 'Formatting' }).click();
    await field().fill('');
  });

  test('completes people, topics and emoji, and sends what is written', async () => {
    await field().pressSequentially('Hello @mar');
    const list = page.getByRole('listbox', { name: 'People and groups' });
    await list.getByRole('option', { name: /Mara Member/ }).waitFor(PATIENT);
    assert.equal(
      await field().getAttribute('aria-activedescendant'),
      await list.getByRole('option').first().getAttribute('id'),
    );
    await lookInBothSchemes(page, 'composer-people');
    await page.keyboard.press('Enter');
    assert.equal(await value(), 'Hello @**Mara Member** ');
    await page.keyboard.type(':+1');
    await page.getByRole('option', { name: '+1' }).waitFor(PATIENT);
    await page.keyboard.press('Tab');
    assert.equal(await value(), 'Hello @**Mara Member** :+1: ');
    await page.keyboard.type('see #do');
    await page.getByRole('listbox', { name: 'Channels' }).waitFor(PATIENT);
    await page.keyboard.type('>');
    assert.equal(await value(), 'Hello @**Mara Member** :+1: see #**dock>');
    await page.keyboard.type('bikes** ');
    await page.keyboard.press('Control+Enter');
    await sent('Hello @**Mara Member** :+1: see #**dock>bikes**');
    assert.equal(await value(), '');
    assert.equal((await newest()).subject, 'bikes');
    await field().pressSequentially('back to #dock>');
    await page.getByRole('listbox', { name: 'Topics' }).getByRole('option', { name: 'bikes' }).click(PATIENT);
    assert.equal(await value(), 'back to #**dock>bikes** ');
    await field().fill('');
  });

  test('what one does goes on from the name', async () => {
    await field().pressSequentially('/m');
    await page
      .getByRole('listbox', { name: 'Commands and snippets' })
      .getByRole('option', { name: '/me' })
      .waitFor(PATIENT);
    await page.keyboard.press('Tab');
    await page.keyboard.type('waves at the *gate*');
    assert.equal(await value(), '/me waves at the *gate*');
    await page.keyboard.press('Control+Enter');
    await sent('/me waves at the *gate*');
    const row = page.getByRole('article').filter({ has: page.locator('em', { hasText: 'gate' }) });
    await world.until(
      'no command',
      async () => (await row.locator('.message-html').textContent()) === 'waves at the gate',
    );
    // It has a name of its own to go on from, whoever wrote before.
    await row.locator('.message-sender').waitFor(PATIENT);
  });

  test('an input method composes without being broken into', async () => {
    await field().focus();
    const session = await page.context().newCDPSession(page);
    await session.send('Input.imeSetComposition', { text: '@ma', selectionStart: 3, selectionEnd: 3 });
    assert.equal(await page.getByRole('listbox').count(), 0);
    await session.send('Input.insertText', { text: '@ma' });
    await page.getByRole('listbox', { name: 'People and groups' }).waitFor(PATIENT);
    await page.keyboard.press('Escape');
    assert.equal(await page.getByRole('listbox').count(), 0);
    assert.equal(await value(), '@ma');
    await field().fill('');
  });

  test('Enter sends where the person wants it, and the hint says so', async () => {
    await page.getByText('Ctrl+Enter sends').click();
    await page.getByText('Enter sends, Shift+Enter starts a new line').waitFor(PATIENT);
    await field().fill('by Enter');
    await field().press('Shift+Enter');
    await page.keyboard.type('two');
    await page.keyboard.press('Enter');
    await sent('by Enter\ntwo');
    await page.getByText('Enter sends, Shift+Enter starts a new line').click();
    await page.getByText('Ctrl+Enter sends').waitFor(PATIENT);
  });

  test('what is written is kept: other conversation, reload, other device', async () => {
    await field().fill('half a sen');
    await page.goto(`/chat/c/${channelId}/t/vans`);
    await field().waitFor(PATIENT);
    assert.equal(await value(), '');
    await field().fill('about vans');
    await page.goBack();
    await world.until('the draft', async () => (await value()) === 'half a sen');
    await page.reload();
    await field().waitFor(PATIENT);
    assert.equal(await value(), 'half a sen');
    await world.until('both at the server', async () => (await draftTexts()).length === 2);
    // Another device has it, and what it makes of it comes here.
    const phone = await world.open(await world.signedIn(), `/chat/c/${channelId}/t/bikes`);
    const there = phone.getByLabel('Message', { exact: true });
    await world.until('the draft there', async () => (await there.inputValue()) === 'half a sen');
    await there.press('End');
    await phone.keyboard.type('tence');
    await world.until('the draft here', async () => (await value()) === 'half a sentence');
    await phone.keyboard.press('Control+Enter');
    await sent('half a sentence');
    await world.until('no draft here', async () => (await value()) === '');
    await world.until('one draft', async () => (await draftTexts()).join() === 'about vans');
    await phone.context().close();
  });

  test('a refused message stays with the reason, and can be sent again', async () => {
    await page.route('**/api/v1/messages', (route) =>
      route.fulfill({ status: 400, json: { result: 'error', msg: 'Not today', code: 'BAD_REQUEST' } }),
    );
    await field().fill('refused');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Not today').waitFor(PATIENT);
    assert.equal(await value(), '');
    await page.unroute('**/api/v1/messages');
    await page.locator('.message-refused').getByRole('button', { name: 'Send again' }).click();
    await sent('refused');
    await world.until('no reason', async () => (await page.getByText('Not today').count()) === 0);
    const refusal = /the server responded with a status of 400/;
    assert.deepEqual(
      chromium.takeComplaints().filter((each) => !refusal.test(each)),
      [],
    );
  });

  test('the others see that somebody types', async () => {
    const queue = await QueueReader.register(mara.client, {
      event_types: ['typing'],
      client_capabilities: { stream_typing_notifications: true },
    });
    await field().pressSequentially('hm');
    await world.until('the notice', async () => (await queue.poll()).some(({ op }) => op === 'start'));
    await field().fill('');
  });

  test('says what is coming: the limit, people who are not there, and who is not allowed', async () => {
    await field().fill('x'.repeat(9990));
    await page.getByText('10 characters left').waitFor(PATIENT);
    await field().fill('x'.repeat(10_001));
    await page.getByText('1 character too many').waitFor(PATIENT);
    assert.equal(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled(), true);
    await lookInBothSchemes(page, 'composer-too-long');
    await field().fill('@**Max Member** look');
    await page.getByText('Max Member isn’t subscribed to #dock and doesn’t get this message.').waitFor(PATIENT);
    await lookInBothSchemes(page, 'composer-outside');
    await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
    await page.getByText('Max Member isn’t subscribed').waitFor({ state: 'detached', ...PATIENT });
    await field().fill('');
    const { id } = await world.must(
      owner.post('/channels/create', { name: 'old', subscribers: [world.organization.chat.user_id] }),
    );
    await page.goto(`/chat/c/${id}/t/x`);
    await field().waitFor(PATIENT);
    await world.must(owner.delete(`/streams/${id}`));
    await page.locator('.composer').getByText('#old is archived.').waitFor(PATIENT);
    await lookInBothSchemes(page, 'composer-archived');
  });

  test('looks right in the dark and on a phone', async () => {
    await page.goto(`/chat/c/${channelId}/t/bikes`);
    await field().waitFor(PATIENT);
    await page.emulateMedia({ colorScheme: 'dark' });
    await field().fill('One\n\n- two\n- three');
    await takePicture(page, 'composer-dark');
    assert.deepEqual(await accessibilityProblems(page), []);
    await page.setViewportSize({ width: 390, height: 800 });
    await field().pressSequentially('\n@m');
    await page.getByRole('listbox').waitFor(PATIENT);
    await takePicture(page, 'composer-phone');
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
    assert.deepEqual(await accessibilityProblems(page), []);
    await page.getByRole('button', { name: 'Use the full height' }).click();
    await takePicture(page, 'composer-tall');
    assert.ok((await field().boundingBox())!.height > 450);
    await page.getByRole('button', { name: 'Use a smaller box' }).click();
    assert.ok((await field().boundingBox())!.height < 250);
  });
});
