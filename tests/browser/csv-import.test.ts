import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, afterEach, before, describe, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import type { CreatedOrganization } from '../../src/cli/organizations.ts';
import { createWorkerForCli } from '../../src/dispatch/workers/create-for-cli.ts';
import { sql } from '../../src/platform/db/sql.ts';
import { accessibilityProblems, Chromium, stayWhenAsked, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { DispatchClient } from '../harness/clients.ts';
import { startTestServer } from '../harness/server.ts';
import { workbookOf } from '../harness/workbook.ts';

const PASSWORD = 'correct horse battery staple';

/** Timeout of everything below: a browser on a loaded machine is slow. */
const TIMEOUT_MS = 900_000;

describe('tasks are brought in from files, in a browser', { skip: withoutBrowser, timeout: TIMEOUT_MS }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let chromium: Chromium;
  let organization: CreatedOrganization;
  let api: DispatchClient;
  let profile: BrowserContext;
  let page: Page;
  let dora: string;
  let timezone: string;

  before(async () => {
    [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
    organization = await server.organization();
    api = new DispatchClient(organization.dispatch);
    const [admin] = (await api.get('/admins')).json;
    await api.post('/teams', { name: 'North', workers: [], managers: [admin.id] });
    const { organization_id: organizationId } = organization;
    const made = { organizationId, team: 'North', name: 'Dóra Driver', phone: '+14155560001' };
    dora = (await createWorkerForCli(server.services, made)).worker_id;
    timezone = (await api.get('/organization')).json.timezone;
    profile = await chromium.profile({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
    const answer = await profile.request.post('/api/session', {
      headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
      data: { email: organization.chat.email, password: PASSWORD },
    });
    assert.equal(answer.status(), 200, await answer.text());
    page = await opened();
  });

  after(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });

  afterEach(() => assert.deepEqual(chromium.takeComplaints(), []));

  async function opened(by = profile): Promise<Page> {
    const tab = await by.newPage();
    await tab.goto('/dispatch/table');
    await tab.getByRole('button', { name: 'Import CSV' }).first().waitFor();
    return tab;
  }

  async function choose(text: string | Buffer, tab = page): Promise<void> {
    await tab.getByRole('button', { name: 'Import CSV' }).first().click();
    await tab.getByRole('button', { name: 'Choose a file' }).waitFor();
    const buffer = typeof text === 'string' ? Buffer.from(text) : text;
    await tab.locator('input[type=file]').setInputFiles({ name: 'tasks.csv', mimeType: 'text/csv', buffer });
    await tab.getByRole('table', { name: 'Column mapping' }).waitFor();
  }

  const dialog = (tab = page) => tab.getByRole('dialog', { name: 'Import tasks' });
  const button = (name: string | RegExp, tab = page) => dialog(tab).getByRole('button', { name });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
  const tasks = async (): Promise<any[]> => {
    const all = [];
    for (let last = ''; ; ) {
      const { lastId, tasks: some } = (await api.get(`/tasks/all?from=0${last}`)).json;
      all.push(...some);
      if (!lastId) return all;
      last = `&lastId=${lastId}`;
    }
  };
  const meaning = (heading: string) => dialog().getByLabel(`Meaning: ${heading}`);

  const line = (name: string, n: number) => `${name};+1415557${String(n).padStart(4, '0')};37.78, -122.4;San Francisco`;
  const HEADINGS = 'Name;Phone;Position;City';

  test('a file is understood, checked line by line, and only what was confirmed is created', async () => {
    const file = [
      'Empfänger;Telefon;Straße;Nr;PLZ;Ort;Land;Nicht vor;Spätestens;Fahrer;Tor;Unfug',
      'Jürgen Groß;+14155570001;Market Street;1;94105;San Francisco;US;31.12.2030 14:00;31.12.2030 16:00;dora driver;links;x',
      'Ada;+14155570002;Market Street;2;94105;San Francisco;US;bald;;;;',
      'Bo;12;Market Street;3;94105;San Francisco;US;;;;;',
      'Cleo;+14155570004;Market Street;4;94105;San Francisco;US;;;Niemand;;',
      ';;Market Street;5;94105;San Francisco;US;;;;;',
    ].join('\r\n');
    await choose(Buffer.from(file, 'latin1'));
    await dialog().getByText('5 lines, windows-1252.').waitFor();
    await dialog().getByText(`Times are in ${timezone}.`).waitFor();
    assert.equal(await meaning('Empfänger').inputValue(), 'name');
    assert.equal(await meaning('Spätestens').inputValue(), 'completeBefore');
    assert.equal(await meaning('Unfug').inputValue(), '');
    await meaning('Tor').selectOption({ label: 'Notes' });
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'table-csv-import-columns');
    await button('Check').click();
    await dialog().getByText('2 lines can become tasks.').waitFor();
    const problems = dialog().getByRole('region', { name: '3 lines cannot:' }).getByRole('row');
    assert.deepEqual(
      (await problems.allTextContents()).slice(1).map((text) => /^\d/.exec(text)?.[0]),
      ['3', '4', '5'],
    );
    await problems.nth(1).getByText('“bald” is not a time.').waitFor();
    await problems.nth(2).getByText(/phone/i).waitFor();
    await problems.nth(3).getByText('No worker is called “Niemand”.').waitFor();
    // In the zone of the file's times.
    await dialog()
      .getByRole('cell', { name: /\b2030\D+(?:2|14):00\D+(?:4|16):00/ })
      .waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'table-csv-import-checked');
    assert.equal((await tasks()).length, 0);
    assert.equal(await button('Create 2 tasks').isDisabled(), true);
    await dialog().getByLabel('Leave out 3 lines with problems').check();
    await button('Create 2 tasks').click();
    await dialog().getByText('2 tasks created.').waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    const made = await tasks();
    assert.equal(made.length, 2);
    const jurgen = made.find(({ recipients }) => recipients.length > 0);
    assert.equal(jurgen.recipients[0].name, 'Jürgen Groß');
    assert.deepEqual([jurgen.notes, jurgen.worker], ['links', dora]);
    const local = new Date(jurgen.completeAfter).toLocaleString('sv-SE', { timeZone: timezone });
    assert.equal(local, '2030-12-31 14:00:00');
    await button('Select them').click();
    await page.getByRole('toolbar', { name: 'What is selected' }).getByText('2 tasks selected').waitFor();
    await page.keyboard.press('Escape');
  });

  test('a workbook is read by its sheets, and lines with problems are given back with the reason', async () => {
    const before = (await tasks()).length;
    await choose(
      workbookOf({
        Empty: [['no list']],
        Orders: [
          ['Name', 'Phone', 'Lat', 'Lon', 'City', 'Complete before', 'Notes'],
          ['Xaver', '+14155588001', 37.78, -122.4, 'San Francisco', { days: 73051.5 }, { formula: '1+1', result: '2' }],
          ['Xenia', 'no number', 37.78, -122.4, 'San Francisco', null, '=cmd()'],
        ],
        Elsewhere: [['Heading'], ['one'], ['two'], ['three']],
      }),
    );
    await dialog().getByText('2 lines, XLSX.').waitFor();
    const sheet = dialog().getByLabel('Sheet', { exact: true });
    assert.equal(await sheet.inputValue(), 'Orders');
    await sheet.selectOption('Elsewhere');
    await dialog().getByText('3 lines, XLSX.').waitFor();
    await sheet.selectOption('Orders');
    assert.equal(await meaning('Complete before').inputValue(), 'completeBefore');
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'csv-import-workbook');
    await button('Check').click();
    await dialog().getByText('1 line can become a task.').waitFor();
    await takePicture(page, 'csv-import-bad-lines');
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      button('Download the line with its problem').click(),
    ]);
    assert.equal(saved.suggestedFilename(), 'lines-with-problems.csv');
    const text = await readFile(await saved.path(), 'utf8');
    const [headings, bad, ...rest] = text.replace('\uFEFF', '').split('\r\n');
    assert.equal(headings, 'Name,Phone,Lat,Lon,City,Complete before,Notes,Problem');
    assert.match(
      bad!,
      /^Xenia,no number,37\.78,-122\.4,San Francisco,,"'=cmd\(\)",The phone number 'no number' is not valid\.$/,
    );
    assert.deepEqual(rest, ['']);
    await dialog().getByLabel('Leave out 1 line with problems').check();
    await button('Create 1 task').click();
    await dialog().getByText('1 task created.').waitFor();
    await button('Done').click();
    const all = await tasks();
    assert.equal(all.length, before + 1);
    const made = all.find(({ recipients }) => recipients[0]?.name === 'Xaver');
    assert.deepEqual([made.notes, made.recipients[0].phone], ['2', '+14155588001']);
    // Noon of 2100-01-01 as the clocks of the organization show it.
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' });
    assert.equal(clock.format(made.completeBefore), '01/01/2100, 12:00');

    await page.getByRole('button', { name: 'Import CSV' }).first().click();
    for (const [bytes, sentence] of [
      [workbookOf({}, { Far: '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>' }), 'The workbook is too large.'],
      [Buffer.from('PK\x03\x04 and no more'), 'This workbook cannot be read.'],
    ] as const) {
      await page.locator('input[type=file]').setInputFiles({ name: 'x.xlsx', mimeType: '', buffer: bytes });
      await dialog().getByRole('alert').getByText(sentence).waitFor();
      await button('Back').click();
    }
    await page.keyboard.press('Escape');
  });

  test('an address that is found only approximately, or not at all, gets its place before the import', async () => {
    const before = (await tasks()).length;
    await choose(
      'Name;Phone;Address\nOda;+14155588101;1 No Such Street, San Francisco\nOlga;+14155588102;Zzyzxqwv 99999',
    );
    await button('Check').click();
    const region = dialog().getByRole('region', { name: '2 addresses were found only approximately or not at all:' });
    const rough = region.getByRole('listitem').filter({ hasText: 'Line 2' });
    const lost = region.getByRole('listitem').filter({ hasText: 'Line 3' });
    await rough.getByText('(found only approximately)').waitFor();
    await lost.getByText('(not found)').waitFor();
    await lost.getByRole('button', { name: 'Show on map' }).click();
    const position = dialog().getByLabel('Latitude, longitude');
    await position.fill('nowhere');
    assert.ok(await button('Use this place').isDisabled());
    await position.fill('37.7712, -122.4101');
    assert.ok(await button('Use this place').isDisabled());
    await dialog().getByLabel('City', { exact: true }).fill('San Francisco');
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'csv-import-place');
    await button('Use this place').click();
    await lost.waitFor({ state: 'detached' });
    await dialog().getByText('2 lines can become tasks.').waitFor();
    // Where the city was found is where the other one begins.
    await dialog().getByRole('button', { name: 'Show on map' }).click();
    assert.match(await position.inputValue(), /^37\.7\d*, -122\.4\d*$/);
    await button('Cancel').last().click();
    await button('Create 2 tasks').click();
    await dialog().getByText('2 tasks created.').waitFor();
    await button('Done').click();
    const made = (await tasks()).slice(-2);
    assert.equal((await tasks()).length, before + 2);
    const olga = made.find(({ recipients }) => recipients[0].name === 'Olga');
    assert.deepEqual(olga.destination.location, [-122.4101, 37.7712]);
    assert.match(JSON.stringify(olga.destination.address), /Zzyzxqwv 99999/);
  });

  test('what a column meant is remembered; the same file again is told of before it makes everything twice', async () => {
    const file = [`${HEADINGS};Tor`, `${line('Dina', 11)};rechts`].join('\n');
    const importFile = async () => {
      await choose(file);
      assert.equal(await meaning('Tor').inputValue(), 'notes');
      await button('Check').click();
      await dialog().getByText('1 line can become a task.').waitFor();
    };
    await importFile();
    await button('Create 1 task').click();
    await dialog().getByText('1 task created.').waitFor();
    await button('Done').click();
    const before = (await tasks()).length;
    await importFile();
    await dialog()
      .getByText(/^1 line was imported before, most recently on /)
      .waitFor();
    assert.ok(await button('Create 0 tasks').isDisabled());
    await dialog().getByLabel('Leave this line out').uncheck();
    await takePicture(page, 'table-csv-import-again');
    await button('Create 1 task again').click();
    await dialog().getByText('1 task created.').waitFor();
    await button('Done').click();
    assert.equal((await tasks()).length, before + 1);
  });

  test('a corrected file, dropped onto the page, brings in what is new in it, and what was made is selected when it comes', async () => {
    const lines = [line('Ruth', 21), line('Sam', 22)];
    await choose([HEADINGS, ...lines, 'Tim;+14155570023;;'].join('\n'));
    await button('Check').click();
    await dialog().getByLabel('Leave out 1 line with problems').check();
    await button('Create 2 tasks').click();
    await dialog().getByText('2 tasks created.').waitFor();
    await button('Done').click();
    const before = (await tasks()).length;

    const corrected = [HEADINGS, ...lines, line('Tim', 23)].join('\n');
    const data = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], 'tasks.csv', { type: 'text/csv' }));
      return transfer;
    }, corrected);
    await page.locator('.table-screen').dispatchEvent('dragover', { dataTransfer: data });
    await page.locator('.table-screen').dispatchEvent('drop', { dataTransfer: data });
    await dialog().getByText('3 lines, utf-8.').waitFor();
    await button('Check').click();
    await dialog()
      .getByText(/^2 lines were imported before, most recently on /)
      .waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'table-csv-import-made');
    await dialog().getByLabel('Leave these 2 lines out').uncheck();
    await button('Create 3 tasks').waitFor();
    await dialog().getByLabel('Leave these 2 lines out').check();
    await button('Create 1 task').click();
    await dialog().getByText('1 task created.').waitFor();
    await button('Select them').click();
    await page.getByRole('toolbar', { name: 'What is selected' }).getByText('1 task selected').waitFor();
    assert.equal((await tasks()).length, before + 1);
    await page.keyboard.press('Escape');
    await page.getByRole('toolbar', { name: 'What is selected' }).waitFor({ state: 'detached' });
  });

  test('a file is dropped onto the dialog, too', async () => {
    await page.getByRole('button', { name: 'Import CSV' }).first().click();
    await page.getByRole('button', { name: 'Choose a file' }).waitFor();
    const data = await page.evaluateHandle(
      (text) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([text], 'tasks.csv', { type: 'text/csv' }));
        return transfer;
      },
      `${HEADINGS}\n${line('Uma', 24)}`,
    );
    await dialog().locator('.bring-drop').dispatchEvent('dragover', { dataTransfer: data });
    await dialog().locator('.bring-drop').dispatchEvent('drop', { dataTransfer: data });
    await dialog().getByText('1 line, utf-8.').waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  test('an answer that is lost makes no second task, nor does a page that was closed in the middle', async () => {
    const before = (await tasks()).length;
    const file = [HEADINGS, ...Array.from({ length: 150 }, (_, n) => line(`Many ${n}`, 100 + n))].join('\n');
    const tab = await opened();
    await choose(file, tab);
    await button('Check', tab).click();
    await dialog(tab).getByText('150 lines can become tasks.').waitFor();
    // The first part is created, its answer is lost, and the next try is never answered.
    let attempts = 0;
    const second = Promise.withResolvers<void>();
    await tab.route('**/api/v2/tasks/batch', async (route) => {
      attempts++;
      if (attempts > 1) return second.resolve();
      await route.fetch();
      return route.abort('connectionreset');
    });
    await button('Create 150 tasks', tab).click();
    await second.promise;
    assert.equal(await tab.getByRole('button', { name: 'Close' }).count(), 0);
    await stayWhenAsked(tab);
    await tab.close();
    assert.equal((await tasks()).length, before + 100);

    await choose(file);
    await button('Check').click();
    await dialog()
      .getByText(/^100 lines were imported before, most recently on /)
      .waitFor();
    await button('Create 50 tasks').click();
    await dialog().getByText('50 tasks created.').waitFor();
    await button('Done').click();
    await page.getByText(`${before + 150} tasks`, { exact: true }).waitFor();
    chromium.takeComplaints();
  });

  test('a stopped import continues in the same page with what is missing, and its answers are those of then', async () => {
    const before = (await tasks()).length;
    const tab = await opened();
    // The second part is made, and its answer is lost.
    let parts = 0;
    await tab.route('**/api/v2/tasks/batch', async (route) => {
      parts++;
      const response = await route.fetch();
      return parts === 1 ? route.fulfill({ response }) : route.fulfill({ status: 500, json: {} });
    });
    const fresh = Array.from({ length: 150 }, (_, n) => line(`Fresh ${n}`, 1100 + n));
    await choose([HEADINGS, ...fresh].join('\n'), tab);
    await button('Check', tab).click();
    await button('Create 150 tasks', tab).click();
    await dialog(tab)
      .getByText(/^The import stopped after 100 of 150: the server did not answer/)
      .waitFor();
    await tab.unroute('**/api/v2/tasks/batch');
    await button('Continue', tab).click();
    await dialog(tab).getByText('150 tasks created.').waitFor();
    await tab.close();
    assert.equal((await tasks()).length, before + 150);
    chromium.takeComplaints();
  });

  test('a list that is imported once more is not sent again after the hours in which the server knows the keys', async () => {
    const file = [HEADINGS, line('Late', 350)].join('\n');
    const tab = await opened();
    const check = async () => {
      await choose(file, tab);
      await button('Check', tab).click();
      await dialog(tab).getByText('1 line can become a task.').waitFor();
    };
    await check();
    await button('Create 1 task', tab).click();
    await dialog(tab).getByText('1 task created.').waitFor();
    await button('Done', tab).click();
    const before = (await tasks()).length;
    let sent = 0;
    await tab.route('**/api/v2/tasks/batch', async (route) => {
      sent++;
      await route.fetch();
      await tab.clock.setFixedTime(Date.now() + 24 * 3_600_000);
      return route.abort('connectionreset');
    });
    await check();
    await dialog(tab).getByLabel('Leave this line out').uncheck();
    await button('Create 1 task again', tab).click();
    await dialog(tab)
      .getByText(/began too long ago to continue/)
      .waitFor();
    assert.equal(await button('Continue', tab).count(), 0);
    assert.equal(sent, 1);
    assert.equal((await tasks()).length, before + 1);
    await tab.close();
    chromium.takeComplaints();
  });

  test('a list that a container has no room for is checked as a whole', async () => {
    const { organization_id: id } = organization;
    const { reader } = server.services.database;
    const { count } = (await reader.first(sql<{ count: number }>`
      select task_count as count from dispatch.containers where organization_id = ${id} and owner_id = ${id}`))!;
    const setCount = (to: number) =>
      server.services.database.transaction(
        (tx) =>
          tx.run(sql`
          update dispatch.containers set task_count = ${to}
          where organization_id = ${id} and owner_id = ${id}`),
        { organizationId: id },
      );
    await setCount(10_000 - 110);
    await choose([HEADINGS, ...Array.from({ length: 120 }, (_, n) => line(`Full ${n}`, 1500 + n))].join('\n'));
    await button('Check').click();
    await dialog().getByText('110 lines can become tasks.').waitFor();
    await dialog().getByRole('region', { name: '10 lines cannot:' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });

    // A line that gets its place later has the room that the others leave, those after it too.
    await setCount(10_000 - 2);
    const lost = 'Lost;+14155571700;;;Zzyzxqwv 99999';
    await choose([`${HEADINGS};Address`, lost, ...[1, 2].map((n) => `${line(`Near ${n}`, 1700 + n)};`)].join('\n'));
    await button('Check').click();
    await dialog().getByText('2 lines can become tasks.').waitFor();
    await button('Show on map').click();
    await dialog().getByLabel('Latitude, longitude').fill('37.7712, -122.4101');
    await dialog().getByLabel('City', { exact: true }).fill('San Francisco');
    await button('Use this place').click();
    const problems = dialog().getByRole('region', { name: '1 line cannot:' }).getByRole('row');
    await problems.nth(1).getByText('A container can have at most 10000 tasks.').waitFor();
    await dialog().getByText('2 lines can become tasks.').waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await setCount(count);
  });

  test('two dispatchers who import the same list at once make each task once, and each reads what became of it', async () => {
    const before = (await tasks()).length;
    const other = await chromium.profile({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
    const answer = await other.request.post('/api/session', {
      headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
      data: { email: organization.chat.email, password: PASSWORD },
    });
    assert.equal(answer.status(), 200, await answer.text());
    const tabs = [await opened(), await opened(other)];
    const file = [HEADINGS, ...Array.from({ length: 20 }, (_, n) => line(`Both ${n}`, 1400 + n))].join('\n');
    // Both have checked before either sends.
    for (const tab of tabs) {
      await choose(file, tab);
      await button('Check', tab).click();
      await button('Create 20 tasks', tab).waitFor();
    }
    await Promise.all(tabs.map((tab) => button('Create 20 tasks', tab).click()));
    await Promise.all(
      tabs.map((tab) =>
        dialog(tab)
          .getByText(/^(?:20|0) tasks created\.$/)
          .waitFor(),
      ),
    );
    const texts = await Promise.all(tabs.map((tab) => dialog(tab).innerText()));
    assert.equal(texts.filter((text) => text.includes('20 tasks created.')).length, 1);
    assert.equal(
      texts.filter((text) => text.includes('20 lines were imported in the meantime and left out.')).length,
      1,
    );
    assert.equal((await tasks()).length, before + 20);
    // Whoever comes later reads it beforehand, in any browser.
    await button('Done', tabs[1]).click();
    await choose(file, tabs[1]);
    await button('Check', tabs[1]).click();
    await dialog(tabs[1])
      .getByText(/^20 lines were imported before, most recently on /)
      .waitFor();
    await takePicture(tabs[1]!, 'csv-import-known-elsewhere');
    await Promise.all(tabs.map((tab) => tab.close()));
    await other.close();
  });

  test('lines are pasted from a spreadsheet; quotes and a wrong width are told', async () => {
    await page.getByRole('button', { name: 'Import CSV' }).first().click();
    const text = [
      'Name\tPhone\tAddress',
      'Eve\t+14155570301\tSan Francisco, US',
      'Fay\t+14155570302\tSan Francisco, US\tx',
    ];
    await dialog().getByLabel('Or paste rows from a spreadsheet').fill(text.join('\n'));
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'table-csv-import');
    await button('Read').click();
    await dialog().getByText('2 lines, utf-8.').waitFor();
    assert.equal(await dialog().getByLabel('Columns are separated by').inputValue(), '\t');
    await button('Check').click();
    await dialog().getByText('1 line can become a task.').waitFor();
    await dialog().getByText('This line has more cells than the line of headings.').waitFor();
    // Of a city alone nobody can be near to it.
    await dialog()
      .getByRole('cell', { name: /\(found only approximately\)/ })
      .waitFor();
    await button('Back').click();
    assert.equal(await meaning('Address').inputValue(), 'address');
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  test('after an empty line, a quote that is not closed is told of with its line', async () => {
    const rest = ['Open;+14155570902;"37.78, -122.4;San Francisco', line('In it', 903), line('In it too', 904)];
    await choose([HEADINGS, line('Good', 901), '', ...rest].join('\n'));
    await dialog().getByText('2 lines, utf-8.').waitFor();
    await button('Check').click();
    await dialog().getByText('1 line can become a task.').waitFor();
    const problems = dialog().getByRole('region', { name: '1 line cannot:' }).getByRole('row');
    await problems.nth(1).getByText('A quotation mark is missing its partner.').waitFor();
    assert.match((await problems.nth(1).textContent())!, /^4/);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  test('whoever may only read takes out, and brings nothing in', async () => {
    const tab = await profile.newPage();
    await tab.route('**/api/session', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      json.apps.dispatch.isReadOnly = true;
      await route.fulfill({ response, json });
    });
    await tab.goto('/dispatch/table');
    await tab.getByRole('button', { name: 'Download CSV' }).waitFor();
    assert.equal(await tab.getByRole('button', { name: 'Import CSV' }).count(), 0);
    await tab.locator('.table-tick').nth(1).click();
    const bar = tab.getByRole('toolbar', { name: 'What is selected' });
    await bar.waitFor();
    for (const name of ['Assign', 'Unassign', 'Edit'])
      assert.equal(await bar.getByRole('button', { name, exact: true }).count(), 0, name);
    await tab.close();
  });

  for (const [name, media, width] of [
    ['dark', { colorScheme: 'dark' }, 1024],
    ['phone', {}, 390],
  ] as const)
    test(`looks: ${name}`, async () => {
      const tab = await opened();
      await tab.emulateMedia(media);
      await tab.setViewportSize({ width, height: 900 });
      await choose(
        [HEADINGS, line('Donaudampfschifffahrtsgesellschaftskapitänswitwe', 400), 'Kai;1;;'].join('\n'),
        tab,
      );
      await takePicture(tab, `table-csv-import-columns-${name}`);
      await button('Check', tab).click();
      await dialog(tab).getByText('1 line can become a task.').waitFor();
      const wide = await tab.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${wide} px too wide`);
      assert.deepEqual(await accessibilityProblems(tab), []);
      await takePicture(tab, `table-csv-import-checked-${name}`);
      await tab.close();
    });
});
