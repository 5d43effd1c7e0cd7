import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { ChatClient } from '../harness/clients.ts';
import { TestConsole } from '../harness/console.ts';
import { destinationAt } from '../harness/fleet.ts';
import { lookInBothSchemes } from '../harness/look.ts';
import { startTestServer } from '../harness/server.ts';

/** A browser on a loaded machine is slow. */
const PATIENT = { timeout: 90_000 };

test("a task's sheet makes the channel, opens the topic, and writes in it", {
  skip: withoutBrowser,
  timeout: 600_000,
}, async () => {
  const [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
  try {
    const console = await TestConsole.start(server, chromium);
    const task = await console.must(console.api.post('/tasks', { destination: destinationAt() }));
    const profile = await console.signedIn();
    const page = await console.open(profile, `/dispatch/board?task=${task.id}`);
    await page.getByRole('button', { name: 'Make a private channel' }).click(PATIENT);
    await page.getByRole('button', { name: 'Open a topic in the chat' }).click(PATIENT);
    // The chat's own conversation stands beside the sheet.
    const pane = page.getByRole('complementary', { name: 'Conversation' });
    const field = pane.getByLabel('Message', { exact: true });
    const message = (text: string) => pane.getByRole('article').filter({ hasText: text });
    await field.fill('Which **door**?', PATIENT);
    await pane.getByRole('button', { name: 'Send', exact: true }).click(PATIENT);
    await message('Which door?').waitFor(PATIENT);
    assert.equal(await message('Which door?').locator('strong').textContent(), 'door');
    await lookInBothSchemes(page, 'conversation-pane');
    // The task's end renames the topic: what the open sheet sends goes where it is by then.
    const { id, driver } = await console.worker('Wanda Late', [-122.4, 37.78]);
    await console.must(console.api.put(`/containers/workers/${id}`, { tasks: [task.id] }));
    await console.must(driver!.post(`/driver/tasks/${task.id}/start`, {}));
    // What the driver says comes by itself, and what is being written stays: also while another task is looked at.
    await field.fill('Half a sen', PATIENT);
    await console.must(driver!.post(`/driver/tasks/${task.id}/messages`, { text: 'The gate is locked' }));
    await message('The gate is locked').waitFor(PATIENT);
    assert.equal(await field.inputValue(), 'Half a sen');
    const other = await console.task('Bo Other');
    const board = page.locator('.board');
    await board.getByRole('option').filter({ hasText: 'Bo Other' }).click(PATIENT);
    await page.getByRole('button', { name: 'Open a topic in the chat' }).waitFor(PATIENT);
    assert.match(page.url(), new RegExp(other.id));
    assert.equal(await pane.count(), 0);
    await page.goBack();
    await page.waitForURL((url) => url.searchParams.get('task') === task.id);
    await console.until('the draft', async () => (await field.inputValue()) === 'Half a sen');
    // Keys of the console are not the chat's, nor the other way round.
    const chat = new ChatClient(console.organization.chat);
    const starred = async () =>
      (await chat.post('/register', { fetch_event_types: '["starred_messages"]' })).json.starred_messages.length;
    await message('The gate is locked').focus(PATIENT);
    await page.keyboard.press('n');
    await page.keyboard.press('*');
    await console.until('a star', async () => (await starred()) === 1);
    assert.equal(new URL(page.url()).searchParams.get('open'), null, 'n is the key of a new task elsewhere');
    await page.getByRole('heading', { level: 2 }).last().focus();
    await page.keyboard.press('*');
    // The topic's new name comes to the pane from the chat, also while the console has no answer; whoever writes writes on.
    const { promise: mayAsk, resolve: letAsk } = Promise.withResolvers<void>();
    await page.route(/\/conversation$/, async (route) => {
      await mayAsk;
      await route.continue().catch(() => undefined);
    });
    await field.focus(PATIENT);
    await page.keyboard.press('End');
    await console.must(console.api.post(`/tasks/${task.id}/complete`, { completionDetails: { success: true } }));
    const ofTask = async () => (await console.must(console.api.get(`/tasks/${task.id}/conversation`))).conversation;
    await console.until('the topic being resolved', async () => (await ofTask()).isResolved);
    await pane.getByRole('heading', { name: (await ofTask()).topic }).waitFor(PATIENT);
    await page.keyboard.type('tence');
    assert.equal(await field.inputValue(), 'Half a sentence');
    await page.keyboard.press('Control+Enter');
    await message('Half a sentence').waitFor(PATIENT);
    letAsk();
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('complementary').last().getByRole('heading').first().focus();
    await page.keyboard.press('r');
    await page.keyboard.type('Nobody was there?');
    await page.keyboard.press('Control+Enter');
    await message('Nobody was there?').waitFor(PATIENT);
    const { channelId, topic } = await ofTask();
    assert.equal(await starred(), 1, 'outside of the pane its keys do nothing');
    await console.until('one topic', async () => {
      const { topics } = (await chat.get(`/users/me/${channelId}/topics`)).json;
      return topics.map(({ name }: { name: string }) => name).join() === topic;
    });
    // Escape leaves the field, then the pane, and only then the sheet.
    await page.keyboard.press('Escape');
    assert.equal(await field.evaluate((each) => each === document.activeElement), false);
    assert.equal(await pane.count(), 1);
    await page.keyboard.press('Escape');
    await pane.waitFor({ state: 'detached', ...PATIENT });
    assert.equal(await page.evaluate(() => document.activeElement!.closest('.sheet') !== null), true);
    await page.getByRole('button', { name: 'Show it in the chat' }).click(PATIENT);
    await field.waitFor(PATIENT);
    for (const [colorScheme, width] of [
      ['dark', 1440],
      ['light', 1100],
      ['dark', 390],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 844 });
      assert.deepEqual(await accessibilityProblems(page), [], `${colorScheme} ${width}`);
      await takePicture(page, `conversation-pane-${colorScheme}-${width}`);
    }
    // It closes, for the next tasks too, and the sheet is there again.
    await pane.getByRole('button', { name: 'Close' }).click(PATIENT);
    await page.getByRole('button', { name: 'Show it in the chat' }).waitFor(PATIENT);
    await page.reload();
    await page.getByRole('button', { name: 'Show it in the chat' }).waitFor(PATIENT);
    assert.equal(await pane.count(), 0);

    // Who has no account of the chat reads and answers as well, without a link into it.
    await console.manager('ada@couriers.example');
    const ada = await console.open(
      await console.signedIn({}, 'ada@couriers.example'),
      `/dispatch/board?task=${task.id}`,
    );
    await ada.locator('.conversation li').filter({ hasText: 'The gate is locked' }).waitFor(PATIENT);
    assert.equal(await ada.getByRole('link', { name: topic }).count(), 0);
    await ada.getByLabel('Message').fill('It is open now', PATIENT);
    await ada.getByRole('button', { name: 'Send', exact: true }).click(PATIENT);
    const answered = ada.locator('.conversation li').filter({ hasText: 'It is open now' });
    await answered.waitFor(PATIENT);
    assert.match((await answered.textContent()) ?? '', /^Ada Manager/);
    await page.getByRole('button', { name: 'Show it in the chat' }).click(PATIENT);
    await message('It is open now').waitFor(PATIENT);
    assert.deepEqual(chromium.takeComplaints(), []);

    // A session that ends takes the conversation's stream along; it comes back with the person.
    await console.must(chat.post('/messages', { type: 'channel', to: channelId, topic, content: 'Before' }));
    await message('Before').waitFor(PATIENT);
    const headers = { origin: server.url, 'sec-fetch-site': 'same-origin' };
    assert.equal((await profile.request.delete('/api/session', { headers })).ok(), true);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^E-mail/).fill(console.organization.chat.email, PATIENT);
    await lookInBothSchemes(page, 'conversation-session-ended');
    await dialog.getByLabel('Password', { exact: true }).fill('correct horse battery staple');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached', ...PATIENT });
    await console.must(chat.post('/messages', { type: 'channel', to: channelId, topic, content: 'And after' }));
    await message('And after').waitFor(PATIENT);
    // Chromium notes the refusals.
    chromium.takeComplaints();
  } finally {
    await chromium[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  }
});
