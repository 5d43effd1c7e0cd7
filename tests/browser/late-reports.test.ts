import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessibilityProblems, Chromium, withoutBrowser } from '../harness/chromium.ts';
import { sendBytes } from '../harness/clients.ts';
import { TestConsole } from '../harness/console.ts';
import { photo } from '../harness/pictures.ts';
import { startTestServer } from '../harness/server.ts';

/** A browser on a loaded machine is slow. */
const PATIENT = { timeout: 90_000 };

test('the board tells of a task that a driver did and dispatch had deleted, with its proof', {
  skip: withoutBrowser,
  timeout: 300_000,
}, async () => {
  const [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
  try {
    const console = await TestConsole.start(server, chromium);
    const { id: worker, driver } = await console.worker('Wanda Late', [-122.4, 37.78]);
    const [gone, other] = [await console.task('Bo Gone'), await console.task('Ada There')];
    await console.must(console.api.put(`/containers/workers/${worker}`, { tasks: [gone.id, other.id] }));
    await console.must(console.api.delete(`/tasks/${gone.id}`));
    const page = await console.open(await console.signedIn(), '/dispatch/board');
    await page.locator('.board').getByRole('option').filter({ hasText: 'Ada There' }).waitFor(PATIENT);
    assert.equal(await page.locator('.late-reports').count(), 0);

    const { uploadId } = (await sendBytes(driver!, 'POST', '/uploads', await photo(64, 48))).json;
    const message = { success: true, notes: 'With the neighbour', photoUploadIds: [uploadId] };
    const action = { kind: 'complete', taskId: gone.id, actionId: 'late', time: Date.now() - 60_000, ...message };
    const { results } = await console.must(driver!.post('/driver/actions', { actions: [action] }));
    assert.deepEqual(results, [{ actionId: 'late', status: 200, reported: true }]);
    // It comes by itself.
    await page.getByText('A driver finished a task that had been deleted.').waitFor(PATIENT);
    await page.getByRole('button', { name: 'Show the reports' }).click(PATIENT);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('With the neighbour').waitFor(PATIENT);
    await dialog.getByText(/^Wanda Late reported it completed/).waitFor(PATIENT);
    await dialog.getByRole('img', { name: 'Photo 1' }).waitFor(PATIENT);
    assert.equal(await dialog.getByText(`Task ${gone.shortId}`).count(), 1);
    assert.deepEqual(await accessibilityProblems(page), []);
    assert.deepEqual(chromium.takeComplaints(), []);
  } finally {
    await chromium[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  }
});
