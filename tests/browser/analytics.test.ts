import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, afterEach, before, describe, test } from 'node:test';
import type { BrowserContext, Page, Route } from 'playwright-core';
import { sql } from '../../src/platform/db/sql.ts';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { startFleet, type TestDriver } from '../harness/fleet.ts';
import { startTestServer } from '../harness/server.ts';

/** Timeout of everything below: a browser on a loaded machine is slow. */
const TIMEOUT_MS = 900_000;
const DAY_MS = 86_400_000;

describe('the charts of the console, in a browser', { skip: withoutBrowser, timeout: TIMEOUT_MS }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let chromium: Chromium;
  let fleet: Awaited<ReturnType<typeof startFleet>>;
  let profile: BrowserContext;
  let page: Page;
  let dora: TestDriver;
  let south: string;
  /** The day on which everything was completed: noon of one that is over. */
  let day: string;

  before(async () => {
    [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
    fleet = await startFleet(server);
    const [{ email }] = (await fleet.api.get('/admins')).json;
    profile = await chromium.profile({
      baseURL: server.url,
      viewport: { width: 1440, height: 900 },
      acceptDownloads: true,
    });
    const answer = await profile.request.post('/api/session', {
      headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
      data: { email, password: 'correct horse battery staple' },
    });
    assert.equal(answer.status(), 200, await answer.text());
    page = await profile.newPage();
  });
  after(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });
  afterEach(() => assert.deepEqual(chromium.takeComplaints(), []));

  /** A task of a worker that has ended so, at noon of the day. */
  async function ended(worker: TestDriver, details: object, body: object = {}): Promise<void> {
    const { id } = await fleet.task({ container: { type: 'WORKER', worker: worker.id }, ...body });
    assert.equal((await worker.driver.post(`/driver/tasks/${id}/start`, {})).status, 200);
    const answer = await fleet.api.post(`/tasks/${id}/complete`, { completionDetails: details });
    assert.equal(answer.status, 200, answer.text);
    await server.services.database.transaction((tx) =>
      tx.run(sql`
        update dispatch.tasks set completed_at = ${new Date(`${day}T12:00:00Z`)},
          completion = completion || '{"firstLocation": [0, 0], "lastLocation": [0.1, 0]}'
        where id = ${id}`),
    );
  }

  const figure = (name: string) => page.getByRole('region', { name, exact: true }).first();
  const rows = async (name: string) => {
    const found = [];
    for (const row of await figure(name).locator('tbody tr').all())
      found.push(await row.locator('th, td').allTextContents());
    return found;
  };

  test('without anything completed the page says so', async () => {
    await page.goto('/dispatch/analytics');
    await page.getByRole('heading', { name: 'Nothing was completed in this time' }).waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'analytics-empty');
  });

  test('each chart has a table that says the same, and a file', async () => {
    dora = await fleet.worker([-122.4, 37.78]);
    south = await fleet.team('South');
    const emil = await fleet.worker([-122.4, 37.78], 'South');
    assert.equal((await fleet.api.put(`/workers/${emil.id}`, { name: '=Emil, the "second"' })).status, 200);
    day = new Date(server.clock.now().getTime() - 2 * DAY_MS).toISOString().slice(0, 10);
    const noon = Date.parse(`${day}T12:00:00Z`);
    await ended(dora, { success: true }, { completeBefore: noon + 1 });
    await ended(dora, { success: true }, { completeBefore: noon - 1 });
    await ended(dora, { success: false, failureReason: 'DAMAGED' });
    await ended(emil, { success: true });
    await page.reload();
    await figure('Tasks by day').locator('canvas').waitFor();
    await figure('In all').getByText('50%').waitFor();
    for (const name of ['Tasks by day', 'On time by day', 'Tasks by hour of the day'])
      await figure(name).getByText('As a table').click();
    const byDay = await rows('Tasks by day');
    assert.equal(byDay.length, 7);
    assert.deepEqual(
      byDay.find(([date]) => date === day),
      [day, '3', '1'],
    );
    assert.deepEqual(
      (await rows('On time by day')).find(([date]) => date === day),
      [day, '1', '1'],
    );
    assert.deepEqual((await rows('Tasks by hour of the day'))[12]!.slice(1), ['3', '1']);
    assert.deepEqual(await rows('Tasks by worker'), [
      ['Dora Driver', '2', '1', '50%'],
      ['=Emil, the "second"', '1', '0', '–'],
    ]);
    assert.deepEqual((await rows('Distance by worker'))[0], ['Dora Driver', '33.4 km']);
    assert.deepEqual(await rows('Why tasks failed'), [['Damaged', '1']]);
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'analytics');
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Tasks by worker: download as CSV' }).click();
    const file = await readFile(await (await coming).path(), 'utf8');
    assert.deepEqual(file.split('\r\n'), [
      '\uFEFFWorker,Succeeded,Failed,On time',
      'Dora Driver,2,1,50%',
      `"'=Emil, the ""second""",1,0,–`,
      '',
    ]);
  });

  test('days, team and worker stand in the address, and narrow what is counted', async () => {
    const held = Promise.withResolvers<void>();
    const hold = async (route: Route) => {
      await held.promise;
      await route.continue();
    };
    await page.route('**/api/v2/analytics?**', hold, { times: 1 });
    await page.getByLabel('Team').selectOption({ label: 'South' });
    await page.waitForURL((url) => url.searchParams.get('team') === south);
    // What was counted of all does not stand under the name of one team.
    await figure('Tasks by worker').waitFor({ state: 'detached' });
    held.resolve();
    await figure('Tasks by worker').waitFor();
    await figure('Why tasks failed').waitFor({ state: 'detached' });
    assert.deepEqual((await rows('Tasks by worker')).length, 1);
    await page.goto(`/dispatch/analytics?since=${day}&until=${day}&driver=${dora.id}`);
    await figure('Why tasks failed').waitFor();
    assert.deepEqual(await rows('Tasks by worker'), [['Dora Driver', '2', '1', '50%']]);
    // One day is no row of bars: its sums stand above, and its hours below.
    await figure('In all').getByText('50%').waitFor();
    await figure('Tasks by hour of the day').locator('canvas').waitFor();
    for (const name of ['Tasks by day', 'On time by day']) assert.equal(await figure(name).count(), 0, name);
    await takePicture(page, 'analytics-one-day');
    await page.getByRole('button', { name: 'Today' }).click();
    await page.getByRole('heading', { name: 'Nothing was completed in this time' }).waitFor();
    await page.goto('/dispatch/analytics?since=2026-01-01&until=2026-03-01');
    await page.getByText('60 days are too many. Choose at most 31.').waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await page.goto('/dispatch/analytics?since=2026-03-01&until=2026-01-01');
    await page.getByText('The range ends before it begins.').waitFor();
  });

  test('what the server refuses is said, and asked for again', async () => {
    await page.route(
      '**/api/v2/analytics?**',
      (route) =>
        route.fulfill({
          status: 503,
          json: { code: 'ServiceUnavailable', message: { error: 2501, message: 'x', cause: 'Later.', request: 'r' } },
        }),
      { times: 1 },
    );
    await page.goto('/dispatch/analytics');
    await page.getByRole('alert').getByText('Later.').waitFor();
    chromium.takeComplaints();
    assert.deepEqual(await accessibilityProblems(page), []);
    await page.getByRole('button', { name: 'Try again' }).click();
    await figure('Tasks by day').locator('canvas').waitFor();
  });

  const appearances: [name: string, scheme: 'light' | 'dark', width: number, language: string][] = [
    ['dark', 'dark', 1024, 'en'],
    ['phone', 'light', 390, 'de'],
    ['narrow', 'light', 320, 'en-XA'],
    ['right-to-left', 'dark', 1024, 'ar-XB'],
  ];
  for (const [name, colorScheme, width, language] of appearances)
    test(`looks: ${name}`, async () => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      for (const screen of ['analytics', 'fleet', 'webhooks', 'fleet?open=new-worker']) {
        const sign = screen.includes('?') ? '&' : '?';
        await page.goto(`/dispatch/${screen}${sign}language=${language}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        if (screen === 'analytics') await page.locator('canvas').first().waitFor();
        if (screen === 'fleet') await page.getByRole('tab').first().waitFor();
        if (screen.includes('open')) await page.getByRole('complementary').getByRole('group').first().waitFor();
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${screen}: ${wide} px too wide`);
        const here = await page.locator('.console-nav [aria-current]').boundingBox();
        assert.ok(here!.x >= 0 && here!.x + here!.width <= width, `${screen}: where one is cannot be seen`);
        if (language === 'en') assert.deepEqual(await accessibilityProblems(page), [], screen);
        await takePicture(page, `${screen.replace('?open=', '-')}-${name}`);
      }
    });
});
