import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { accessibilityProblems, Chromium, stayWhenAsked, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { TestConsole } from '../harness/console.ts';
import { startTestServer } from '../harness/server.ts';
import { workbookOf } from '../harness/workbook.ts';

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

test('recipients are imported from a list: shown first, known numbers recognised, bad lines given back', {
  skip: withoutBrowser,
  timeout: 600_000,
}, async () => {
  const [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
  try {
    const console = await TestConsole.start(server, chromium);
    const rosa = await console.must(
      console.api.post('/recipients', { name: 'Rosa', phone: '+14155570001', notes: 'Ring twice' }),
    );
    await console.must(console.api.post('/recipients', { name: 'Will', phone: '+14155570002' }));
    const page = await console.open(await console.signedIn(), '/dispatch/recipients');
    const dialog = page.getByRole('dialog', { name: 'Import recipients' });
    const button = (name: string | RegExp) => dialog.getByRole('button', { name });
    const choose = async (buffer: Buffer) => {
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await dialog.getByRole('button', { name: 'Choose a file' }).waitFor(PATIENT);
      await page.locator('input[type=file]').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
      await dialog.getByRole('table', { name: 'Column mapping' }).waitFor(PATIENT);
    };
    const list = [
      'First name;Last name;Phone;Tor;Language;No SMS',
      'Rosa;Recipient;(415) 557-0001;;de;',
      'Will;;+14155570002;;;',
      'Nia;Neu;+14155570003;links;;yes',
      'Ned;;no number;;;',
      'Nia;Other;+14155570003;;;',
    ].join('\n');
    await choose(Buffer.from(list));
    assert.equal(await dialog.getByLabel('Meaning: First name').inputValue(), 'firstName');
    assert.equal(await dialog.getByLabel('Date order').count(), 0);
    await dialog.getByLabel('Meaning: Tor').selectOption({ label: 'Notes' });
    await takePicture(page, 'recipients-import-columns');
    await button('Check').click();
    await dialog.getByText('1 recipient is new.').waitFor(PATIENT);
    await dialog.getByText('1 phone number is known: its recipient changes.').waitFor();
    await dialog.getByText('1 line changes nothing.').waitFor();
    await dialog.getByRole('row', { name: /Rosa Recipient.*name, language/ }).waitFor();
    await dialog.getByText('Line 4 has the same phone number and says something else.').waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'recipients-import-checked');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 844 });
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
    await takePicture(page, 'recipients-import-phone');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    const [saved] = await Promise.all([page.waitForEvent('download'), button(/^Download the 2 lines/).click()]);
    assert.match(await readFile(await saved.path(), 'utf8'), /Ned,,no number,,,,The phone number 'no number'/);
    // Nothing is written before it is confirmed.
    assert.equal((await console.must(console.api.get(`/recipients/${rosa.id}`))).name, 'Rosa');

    // The answer of the only part is lost: it is asked for again, and nothing is written twice.
    let isLost = false;
    await page.route('**/api/v2/recipients/batch', async (route) => {
      const response = await route.fetch();
      if (isLost) return route.fulfill({ response });
      isLost = true;
      await stayWhenAsked(page);
      return route.fulfill({ status: 500, json: {} });
    });
    await button('Import 2 recipients').click();
    await dialog.getByText(/^The import stopped after 0 of 2/).waitFor(PATIENT);
    await button('Continue').click();
    await dialog.getByText('1 recipient created, 1 updated.').waitFor(PATIENT);
    assert.deepEqual(await accessibilityProblems(page), []);
    await button('Done').click();
    await page.getByText('Rosa Recipient').waitFor(PATIENT);
    const known = await console.must(console.api.get(`/recipients/${rosa.id}`));
    assert.deepEqual([known.name, known.notes, known.language], ['Rosa Recipient', 'Ring twice', 'de']);
    const nia = await console.must(console.api.get(`/recipients/phone/${encodeURIComponent('+14155570003')}`));
    assert.deepEqual([nia.notes, nia.skipSMSNotifications], ['links', true]);

    // Another list with the same headings, as a workbook: what the column meant is remembered; known ones may stay.
    const people = [
      ['First name', 'Phone', 'Tor'],
      ['Rosie', '+14155570001', 'x'],
      ['Xia', '+14155570009', ''],
    ];
    await choose(workbookOf({ People: people }));
    assert.equal(await dialog.getByLabel('Meaning: Tor').inputValue(), 'notes');
    await button('Check').click();
    await dialog.getByLabel('Leave known recipients as they are').check();
    await button('Import 1 recipient').click();
    await dialog.getByText('1 recipient created, 0 updated.').waitFor(PATIENT);
    await button('Done').click();
    assert.equal((await console.must(console.api.get(`/recipients/${rosa.id}`))).name, 'Rosa Recipient');
    chromium.takeComplaints();
  } finally {
    await chromium[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  }
});
