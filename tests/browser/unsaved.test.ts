import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { TestConsole } from '../harness/console.ts';
import { startTestServer } from '../harness/server.ts';

test('what was typed into a form goes only when whoever typed it says so', {
  skip: withoutBrowser,
  timeout: 600_000,
}, async () => {
  const [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
  try {
    const console = await TestConsole.start(server, chromium);
    const task = await console.task('Ada Open');
    const page = await console.open(await console.signedIn(), '/dispatch/board?open=new');
    const asked = page.getByRole('dialog', { name: 'Discard your changes?' });
    const name = page.getByLabel('Name (optional)');
    const held = () => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name);
    // An empty form holds up nobody.
    await name.waitFor();
    await page.keyboard.press('Escape');
    await name.waitFor({ state: 'detached' });
    assert.equal(await asked.count(), 0);
    // Whatever would close one that is not empty: it asks, and who thinks better of it goes on where they were.
    await page.getByRole('button', { name: 'New task' }).click();
    await name.fill('Cleo Half');
    await page.keyboard.press('Escape');
    await asked.waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'unsaved');
    await page.keyboard.press('Escape');
    await asked.waitFor({ state: 'detached' });
    assert.equal(await held(), 'name');
    await page.getByRole('option').filter({ hasText: 'Ada Open' }).click();
    await asked.getByRole('button', { name: 'Keep writing' }).click();
    assert.equal(await name.inputValue(), 'Cleo Half');
    await page.getByRole('button', { name: 'New task' }).click();
    assert.equal(await asked.count(), 0);
    // Other screens leave it open.
    await page.getByRole('link', { name: 'Table' }).click();
    assert.equal(await name.inputValue(), 'Cleo Half');
    await page.getByRole('link', { name: 'Board' }).click();
    await page.getByRole('option').filter({ hasText: 'Ada Open' }).click();
    await asked.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('heading', { name: 'Ada Open' }).waitFor();
    assert.match(page.url(), new RegExp(`task=${task.id}`));
    // Whoever changes one is asked, too; whoever cancels or saves has said it.
    await page.locator('.sheet').getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await name.fill('Ada Other');
    await page.locator('.sheet').getByRole('button', { name: 'Close' }).click();
    await asked.getByRole('button', { name: 'Keep writing' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Ada Other' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.sheet').waitFor({ state: 'detached' });
    await page.goto('/dispatch/fleet?open=new-hub');
    await page.getByLabel('Name').first().fill('Depot');
    await page.keyboard.press('Escape');
    await asked.getByRole('button', { name: 'Keep writing' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.locator('.sheet').waitFor({ state: 'detached' });
    assert.equal(await asked.count(), 0);
    assert.deepEqual(chromium.takeComplaints(), []);
  } finally {
    await chromium[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  }
});
