import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../src/platform/db/sql.ts';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { TestConsole } from '../harness/console.ts';
import { startTestServer } from '../harness/server.ts';

/** A browser on a loaded machine is slow. */
const PATIENT = { timeout: 90_000 };
const MINUTE_MS = 60_000;

test('what needs a dispatcher is in one list by urgency, which is worked off by keys, for everybody who sees it', {
  skip: withoutBrowser,
  timeout: 600_000,
}, async () => {
  const [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
  try {
    const console = await TestConsole.start(server, chromium);
    await console.must(console.api.put('/conversations/settings', {}));
    const { id, driver } = await console.worker('Wanda Late', [-122.4, 37.78]);
    const own = { container: { type: 'WORKER', worker: id } };
    const now = server.clock.now().getTime();
    await console.task('Sam Soon', { completeBefore: now + 20 * MINUTE_MS });
    const late = await console.task('Lea Late', own);
    const failed = await console.task('Fay Failed', own);
    const asked = await console.task('Kim Customer', own);
    await console.must(driver!.post(`/driver/tasks/${failed.id}/start`, {}));
    await console.must(
      driver!.post(`/driver/tasks/${failed.id}/complete`, { success: false, failureReason: 'DAMAGED' }),
    );
    await console.must(driver!.post(`/driver/tasks/${asked.id}/messages`, { text: 'Which door?' }));
    const { organization_id: organization } = console.organization;
    await server.services.database.transaction(async (tx) => {
      await tx.run(sql`
        update dispatch.tasks set complete_before = ${new Date(now - 246 * MINUTE_MS)}
        where organization_id = ${organization} and id = ${late.id}`);
      await tx.run(sql`
        insert into platform.outbox (organization_id, channel, recipient, body, created_at, state, detail)
        values (${organization}, 'sms', '+14155550199', 'Your parcel', ${new Date(now)}, 'failed', 'unknown number')`);
    });
    // Another team's dispatcher sees what is in sight of theirs only.
    await console.manager('ada@couriers.example');
    const [owner] = await console.must(console.api.get('/admins'));
    const south = await console.must(console.api.post('/teams', { name: 'South', workers: [], managers: [owner.id] }));
    await console.task('Ola Other', {
      container: { type: 'TEAM', team: south.id },
      completeBefore: now + 10 * MINUTE_MS,
    });

    // A dispatcher starts here.
    const page = await console.open(await console.signedIn(), '/dispatch');
    await page.waitForURL('**/dispatch/inbox');
    const ada = await console.open(await console.signedIn({}, 'ada@couriers.example'), '/');
    await ada.waitForURL('**/dispatch/inbox');
    const kinds = (tab: typeof page) =>
      tab
        .locator('.inbox-row')
        .evaluateAll((rows) =>
          rows.map(
            (row) => `${row.querySelector('.badge')!.textContent} ${row.querySelector('.inbox-title')!.textContent}`,
          ),
        );
    const untilKinds = (tab: typeof page, expected: string[]) =>
      console.until(`the inbox being ${expected}`, async () => String(await kinds(tab)) === String(expected));
    const shared = ['Question Wanda Late · Kim Customer', 'Late Lea Late', 'Failed Fay Failed', 'Due soon Sam Soon'];
    await untilKinds(page, [...shared.slice(0, 3), 'Due soon Ola Other', 'Due soon Sam Soon', 'SMS +14155550199']);
    await untilKinds(ada, shared);
    assert.equal(await page.title(), '(2) Inbox · Hubbub');
    // Hours and minutes, not tenths of an hour.
    await page
      .locator('.inbox-row')
      .filter({ hasText: /\b4 hrs? \d+ mins? late/ })
      .waitFor(PATIENT);
    // In groups by urgency, without one for nothing.
    const groups = (tab: typeof page) => tab.locator('.inbox h2').allTextContents();
    assert.deepEqual(await groups(page), ['Now 2', 'Next 3', 'When there is time 1']);
    assert.deepEqual(await groups(ada), ['Now 2', 'Next 2']);
    await page.getByRole('link', { name: 'Inbox 6 things wait' }).waitFor(PATIENT);
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'inbox-full');

    // j and k go step by step: the sheet that was open before takes nobody back to its row.
    for (const name of ['Kim Customer', 'Lea Late', 'Fay Failed']) {
      await page.keyboard.press('j');
      await page.locator('.sheet h2').filter({ hasText: name }).waitFor(PATIENT);
    }
    for (const name of ['Lea Late', 'Kim Customer']) {
      await page.keyboard.press('k');
      await page.locator('.sheet h2').filter({ hasText: name }).waitFor(PATIENT);
    }
    // What they open is there in full, e ends it; nothing is left, on either screen.
    await page.locator('.chat-pane article').filter({ hasText: 'Which door?' }).waitFor(PATIENT);
    await takePicture(page, 'inbox-open');
    for (let left = 6; left > 0; left--) {
      await page.keyboard.press('e');
      await console.until(`${left - 1} being left`, async () => (await kinds(page)).length === left - 1);
      await page.keyboard.press('k');
    }
    await page.getByText('Nothing needs you').waitFor(PATIENT);
    assert.equal(await page.getByRole('link', { name: 'Open the map' }).getAttribute('href'), '/dispatch/map');
    await ada.getByText('Nothing needs you').waitFor(PATIENT);
    assert.equal(await ada.title(), 'Inbox · Hubbub');
    assert.deepEqual(chromium.takeComplaints(), []);
  } finally {
    await chromium[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  }
});
