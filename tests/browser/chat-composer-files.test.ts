import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { Chromium, stayWhenAsked, withoutBrowser } from '../harness/chromium.ts';
import { ChatClient } from '../harness/clients.ts';
import { TestConsole } from '../harness/console.ts';
import { lookInBothSchemes } from '../harness/look.ts';
import { startTestServer } from '../harness/server.ts';

/** A browser on a loaded machine is slow. */
const PATIENT = { timeout: 30_000 };
/** 20 MB. */
const FILM_BYTES = 20_000_000;

describe('files, times, previews and later messages', { skip: withoutBrowser, timeout: 900_000 }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let chromium: Chromium;
  let world: TestConsole;
  let owner: ChatClient;
  let channelId: number;
  let page: Page;

  before(async () => {
    [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
    world = await TestConsole.start(server, chromium);
    owner = new ChatClient(world.organization.chat);
    const subscribers = [world.organization.chat.user_id];
    channelId = (await world.must(owner.post('/channels/create', { name: 'dock', subscribers }))).id;
    await world.must(owner.patch('/settings', { enter_sends: false }));
    await world.must(owner.post('/saved_snippets', { title: 'Hours', content: 'We open at **nine**.' }));
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
  const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`text of ${name}`) });
  const drop = (name: string) =>
    page.evaluate((fileName) => {
      const data = new DataTransfer();
      data.items.add(new File(['dropped'], fileName, { type: 'text/plain' }));
      for (const type of ['dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    }, name);

  test('files come by button, by drop and by paste', async () => {
    await page.getByLabel('Files', { exact: true }).setInputFiles([file('one.txt'), file('two.txt')]);
    await world.until('both', async () =>
      /\[one\.txt\]\(\/user_uploads\/.+\)\n\[two\.txt\]\(\/user_uploads\/.+\)/.test(await value()),
    );
    await drop('three.txt');
    await world.until('the third', async () => /\[three\.txt\]\(\/user_uploads\//.test(await value()));
    await field().evaluate((box) => {
      const data = new DataTransfer();
      data.items.add(new File(['pasted'], 'four.txt', { type: 'text/plain' }));
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    });
    await world.until('the fourth', async () => /\[four\.txt\]\(\/user_uploads\//.test(await value()));
    await page.keyboard.press('Control+Enter');
    await world.until('the message', async () => {
      const { messages } = await world.must(owner.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 }));
      return /four\.txt/.test(messages[0]?.content ?? '');
    });
  });

  test('an upload is cancelled, and one that fails can be tried again', async () => {
    await page.goto(`/chat/c/${channelId}/t/vans`);
    await field().waitFor(PATIENT);
    let isDown = true;
    const held = Promise.withResolvers<void>();
    await page.route('**/api/v1/user_uploads', async (route) => {
      await held.promise;
      if (isDown) await route.abort();
      else await route.continue();
    });
    await page.getByLabel('Files', { exact: true }).setInputFiles([file('slow.txt')]);
    assert.match(await value(), /^\[slow\.txt\]\(uploading:[\da-f]{8}-[\da-f]{8}\)\n$/);
    // Typing goes on, and the message waits for its file.
    await page.keyboard.type('and words');
    assert.equal(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled(), true);
    // Nor is it sent later without its file; and the browser asks before the page goes with it.
    await page.getByRole('button', { name: 'Send later' }).click();
    const tomorrow = page.getByRole('menuitem', { name: /Tomorrow morning/ });
    await tomorrow.getByText('Its files are still being uploaded').waitFor(PATIENT);
    assert.equal(await tomorrow.getAttribute('aria-disabled'), 'true');
    await page.keyboard.press('Escape');
    await stayWhenAsked(page);
    await lookInBothSchemes(page, 'composer-uploads');
    held.resolve();
    await page.getByText('slow.txt wasn’t uploaded. The server cannot be reached.').waitFor(PATIENT);
    await lookInBothSchemes(page, 'composer-upload-failed');
    assert.equal(await value(), 'and words');
    isDown = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await world.until('the file', async () => /and words\n\n\[slow\.txt\]\(\/user_uploads\//.test(await value()));
    await page.unroute('**/api/v1/user_uploads');
    const failures = /net::ERR_FAILED/;
    assert.deepEqual(
      chromium.takeComplaints().filter((each) => !failures.test(each)),
      [],
    );
    await field().fill('');
    await page.route('**/api/v1/user_uploads', () => undefined);
    await page.getByLabel('Files', { exact: true }).setInputFiles([file('never.txt')]);
    await page.getByRole('button', { name: /Cancel.*never\.txt/ }).click(PATIENT);
    assert.equal(await value(), '');
    await page.unroute('**/api/v1/user_uploads');
  });

  test('an upload that a reload ends leaves nothing in the text, and one of another tab or device stays', async () => {
    const profile = page.context();
    const address = `/chat/c/${channelId}/t/lifts`;
    const draftText = async (): Promise<string | undefined> =>
      (await world.must(owner.get('/drafts'))).drafts.find(({ topic }: { topic: string }) => topic === 'lifts')
        ?.content;
    const elsewhere = (tab: Page) => tab.getByText('lift.txt is being uploaded in another tab or on another device.');
    const interrupted = (tab: Page) =>
      tab.getByText('lift.txt wasn’t uploaded. The page was closed before it was finished.');
    const send = (tab: Page) => tab.getByRole('button', { name: 'Send', exact: true });
    const fieldOf = (tab: Page) => tab.getByLabel('Message', { exact: true });
    await page.goto(address);
    const held = Promise.withResolvers<void>();
    await profile.route('**/api/v1/user_uploads', async (route) => {
      await held.promise;
      await route.continue().catch(() => undefined);
    });
    // Alone, with nothing of it at the server yet.
    await field().waitFor(PATIENT);
    await page.getByLabel('Files', { exact: true }).setInputFiles([file('lift.txt')]);
    page.once('dialog', (question) => void question.accept());
    await page.reload();
    await interrupted(page).waitFor(PATIENT);
    assert.equal(await value(), '');
    await page.getByRole('button', { name: 'Remove' }).click();

    await field().fill('Words');
    await page.getByLabel('Files', { exact: true }).setInputFiles([file('lift.txt')]);
    const withPlace = await value();
    assert.match(withPlace, /^Words\n\n\[lift\.txt\]\(uploading:[\da-f]{8}-[\da-f]{8}\)\n$/);
    await world.until('the draft with its place', async () => (await draftText()) === withPlace.trim());

    // A second tab has it from the server, and waits for the first.
    const other = await world.open(profile, address);
    await elsewhere(other).waitFor(PATIENT);
    assert.equal((await fieldOf(other).inputValue()).trim(), withPlace.trim());
    assert.equal(await send(other).isDisabled(), true);
    await lookInBothSchemes(other, 'composer-upload-elsewhere');

    // The first goes: both say so, and have the words alone.
    page.once('dialog', (question) => void question.accept());
    await page.reload();
    for (const tab of [other, page]) {
      await world.until('the words alone', async () => (await fieldOf(tab).inputValue()).trim() === 'Words');
      assert.equal(await elsewhere(tab).count(), 0);
      assert.equal(await send(tab).isEnabled(), true);
    }
    await interrupted(other).waitFor(PATIENT);
    await world.until('the draft without its place', async () => (await draftText()) === 'Words');
    await other.getByRole('button', { name: 'Remove' }).click();
    assert.equal(await interrupted(other).count(), 0);

    await fieldOf(other).fill('');
    await world.until('no text', async () => (await value()) === '');

    // One that arrives is in both, whichever has the focus.
    await page.getByLabel('Files', { exact: true }).setInputFiles([file('lift.txt')]);
    await elsewhere(other).waitFor(PATIENT);
    await page.getByRole('link', { name: 'Inbox' }).first().focus();
    held.resolve();
    await world.until('the link', async () => /^\[lift\.txt\]\(\/user_uploads\//.test(await value()));
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'A');
    await world.until(
      'the same in the other',
      async () => (await fieldOf(other).inputValue()).trim() === (await value()).trim(),
    );
    assert.equal(await elsewhere(other).count(), 0);
    assert.equal(await interrupted(other).count(), 0);
    await profile.unroute('**/api/v1/user_uploads');
    await other.close();

    // Nobody knows whether another device is still at it: it is neither sent nor taken out without being asked to.
    await field().fill('Look: [lift.txt](uploading:00000000-00000001)');
    await elsewhere(page).waitFor(PATIENT);
    assert.equal(await send(page).isDisabled(), true);
    await page.reload();
    await elsewhere(page).waitFor(PATIENT);
    await page.getByRole('link', { name: 'Drafts' }).first().click();
    await page.getByText('Look: [lift.txt]').waitFor(PATIENT);
    await page.getByRole('button', { name: 'Send now' }).click();
    await world.toast('A file in this draft isn’t uploaded yet. Continue writing to see it.', page).waitFor(PATIENT);
    await page.goBack();
    await page.getByRole('button', { name: 'Remove' }).click(PATIENT);
    assert.equal(await value(), 'Look: ');
    assert.equal(await send(page).isEnabled(), true);
    await page.keyboard.press('Control+Enter');
  });

  test('while a large file is on its way, typing is fluent and loses no key, and both are in the message', async (t) => {
    const session = await page.context().newCDPSession(page);
    const limitUpload = (uploadThroughput: number) =>
      session.send('Network.emulateNetworkConditions', {
        ...{ offline: false, latency: 0, downloadThroughput: -1 },
        uploadThroughput,
      });
    // Time of the page's own thread: a busy machine changes it little.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' } as never);
    const busyMs = async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000;
    };
    const text = 'Every key of this sentence must arrive, in the order in which it was pressed.';
    await page.goto(`/chat/c/${channelId}/t/films`);
    await field().fill('', PATIENT);
    await session.send('Network.enable');
    await limitUpload(FILM_BYTES / 30);
    await page.evaluate((size) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(size)], 'film.mp4', { type: 'video/mp4' }));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    }, FILM_BYTES);
    const progress = page.getByRole('progressbar', { name: 'film.mp4' });
    await progress.waitFor(PATIENT);
    const share = () => progress.evaluate((bar) => (bar as HTMLProgressElement).value);
    await world.until('its beginning', async () => (await share()) > 0);
    const before = await busyMs();
    await field().pressSequentially(text);
    const each = ((await busyMs()) - before) / text.length;
    t.diagnostic(`a key while a file is uploaded: ${each.toFixed(1)} ms`);
    assert.ok(each < 16, `${each} ms`);
    assert.ok((await share()) < 1, 'it was on its way all the time');
    assert.match(await value(), new RegExp(`^\\[film\\.mp4\\]\\(uploading:[\\da-f-]+\\)\\n${text}$`));
    assert.equal(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled(), true);
    await limitUpload(-1);
    await progress.waitFor({ state: 'detached', timeout: 90_000 });
    await field().pressSequentially(' And on.');
    assert.match(await value(), /^\[film\.mp4\]\(\/user_uploads\/.+\)\n/);
    assert.ok((await value()).endsWith(`\n${text} And on.`));
    await page.keyboard.press('Control+Enter');
    await world.until('the file in its message', async () => {
      const { attachments } = await world.must(owner.get('/attachments'));
      const film = attachments.find(({ name }: { name: string }) => name === 'film.mp4');
      return film?.size === FILM_BYTES && film.messages.length === 1;
    });
    await page.goto(`/chat/c/${channelId}/t/vans`);
    await field().waitFor(PATIENT);
  });

  test('a preview is what the server makes of the text', async () => {
    await field().fill('The **van** is back');
    await page.keyboard.press('Control+Shift+E');
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.locator('strong', { hasText: 'van' }).waitFor(PATIENT);
    await lookInBothSchemes(page, 'composer-preview');
    // An answer that comes late is of an earlier text.
    const { promise: held, resolve: letAnswer } = Promise.withResolvers<void>();
    let asked = 0;
    await page.route('**/api/v1/messages/render', async (route) => {
      if (asked++ === 0) await held;
      await route.continue();
    });
    await field().fill('The **cart** is back');
    await world.until('what it makes of that', async () => asked === 1);
    await field().fill('The **bike** is back');
    await preview.locator('strong', { hasText: 'bike' }).waitFor(PATIENT);
    const late = page.waitForResponse('**/api/v1/messages/render');
    letAnswer();
    await (await late).finished();
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    assert.equal(await preview.locator('strong').textContent(), 'bike');
    await page.unroute('**/api/v1/messages/render');
    await page.keyboard.press('Control+Shift+E');
    await preview.waitFor({ state: 'detached', ...PATIENT });
  });

  test('emoji, snippets and times are found and inserted', async () => {
    await field().fill('');
    await page.getByRole('button', { name: 'Emoji' }).click();
    await page.getByLabel('Find an emoji by its name').fill('octopus');
    await page.getByRole('option', { name: 'octopus' }).waitFor(PATIENT);
    await lookInBothSchemes(page, 'composer-emoji');
    await page.keyboard.press('Enter');
    await world.until('the emoji', async () => (await value()) === ':octopus: ');
    await page.getByRole('button', { name: 'Insert', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Snippet: Hours' }).click();
    assert.equal(await value(), ':octopus: We open at **nine**.');
    await field().fill('At ~');
    await field().press('End');
    await page.keyboard.type('tom');
    await page.getByRole('option', { name: /Tomorrow morning/ }).click(PATIENT);
    assert.match(await value(), /^At <time:\d{4}-\d\d-\d\dT09:00:00\+00:00> $/);
    await field().pressSequentially('or <time');
    await page.getByRole('option', { name: 'Choose a time …' }).click(PATIENT);
    await page.getByLabel('Date and time').fill('2031-02-03T04:05');
    await lookInBothSchemes(page, 'composer-time');
    await page.getByRole('button', { name: 'Insert', exact: true }).last().click();
    await world.until('the time', async () => (await value()).endsWith('or <time:2031-02-03T04:05:00+00:00> '));
  });

  test('a message is sent later, and taken back', async () => {
    const scheduled = async () => (await world.must(owner.get('/scheduled_messages'))).scheduled_messages;
    // What is written while the message is on its way stays.
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    await page.route('**/api/v1/scheduled_messages', async (route) => {
      await held;
      await route.continue();
    });
    await field().fill('For later');
    await page.getByRole('button', { name: 'Send later' }).click();
    await page.getByRole('menuitem', { name: /Tomorrow morning/ }).click();
    await field().press('End');
    await page.keyboard.type(', and more');
    letGo();
    await page.getByText(/^Scheduled for /).waitFor(PATIENT);
    assert.equal(await value(), 'For later, and more');
    await page.unroute('**/api/v1/scheduled_messages');
    const [early] = await scheduled();
    await world.must(owner.delete(`/scheduled_messages/${early.scheduled_message_id}`));
    await field().fill('For tomorrow');
    await page.getByRole('button', { name: 'Send later' }).click();
    await page.getByRole('menuitem', { name: /Tomorrow morning/ }).click();
    await world.until('it waits', async () => (await scheduled()).length === 1);
    const [message] = await scheduled();
    assert.deepEqual([message.content, message.to, message.topic], ['For tomorrow', channelId, 'vans']);
    assert.equal(new Date(message.scheduled_delivery_timestamp * 1000).getUTCHours(), 9);
    assert.equal(await value(), '');
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await world.until('it is back', async () => (await value()) === 'For tomorrow');
    assert.deepEqual(await scheduled(), []);
    await page.getByRole('button', { name: 'Send later' }).click();
    await page.getByRole('menuitem', { name: 'Choose a time …' }).click();
    await page.getByLabel('Date and time').fill('2001-01-01T01:00');
    await page.getByText('Choose a time in the future.').waitFor(PATIENT);
    await lookInBothSchemes(page, 'composer-later');
    await page.getByLabel('Date and time').fill('2040-01-01T10:00');
    await page.getByRole('button', { name: 'Schedule' }).click();
    await world.until('it waits', async () => (await scheduled()).length === 1);
  });
});
