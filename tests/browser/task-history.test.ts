import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { TestConsole } from '../harness/console.ts';
import { startTestServer } from '../harness/server.ts';

/** A browser on a loaded machine is slow. */
const PATIENT = { timeout: 90_000 };

test("a task's sheet says who moved it, and follows", { skip: withoutBrowser, timeout: 600_000 }, async () => {
  const [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
  try {
    const console = await TestConsole.start(server, chromium);
    const { id, driver } = await console.worker('Wanda Late', [-122.4, 37.78]);
    const task = await console.task('Kim Customer');
    await console.must(console.api.put(`/containers/workers/${id}`, { tasks: [task.id] }));
    const page = await console.open(await console.signedIn(), `/dispatch/board?task=${task.id}`);
    const entry = (text: string | RegExp) => page.locator('.history li').filter({ hasText: text }).first();
    await entry(/Created by an integration$/).waitFor(PATIENT);
    await entry(/Assigned to Wanda Late by an integration$/).waitFor(PATIENT);
    await page.locator('.board').getByRole('option').filter({ hasText: 'Kim Customer' }).focus();
    await page.keyboard.press('u');
    await entry(/Unassigned by (?!an integration)\w+/).waitFor(PATIENT);
    await console.must(console.api.put(`/containers/workers/${id}`, { tasks: [task.id] }));
    await console.must(driver!.post(`/driver/tasks/${task.id}/start`, {}));
    await entry(/Started by Wanda Late$/).waitFor(PATIENT);
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'history');
    assert.deepEqual(chromium.takeComplaints(), []);
  } finally {
    await chromium[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  }
});
