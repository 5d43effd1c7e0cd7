import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { TestConsole } from '../harness/console.ts';
import { startTestServer } from '../harness/server.ts';

/** A browser on a loaded machine is slow. */
const PATIENT = { timeout: 90_000 };

test('recipients are found by name and number, and their sheet has addresses, tasks, notes and opt-out', {
  skip: withoutBrowser,
  timeout: 600_000,
}, async () => {
  const [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
  try {
    const console = await TestConsole.start(server, chromium);
    await console.manager('ada@couriers.example');
    const [owner] = await console.must(console.api.get('/admins'));
    const south = await console.must(console.api.post('/teams', { name: 'South', workers: [], managers: [owner.id] }));
    const kim = { name: 'Kim Customer', phone: '+14155550199', notes: 'Rings twice' };
    const { id, driver } = await console.worker('Dora Driver', [-122.3, 37.8]);
    const task = await console.must(
      console.api.post('/tasks', {
        destination: {
          address: { number: '2', street: 'Pier Road', city: 'Oakland', country: 'US' },
          location: [-122.3, 37.8],
          notes: 'Back door',
        },
        recipients: [kim],
        container: { type: 'WORKER', worker: id },
      }),
    );
    await console.must(driver!.post(`/driver/tasks/${task.id}/start`, {}));
    await console.must(driver!.post(`/driver/tasks/${task.id}/complete`, { success: true }));
    await console.task('Lea Other', { container: { type: 'TEAM', team: south.id } });
    const page = await console.open(await console.signedIn(), '/dispatch/recipients');
    const rows = page.getByRole('list', { name: 'Recipients' }).or(page.getByRole('listbox', { name: 'Recipients' }));
    const row = (name: string) => rows.getByText(name);
    await row('Kim Customer').waitFor(PATIENT);
    await row('Lea Other').waitFor(PATIENT);
    // At 1,440 px all screens of the console are named without scrolling.
    const navigation = page.getByRole('navigation', { name: 'Screens' });
    assert.ok(await navigation.evaluate((nav) => nav.scrollWidth <= nav.clientWidth));
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'recipients');
    await page.getByLabel('Name or phone').fill('555 0199');
    await row('Lea Other').waitFor({ state: 'detached', ...PATIENT });
    await row('Kim Customer').click();
    const sheet = page.getByRole('complementary');
    await sheet.getByRole('heading', { name: 'Kim Customer' }).waitFor(PATIENT);
    await sheet.getByText('Rings twice').waitFor(PATIENT);
    await sheet.getByText('2 Pier Road, Oakland').first().waitFor(PATIENT);
    await sheet.getByText('Back door').waitFor(PATIENT);
    await sheet.getByText('Completed').waitFor(PATIENT);
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'recipient-sheet');
    await page.emulateMedia({ colorScheme: 'dark' });
    await takePicture(page, 'recipient-dark');
    await page.setViewportSize({ width: 390, height: 844 });
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
    await takePicture(page, 'recipient-phone');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });

    // Notes and opt-out are changed here; both places show it.
    await sheet.getByRole('button', { name: 'Edit' }).click();
    await sheet.getByLabel('Notes (optional)').fill('Ring once');
    await sheet.getByLabel('Send no SMS').check();
    await sheet.getByLabel('Language').selectOption('polski');
    assert.deepEqual(await accessibilityProblems(page), []);
    await sheet.getByRole('button', { name: 'Save' }).click();
    await sheet.getByText('Ring once').waitFor(PATIENT);
    await sheet.getByText('None: opted out').waitFor(PATIENT);
    await sheet.getByText('polski').waitFor(PATIENT);
    await rows.getByText('No SMS').waitFor(PATIENT);
    const saved = await console.must(console.api.get(`/recipients/${task.recipients[0].id}`));
    assert.deepEqual(
      [saved.notes, saved.skipSMSNotifications, saved.name, saved.language],
      ['Ring once', true, 'Kim Customer', 'pl'],
    );
    await page.getByLabel('Name or phone').fill('nobody');
    await page.getByText('Nobody matches').waitFor(PATIENT);

    // Another team's manager sees those to whom theirs deliver.
    const ada = await console.open(await console.signedIn({}, 'ada@couriers.example'), '/dispatch/recipients');
    await ada.getByText('Kim Customer').waitFor(PATIENT);
    assert.equal(await ada.getByText('Lea Other').count(), 0);
    chromium.takeComplaints();
  } finally {
    await chromium[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  }
});
