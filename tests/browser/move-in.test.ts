import assert from 'node:assert/strict';
import path from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { makeFirstRunAddress } from '../../src/pages/first-run/actions.ts';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { startTestServer } from '../harness/server.ts';
import { slackTeam, writeFolder, zipOf } from '../harness/slack-archive.ts';

const TIMEOUT_MS = 600_000;
/** More than one part of an upload. */
const FILLED = 9 * 2 ** 20;

describe('moving in', { skip: withoutBrowser, timeout: TIMEOUT_MS }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let chromium: Chromium;

  before(async () => {
    [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
  });
  after(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });
  afterEach(() => {
    // A lost connection and a part that came twice are part of the test.
    assert.deepEqual(
      chromium.takeComplaints().filter((each) => !/ERR_FAILED|ERR_INTERNET_DISCONNECTED|status of 409/.test(each)),
      [],
    );
  });

  test('from the first page by an archive to the administration', { timeout: TIMEOUT_MS }, async () => {
    const filler = Buffer.from(Array.from({ length: FILLED }, () => Math.floor(Math.random() * 256)));
    const team = slackTeam();
    const more = ['nora', 'otto'].map((name, index) => ({
      ...{ id: `U${index + 6}`, name, real_name: name },
      profile: { email: `${name}@example.com` },
    }));
    const users = [...(team['users.json'] as object[]), ...more];
    const archive = zipOf({ ...team, 'users.json': users, 'filler.bin': filler });
    await using folder = await writeFolder({ 'team.zip': archive });
    const profile = await chromium.profile({ baseURL: server.url, viewport: { width: 1280, height: 900 } });
    const page = await profile.newPage();
    const look = async (name: string) => {
      assert.deepEqual(await accessibilityProblems(page), []);
      await takePicture(page, name);
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.setViewportSize({ width: 390, height: 844 });
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, name);
      assert.deepEqual(await accessibilityProblems(page), []);
      await takePicture(page, `${name}-phone`);
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: 1280, height: 900 });
    };
    await page.goto((await makeFirstRunAddress(server.services))!);
    await takePicture(page, 'move-in-first');
    await page.getByRole('link', { name: 'Move in with your messages' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Moved Couriers');
    await page.getByLabel('Country').selectOption('Austria');
    await page.getByLabel('Your name').fill('Olive Owner');
    await page.getByLabel('E-mail').fill('olive@example.com');
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery staple');
    await look('move-in-form');
    await page.getByRole('button', { name: 'Continue' }).click();

    await page.getByRole('heading', { name: 'Upload the archive' }).waitFor();
    const uploadButton = page.getByRole('button', { name: 'Upload archive' });
    assert.ok(await uploadButton.isDisabled());
    await page.getByLabel('Archive', { exact: true }).setInputFiles(path.join(folder.folder, 'team.zip'));
    await look('move-in-upload');
    // A refusal says why, where the bar was.
    const refusal = 'The archive exceeds UPLOAD_QUOTA_MIB. Raise it on the server, then upload the archive again.';
    await page.route('**/api/move-in/archives', (route) => route.fulfill({ status: 409, json: { message: refusal } }), {
      times: 1,
    });
    await uploadButton.click();
    await page.locator('.problem').getByText(refusal).waitFor();
    assert.equal(await page.locator('progress').isVisible(), false);
    await look('move-in-refused');
    // The first part has come before, as after a lost answer: the upload goes on behind it. The connection of the second one
    // breaks: it is sent again from where it stopped.
    let parts = 0;
    await page.route('**/api/move-in/archives/*', async (route) => {
      const request = route.request();
      if (request.method() === 'PATCH') parts++;
      if (request.method() === 'PATCH' && parts === 1) {
        const body = new Uint8Array(archive.subarray(0, 8 * 2 ** 20));
        const { status } = await fetch(request.url(), { method: 'PATCH', headers: request.headers(), body });
        assert.equal(status, 204);
      }
      await (parts === 2 && request.method() === 'PATCH' ? route.abort() : route.continue());
    });
    await uploadButton.click();
    await page.getByRole('heading', { name: 'What comes along' }).waitFor();
    assert.equal(parts, 3);
    await page
      .getByRole('row', { name: /messages/ })
      .first()
      .waitFor();
    await look('move-in-checked');
    await page.getByRole('button', { name: 'Import archive' }).click();
    await page.getByRole('heading', { name: 'Everything has come' }).waitFor();
    await page.getByText('14 messages were imported').waitFor();
    await page.getByText('Sign in, then open Administration → Moving in').waitFor();
    await look('move-in-ended');

    await page.getByRole('link', { name: 'Sign in' }).last().click();
    await page.getByLabel('E-mail address or phone').fill('olive@example.com');
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery staple');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL((url) => !url.pathname.includes('sign-in'));
    await page.goto('/admin/imports');
    await page.getByRole('row', { name: /Moved Couriers Slack done 14 of 14/ }).waitFor();
    await page.getByText('4 imported people are not invited yet.').waitFor();
    assert.equal(await page.getByRole('progressbar').count(), 0);
    await look('move-in-admin');
    // The same import while it runs.
    await page.route('**/api/admin/imports', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      Object.assign(json.imports[0], { phase: 'writing', done: 5, endedAt: null });
      await route.fulfill({ response, json });
    });
    await page.reload();
    const bar = page.getByRole('row', { name: /Moved Couriers Slack running 5 of 14/ }).getByRole('progressbar');
    assert.equal(await bar.evaluate((element: HTMLProgressElement) => element.position), 5 / 14);
    await look('move-in-admin-running');
    await page.unroute('**/api/admin/imports');
    await page.reload();
    await page.getByRole('row', { name: /Moved Couriers Slack done 14 of 14/ }).waitFor();
    const invite = (count: string) => page.getByRole('button', { name: `Invite ${count}` });
    const dialog = page.getByRole('dialog', { name: 'Invite imported people' });
    const goOn = (count: string) => dialog.getByRole('button', { name: `Invite ${count}` }).click();
    // One at a time, as in a large team 25. The second request gets no answer, the third one takes its time.
    const [asked, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let requests = 0;
    await page.route('**/api/admin/imports/invitations', async (route) => {
      requests++;
      if (requests === 2) return route.abort();
      if (requests === 3) {
        asked.resolve();
        await mayEnd.promise;
      }
      await route.continue(requests < 4 ? { postData: { batch: 1 } } : {});
    });
    await invite('4 people').click();
    await dialog.waitFor();
    await look('move-in-invite');
    await goOn('4 people');
    await dialog.getByText('The server cannot be reached.').waitFor();
    await dialog.getByText('1 person invited.').waitFor();
    await page.getByText('3 imported people are not invited yet.').waitFor();
    await look('move-in-invite-failed');
    await goOn('3 people');
    await asked.promise;
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    mayEnd.resolve();
    await page.getByText('2 people invited.').waitFor();
    await page.getByText('2 imported people are not invited yet.').waitFor();
    assert.equal(requests, 3, 'nobody is invited after “Cancel”');
    await invite('2 people').click();
    await goOn('2 people');
    await dialog.waitFor({ state: 'detached' });
    const rest = page.getByText('1 imported person has no e-mail address.');
    await rest.and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: /^Invite/ }).waitFor({ state: 'detached' });
    await look('move-in-invited');
  });
});
