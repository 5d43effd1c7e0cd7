import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { WHOLE_SIGHT } from '../../src/dispatch/http/caller.ts';
import { doReportProgress } from '../../src/dispatch/routing/actions.ts';
import { readDispatchOptions } from '../../src/dispatch/routing/options.ts';
import { insertDispatch } from '../../src/dispatch/routing/queries.ts';
import { newObjectId } from '../../src/platform/ids.ts';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { TestConsole } from '../harness/console.ts';
import { destinationAt } from '../harness/fleet.ts';
import { startTestServer } from '../harness/server.ts';

const TIMEOUT_MS = 900_000;

describe('the routes, in a browser', { skip: withoutBrowser, timeout: TIMEOUT_MS }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let chromium: Chromium;
  let on: TestConsole;
  let page: Page;
  let dora: { id: string };

  before(async () => {
    [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
    on = await TestConsole.start(server, chromium);
    dora = await on.worker('Dora Driver', [-122.5, 37.78]);
  });
  after(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });
  afterEach(() => assert.deepEqual(chromium.takeComplaints(), []));

  const waiting = (name: string, lon: number, more: object = {}) =>
    on.task(name, { destination: destinationAt(lon), container: { type: 'TEAM', team: on.team }, ...more });
  const content = (tab = page) => tab.getByRole('region', { name: 'Selected route' });
  const button = (name: string, within: Page | Locator = page) => within.getByRole('button', { name, exact: true });
  const dispatches = async () =>
    (await on.must(on.api.get('/dispatches'))).dispatches as { id: string; state: string }[];
  const stateOf = async (id: string) => (await on.must(on.api.get(`/dispatches/${id}`))).state;
  const inTeam = async (): Promise<string[]> => (await on.must(on.api.get(`/containers/teams/${on.team}`))).tasks;

  /** Has routes found for the team, by the page, and waits for the plan. */
  async function search(): Promise<string> {
    await page.keyboard.press('o');
    const dialog = page.getByRole('dialog', { name: 'Find routes' });
    await dialog.getByLabel('Team').waitFor();
    await dialog.getByLabel('Routes end').selectOption({ label: 'with the last task' });
    await button('Find routes', dialog).click();
    await dialog.waitFor({ state: 'detached' });
    await page.waitForURL(/run=/);
    await button('Accept plan').waitFor();
    return new URL(page.url()).searchParams.get('run')!;
  }

  test('without any it says what they are, and a search without tasks says why there is none', async () => {
    page = await on.open(await on.signedIn(), '/dispatch/routes');
    await page.getByText('No route searches in the last seven days.').waitFor();
    await page.getByText(/^No route plans yet\./).waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'routes-empty');
    await page.keyboard.press('o');
    const dialog = page.getByRole('dialog', { name: 'Find routes' });
    await dialog.getByText(/^This team’s list is empty/).waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await button('Find routes', dialog).click();
    await dialog.getByText('The team has no unassigned tasks in this period.').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    chromium.takeComplaints();
  });

  test('a plan is compared before and after, and refused: nothing is changed', async () => {
    const made = [await waiting('Ada', -122.48), await waiting('Bo', -122.49)];
    const late = await waiting('Cleo', -122.4, { completeBefore: server.clock.now().getTime() - 3_600_000 });
    const id = await search();
    const { plan } = await on.must(on.api.get(`/dispatches/${id}`));
    const compared = content().getByRole('table').first();
    const km = `${(plan.sums.distance / 1000).toFixed(1)} km`;
    await compared
      .getByRole('row', { name: /^Distance/ })
      .getByRole('cell', { name: km, exact: true })
      .waitFor();
    await content().getByText('In no route: 1 task').waitFor();
    await content().getByText('No worker can get there in time').waitFor();
    await button('Cleo').waitFor();
    await content()
      .getByRole('img', { name: /^Sketch of 1 route with 2 stops/ })
      .waitFor();
    await page
      .getByRole('button', { name: /^Show the stops of Dora Driver|Dora Driver$/ })
      .last()
      .click();
    const stops = content().getByRole('list', { name: 'Dora Driver' }).getByRole('listitem');
    assert.deepEqual(
      (await stops.allTextContents()).map((text) => /Bo|Ada/.exec(text)![0]),
      ['Bo', 'Ada'],
    );
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'routes-plan');
    await button('Reject').click();
    await on.toast('Plan rejected. Nothing was changed.', page).waitFor();
    await content().getByText('Rejected', { exact: true }).waitFor();
    assert.equal(await stateOf(id), 'CANCELLED');
    assert.deepEqual((await inTeam()).toSorted(), [...made, late].map((task) => task.id).toSorted());
    await on.must(on.api.delete(`/tasks/${late.id}`));
  });

  test('what the world did since a plan was made is told before it is accepted, and what stays after', async () => {
    const [ada, bo] = (await inTeam()) as [string, string];
    await search();
    const note = content().getByRole('status').filter({ hasText: 'This plan is out of date' });
    assert.equal(await note.count(), 0);
    await on.must(on.api.put(`/tasks/${ada}`, { notes: 'Ring twice' }));
    await note.getByText('1 task was changed or moved. It stays as it is: Ada.').waitFor();
    const own = await on.task('Dina', { container: { type: 'WORKER', worker: dora.id } });
    await note.getByText('The list of Dora Driver has changed').waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'routes-moved-on');
    await button('Accept plan').click();
    await on.toast('1 task assigned, 1 unchanged.', page).waitFor();
    await content().getByText('Unchanged: 1 task').waitFor();
    await content().getByText('It was changed or moved in the meantime').waitFor();
    assert.deepEqual(await on.tasksOf(dora.id), [own.id, bo]);
    assert.deepEqual(await inTeam(), [ada]);
  });

  test('whoever decides second reads what the server says, and then how it is', async () => {
    const id = await search();
    await page.route(
      '**/accept',
      async (route) => {
        await on.must(on.api.delete(`/dispatches/${id}`));
        await route.continue();
      },
      { times: 1 },
    );
    await button('Accept plan').click();
    await content().getByText('The dispatch is CANCELLED and has no plan to accept.').waitFor();
    await content().getByText('Rejected', { exact: true }).waitFor();
    assert.equal(await stateOf(id), 'CANCELLED');
    assert.equal((await inTeam()).length, 1);
    chromium.takeComplaints();
  });

  test('how far a search is is told as it goes on, and it can be stopped', async () => {
    const { organization_id: organizationId } = on.organization;
    const caller = { kind: 'key' as const, organizationId, credentialId: newObjectId(), sight: WHOLE_SIGHT };
    const id = newObjectId();
    const { database } = server.services;
    await database.transaction(
      async (tx) => {
        await insertDispatch(tx, id, on.team, caller, await readDispatchOptions(tx, {}, tx.now), {
          onlyProposes: true,
        });
      },
      { organizationId: caller.organizationId },
    );
    await page.goto(`/dispatch/routes?run=${id}`);
    await content().getByText('The search starts when earlier ones are done.').waitFor();
    const progress = (share: number, missing: number) =>
      database.transaction((tx) =>
        doReportProgress(tx.of(organizationId), { caller, publicUrl: '' }, id, { share, missing, travelSeconds: 600 }),
      );
    assert.equal(await progress(0.25, 2), true);
    await content().getByText('25% searched').waitFor();
    await content()
      .getByText(/^Best so far: 10 mins? on the way, 2 tasks left out\.$/)
      .waitFor();
    assert.equal(await progress(0.75, 0), true);
    await content().getByText('75% searched').waitFor();
    assert.equal(await page.getByRole('progressbar').getAttribute('value'), '0.75');
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'routes-searching');
    await button('Stop the search').click();
    await content().getByText('Rejected', { exact: true }).waitFor();
    assert.equal(await stateOf(id), 'CANCELLED');
  });

  test('a search that assigns at once says what became of it, without anybody asking', async () => {
    await page.keyboard.press('o');
    const dialog = page.getByRole('dialog', { name: 'Find routes' });
    await dialog.getByLabel('Then').selectOption({ label: 'Assign right away' });
    await button('Find routes', dialog).click();
    await content().getByText('Assigned', { exact: true }).waitFor();
    assert.deepEqual(await inTeam(), []);
    assert.equal((await on.tasksOf(dora.id)).length, 3);
    const [newest] = await dispatches();
    assert.equal(newest!.state, 'COMPLETED');
  });

  test('a route plan is put together by hand, grows, changes and goes', async () => {
    const [one, two] = [await on.task('Emil'), await on.task('Fay')];
    await button('New route plan').click();
    const dialog = page.getByRole('dialog', { name: 'New route plan' });
    await dialog.getByLabel('Name').fill('Harbour round');
    await dialog.getByLabel('Worker', { exact: true }).selectOption({ label: 'Dora Driver' });
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'routes-plan-form');
    await button('Create route plan', dialog).click();
    await content().getByRole('heading', { name: 'Harbour round' }).waitFor();
    const id = new URL(page.url()).searchParams.get('plan')!;
    const stored = () => on.must(on.api.get(`/routePlans/${id}`));
    assert.equal((await stored()).worker, dora.id);
    await button('Add tasks').click();
    const adding = page.getByRole('dialog', { name: 'Add tasks to Harbour round' });
    await adding.getByLabel('Emil').check();
    await adding.getByLabel('Fay').check();
    assert.deepEqual(await accessibilityProblems(page), []);
    await button('Add 2 tasks', adding).click();
    await content().getByText('Tasks: 2').waitFor();
    assert.deepEqual((await stored()).tasks, [one.id, two.id]);
    assert.deepEqual((await on.tasksOf(dora.id)).slice(-2), [one.id, two.id]);
    await content()
      .getByRole('img', { name: /^Sketch of 1 route with 2 stops/ })
      .waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'routes-plan-by-hand');

    await button('Edit').click();
    const editing = page.getByRole('dialog', { name: 'Harbour round' });
    await editing.getByLabel('Name').fill('Pier round');
    // What somebody else changes meanwhile stays, and it is told.
    await on.must(on.api.put(`/routePlans/${id}`, { vehicleType: 'TRUCK' }));
    await editing.getByText('Somebody changed this plan in the meantime.').waitFor();
    await editing.getByLabel('Use a colour').check();
    await editing.getByLabel('Colour', { exact: true }).fill('#ff5733');
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'routes-plan-color');
    await button('Save', editing).click();
    await content().getByRole('heading', { name: 'Pier round' }).waitFor();
    const changed = await stored();
    assert.deepEqual([changed.name, changed.vehicleType, changed.worker], ['Pier round', 'TRUCK', dora.id]);
    assert.equal(changed.color, '#ff5733');
    await content().locator('.route-swatch').waitFor();
    await button('Delete').click();
    await button('Delete', page.getByRole('dialog', { name: 'Delete this route plan?' })).click();
    await on.toast('Route plan Pier round deleted.', page).waitFor();
    await page.getByText(/^No route plans yet\./).waitFor();
    assert.equal((await on.api.get(`/routePlans/${id}`)).status, 404);
  });

  test('whoever may only read is offered nothing that changes anything', async () => {
    await waiting('Gus', -122.49);
    const { dispatchId } = await on.must(on.api.post(`/teams/${on.team}/dispatch/plan`, {}));
    await on.until('the plan is there', async () => (await stateOf(dispatchId)) === 'PROPOSED');
    const profile = await on.signedIn();
    await profile.route('**/api/session', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      json.apps.dispatch.isReadOnly = true;
      await route.fulfill({ response, json });
    });
    const tab = await on.open(profile, `/dispatch/routes?run=${dispatchId}`);
    await content(tab).getByText('Before and after').waitFor();
    for (const name of ['Find routes', 'New route plan', 'Accept plan', 'Reject'])
      assert.equal(await button(name, tab).count(), 0, name);
    await profile.close();
  });

  test('a plan keeps a worker who is out of sight when somebody renames it who sees its team alone', async () => {
    await on.manager('ada@example.com');
    const [owner] = await on.must(on.api.get('/admins'));
    const south = await on.must(on.api.post('/teams', { name: 'South', workers: [], managers: [owner.id] }));
    const lena = await on.worker('Lena South');
    await on.must(on.api.put(`/workers/${lena.id}`, { teams: [south.id] }));
    const task = await on.task('Hal');
    const given = { startTime: server.clock.now().getTime(), worker: lena.id, team: on.team, tasks: [task.id] };
    const { id } = await on.must(on.api.post('/routePlans', { name: 'Quay round', ...given }));
    const profile = await on.signedIn({}, 'ada@example.com');
    const tab = await on.open(profile, `/dispatch/routes?plan=${id}`);
    await content(tab).getByRole('heading', { name: 'Quay round' }).waitFor();
    await button('Edit', tab).click();
    const dialog = tab.getByRole('dialog', { name: 'Quay round' });
    await dialog.getByLabel('Name').fill('Dock round');
    await button('Save', dialog).click();
    await content(tab).getByRole('heading', { name: 'Dock round' }).waitFor();
    const stored = await on.must(on.api.get(`/routePlans/${id}`));
    assert.deepEqual([stored.name, stored.worker, stored.team], ['Dock round', lena.id, on.team]);
    assert.deepEqual(await on.tasksOf(lena.id), [task.id]);
    await profile.close();
    await on.must(on.api.delete(`/routePlans/${id}`));
  });

  describe('looks: each is accessible and fits its screen, also with long names', () => {
    let profile: BrowserContext;
    let tab: Page;
    let run: string;
    let plan: string;

    before(async () => {
      profile = await on.signedIn();
      tab = await on.open(profile, '/dispatch/routes');
      run = (await dispatches())[0]!.id;
      const long = await on.task('Donaudampfschifffahrtsgesellschaftskapitänswitwe Amalie');
      const name = 'محمد عبد الرحمن بن خالد الأنصاري Donaudampfschifffahrtsgesellschaft';
      const body = { name, startTime: server.clock.now().getTime(), worker: dora.id, tasks: [long.id] };
      plan = (await on.must(on.api.post('/routePlans', body))).id;
    });
    after(() => profile.close());

    const appearances: [name: string, media: Parameters<Page['emulateMedia']>[0], width: number, language: string][] = [
      ['light', {}, 1440, 'en'],
      ['dark', { colorScheme: 'dark' }, 1024, 'en'],
      ['phone', {}, 390, 'de'],
      ['narrow', {}, 320, 'en-XA'],
      ['right-to-left', { colorScheme: 'dark' }, 1024, 'ar-XB'],
    ];
    for (const [look, media, width, language] of appearances)
      test(look, async () => {
        const usual = { colorScheme: 'light', contrast: 'no-preference', reducedMotion: 'reduce' } as const;
        await tab.emulateMedia({ ...usual, ...media });
        await tab.setViewportSize({ width, height: 900 });
        for (const [part, query] of [
          ['lists', ''],
          ['run', `&run=${run}`],
          ['plan', `&plan=${plan}`],
        ] as const) {
          await tab.goto(`/dispatch/routes?language=${language}${query}`);
          const shown = query ? tab.locator('.route-view h3').first() : tab.locator('.route-row').first();
          await shown.waitFor();
          const wide = await tab.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          assert.ok(wide <= 0, `${part}: ${wide} px too wide`);
          if (language === 'en') assert.deepEqual(await accessibilityProblems(tab), [], part);
          await takePicture(tab, `routes-${part}-${look}`);
        }
      });
  });
});
