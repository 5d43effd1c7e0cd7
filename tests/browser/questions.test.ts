import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { TestConsole } from '../harness/console.ts';
import { startTestServer } from '../harness/server.ts';

/** A browser on a loaded machine is slow. */
const PATIENT = { timeout: 90_000 };

test("a driver's question is seen in any screen of every dispatcher until one of them answers or reads it", {
  skip: withoutBrowser,
  timeout: 600_000,
}, async () => {
  const [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
  try {
    const console = await TestConsole.start(server, chromium);
    await console.must(console.api.put('/conversations/settings', {}));
    const { id, driver } = await console.worker('Wanda Late', [-122.4, 37.78]);
    const task = await console.task('Kim Customer', { container: { type: 'WORKER', worker: id } });
    await console.manager('ada@couriers.example');
    const owner = await console.open(await console.signedIn(), '/dispatch/table');
    const ada = await console.open(await console.signedIn({}, 'ada@couriers.example'), '/dispatch/board');
    const board = ada.locator('.board');
    await board.getByRole('option').filter({ hasText: 'Kim Customer' }).waitFor(PATIENT);
    assert.equal(await ada.title(), 'Board · Hubbub');
    const titled = (page: Page, title: string) =>
      console.until(`the title ${title}`, async () => (await page.title()) === `${title} · Hubbub`);
    const ask = (text: string) => console.must(driver!.post(`/driver/tasks/${task.id}/messages`, { text }));

    await ask('Which door?');
    await titled(ada, '(1) Board');
    await titled(owner, '(1) Table');
    await board.getByRole('option').filter({ hasText: 'Kim Customer' }).filter({ hasText: 'Asks' }).waitFor(PATIENT);
    await board.locator('.column-head').filter({ hasText: '1 open question' }).waitFor(PATIENT);
    await owner.getByRole('link', { name: 'Inbox 1 thing waits' }).click(PATIENT);
    const row = owner.locator('.inbox-row');
    await row.filter({ hasText: 'Which door?' }).waitFor(PATIENT);
    assert.deepEqual(await accessibilityProblems(owner), []);
    await takePicture(owner, 'inbox');

    // One key goes to it and opens its sheet, another one ends it, on all screens.
    await owner.keyboard.press('j');
    await owner.locator('.chat-pane article').filter({ hasText: 'Which door?' }).waitFor(PATIENT);
    await owner.keyboard.press('e');
    await titled(ada, 'Board');
    await titled(owner, 'Inbox');
    await owner.getByText('Nothing needs you').waitFor(PATIENT);
    assert.equal(await board.getByText('Asks', { exact: true }).count(), 0);

    // An answer ends the next one; the sheet has the whole conversation.
    for (let n = 1; n <= 12; n++) await ask(`Question ${n}`);
    await titled(ada, '(1) Board');
    await board.getByRole('option').filter({ hasText: 'Kim Customer' }).click(PATIENT);
    await ada.locator('.conversation li').filter({ hasText: 'Question 12' }).waitFor(PATIENT);
    assert.equal(await ada.getByText('Which door?').count(), 0);
    await ada.getByRole('button', { name: 'Earlier messages' }).click(PATIENT);
    await ada.locator('.conversation li').filter({ hasText: 'Which door?' }).waitFor(PATIENT);
    assert.equal(
      await ada
        .locator('.conversation li')
        .filter({ hasText: /Question \d+/ })
        .count(),
      12,
    );
    assert.equal(await ada.getByRole('button', { name: 'Earlier messages' }).count(), 0);
    await ada.getByLabel('Message').fill('The green one', PATIENT);
    await ada.getByRole('button', { name: 'Send', exact: true }).click(PATIENT);
    await titled(ada, 'Board');
    await titled(owner, 'Inbox');
    assert.deepEqual(chromium.takeComplaints(), []);
  } finally {
    await chromium[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  }
});
