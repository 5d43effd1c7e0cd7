import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { TestConsole } from '../harness/console.ts';
import { startTestServer } from '../harness/server.ts';
import { workbookOf } from '../harness/workbook.ts';

/** A browser on a loaded machine is slow. */
const PATIENT = { timeout: 90_000 };

test('workers, vehicles and teams are imported from a list: shown first, known numbers recognised, bad lines given back', {
  skip: withoutBrowser,
  timeout: 600_000,
}, async () => {
  const [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
  try {
    const console = await TestConsole.start(server, chromium);
    await console.manager('ada@couriers.example');
    const page = await console.open(await console.signedIn(), '/dispatch/fleet');
    const dialog = page.getByRole('dialog', { name: 'Import workers' });
    const button = (name: string | RegExp) => dialog.getByRole('button', { name });
    const choose = async (buffer: Buffer) => {
      await page.getByRole('button', { name: 'Import', exact: true }).click(PATIENT);
      await dialog.getByRole('button', { name: 'Choose a file' }).waitFor(PATIENT);
      await page.locator('input[type=file]').setInputFiles({ name: 'fleet.csv', mimeType: 'text/csv', buffer });
      await dialog.getByRole('table', { name: 'Column mapping' }).waitFor(PATIENT);
    };
    const list = [
      'Driver;Mobile;Teams;Vehicle type;Kennzeichen;Runs',
      'Wanda Walker;(415) 556-0001;Harbor|Hills;Van;8ABC123;3',
      'Ben Bike;+14155560002;harbor;cargo bike;;',
      'Walt;+14155560003;Harbor;spaceship;;',
      'Ned;no number;East;;;',
      'Wanda Other;+14155560001;East;;;',
    ].join('\n');
    await choose(Buffer.from(list));
    assert.equal(await dialog.getByLabel('Meaning: Kennzeichen').inputValue(), 'licensePlate');
    await dialog.getByLabel('Meaning: Runs').selectOption({ label: 'Capacity' });
    await takePicture(page, 'fleet-import-columns');
    await button('Check').click();
    await dialog.getByText('2 workers are new.').waitFor(PATIENT);
    await dialog.getByText('2 teams are new, such as Harbor, Hills.').waitFor();
    await dialog.getByText('“spaceship” is not a kind of vehicle.').waitFor();
    await dialog.getByText('Line 2 has the same phone number and says something else.').waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'fleet-import-checked');
    await page.emulateMedia({ colorScheme: 'dark' });
    await takePicture(page, 'fleet-import-dark');
    await page.setViewportSize({ width: 390, height: 844 });
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
    await takePicture(page, 'fleet-import-phone');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    const [saved] = await Promise.all([page.waitForEvent('download'), button(/^Download the 3 lines/).click()]);
    assert.match(
      await readFile(await saved.path(), 'utf8'),
      /Walt,\+14155560003,Harbor,spaceship,,,"“spaceship” is not/,
    );
    // Nothing is written before it is confirmed.
    assert.deepEqual(await console.must(console.api.get('/workers')), []);
    await button('Import 2 workers').click();
    await dialog.getByText('2 workers created, 0 updated. Nobody was invited yet.').waitFor(PATIENT);
    await button('Done').click();
    await page.getByText('Wanda Walker').waitFor(PATIENT);
    await takePicture(page, 'fleet-imported');
    const workers = await console.must(console.api.get('/workers'));
    const wanda = workers.find(({ name }: { name: string }) => name === 'Wanda Walker');
    assert.deepEqual([wanda.capacity, wanda.vehicle.type, wanda.vehicle.licensePlate], [3, 'CAR', '8ABC123']);
    assert.equal(wanda.teams.length, 2);

    // A workbook with the same headings: what the column meant is remembered, and what would change is shown.
    const rows = [
      ['Driver', 'Mobile', 'Runs'],
      ['Wanda Walker', '+14155560001', '9'],
    ];
    await choose(workbookOf({ Fleet: rows }));
    await button('Check').click();
    await dialog.getByRole('row', { name: /Wanda Walker.*capacity/ }).waitFor(PATIENT);
    await button('Import 1 worker').click();
    await dialog.getByText('0 workers created, 1 updated.').waitFor(PATIENT);
    await button('Done').click();

    // A manager of some teams creates none.
    const limited = await console.open(await console.signedIn({}, 'ada@couriers.example'), '/dispatch/fleet');
    await limited.getByText('Ben Bike').or(limited.getByText('No worker yet')).first().waitFor(PATIENT);
    assert.equal(await limited.getByRole('button', { name: 'Import', exact: true }).count(), 0);
    chromium.takeComplaints();
  } finally {
    await chromium[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  }
});

test('hubs are imported from a list, and one team is chosen for workers whose line names none', {
  skip: withoutBrowser,
  timeout: 600_000,
}, async () => {
  const [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
  try {
    const console = await TestConsole.start(server, chromium);
    const { id: admin } = (await console.must(console.api.get('/admins')))[0];
    await console.must(console.api.post('/teams', { name: 'Harbor', workers: [], managers: [admin] }));
    const page = await console.open(await console.signedIn(), '/dispatch/fleet?view=hubs');
    const dialog = page.getByRole('dialog', { name: /^Import (?:hubs|workers)$/ });
    const button = (name: string | RegExp) => dialog.getByRole('button', { name });
    const choose = async (lines: readonly string[]) => {
      await page.getByRole('button', { name: 'Import', exact: true }).click(PATIENT);
      await dialog.getByRole('button', { name: 'Choose a file' }).waitFor(PATIENT);
      const buffer = Buffer.from(lines.join('\n'));
      await page.locator('input[type=file]').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer });
      await dialog.getByRole('table', { name: 'Column mapping' }).waitFor(PATIENT);
    };
    const hubs = [
      'Depot;Address;City;Lat;Lon;Team',
      'Wharf;543 Wharf St;San Francisco;37.7873;-122.3968;harbor',
      'Atlantis;1 Nowhere Lane, San Francisco, California;;;;',
      'Nowhere;;;;;',
      'Hills;1 Hill St;San Francisco;37.75;-122.44;West',
    ];
    await choose(hubs);
    assert.equal(await dialog.getByLabel('Meaning: Depot').inputValue(), 'name');
    await takePicture(page, 'hubs-import-columns');
    await button('Check').click();
    await dialog.getByText('2 hubs are new.').waitFor(PATIENT);
    await dialog.getByRole('row', { name: /Atlantis, 1 Nowhere Lane.*found only approximately/ }).waitFor();
    await dialog.getByText('An address is missing.').waitFor();
    await dialog.getByText('No team is called “West”.').waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'hubs-import-checked');
    await page.emulateMedia({ colorScheme: 'dark' });
    await takePicture(page, 'hubs-import-dark');
    await page.setViewportSize({ width: 390, height: 844 });
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
    await takePicture(page, 'hubs-import-phone');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    assert.deepEqual(await console.must(console.api.get('/hubs')), []);
    await button('Import 2 hubs').click();
    await dialog.getByText('2 hubs created, 0 updated.').waitFor(PATIENT);
    await button('Done').click();
    await page.getByText('Wharf', { exact: true }).waitFor(PATIENT);
    const known = await console.must(console.api.get('/hubs'));
    assert.deepEqual(known.map((hub: { name: string; teams: string[] }) => [hub.name, hub.teams.length]).sort(), [
      ['Atlantis', 0],
      ['Wharf', 1],
    ]);
    await choose(hubs.slice(0, 3));
    await button('Check').click();
    await dialog.getByText('2 lines change nothing.').waitFor(PATIENT);
    await page.keyboard.press('Escape');
    // The first line takes the team of the last one, which the next request of the check has.
    const lineOf = (name: string, team: string) => `${name};543 Wharf St;San Francisco;37.7873;-122.3968;${team}`;
    const others = Array.from({ length: 99 }, (_, n) => lineOf(`Depot ${n}`, ''));
    await choose([hubs[0]!, lineOf('Lagoon', 'harbor'), ...others, lineOf('Wharf', 'harbor')]);
    await button('Check').click();
    await dialog.getByText('100 hubs are new.').waitFor(PATIENT);
    await dialog.getByText('1 name is known: its hub changes.').waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('tab', { name: /^Workers/ }).click();
    await choose(['Driver;Mobile', 'Wanda Walker;+14155560001']);
    await dialog.getByLabel('Team of workers whose line names none').selectOption('Harbor');
    await takePicture(page, 'fleet-import-team');
    await button('Check').click();
    await dialog.getByText('1 worker is new.').waitFor(PATIENT);
    await button('Import 1 worker').click();
    await dialog.getByText('1 worker created, 0 updated.').waitFor(PATIENT);
    const [wanda] = await console.must(console.api.get('/workers'));
    assert.equal(wanda.teams.length, 1);
    chromium.takeComplaints();
  } finally {
    await chromium[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  }
});
