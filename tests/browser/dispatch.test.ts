import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { CreatedOrganization } from '../../src/cli/organizations.ts';
import { createWorkerForCli } from '../../src/dispatch/workers/create-for-cli.ts';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { DispatchClient, until as untilTrue } from '../harness/clients.ts';
import { destinationAt } from '../harness/fleet.ts';
import { startTestServer } from '../harness/server.ts';

const PASSWORD = 'correct horse battery staple';

/** Timeout of everything below: a browser on a loaded machine is slow. */
const TIMEOUT_MS = 900_000;

describe("the dispatcher's console, in a browser", { skip: withoutBrowser, timeout: TIMEOUT_MS }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let chromium: Chromium;
  let organization: CreatedOrganization;
  let api: DispatchClient;
  let team: string;
  /** The board of the organization's owner; most tests share it. */
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

  async function signedIn(email = organization.chat.email, options?: BrowserContextOptions): Promise<BrowserContext> {
    const profile = await chromium.profile({ baseURL: server.url, viewport: { width: 1440, height: 900 }, ...options });
    const answer = await profile.request.post('/api/session', {
      headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
      data: { email, password: PASSWORD },
    });
    assert.equal(answer.status(), 200, await answer.text());
    return profile;
  }

  async function open(profile: BrowserContext, path = '/dispatch/board'): Promise<Page> {
    const tab = await profile.newPage();
    await tab.goto(path);
    await tab.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
    return tab;
  }

  let phones = 0;
  /** A worker on duty at a place. */
  async function worker(name: string, [lon, lat]: [number, number] = [-122.4, 37.78]) {
    const { organization_id: organizationId } = organization;
    const phone = `+1415556${String(++phones).padStart(4, '0')}`;
    const made = await createWorkerForCli(server.services, { organizationId, team: 'North', name, phone });
    const anyone = new DispatchClient({ url: server.url, token: 'nobody' });
    const { token } = await must(anyone.post('/driver/sign-in', { phone: made.phone, password: made.password }));
    const driver = new DispatchClient({ url: server.url, token });
    await must(driver.post('/driver/duty', { onDuty: true }));
    const time = server.clock.now().getTime();
    await must(driver.post('/driver/positions', { location: [lon, lat], time }));
    return { id: made.worker_id, driver };
  }

  const task = (name: string, body: object = {}) =>
    must(
      api.post('/tasks', {
        destination: destinationAt(),
        recipients: [{ name, phone: `+1415557${String(++phones).padStart(4, '0')}` }],
        ...body,
      }),
    );
  const tasksOf = async (id: string): Promise<string[]> => (await must(api.get(`/containers/workers/${id}`))).tasks;
  const column = (name: string, tab = page) => tab.getByRole('region', { name: new RegExp(`^${name}, `) });
  const card = (within: Locator, name: string) => within.getByRole('option').filter({ hasText: name });
  const shownToast = (text: string | RegExp, tab = page) => tab.getByRole('status').filter({ hasText: text }).last();
  /** Waits until what is asked for holds. */
  const until = (what: string, holds: () => Promise<boolean>) => untilTrue(holds, what);

  /** By keyboard: chooses by name who gets a task that nobody has. */
  async function assign(what: string, whom: string): Promise<void> {
    await card(column('Unassigned'), what).focus();
    await page.keyboard.press('a');
    await page.getByRole('dialog', { name: `Assign ${what}` }).waitFor();
    await page.keyboard.type(whom);
    await page.keyboard.press('Enter');
  }

  test('an organization without anything is told what comes first', async () => {
    page = await open(await signedIn(), '/dispatch');
    await page.getByRole('heading', { name: 'Nothing to dispatch yet' }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/dispatch/board');
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'dispatch-empty');
    await page.goto('/welcome');
    await page.getByRole('link', { name: 'Open dispatch' }).click();
    await page.getByRole('heading', { name: 'Nothing to dispatch yet' }).waitFor();
  });

  let dora: Awaited<ReturnType<typeof worker>>;
  let jonas: Awaited<ReturnType<typeof worker>>;

  test('what is made by the API shows without action, and what is completed leaves (D2)', async () => {
    const [admin] = await must(api.get('/admins'));
    team = (await must(api.post('/teams', { name: 'North', workers: [], managers: [admin.id] }))).id;
    assert.ok(team);
    [dora, jonas] = [await worker('Dora Driver'), await worker('Jonas Weber', [-122.42, 37.8])];
    await column('Dora Driver').waitFor();
    const one = await task('Rosa Recipient', { container: { type: 'WORKER', worker: dora.id } });
    await card(column('Dora Driver'), 'Rosa Recipient').waitFor();
    await must(dora.driver.post(`/driver/tasks/${one.id}/start`, {}));
    await card(column('Dora Driver'), 'Rosa Recipient').getByText('Under way').waitFor();
    await must(api.post(`/tasks/${one.id}/complete`, { completionDetails: { success: true } }));
    await card(column('Dora Driver'), 'Rosa Recipient').waitFor({ state: 'detached' });
  });

  test('a drag puts a task where it is dropped, and Ctrl Z takes it back to its place (D3)', async () => {
    const made = [];
    for (const name of ['Ada', 'Bo', 'Cleo']) made.push(await task(name));
    const [first, second] = [await task('Dina', { container: { type: 'WORKER', worker: jonas.id } }), made[1]];
    const last = await task('Emil', { container: { type: 'WORKER', worker: jonas.id } });
    const source = card(column('Unassigned'), 'Bo');
    const target = card(column('Jonas Weber'), 'Emil');
    await Promise.all([source.waitFor(), target.waitFor()]);
    const [from, to] = [(await source.boundingBox())!, (await target.boundingBox())!];
    await page.mouse.move(from.x + 20, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(to.x + 20, to.y + 8, { steps: 4 });
    await column('Jonas Weber')
      .getByText(/km away/)
      .waitFor();
    await page.mouse.up();
    await card(column('Jonas Weber'), 'Bo').waitFor();
    await shownToast('Bo → Jonas Weber.').waitFor();
    await until('the API has it there', async () => (await tasksOf(jonas.id)).length === 3);
    assert.deepEqual(await tasksOf(jonas.id), [first.id, second.id, last.id]);
    await page.keyboard.press('Control+z');
    await shownToast('Undone: Bo unassigned again.').waitFor();
    const own = async () => (await must(api.get(`/containers/organizations/${organization.organization_id}`))).tasks;
    await until('the API has it back', async () => (await own()).length === 3);
    assert.deepEqual(
      await own(),
      made.map(({ id }) => id),
    );
  });

  test('the same by keyboard alone: several at once, another place, back to nobody (D4)', async () => {
    await card(column('Unassigned'), 'Ada').focus();
    await page.keyboard.press('x');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('x');
    await page.getByRole('toolbar', { name: 'What is selected' }).getByText('2 tasks selected').waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await page.keyboard.press('a');
    const dialog = page.getByRole('dialog', { name: 'Assign 2 tasks' });
    await dialog.waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await page.keyboard.type('dor');
    await page.keyboard.press('Enter');
    await card(column('Dora Driver'), 'Bo').waitFor();
    await until('the API has both', async () => (await tasksOf(dora.id)).length === 2);
    await card(column('Dora Driver'), 'Bo').focus();
    await page.keyboard.press('Alt+ArrowUp');
    const order = async () =>
      (await column('Dora Driver').getByRole('option').allTextContents()).map((text) => /Ada|Bo/.exec(text)![0]);
    await until('Bo stands first', async () => (await order())[0] === 'Bo');
    const ids = (await must(api.get('/tasks/all?from=0'))).tasks as { id: string; recipients: { name: string }[] }[];
    const idOf = (name: string) => ids.find(({ recipients }) => recipients[0]!.name === name)!.id;
    await until('the API has their order', async () => (await tasksOf(dora.id))[0] === idOf('Bo'));
    await page.keyboard.press('Alt+ArrowDown');
    await until('the API has it back', async () => (await tasksOf(dora.id))[0] === idOf('Ada'));
    await until('Ada stands first', async () => (await order())[0] === 'Ada');
    await page.keyboard.press('u');
    await card(column('Unassigned'), 'Bo').waitFor();
    await until('the API has one left', async () => (await tasksOf(dora.id)).length === 1);
  });

  test('the first stop for Tab leads past the navigation', async () => {
    const fresh = await page.context().newPage();
    await fresh.goto('/dispatch/board');
    await fresh.getByRole('button', { name: 'New task' }).waitFor();
    const skip = fresh.getByRole('button', { name: 'Skip to content' });
    await fresh.keyboard.press('Tab');
    assert.ok(await skip.evaluate((each) => each === document.activeElement));
    const box = await skip.boundingBox();
    assert.ok(box!.x >= 0 && box!.y >= 0 && box!.height > 20, JSON.stringify(box));
    await takePicture(fresh, 'skip-link');
    await fresh.keyboard.press('Enter');
    assert.ok(await fresh.getByRole('main').evaluate((each) => each === document.activeElement));
    await fresh.keyboard.press('Tab');
    assert.ok(await fresh.getByRole('main').evaluate((each) => each.contains(document.activeElement)));
    await fresh.close();
  });

  test('Undo in what tells of a move takes back that move and no other, and goes with it', async () => {
    const toast = (text: string) => page.locator('.toast').filter({ hasText: text });
    const undoIn = (text: string) => toast(text).getByRole('button', { name: 'Undo' });
    for (const name of ['Hal', 'Ivo']) await task(name);
    await card(column('Unassigned'), 'Ivo').waitFor();
    const before = [(await tasksOf(dora.id)).length, (await tasksOf(jonas.id)).length];
    await assign('Hal', 'dor');
    await toast('Hal → Dora Driver.').waitFor();
    await assign('Ivo', 'jon');
    await toast('Ivo → Jonas Weber.').waitFor();
    await undoIn('Hal → Dora Driver.').click();
    await toast('Undone: Hal unassigned again.').waitFor();
    assert.equal(await toast('Hal → Dora Driver.').count(), 0);
    assert.equal(await undoIn('Ivo → Jonas Weber.').count(), 1);
    await card(column('Unassigned'), 'Hal').waitFor();
    const counts = async () => [(await tasksOf(dora.id)).length, (await tasksOf(jonas.id)).length];
    await until('the API has one back', async () => `${await counts()}` === `${[before[0], before[1]! + 1]}`);
    await card(column('Jonas Weber'), 'Ivo').waitFor();

    // What Ctrl Z takes back has no toast any more whose button would take back another.
    await page.keyboard.press('Control+z');
    await toast('Undone: Ivo unassigned again.').waitFor();
    assert.equal(await toast('Ivo → Jonas Weber.').count(), 0);
    await until('the API has both back', async () => `${await counts()}` === `${before}`);

    // A move that was overtaken by another of the same task: the older toast goes, each step can be taken back by itself.
    await assign('Hal', 'dor');
    await toast('Hal → Dora Driver.').waitFor();
    await card(column('Dora Driver'), 'Hal').focus();
    await page.keyboard.press('a');
    await page.getByRole('dialog', { name: 'Assign Hal' }).waitFor();
    await page.keyboard.type('jon');
    await page.keyboard.press('Enter');
    await toast('Hal → Jonas Weber.').waitFor();
    assert.equal(await toast('Hal → Dora Driver.').count(), 0);
    await undoIn('Hal → Jonas Weber.').click();
    await toast('Undone: Hal assigned to Dora Driver again.').waitFor();
    await page.keyboard.press('Control+z');
    await until('all are back', async () => `${await counts()}` === `${before}`);
  });

  test('what was refused looks so, and leaves no button that undoes another move', async () => {
    await task('Kim');
    await card(column('Unassigned'), 'Kim').waitFor();
    await page.route('**/api/v2/containers/**', (route) => route.abort(), { times: 1 });
    await assign('Kim', 'dor');
    const refused = page.getByRole('alert').filter({ hasText: 'Kim was not moved' });
    await refused.waitFor();
    assert.equal(await page.locator('.toast').filter({ hasText: 'Kim → Dora Driver.' }).count(), 0);
    assert.equal(await refused.getByRole('button', { name: 'Undo' }).count(), 0);
    await card(column('Unassigned'), 'Kim').waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await refused.getByRole('button', { name: 'Move it again' }).click();
    await until('the API has it', async () => (await tasksOf(dora.id)).length > 0);
    await card(column('Dora Driver'), 'Kim').waitFor();
    await refused.waitFor({ state: 'detached' });
    chromium.takeComplaints();
  });

  test('of two who move one task at the same moment one reads who was quicker, and nothing is twice (D5)', async () => {
    const one = await task('Fay');
    await card(column('Unassigned'), 'Fay').waitFor();
    // The other's request comes first.
    await page.route(
      '**/api/v2/containers/**',
      async (route) => {
        await must(api.put(`/containers/workers/${dora.id}`, { tasks: [-1, one.id] }));
        await route.continue();
      },
      { times: 1 },
    );
    await assign('Fay', 'jon');
    await shownToast(/Fay was not moved: an integration changed it at /).waitFor();
    await card(column('Dora Driver'), 'Fay').waitFor();
    assert.equal(await page.getByRole('option').filter({ hasText: 'Fay' }).count(), 1);
    assert.ok((await tasksOf(dora.id)).includes(one.id));
    assert.ok(!(await tasksOf(jonas.id)).includes(one.id));
    await page.getByRole('button', { name: 'Move it again' }).click();
    await card(column('Jonas Weber'), 'Fay').waitFor();
    await until('the API has it', async () => (await tasksOf(jonas.id)).includes(one.id));
    chromium.takeComplaints();
  });

  test('an undo whose move is on its way goes with that move when somebody else was quicker (D5)', async () => {
    const one = await task('Lea');
    await card(column('Unassigned'), 'Lea').waitFor();
    const pressed = Promise.withResolvers<void>();
    const sent: string[] = [];
    const note = (request: { url(): string }) => void sent.push(request.url());
    await page.route(
      '**/api/v2/containers/**',
      async (route) => {
        page.on('request', note);
        await pressed.promise;
        await must(api.put(`/containers/workers/${dora.id}`, { tasks: [-1, one.id] }));
        await route.continue();
      },
      { times: 1 },
    );
    await assign('Lea', 'jon');
    const toast = (text: string | RegExp) => page.locator('.toast').filter({ hasText: text });
    await toast('Lea → Jonas Weber.').getByRole('button', { name: 'Undo' }).click();
    await toast('Undone: Lea unassigned again.').waitFor();
    pressed.resolve();
    const refused = toast(/Lea was not moved: an integration changed it at /);
    await refused.waitFor();
    assert.equal(await toast('Undone: Lea').count(), 0);
    assert.equal(await refused.getByRole('button', { name: 'Move it again' }).count(), 0);
    await card(column('Dora Driver'), 'Lea').waitFor();
    page.off('request', note);
    assert.deepEqual(
      sent.filter((url) => url.includes('/containers/')),
      [],
    );
    assert.ok((await tasksOf(dora.id)).includes(one.id));
    chromium.takeComplaints();
  });

  test('whoever moves it a moment later is told of (D5)', async () => {
    const one = await task('Guy');
    await card(column('Unassigned'), 'Guy').waitFor();
    const answered = page.waitForResponse((answer) => answer.url().includes('/containers/workers/'));
    await assign('Guy', 'jon');
    await answered;
    await card(column('Jonas Weber'), 'Guy').waitFor();
    await must(api.put(`/containers/workers/${dora.id}`, { tasks: [-1, one.id] }));
    await shownToast(/an integration moved Guy to Dora Driver at .* after you/).waitFor();
    await card(column('Dora Driver'), 'Guy').waitFor();
    await must(api.delete(`/tasks/${one.id}`));
  });

  test('a move that is refused goes back, with the words of the server', async () => {
    const one = await task('Gus');
    await card(column('Unassigned'), 'Gus').waitFor();
    await page.route(
      '**/api/v2/containers/**',
      (route) =>
        route.fulfill({
          status: 412,
          json: {
            code: 'PreconditionFailedError',
            message: { error: 2400, message: 'locked', cause: 'Another request is changing the same.', request: 'r' },
          },
        }),
      { times: 1 },
    );
    await assign('Gus', 'dor');
    await shownToast('Gus was not moved: Another request is changing the same.').waitFor();
    await card(column('Unassigned'), 'Gus').waitFor();
    await page.getByRole('button', { name: 'Move it again' }).click();
    await card(column('Dora Driver'), 'Gus').waitFor();
    await until('the API has it', async () => (await tasksOf(dora.id)).includes(one.id));
    chromium.takeComplaints();
  });

  test('a task is written, read, changed, duplicated and deleted beside the board', async () => {
    await page.keyboard.press('t');
    const sheet = page.getByRole('complementary');
    await sheet.getByLabel('Name').fill('Hana');
    await sheet.getByLabel('Phone').fill('+14155590001');
    await sheet.getByText('Address in parts').click();
    await sheet.getByText('More fields').click();
    await sheet.getByLabel('Street').fill('Market Street');
    await sheet.getByLabel('Number').fill('1');
    await sheet.getByLabel('City').fill('San Francisco');
    await sheet.getByLabel('Country').fill('US');
    await sheet.getByLabel('Position').fill('37.78, -122.4');
    await sheet.getByLabel('A photo is required').check();
    await sheet.getByLabel('Skills').fill('Fridge');
    await sheet.getByLabel('Assign to').selectOption({ label: 'Dora Driver' });
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'dispatch-new-task');
    await page.getByRole('button', { name: 'Create task' }).click();
    await sheet.getByRole('heading', { name: 'Hana' }).waitFor();
    await card(column('Dora Driver'), 'Hana').waitFor();
    await sheet.getByText('photo', { exact: true }).waitFor();
    await sheet.getByText('fridge', { exact: true }).waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'dispatch-task');

    await sheet.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await sheet.getByLabel('Notes (optional)', { exact: true }).fill('Two steps down');
    await page.getByRole('button', { name: 'Save' }).click();
    await sheet.getByText('Two steps down').waitFor();

    const before = new URL(page.url()).searchParams.get('task');
    await sheet.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.waitForURL((url) => url.searchParams.get('task') !== before);
    await sheet.getByRole('heading', { name: 'Hana' }).waitFor();
    await sheet.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete this task?' }).getByRole('button', { name: 'Delete' }).click();
    await sheet.waitFor({ state: 'detached' });
    await until('one is left', async () => (await page.getByRole('option').filter({ hasText: 'Hana' }).count()) === 1);
  });

  test('whoever saves a task that somebody else has changed meanwhile reads who and when, and overwrites nothing of theirs', async () => {
    const one = await task('Hugo', { quantity: 1 });
    await card(column('Unassigned'), 'Hugo').click();
    const sheet = page.getByRole('complementary');
    await sheet.getByRole('heading', { name: 'Hugo' }).waitFor();
    await sheet.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const notes = sheet.getByLabel('Notes (optional)', { exact: true });
    await notes.fill('Mine');
    await must(api.put(`/tasks/${one.id}`, { quantity: 7 }));
    const known = () => page.getByRole('complementary').getByLabel('Quantity').inputValue();
    await sheet.getByRole('button', { name: 'Save' }).click();
    await sheet.getByText(/an integration changed this at .*, while you were writing/).waitFor();
    assert.equal(await notes.inputValue(), 'Mine');
    assert.equal(await known(), '1');
    assert.equal((await must(api.get(`/tasks/${one.id}`))).notes, '');
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'dispatch-task-quicker');
    await sheet.getByRole('button', { name: 'Save my version' }).click();
    await sheet.getByText('Mine').waitFor();
    const { notes: saved, quantity } = await must(api.get(`/tasks/${one.id}`));
    assert.deepEqual([saved, quantity], ['Mine', 7]);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await must(api.delete(`/tasks/${one.id}`));
    await card(column('Unassigned'), 'Hugo').waitFor({ state: 'detached' });
    chromium.takeComplaints();
  });

  test('automatic assignment says who and why, before and after (D12)', async () => {
    const one = await task('Ida');
    await card(column('Unassigned'), 'Ida').click();
    const sheet = page.getByRole('complementary');
    await sheet.getByRole('button', { name: 'Suggest' }).click();
    const dialog = page.getByRole('dialog', { name: 'Assign Ida automatically' });
    await dialog.getByText('Dora Driver, of the 2 nearest on duty.').waitFor();
    await dialog.getByText('farther away').waitFor();
    const [, second] = (await must(api.post(`/tasks/${one.id}/assignment/preview`, { mode: 'distance' }))).candidates;
    const km = (second.distance / 1000).toFixed(1);
    await dialog.getByText(new RegExp(`^${km} km away`)).waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'dispatch-suggest');
    await dialog.getByRole('button', { name: 'Assign' }).click();
    await card(column('Dora Driver'), 'Ida').waitFor();
    await sheet.getByRole('button', { name: 'Why this worker?' }).click();
    await sheet.getByText('Dora Driver, of the 2 nearest on duty.').waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
  });

  test('tasks that depend on each other go together, and it says so (D11)', async () => {
    const pickup = await task('Kim', { pickupTask: true });
    const drop = await task('Luca', { dependencies: [pickup.id] });
    await card(column('Unassigned'), 'Luca').waitFor();
    await assign('Luca', 'jonas');
    await shownToast(/1 linked task was moved with it/).waitFor();
    await until('the API has both', async () => (await tasksOf(jonas.id)).includes(drop.id));
    assert.deepEqual((await tasksOf(jonas.id)).slice(-2), [pickup.id, drop.id]);
  });

  test('everything is found from the palette, and the address says where one is', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('jonas');
    await page.getByRole('option', { name: /Jonas Weber/ }).waitFor();
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('complementary');
    await sheet.getByRole('heading', { name: 'Jonas Weber' }).waitFor();
    await sheet.getByText('Completed').waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'dispatch-worker');
    const address = page.url();
    const again = await open(page.context(), address);
    await again.getByRole('complementary').getByRole('heading', { name: 'Jonas Weber' }).waitFor();
    await again.close();
    await page.goBack();
    await sheet.waitFor({ state: 'detached' });
    await page.getByRole('searchbox', { name: 'Filter tasks' }).fill('luca');
    await card(column('Jonas Weber'), 'Luca').waitFor();
    assert.equal(await card(column('Jonas Weber'), 'Kim').count(), 0);
    assert.match(page.url(), /q=luca/);
    await page.getByRole('searchbox', { name: 'Filter tasks' }).fill('');
  });

  test('tabs share one stream, and a second one knows what the first does', async () => {
    let streams = 0;
    page.context().on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/v2/live') streams++;
    });
    const second = await open(page.context());
    await card(column('Jonas Weber', second), 'Luca').waitFor();
    const one = await task('Mia');
    await card(column('Unassigned', second), 'Mia').waitFor();
    await card(column('Unassigned'), 'Mia').waitFor();
    assert.equal(streams, 0);
    await second.close();
    await must(api.delete(`/tasks/${one.id}`));
    await card(column('Unassigned'), 'Mia').waitFor({ state: 'detached' });
  });

  test('a tab that was opened while another one connects is told all that it has missed, and that the stream is there', async () => {
    const profile = await signedIn();
    const first = await profile.newPage();
    // What came before the second tab, and signs of life that are far between.
    await first.addInitScript(() => {
      const post = BroadcastChannel.prototype.postMessage;
      BroadcastChannel.prototype.postMessage = function (message) {
        if (message.kind !== 'heard' && message.event?.kind !== 'snapshot') post.call(this, message);
      };
    });
    const mayConnect = Promise.withResolvers<void>();
    await first.route('**/api/v2/live?*', async (route) => {
      await mayConnect.promise;
      await route.continue();
    });
    await first.goto('/dispatch/board');
    const state = (tab: Page, text: string) => tab.locator('.connection').getByText(text, { exact: true });
    await state(first, 'Connecting …').waitFor();
    const second = await profile.newPage();
    await second.goto('/dispatch/board');
    await state(second, 'Connecting …').waitFor();
    mayConnect.resolve();
    for (const tab of [first, second]) {
      await card(column('Jonas Weber', tab), 'Luca').waitFor();
      await state(tab, 'Live').waitFor();
    }
    await profile.close();
  });

  test('without https, where a browser has no locks and makes no IDs, it works all the same', async () => {
    const profile = await signedIn();
    await profile.addInitScript(() => {
      for (const [object, name] of [
        [Navigator.prototype, 'locks'],
        [Navigator.prototype, 'clipboard'],
        [Crypto.prototype, 'randomUUID'],
        [Crypto.prototype, 'subtle'],
      ] as const)
        delete (object as unknown as Record<string, unknown>)[name];
    });
    for (const tab of [await open(profile), await open(profile)]) {
      await card(column('Jonas Weber', tab), 'Luca').waitFor();
      await tab.locator('.connection').getByText('Live', { exact: true }).waitFor();
      await tab.getByRole('button', { name: 'New task' }).click();
      await tab.getByRole('heading', { name: 'New task' }).waitFor();
    }
    await profile.close();
  });

  test('what is shown hears its keys at once, on a slow machine too', async () => {
    await card(column('Jonas Weber'), 'Luca').focus();
    // Escape comes as soon as the bar is in the document, before it is painted.
    await page.evaluate(() => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector('.selection-bar')) return;
        observer.disconnect();
        document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
      }).observe(document.body, { childList: true, subtree: true });
      document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 'x', bubbles: true }));
    });
    await page.getByRole('toolbar', { name: 'What is selected' }).waitFor({ state: 'detached' });
    assert.equal(await page.locator('.card[aria-selected="true"]').count(), 0);
  });

  test('whoever may only read is offered nothing that changes anything (D14)', async () => {
    const profile = await signedIn();
    await profile.route('**/api/session', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      json.apps.dispatch.isReadOnly = true;
      await route.fulfill({ response, json });
    });
    const tab = await open(profile);
    await card(column('Jonas Weber', tab), 'Luca').focus();
    for (const key of ['t', 'a', 'u', 'Alt+ArrowUp']) await tab.keyboard.press(key);
    await tab.keyboard.press('x');
    const selected = tab.getByRole('toolbar', { name: 'What is selected' });
    await selected.waitFor();
    await tab.keyboard.press('Escape');
    await selected.waitFor({ state: 'detached' });
    await tab.keyboard.press('Enter');
    const sheet = tab.getByRole('complementary');
    await sheet.getByRole('heading', { name: 'Luca' }).waitFor();
    assert.equal(await tab.getByRole('dialog').count(), 0);
    for (const name of ['New task', 'Assign', 'Suggest', 'Unassign', 'Reassign', 'Complete', 'Edit'])
      assert.equal(await tab.getByRole('button', { name, exact: true }).count(), 0, name);
    await sheet.getByRole('button', { name: 'More' }).click();
    assert.deepEqual(await tab.getByRole('menuitem').allTextContents(), ['Copy tracking link']);
    await profile.close();
  });

  describe('looks: each is accessible and fits its screen, also with long names', () => {
    let profile: BrowserContext;
    let tab: Page;
    let arabic: { id: string };

    before(async () => {
      profile = await signedIn();
      tab = await open(profile);
      await worker('Maximiliana Wilhelmina Featherstonehaugh-Cholmondeley of the Night Shift');
      await task('Donaudampfschifffahrtsgesellschaftskapitänswitwe Amalie', { notes: 'x'.repeat(200) });
      arabic = await task('محمد عبد الرحمن بن خالد الأنصاري');
    });

    after(() => profile.close());

    const appearances: [name: string, media: Parameters<Page['emulateMedia']>[0], width: number, language: string][] = [
      ['light', {}, 1440, 'en'],
      ['dark', { colorScheme: 'dark' }, 1024, 'en'],
      ['contrast', { contrast: 'more' }, 1440, 'en'],
      ['phone', {}, 390, 'de'],
      ['phone-dark', { colorScheme: 'dark' }, 390, 'en'],
      ['narrow', {}, 320, 'en-XA'],
      ['right-to-left', { colorScheme: 'dark' }, 1024, 'ar-XB'],
    ];
    for (const [name, media, width, language] of appearances)
      test(name, async () => {
        const usual = { colorScheme: 'light', contrast: 'no-preference', reducedMotion: 'reduce' } as const;
        await tab.emulateMedia({ ...usual, ...media });
        await tab.setViewportSize({ width, height: 900 });
        for (const [part, query] of [
          ['board', ''],
          ['task', `&task=${arabic.id}`],
          ['form', '&open=new'],
        ] as const) {
          await tab.goto(`/dispatch/board?language=${language}${query}`);
          await tab.getByRole('option').first().waitFor({ state: 'attached' });
          if (query) await tab.getByRole('complementary').getByRole('heading', { level: 2 }).waitFor();
          const wide = await tab.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          assert.ok(wide <= 0, `${part}: ${wide} px too wide`);
          // What differs but in width and words has the same names, roles and colours.
          if (language === 'en') assert.deepEqual(await accessibilityProblems(tab), [], part);
          await takePicture(tab, `dispatch-${part}-${name}`);
        }
      });
  });

  test('without a stream the page says as of when, refuses to change, and is current again by itself (D6)', async () => {
    const profile = await signedIn();
    await profile.addInitScript(() => {
      const { fetch } = window;
      let isDown = false;
      let connection = new AbortController();
      Object.assign(window, {
        fetch: (input: string, options: RequestInit) => {
          if (!String(input).startsWith('/api/v2/live')) return fetch(input, options);
          if (isDown) return Promise.reject(new TypeError('Failed to fetch'));
          return fetch(input, { ...options, signal: AbortSignal.any([options.signal!, connection.signal]) });
        },
        setDown: (down: boolean) => {
          isDown = down;
          if (down) connection.abort();
          connection = new AbortController();
        },
      });
    });
    const tab = await open(profile);
    await card(column('Jonas Weber', tab), 'Luca').waitFor();
    // Nothing goes through another list while what was missed is fetched.
    await tab.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      new MutationObserver(() => {
        for (const list of document.querySelectorAll('.board .column'))
          if (list.textContent!.includes('Luca')) seen.push(list.querySelector('.column-title')!.textContent!);
      }).observe(document.querySelector('.board')!, { subtree: true, childList: true, characterData: true });
    });
    const setDown = (down: boolean) =>
      tab.evaluate((value) => (window as unknown as { setDown(value: boolean): void }).setDown(value), down);
    await setDown(true);
    await tab
      .getByRole('status')
      .filter({ hasText: /^As of \d/ })
      .waitFor();
    await card(column('Jonas Weber', tab), 'Luca').focus();
    await tab.keyboard.press('u');
    await shownToast('You can’t change anything until the connection is back.', tab).waitFor();
    assert.deepEqual(await accessibilityProblems(tab), []);
    await takePicture(tab, 'dispatch-offline');
    const made = await task('Nia');
    await setDown(false);
    await card(column('Unassigned', tab), 'Nia').waitFor();
    await tab
      .getByRole('status')
      .filter({ hasText: /^Live$/ })
      .waitFor();
    const lists = await tab.evaluate(() => [...new Set((window as unknown as { seen: string[] }).seen)]);
    assert.deepEqual(lists, ['Jonas Weber']);
    await must(api.delete(`/tasks/${made.id}`));
    await profile.close();
    chromium.takeComplaints();
  });

  test('after a network that was away the page is current within three seconds of its own clock (D6)', async () => {
    const profile = await signedIn();
    await profile.clock.install();
    await profile.addInitScript(() => {
      const { fetch } = window;
      const network = { isDown: false, asked: 0, connection: new AbortController() };
      Object.assign(window, {
        network,
        fetch: (input: string, options: RequestInit) => {
          if (!String(input).startsWith('/api/v2/live')) return fetch(input, options);
          network.asked++;
          if (network.isDown) return Promise.reject(new TypeError('Failed to fetch'));
          return fetch(input, { ...options, signal: AbortSignal.any([options.signal!, network.connection.signal]) });
        },
      });
    });
    const first = await task('Mila');
    const tab = await open(profile);
    await card(column('Unassigned', tab), 'Mila').waitFor();
    type WithNetwork = { network: { isDown: boolean; asked: number; connection: AbortController } };
    const asked = () => tab.evaluate(() => (window as unknown as WithNetwork).network.asked);
    // From here on its time passes only as it is let: no machine is too slow for it.
    await tab.clock.pauseAt((await tab.evaluate(() => Date.now())) + 1000);
    await tab.evaluate(() => {
      const { network } = window as unknown as WithNetwork;
      network.isDown = true;
      network.connection.abort();
      network.connection = new AbortController();
    });
    // Long enough for the longest wait between two attempts.
    const before = await asked();
    for (let seconds = 0; seconds < 40; seconds++) await tab.clock.runFor(1000);
    assert.ok((await asked()) > before);
    await tab
      .getByRole('status')
      .filter({ hasText: /^As of \d/ })
      .waitFor();
    const made = await task('Nia');
    const attempts = await tab.evaluate(() => {
      const { network } = window as unknown as WithNetwork;
      network.isDown = false;
      return network.asked;
    });
    let passed = 0;
    const pass = async (ms: number) => {
      await tab.clock.runFor(ms);
      passed += ms;
    };
    while (passed < 3000 && (await asked()) === attempts) await pass(100);
    // The answer takes none of the page's time but that of a few pictures.
    await until('what changed meanwhile', async () => {
      await pass(1);
      return (await card(column('Unassigned', tab), 'Nia').count()) > 0 && (await tab.getByText(/^Live$/).count()) > 0;
    });
    assert.ok(passed <= 3000, `${passed} ms`);
    for (const { id } of [first, made]) await must(api.delete(`/tasks/${id}`));
    await profile.close();
    chromium.takeComplaints();
  });
});
