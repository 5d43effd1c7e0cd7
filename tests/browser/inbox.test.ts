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

test('a report that was overruled, a lost position, a place that was not found and a failing webhook are there, each with what helps', {
  skip: withoutBrowser,
  timeout: 600_000,
}, async () => {
  const [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
  try {
    const console = await TestConsole.start(server, chromium);
    const { id, driver } = await console.worker('Wanda Late', [-122.4, 37.78]);
    const other = await console.worker('Otto Other');
    const own = { container: { type: 'WORKER', worker: id } };
    const report = await console.task('Ray Report', own);
    const under = await console.task('Sid Stale', own);
    const lane = { number: '12', street: 'Lost Lane', city: 'Oakland', state: 'CA', country: 'US' };
    await console.task('Una Unplaced', { destination: { address: lane } });
    await console.must(driver!.post(`/driver/tasks/${under.id}/start`, {}));
    await console.must(console.api.put(`/tasks/${report.id}`, { container: { type: 'WORKER', worker: other.id } }));
    const action = { kind: 'complete', taskId: report.id, actionId: 'late', time: Date.now(), success: true };
    const { results } = await console.must(driver!.post('/driver/actions', { actions: [action] }));
    assert.equal(results[0].reported, true);
    const { organization_id: organization } = console.organization;
    await server.services.database.transaction(async (tx) => {
      await tx.run(sql`
        update dispatch.workers set located_at = ${new Date(server.clock.now().getTime() - 10 * MINUTE_MS)}
        where organization_id = ${organization} and id = ${id}`);
      await tx.run(sql`
        insert into dispatch.webhooks
          (organization_id, id, name, url, trigger, receiver, after_event, created_at, consecutive_failures)
        values (${organization}, ${'Shop'.padEnd(24, 'x')}, 'Shop', 'https://hooks.example/', 0, 'https://hooks.example', 0, ${tx.now}, 3)`);
    });
    const page = await console.open(await console.signedIn(), '/dispatch/inbox');
    const row = (text: string) => page.locator('.inbox-row').filter({ hasText: text });
    const expected: [kind: string, title: string, text: RegExp, action: string][] = [
      ['Report', 'Ray Report', /^Wanda Late reported it completed/, 'Show'],
      ['No position', 'Wanda Late', /^No position for 1\d min/, 'Show'],
      ['No place', 'Una Unplaced', /12 Lost Lane/, 'Set location'],
      ['Webhook', 'Shop', /\b3\b/, 'Show'],
    ];
    for (const [kind, title, text, help] of expected) {
      const found = row(title).filter({ hasText: kind });
      await found.getByText(text).waitFor(PATIENT);
      await found.getByRole('button', { name: help }).waitFor(PATIENT);
    }
    assert.equal(await page.locator('.inbox-row').count(), expected.length);
    assert.deepEqual(await accessibilityProblems(page), []);
    // What helps is one step away, and what no longer holds goes by itself.
    await row('Una Unplaced').getByRole('button', { name: 'Set location' }).click();
    await page.getByRole('form', { name: 'Where is Una Unplaced?' }).waitFor(PATIENT);
    await page.goto('/dispatch/inbox');
    await row('Wanda Late').filter({ hasText: 'No position' }).getByRole('button', { name: 'Show' }).click(PATIENT);
    await page.getByRole('complementary').getByRole('heading', { name: 'Wanda Late' }).waitFor(PATIENT);
    const time = server.clock.now().getTime();
    await console.must(driver!.post('/driver/positions', { location: [-122.41, 37.78], time }));
    await row('No position').waitFor({ state: 'detached', ...PATIENT });
    assert.deepEqual(chromium.takeComplaints(), []);
  } finally {
    await chromium[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  }
});
