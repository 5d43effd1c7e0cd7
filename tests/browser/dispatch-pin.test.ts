import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { until } from '../harness/clients.ts';
import { TestConsole } from '../harness/console.ts';
import { startTestServer } from '../harness/server.ts';

test('dispatch asks for a PIN, sees how many tries are left, and makes a new one; nobody there reads it', {
  skip: withoutBrowser,
  timeout: 600_000,
}, async () => {
  const [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
  try {
    const console = await TestConsole.start(server, chromium);
    const task = await console.task('Ada Open');
    const page = await console.open(await console.signedIn(), `/dispatch/board?task=${task.id}`);
    const sheet = page.locator('.sheet');
    const now = async () => (await console.api.get(`/tasks/${task.id}`)).json;
    const pin = async (): Promise<string | null> => {
      const answer = await fetch(`${server.url}/api/v2/tracking/${task.trackingURL.split('/').at(-1)}`);
      return ((await answer.json()) as { pin: string | null }).pin;
    };
    const edit = async () => {
      await sheet.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
    };
    await page.getByRole('heading', { name: 'Ada Open' }).waitFor();
    await edit();
    await page.getByLabel('A PIN is required').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await sheet.getByText('5 tries left').waitFor();
    const first = await pin();
    assert.match(first!, /^\d{4}$/);
    // Something else that is required leaves it as it is.
    await edit();
    await page.getByLabel('A photo is required').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await until(async () => (await now()).requirements.photo, 'the photo to be required');
    assert.deepEqual([(await now()).requirements.pin, await pin()], [true, first]);
    assert.equal((await page.content()).includes(`>${first}<`), false);
    // What drivers try is seen at once.
    await server.services.database.pool.query(
      'update dispatch.tasks set wrong_pins = 5, version = version + 1 where id = $1',
      [task.id],
    );
    await page.reload();
    await sheet.getByText('No tries left').waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'dispatch-pin-locked');
    await sheet.getByRole('button', { name: 'New PIN' }).click();
    await page.getByText(/There is a new PIN|The recipient gets a new PIN by SMS/).waitFor();
    await sheet.getByText('5 tries left').waitFor();
    assert.equal((await now()).pinTriesLeft, 5);
    assert.deepEqual(chromium.takeComplaints(), []);
  } finally {
    await chromium[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  }
});
