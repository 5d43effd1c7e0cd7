import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessibilityProblems, Chromium, withoutBrowser } from '../harness/chromium.ts';
import { ChatClient } from '../harness/clients.ts';
import { TestConsole } from '../harness/console.ts';
import { destinationAt } from '../harness/fleet.ts';
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
    await page.getByLabel('Message').fill('Which **door**?', PATIENT);
    await page.getByRole('button', { name: 'Send', exact: true }).click(PATIENT);
    const message = page.locator('.conversation li').nth(1);
    await message.waitFor(PATIENT);
    assert.match((await message.textContent()) ?? '', /Which door\?$/);
    assert.deepEqual(await accessibilityProblems(page), []);
    // The task's end renames the topic: what the open sheet sends goes where it is by then.
    const { id, driver } = await console.worker('Wanda Late', [-122.4, 37.78]);
    await console.must(console.api.put(`/containers/workers/${id}`, { tasks: [task.id] }));
    await console.must(driver!.post(`/driver/tasks/${task.id}/start`, {}));
    // What the driver says comes by itself, and what is being written stays: also while another task is looked at.
    await page.getByLabel('Message').fill('Half a sen', PATIENT);
    await console.must(driver!.post(`/driver/tasks/${task.id}/messages`, { text: 'The gate is locked' }));
    await page.locator('.conversation li').filter({ hasText: 'The gate is locked' }).waitFor(PATIENT);
    assert.equal(await page.getByLabel('Message').inputValue(), 'Half a sen');
    const other = await console.task('Bo Other');
    const board = page.locator('.board');
    await board.getByRole('option').filter({ hasText: 'Bo Other' }).click(PATIENT);
    await page.getByRole('button', { name: 'Open a topic in the chat' }).waitFor(PATIENT);
    assert.match(page.url(), new RegExp(other.id));
    await page.goBack();
    await page.waitForURL((url) => url.searchParams.get('task') === task.id);
    await console.until('the draft', async () => (await page.getByLabel('Message').inputValue()) === 'Half a sen');
    await console.must(console.api.post(`/tasks/${task.id}/complete`, { completionDetails: { success: true } }));
    const ofTask = async () => (await console.must(console.api.get(`/tasks/${task.id}/conversation`))).conversation;
    await console.until('the topic being resolved', async () => (await ofTask()).isResolved);
    await page.getByLabel('Message').fill('Nobody was there?', PATIENT);
    await page.getByRole('button', { name: 'Send', exact: true }).click(PATIENT);
    await page.locator('.conversation li').filter({ hasText: 'Nobody was there?' }).waitFor(PATIENT);
    const { channelId, topic } = await ofTask();
    const chat = new ChatClient(console.organization.chat);
    const { topics } = (await chat.get(`/users/me/${channelId}/topics`)).json;
    assert.deepEqual(
      topics.map(({ name }: { name: string }) => name),
      [topic],
    );
    const texts = (await page.locator('.conversation li').allTextContents()).join('\n');
    assert.match(texts, /Which door\?[\s\S]*Nobody was there\?/);
    const held = await page.evaluate(() => document.activeElement?.closest('form')?.className);
    assert.equal(held, 'conversation-write');

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
    await page.locator('.conversation li').filter({ hasText: 'It is open now' }).waitFor(PATIENT);
    assert.deepEqual(chromium.takeComplaints(), []);
  } finally {
    await chromium[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  }
});
