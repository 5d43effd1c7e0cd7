import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessibilityProblems, Chromium, withoutBrowser } from '../harness/chromium.ts';
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
    const said = page.locator('.conversation li').nth(1);
    await said.waitFor(PATIENT);
    assert.match((await said.textContent()) ?? '', /Which door\?$/);
    assert.deepEqual(await accessibilityProblems(page), []);
    assert.deepEqual(chromium.takeComplaints(), []);
  } finally {
    await chromium[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  }
});
