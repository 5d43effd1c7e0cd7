import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, afterEach, before, describe, test } from 'node:test';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { CreatedOrganization } from '../../src/cli/organizations.ts';
import { createWorkerForCli } from '../../src/dispatch/workers/create-for-cli.ts';
import { sql } from '../../src/platform/db/sql.ts';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { DispatchClient, until as untilTrue } from '../harness/clients.ts';
import { destinationAt } from '../harness/fleet.ts';
import { startTestServer } from '../harness/server.ts';

const PASSWORD = 'correct horse battery staple';

/** Timeout of everything below: a browser on a loaded machine is slow. */
const TIMEOUT_MS = 900_000;

describe("the console's table, in a browser", { skip: withoutBrowser, timeout: TIMEOUT_MS }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let chromium: Chromium;
  let organization: CreatedOrganization;
  let api: DispatchClient;
  let page: Page;

  before(async () => {
    [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
    organization = await server.organization();
    api = new DispatchClient(organization.dispatch);
  });

  after(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });

  afterEach(() => assert.deepEqual(chromium.takeComplaints(), []));

  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
  async function must(asked: Promise<{ status: number; text: string; json: any }>): Promise<any> {
    const answer = await asked;
    assert.equal(answer.status, 200, answer.text);
    return answer.json;
  }

  async function signedIn(options?: BrowserContextOptions, email = organization.chat.email): Promise<BrowserContext> {
    const profile = await chromium.profile({
      baseURL: server.url,
      viewport: { width: 1440, height: 900 },
      timezoneId: 'UTC',
      ...options,
    });
    const answer = await profile.request.post('/api/session', {
      headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
      data: { email, password: PASSWORD },
    });
    assert.equal(answer.status(), 200, await answer.text());
    return profile;
  }

  let phones = 0;
  async function worker(name: string) {
    const { organization_id: organizationId } = organization;
    const phone = `+1415556${String(++phones).padStart(4, '0')}`;
    const made = await createWorkerForCli(server.services, { organizationId, team: 'North', name, phone });
    const anyone = new DispatchClient({ url: server.url, token: 'nobody' });
    const { token } = await must(anyone.post('/driver/sign-in', { phone: made.phone, password: made.password }));
    const driver = new DispatchClient({ url: server.url, token });
    await must(driver.post('/driver/duty', { onDuty: true }));
    return { id: made.worker_id, driver };
  }

  const bodyOf = (name: string, body: object = {}) => ({
    destination: destinationAt(),
    recipients: [{ name, phone: `+1415557${String(++phones).padStart(4, '0')}` }],
    ...body,
  });
  const task = (name: string, body: object = {}) => must(api.post('/tasks', bodyOf(name, body)));
  const row = (name: string | RegExp, tab = page) => tab.getByRole('row').filter({ hasText: name });
  const names = async (tab = page) =>
    (await tab.locator('.table-body [role=row] [aria-colindex="2"]').allTextContents()).map((each) => each.trim());
  const toast = (text: string | RegExp, tab = page) => tab.getByRole('status').filter({ hasText: text }).last();
  const toolbar = () => page.getByRole('toolbar', { name: 'What is selected' });
  const until = (what: string, holds: () => Promise<boolean>) => untilTrue(holds, what);

  async function open(path: string, tab = page): Promise<void> {
    await tab.goto(path);
    await tab.locator('.table-screen').waitFor();
  }

  test('an organization without tasks is told what belongs here', async () => {
    page = await (await signedIn()).newPage();
    await open('/dispatch/table');
    await page.getByRole('heading', { name: 'No tasks yet' }).waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'table-empty');
  });

  let dora: Awaited<ReturnType<typeof worker>>;

  test('every task is a row that is live; a heading sorts, and the address says how', async () => {
    const [admin] = await must(api.get('/admins'));
    await must(api.post('/teams', { name: 'North', workers: [], managers: [admin.id] }));
    const field = { key: 'gate', name: 'Gate', type: 'single_line_text_field' };
    await must(api.post('/customFields', { model: 'Task', field: [field] }));
    dora = await worker('Dora Driver');
    const noon = server.clock.now().getTime() + 3_600_000;
    await task('Ada', { quantity: 3, completeBefore: noon, notes: '=HYPERLINK("http://evil.example")' });
    await task('Bo', { quantity: 12, container: { type: 'WORKER', worker: dora.id } });
    await task('Cleo', { quantity: 7, skills: ['fridge'], customFields: [{ key: 'gate', value: 'B 12' }] });
    for (const name of ['Ada', 'Bo', 'Cleo']) await row(name).waitFor();
    await row('Bo').getByText('Dora Driver').waitFor();
    assert.deepEqual(await names(), ['Cleo', 'Bo', 'Ada']);
    await page.getByRole('columnheader', { name: 'Recipient' }).click();
    await page.waitForURL(/sort=recipient/);
    await until('sorted', async () => (await names()).join() === 'Ada,Bo,Cleo');
    await page.getByRole('columnheader', { name: 'Recipient' }).click();
    await page.waitForURL(/sort=-recipient/);
    await until('sorted the other way', async () => (await names()).join() === 'Cleo,Bo,Ada');
    assert.equal(await page.getByRole('columnheader', { name: 'Recipient' }).getAttribute('aria-sort'), 'descending');
    assert.deepEqual(await accessibilityProblems(page), []);
  });

  test('columns are chosen and ordered, and are there again after a reload', async () => {
    await page.getByRole('button', { name: 'Columns' }).click();
    const dialog = page.getByRole('dialog', { name: 'Columns' });
    await dialog.getByRole('button', { name: 'Show Quantity' }).click();
    await dialog.getByRole('button', { name: 'Show Gate' }).click();
    await dialog.getByRole('button', { name: 'Hide Expected' }).focus();
    await page.keyboard.press('Enter');
    // The focus stays with the column, wherever that stands.
    await dialog.locator('[data-column=arrival] button:focus').waitFor();
    for (let n = 0; n < 3; n++) await dialog.getByRole('button', { name: 'Move Quantity forward' }).click();
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'table-columns');
    await dialog.getByRole('button', { name: 'Done' }).click();
    const headings = async () =>
      (await page.getByRole('columnheader').allTextContents()).map((each) => each.trim()).slice(1);
    const wanted = ['Recipient', 'Address', 'State', 'Quantity', 'Worker', 'Time', 'Notes', 'Gate'];
    assert.deepEqual(await headings(), wanted);
    await page.reload();
    await page.getByRole('columnheader', { name: 'Gate' }).waitFor();
    assert.deepEqual(await headings(), wanted);
    await page.getByRole('columnheader', { name: 'Quantity' }).click();
    await until('numbers are sorted as numbers', async () => (await names()).join() === 'Ada,Cleo,Bo');
  });

  test('filters narrow, stand in the address, and are saved with their columns under a name', async () => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Filter tasks' });
    await dialog.getByLabel('State').selectOption({ label: 'Unassigned' });
    await dialog.getByLabel('Custom field').selectOption({ label: 'Gate' });
    await dialog.getByLabel('Contains').fill('b');
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'table-filter');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await until('one is left', async () => (await names()).join() === 'Cleo');
    await page.getByText('1 task', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Saved filters' }).click();
    const saved = page.getByRole('dialog', { name: 'Saved filters' });
    await saved.getByLabel('Name of the current filter').fill('Gate B');
    await saved.getByRole('button', { name: 'Save' }).click();
    await toast('The filter “Gate B” is saved.').waitFor();
    await page.getByRole('button', { name: 'Remove the filter Gate: b' }).click();
    await page.getByRole('button', { name: 'Remove the filter Unassigned' }).click();
    await until('all are there', async () => (await names()).length === 3);
    await page.getByRole('searchbox').fill('ada');
    await until('by text', async () => (await names()).join() === 'Ada');
    await page.reload();
    await until('the address keeps it', async () => (await names()).join() === 'Ada');
    await page.getByRole('button', { name: 'Saved filters' }).click();
    await saved.getByRole('button', { name: 'Gate B', exact: true }).click();
    await until('the saved one', async () => (await names()).join() === 'Cleo');
    assert.doesNotMatch(page.url(), /q=/);
    await page.getByRole('button', { name: 'Saved filters' }).click();
    assert.deepEqual(await accessibilityProblems(page), []);
    await saved.getByRole('button', { name: 'Delete Gate B' }).click();
    await saved.getByText('It is stored in this browser').waitFor();
    await page.keyboard.press('Escape');
    await open('/dispatch/table?sort=recipient');
    await until('the others filter by worker and window', async () => (await names()).length === 3);
    await open('/dispatch/table?skill=fridge');
    await until('of a skill', async () => (await names()).join() === 'Cleo');
    await page.getByRole('button', { name: 'Remove the filter Skill: fridge' }).click();
    await until('all are there again', async () => (await names()).length === 3);
    await open(`/dispatch/table?of=${dora.id}`);
    await until('of a worker', async () => (await names()).join() === 'Bo');
    await open('/dispatch/table?from=2000-01-01T00:00');
    await until('with a window', async () => (await names()).join() === 'Ada');
  });

  test('all by keyboard: from cell to cell, sort, select a range, open; the board has the same selection', async () => {
    await open('/dispatch/table?sort=recipient');
    await row('Cleo').waitFor();
    await page.getByRole('columnheader', { name: 'Selected' }).focus();
    const focused = () =>
      page.evaluate(() => {
        const at = document.activeElement!;
        return `${at.closest('[role=row]')?.getAttribute('aria-rowindex')} ${at.getAttribute('aria-colindex')}`;
      });
    const isAt = (cell: string) => until(`the focus is at ${cell}`, async () => (await focused()) === cell);
    await page.keyboard.press('ArrowDown');
    await isAt('2 1');
    await page.keyboard.press('ArrowRight');
    await isAt('2 2');
    await page.keyboard.press('ArrowDown');
    await isAt('3 2');
    await page.keyboard.press('End');
    await isAt('3 9');
    await page.keyboard.press('Control+Home');
    await isAt('2 9');
    await page.keyboard.press('Home');
    await isAt('2 1');
    await page.keyboard.press('Shift+ArrowDown');
    await toolbar().getByText('2 tasks selected').waitFor();
    await page.keyboard.press('x');
    await toolbar().getByText('1 task selected').waitFor();
    await page.keyboard.press('Control+a');
    await toolbar().getByText('3 tasks selected').waitFor();
    await page.keyboard.press('Escape');
    await toolbar().waitFor({ state: 'detached' });
    await page.keyboard.press(' ');
    await toolbar().getByText('1 task selected').waitFor();
    await takePicture(page, 'table-selected');
    assert.deepEqual(await accessibilityProblems(page), []);
    await page.keyboard.press('g');
    await page.keyboard.press('b');
    await page.getByRole('option', { selected: true }).filter({ hasText: 'Bo' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await toolbar().getByText('1 task selected').waitFor();
    await page.keyboard.press('Escape');
    await row('Ada').getByRole('gridcell').nth(1).click();
    const sheet = page.getByRole('complementary');
    await sheet.getByRole('heading', { name: 'Ada' }).waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'table-task');
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await isAt('2 2');
    await page.keyboard.press('ArrowUp');
    await isAt('1 2');
    await page.keyboard.press('ArrowRight');
    await isAt('1 3');
    await page.keyboard.press('Enter');
    await page.waitForURL(/sort=address/);
  });

  test('many are given to somebody with one request, and taken back by undo; what is under way stays, and it says so', async () => {
    const active = await task('Dina', { container: { type: 'WORKER', worker: dora.id } });
    await must(dora.driver.post(`/driver/tasks/${active.id}/start`, {}));
    await open('/dispatch/table?sort=recipient');
    await row('Dina').getByText('Under way').waitFor();
    let moves = 0;
    page.on('request', (request) => {
      if (request.method() === 'PUT' && request.url().includes('/containers/')) moves++;
    });
    await row('Ada').waitFor();
    await row('Ada').locator('.table-tick').click();
    await row('Dina')
      .locator('.table-tick')
      .click({ modifiers: ['Shift'] });
    await toolbar().getByText('4 tasks selected').waitFor();
    await toolbar().getByRole('button', { name: 'Assign', exact: true }).click();
    await toast('1 task is under way or completed and stays unchanged.').waitFor();
    await page.getByRole('dialog', { name: 'Assign 3 tasks' }).waitFor();
    await page.keyboard.type('dora');
    await page.keyboard.press('Enter');
    const held = async () => (await must(api.get(`/containers/workers/${dora.id}`))).tasks.length;
    await until('the API has them', async () => (await held()) === 3);
    assert.equal(moves, 1);
    await row('Cleo').getByText('Dora Driver').waitFor();
    await page.keyboard.press('Control+z');
    await until('the API has them back', async () => (await held()) === 1);
  });

  test('many are edited: what was changed meanwhile is refused with who and when, and the rest is done', async () => {
    await open('/dispatch/table?sort=recipient&state=unassigned');
    await until('both are there', async () => (await names()).join() === 'Ada,Cleo');
    await page.keyboard.press('Control+a');
    await toolbar().getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit 2 tasks' });
    await dialog.getByRole('checkbox', { name: 'Change Quantity' }).check();
    await dialog.getByLabel('Quantity', { exact: true }).fill('40');
    await dialog.getByRole('checkbox', { name: 'Change Gate' }).check();
    await dialog.getByLabel('Gate', { exact: true }).fill('C 3');
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'table-edit');
    const all = async () => (await must(api.get('/tasks/all?from=0'))).tasks;
    const one = async (name: string) =>
      (await all()).find((each: { recipients: { name: string }[] }) => each.recipients[0]?.name === name);
    const [ada, cleo] = [await one('Ada'), await one('Cleo')];
    await must(api.put(`/tasks/${cleo.id}`, { notes: 'changed by another' }));
    // The answer to the first try is lost: what was done is not done twice, nor told as refused.
    let isLost = false;
    await page.route(`**/tasks/${ada.id}`, async (route) => {
      if (isLost) return route.continue();
      isLost = true;
      await route.fetch();
      return route.abort('connectionreset');
    });
    await dialog.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByText('1 task changed.').waitFor();
    await dialog.getByRole('cell', { name: /an integration changed it at/ }).waitFor();
    await dialog.getByRole('cell', { name: 'Cleo' }).waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'table-refused');
    const changed = await must(api.get(`/tasks/${ada.id}`));
    assert.deepEqual([changed.quantity, changed.customFields[0].value], [40, 'C 3']);
    assert.equal((await must(api.get(`/tasks/${cleo.id}`))).quantity, 7);
    await dialog.getByRole('button', { name: 'Try these again' }).click();
    await dialog.getByText(/refused/).waitFor({ state: 'detached' });
    await dialog.getByText('1 task changed.').waitFor();
    const again = await must(api.get(`/tasks/${cleo.id}`));
    assert.deepEqual([again.quantity, again.notes], [40, 'changed by another']);
    assert.equal(isLost, true);
    await page.unroute(`**/tasks/${ada.id}`);
    await dialog.locator('.dialog-actions').getByRole('button', { name: 'Close' }).click();
    chromium.takeComplaints();
  });

  test('an edit whose answer is lost is done once; many are completed, duplicated and deleted', async () => {
    await open('/dispatch/table?sort=recipient');
    await row('Dina').locator('.table-tick').click();
    const more = async (name: string) => {
      await toolbar().getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name, exact: true }).click();
    };
    await more('Mark as failed');
    const failing = page.getByRole('dialog', { name: 'Mark 1 task as failed?' });
    await failing.getByLabel('Reason').selectOption({ label: 'Damaged' });
    await failing.getByRole('button', { name: 'Mark as failed' }).click();
    await failing.getByText('1 task marked as failed.').waitFor();
    await failing.locator('.dialog-actions').getByRole('button', { name: 'Close' }).click();
    await row('Dina').getByText('Failed').waitFor();

    // A completed task can be duplicated; the first answer gets lost.
    await row('Dina').locator('.table-tick').click();
    await more('Duplicate');
    let attempts = 0;
    await page.route('**/clone', async (route) => {
      attempts++;
      if (attempts > 1) return route.continue();
      await route.fetch();
      return route.abort('connectionreset');
    });
    const cloning = page.getByRole('dialog', { name: 'Duplicate 1 task?' });
    await cloning.getByRole('button', { name: 'Duplicate' }).click();
    await cloning.getByText('1 task duplicated.').waitFor();
    await page.unroute('**/clone');
    assert.equal(attempts, 2);
    await cloning.locator('.dialog-actions').getByRole('button', { name: 'Close' }).click();
    await until('one more is there', async () => (await row('Dina').count()) === 2);

    // Or it is an error: whoever tries it again does not do it twice, either.
    await row('Cleo').locator('.table-tick').click();
    await more('Duplicate');
    let isLost = true;
    await page.route('**/clone', async (route) => {
      if (!isLost) return route.continue();
      isLost = false;
      await route.fetch();
      return route.fulfill({ status: 500, json: {} });
    });
    await cloning.getByRole('button', { name: 'Duplicate' }).click();
    await cloning.getByText('0 tasks duplicated.').waitFor();
    await cloning.getByRole('button', { name: 'Try these again' }).click();
    await cloning.getByText('1 task duplicated.').waitFor();
    await page.unroute('**/clone');
    await cloning.locator('.dialog-actions').getByRole('button', { name: 'Close' }).click();
    const { tasks } = await must(api.get('/tasks/all?from=0'));
    const cleos = tasks.filter((each: { recipients: { name: string }[] }) => each.recipients[0]?.name === 'Cleo');
    assert.equal(cleos.length, 2);
    await must(api.delete(`/tasks/${cleos[0].id}`));
    await until('one is left', async () => (await row('Cleo').count()) === 1);

    await row('Dina').filter({ hasText: 'Unassigned' }).locator('.table-tick').click();
    await row('Ada').locator('.table-tick').click();
    await toolbar().getByText('2 tasks selected').waitFor();
    await more('Delete');
    const deleting = page.getByRole('dialog', { name: 'Delete 2 tasks?' });
    assert.deepEqual(await accessibilityProblems(page), []);
    await deleting.getByRole('button', { name: 'Delete' }).click();
    await deleting.getByText('2 tasks deleted.').waitFor();
    await deleting.locator('.dialog-actions').getByRole('button', { name: 'Close' }).click();
    await row('Ada').waitFor({ state: 'detached' });
    assert.equal(await row('Dina').count(), 1);
    chromium.takeComplaints();
  });

  test('what a stop left undone stays selected, and can be done after all', async () => {
    const names = Array.from({ length: 6 }, (_, n) => `Rest ${n}`);
    await must(api.post('/tasks/batch', { tasks: names.map((name) => bodyOf(name)) }));
    await open('/dispatch/table?q=rest');
    await page.getByText('6 tasks', { exact: true }).waitFor();
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+a');
    await toolbar().getByText('6 tasks selected').waitFor();
    await toolbar().getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit 6 tasks' });
    await dialog.getByRole('checkbox', { name: 'Change Quantity' }).check();
    await dialog.getByLabel('Quantity', { exact: true }).fill('9');
    // Four are on their way when it is stopped.
    const stopped = Promise.withResolvers<void>();
    let sent = 0;
    await page.route('**/api/v2/tasks/*', async (route) => {
      sent++;
      await stopped.promise;
      await route.continue();
    });
    await dialog.getByRole('button', { name: 'Edit' }).click();
    await until('four are on their way', async () => sent === 4);
    await dialog.getByRole('button', { name: 'Stop' }).click();
    stopped.resolve();
    await dialog.getByText('2 were not started.').waitFor();
    const done = async () => {
      const { tasks } = await must(api.get('/tasks/all?from=0'));
      return tasks.filter(({ quantity }: { quantity: number }) => quantity === 9).length;
    };
    assert.equal(await done(), 4);
    await dialog.getByRole('button', { name: 'Continue with the rest' }).waitFor();
    await takePicture(page, 'table-stopped');
    await dialog.locator('.dialog-actions').getByRole('button', { name: 'Close' }).click();
    await toolbar().getByText('2 tasks selected').waitFor();
    await page.unroute('**/api/v2/tasks/*');
    await page.keyboard.press('Escape');
    const { tasks } = await must(api.get('/tasks/all?from=0'));
    for (const each of tasks)
      if (each.recipients[0]?.name.startsWith('Rest')) await must(api.delete(`/tasks/${each.id}`));
  });

  test('what is kept in one tab is kept in the other, and neither takes away what the other has kept', async () => {
    await open('/dispatch/table');
    const other = await page.context().newPage();
    await open('/dispatch/table', other);
    const save = async (tab: Page, name: string) => {
      await tab.getByRole('button', { name: 'Saved filters' }).click();
      const dialog = tab.getByRole('dialog', { name: 'Saved filters' });
      await dialog.getByLabel('Name of the current filter').fill(name);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await save(page, 'From one');
    await save(other, 'From the other');
    await page.getByRole('button', { name: 'Saved filters' }).click();
    const dialog = page.getByRole('dialog', { name: 'Saved filters' });
    for (const name of ['From one', 'From the other'])
      await dialog.getByRole('button', { name, exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await other.close();
  });

  test('a file has what the filter shows, in the chosen columns, in the organization’s zone and without formulas', async () => {
    await task('Eve', {
      notes: '=1+2',
      completeAfter: Date.UTC(2030, 0, 5, 12),
      completeBefore: Date.UTC(2030, 6, 5, 12),
    });
    await task('Fritz "the cat", Müller', { notes: '+49 and more' });
    await open('/dispatch/table?sort=recipient&state=unassigned');
    await row('Fritz').waitFor();
    // The organization's own fields come after the first rows.
    await page.getByRole('columnheader', { name: 'Gate' }).waitFor();
    const { timezone } = await must(api.get('/organization'));
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const file = await waiting;
    await toast('3 tasks written to the file.').waitFor();
    assert.match(file.suggestedFilename(), /^tasks \d{4}-\d\d-\d\d\.csv$/);
    const text = await readFile((await file.path())!, 'utf8');
    const lines = text.split('\r\n');
    assert.equal(lines[0], '\uFEFFRecipient,Address,State,Quantity,Worker,Not before,Not after,Notes,Gate');
    const local = (at: number) =>
      new Date(at).toLocaleString('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' });
    const times = `${local(Date.UTC(2030, 0, 5, 12))},${local(Date.UTC(2030, 6, 5, 12))}`;
    const eve = lines.find((line) => line.startsWith('Eve'))!;
    assert.ok(eve.endsWith(`Unassigned,,,${times},"'=1+2",`), eve);
    assert.ok(lines.some((line) => line.startsWith('"Fritz ""the cat"", Müller"') && line.includes("'+49 and more")));
    assert.ok(!text.includes('Bo,'));
  });

  test('what was completed before is asked of the server page by page', async () => {
    const day = 24 * 3600 * 1000;
    const before = new Date(Date.now() - 5 * day);
    const past = Array.from({ length: 70 }, (_, n) => bodyOf(`past ${n}`));
    const { tasks } = await must(api.post('/tasks/batch', { tasks: past }));
    const ids = (tasks as { id: string }[]).map(({ id }) => id);
    // Nobody can complete a task in the past.
    await server.services.database.transaction((tx) =>
      tx.run(sql`
        update dispatch.tasks set state = 3, position = null, completed_at = ${before}, created_at = ${before},
          completion = '{"success": true, "notes": "", "failureReason": "NONE", "failureNotes": "", "firstLocation": [], "lastLocation": []}'
        where organization_id = ${organization.organization_id} and id = any(${ids}::text[])`),
    );
    await open('/dispatch/table');
    await page.getByText(/^Completed tasks since/).waitFor();
    assert.equal(await page.getByText('past 0', { exact: true }).count(), 0);
    await page.getByRole('button', { name: 'Show older ones' }).click();
    await page.getByText('64 older tasks loaded.').waitFor();
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await page.getByText('70 older tasks loaded.').waitFor();
    await page.getByRole('searchbox').fill('past 69');
    await row('past 69').waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    const first = new Date(before.getTime() - day).toISOString().slice(0, 10);
    const last = new Date(before.getTime() - 1 * day).toISOString().slice(0, 10);
    await open(`/dispatch/table?doneFrom=${first}&doneTo=${last}`);
    await page.getByText('0 tasks', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'No matching tasks' }).waitFor();
    await takePicture(page, 'table-none-fits');
  });

  describe('of thousands of tasks', () => {
    let other: CreatedOrganization;
    let tab: Page;

    before(async () => {
      other = await server.organization();
      const key = new DispatchClient(other.dispatch);
      const names = ['One', 'Two'];
      const { tasks } = await must(key.post('/tasks/batch', { tasks: names.map((name) => bodyOf(name)) }));
      await server.services.database.transaction((tx) =>
        tx.run(sql`
          insert into dispatch.tasks overriding system value
          select (jsonb_populate_record(t, jsonb_build_object('id', lpad(to_hex(n), 24, '0'), 'short_id', 's' || n,
            'seq', 1000000 + n, 'tracking_token', 'many ' || n, 'notes', 'many ' || n, 'position', 1000000 + n))).*
          from dispatch.tasks t cross join generate_series(1, 2998) n
          where t.organization_id = ${other.organization_id} and t.id = ${tasks[1].id}`),
      );
      tab = await (await signedIn({}, other.chat.email)).newPage();
      await open('/dispatch/table?sort=notes', tab);
      await tab.getByText('3,000 tasks', { exact: true }).waitFor();
    });

    after(() => tab?.context().close());

    test('the page holds those that are seen, and keys reach the last', async () => {
      const rows = () => tab.getByRole('row').count();
      assert.ok((await rows()) <= 150, `${await rows()} rows`);
      assert.equal(await tab.getByRole('grid').getAttribute('aria-rowcount'), '3001');
      await tab.getByRole('columnheader', { name: 'Selected' }).focus();
      await tab.keyboard.press('ArrowDown');
      await tab.locator('[aria-rowindex="2"] [data-cursor]:focus').waitFor();
      await tab.keyboard.press('Control+End');
      await tab.locator('[aria-rowindex="3001"] [data-cursor]:focus').waitFor();
      await tab.keyboard.press('PageUp');
      await tab.locator('[aria-rowindex="3001"] [data-cursor]').waitFor({ state: 'detached' });
      assert.ok((await rows()) <= 150, `${await rows()} rows`);
      // It keeps the focus, wherever one scrolls.
      await tab.getByRole('grid').evaluate((grid) => grid.scrollTo(0, 0));
      await tab.locator('[aria-rowindex="2"]').waitFor();
      assert.equal(await tab.evaluate(() => document.activeElement?.getAttribute('role')), 'gridcell');
      await tab.getByRole('searchbox').fill('many 2998');
      await tab.getByText('1 task', { exact: true }).waitFor();
      await tab.getByRole('searchbox').fill('');
      await tab.getByText('3,000 tasks', { exact: true }).waitFor();
    });
  });

  describe('looks: each is accessible and fits its screen, also with long names', () => {
    let tab: Page;

    before(async () => {
      const names = [
        'Donaudampfschifffahrtsgesellschaftskapitänswitwe Amalie',
        'محمد عبد الرحمن بن خالد الأنصاري',
        'Kai',
      ];
      const tasks = Array.from({ length: 24 }, (_, n) =>
        bodyOf(names[n % 3]!, {
          notes: `many ${'x'.repeat(n * 10)}`,
          quantity: n,
          completeBefore: Date.UTC(2030, 0, 1),
        }),
      );
      await must(api.post('/tasks/batch', { tasks }));
      tab = await page.context().newPage();
    });
    after(() => tab?.close());

    const appearances: [name: string, media: Parameters<Page['emulateMedia']>[0], width: number, language: string][] = [
      ['light', {}, 1440, 'en'],
      ['dark', { colorScheme: 'dark' }, 1024, 'en'],
      ['phone', {}, 390, 'de'],
      ['phone-dark', { colorScheme: 'dark' }, 390, 'en'],
      ['narrow', {}, 320, 'en-XA'],
      ['right-to-left', { colorScheme: 'dark' }, 1024, 'ar-XB'],
    ];
    for (const [name, media, width, language] of appearances)
      test(`looks: ${name}`, async () => {
        await tab.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce', ...media });
        await tab.setViewportSize({ width, height: 900 });
        await open(`/dispatch/table?language=${language}&sort=notes&state=unassigned&q=many`, tab);
        await tab.locator('.table-body [role=row]').nth(10).waitFor();
        await tab.locator('.table-tick').nth(1).click();
        await tab.locator('.selection-bar').waitFor();
        const wide = await tab.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${wide} px too wide`);
        if (language === 'en') assert.deepEqual(await accessibilityProblems(tab), []);
        await takePicture(tab, `table-${name}`);
      });
  });
});
