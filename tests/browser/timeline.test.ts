import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { sql } from '../../src/platform/db/sql.ts';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { TestConsole } from '../harness/console.ts';
import { destinationAt } from '../harness/fleet.ts';
import { startTestServer } from '../harness/server.ts';

const TIMEOUT_MS = 900_000;
const MINUTE_MS = 60_000;

describe('the timeline, in a browser', { skip: withoutBrowser, timeout: TIMEOUT_MS }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let chromium: Chromium;
  let on: TestConsole;
  let page: Page;
  let dora: { id: string; driver: { post(path: string, body: object): Promise<never> } | undefined };
  let jonas: { id: string };

  before(async () => {
    [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
    on = await TestConsole.start(server, chromium);
  });
  after(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });
  afterEach(() => assert.deepEqual(chromium.takeComplaints(), []));

  const row = (name: string, tab = page) => tab.getByRole('listitem', { name: new RegExp(`^${name}, `) });
  const bar = (worker: string, name: string, tab = page) =>
    row(worker, tab).getByRole('option', { name: new RegExp(`^${name}`) });
  const waiting = (name: string, tab = page) =>
    tab.getByRole('region', { name: 'Waiting tasks' }).getByRole('option').filter({ hasText: name });
  const names = async (worker: string) =>
    (await row(worker).getByRole('option').allTextContents()).map((text) => text.trim());
  const at = (lon: number) => ({ destination: destinationAt(lon) });
  const to = (worker: { id: string }) => ({ container: { type: 'WORKER', worker: worker.id } });

  test('without anybody it says who belongs here; an empty day is a row', async () => {
    page = await on.open(await on.signedIn(), '/dispatch/timeline');
    await page.getByRole('heading', { name: 'No matching workers' }).waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'timeline-empty');
    dora = (await on.worker('Dora Driver', [-122.4, 37.78])) as never;
    jonas = await on.worker('Jonas Weber', [-122.42, 37.78]);
    await row('Jonas Weber').getByText('Nothing to do').waitFor();
  });

  test('a bar is where the API says that the task is reached and done, and what is late says so in words', async () => {
    const now = server.clock.now().getTime();
    const one = await on.task('Rosa', {
      ...at(-122.41),
      ...to(dora),
      serviceTime: 10,
      completeAfter: now,
      completeBefore: now + 3 * 60 * MINUTE_MS,
    });
    await on.task('Sam', { ...at(-122.42), ...to(dora), serviceTime: 10, completeBefore: now + 5 * MINUTE_MS });
    await bar('Dora Driver', 'Sam').waitFor();
    const clock = (ms: number) => new Date(ms).toISOString().slice(11, 16);
    let label = '';
    // Both run on with the time, the page every quarter of a minute.
    await on.until('the bar is where the API says', async () => {
      const { estimatedArrivalTime } = await on.must(on.api.get(`/tasks/${one.id}`));
      label = (await bar('Dora Driver', 'Rosa').getAttribute('aria-label'))!;
      const near = [-1, 0, 1].map((minutes) => clock(estimatedArrivalTime + minutes * MINUTE_MS));
      return near.some((time) => label.startsWith(`Rosa, ${time} to `));
    });
    assert.match(label, new RegExp(`${clock(now)}.*${clock(now + 3 * 60 * MINUTE_MS)}`));
    assert.match((await bar('Dora Driver', 'Sam').getAttribute('aria-label'))!, /mins? late/);
    await row('Dora Driver').getByText('1 late').waitFor();
    await page.getByText('2 workers, 1 task late').waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    // The table says when somebody is expected as short as a window of time, and whole where one points.
    const tab = await page.context().newPage();
    await tab.goto('/dispatch/table');
    const expected = tab.getByRole('row').filter({ hasText: 'Rosa' }).locator('time');
    await expected.waitFor();
    assert.match(await expected.innerText(), /^(\w{3},? )?\d\d:\d\d$/);
    assert.match((await expected.getAttribute('title'))!, /20\d\d/);
    await tab.close();
  });

  test('shifts and the breaks between them are shown, as soon as they change', async () => {
    const day = new Date(server.clock.now()).setUTCHours(0, 0, 0, 0);
    const shifts = [
      [day + 60 * MINUTE_MS, day + 120 * MINUTE_MS],
      [day + 180 * MINUTE_MS, day + 240 * MINUTE_MS],
    ];
    const entries = [{ date: new Date(day).toISOString().slice(0, 10), timezone: 'UTC', shifts }];
    const shown = row('Jonas Weber').locator('.timeline-shift');
    assert.equal(await shown.count(), 0);
    await on.must(on.api.put(`/workers/${jonas.id}/schedule`, { entries }));
    await shown.last().waitFor({ state: 'attached' });
    assert.match((await row('Jonas Weber').getAttribute('aria-label'))!, /Shift 01:00–02:00, 03:00–04:00/);
    // Of many changes in a row the page asks at most every two seconds, and has the last.
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().includes('/workers/shifts?')) asked++;
    });
    const begun = performance.now();
    for (let minute = 10; minute > 0; minute--) {
      const shorter = [shifts[0]!, [shifts[1]![0]!, shifts[1]![1]! - minute * MINUTE_MS]];
      await on.must(on.api.put(`/workers/${jonas.id}/schedule`, { entries: [{ ...entries[0]!, shifts: shorter }] }));
    }
    await on.until('the page has the last', async () =>
      (await row('Jonas Weber').getAttribute('aria-label'))!.includes('03:00–03:59'),
    );
    assert.ok(asked <= 2 + (performance.now() - begun) / 2000, `asked ${asked} times`);
  });

  test('shifts that could not be asked for are asked for again', async () => {
    const profile = await on.signedIn();
    let isRefusing = true;
    await profile.route('**/api/v2/workers/shifts?**', (route) =>
      isRefusing
        ? route.fulfill({
            status: 503,
            json: { code: 'ServiceUnavailable', message: { error: 2501, message: 'x', cause: 'Later.', request: 'r' } },
          })
        : route.continue(),
    );
    const tab = await on.open(profile, '/dispatch/timeline');
    const sentence = tab.getByText('Couldn’t load the shifts.');
    await sentence.waitFor();
    isRefusing = false;
    await sentence.waitFor({ state: 'detached' });
    await row('Jonas Weber', tab).locator('.timeline-shift').last().waitFor({ state: 'attached' });
    await profile.close();
    chromium.takeComplaints();
  });

  test('words, team, lateness and duty narrow the rows, and stand in the address', async () => {
    const shows = (...expected: string[]) =>
      on.until(`rows of ${expected.join()}`, async () => {
        const titles = await page.locator('.timeline-row .timeline-title').allTextContents();
        return titles.sort().join() === expected.join();
      });
    const words = page.getByRole('searchbox', { name: 'Filter tasks' });
    await words.fill('rosa');
    await shows('Dora Driver');
    await words.fill('jonas');
    await shows('Jonas Weber');
    await words.fill('');
    const late = page.getByRole('button', { name: 'Late only' });
    await late.click();
    await shows('Dora Driver');
    await page.waitForURL((url) => url.searchParams.has('late'));
    await page.reload();
    await shows('Dora Driver');
    await late.click();
    // While there are few, nobody is hidden: who was just made is off duty.
    await on.worker('Ole Off');
    await shows('Dora Driver', 'Jonas Weber', 'Ole Off');
    const others = Array.from({ length: 6 }, (_, n) => `Other ${n}`);
    for (const name of others) await on.worker(name);
    await shows('Dora Driver', 'Jonas Weber');
    await page.getByRole('button', { name: 'Include off duty' }).click();
    await shows('Dora Driver', 'Jonas Weber', 'Ole Off', ...others);
    await page.getByRole('button', { name: 'Include off duty' }).click();
    await shows('Dora Driver', 'Jonas Weber');
    const [{ id: owner }] = await on.must(on.api.get('/admins'));
    const body = { name: 'South', workers: [jonas.id], managers: [owner] };
    const south = await on.must(on.api.post('/teams', body));
    await page.getByLabel('Team').selectOption({ label: 'South' });
    await shows('Jonas Weber');
    await page.waitForURL((url) => url.searchParams.get('team') === south.id);
    await on.must(on.api.delete(`/teams/${south.id}`));
    await page.goto('/dispatch/timeline');
    await shows('Dora Driver', 'Jonas Weber');
  });

  test('while something is dragged each row says what its day becomes; it goes where it is dropped, and back', async () => {
    const made = await on.task('Uma', at(-122.43));
    await waiting('Uma').waitFor();
    const before = await on.tasksOf(dora.id);
    const from = (await waiting('Uma').boundingBox())!;
    const toSam = async () => {
      const sam = (await bar('Dora Driver', 'Sam').boundingBox())!;
      await page.mouse.move(sam.x + 4, sam.y + 10, { steps: 4 });
    };
    await page.mouse.move(from.x + 20, from.y + 10);
    await page.mouse.down();
    await toSam();
    // Between the two, whose second comes later then; nobody has been told of it yet.
    await bar('Dora Driver', 'Uma').waitFor();
    await on.until('it is shown there', async () => {
      // Bars run on with the time: where a slow machine has reached it may be elsewhere by now.
      if ((await names('Dora Driver')).join() === 'Rosa,Uma,Sam') return true;
      await toSam();
      return false;
    });
    await row('Dora Driver')
      .getByText(/^\+\d+ mins?$/)
      .waitFor();
    await row('Dora Driver').getByText('1 late').waitFor();
    await row('Jonas Weber')
      .getByText(/^\+\d+ mins?$/)
      .waitFor();
    await row('Jonas Weber')
      .getByText(/ m$|km$/)
      .waitFor();
    await takePicture(page, 'timeline-drag');
    assert.deepEqual(await on.tasksOf(dora.id), before);
    await page.mouse.up();
    await on.toast('Uma → Dora Driver.', page).waitFor();
    await on.until('the API has it between', async () => (await on.tasksOf(dora.id))[1] === made.id);
    await page.keyboard.press('Control+z');
    await on.toast('Undone: Uma unassigned again.', page).waitFor();
    await waiting('Uma').waitFor();
    await on.until('the API has it back', async () => (await on.tasksOf(dora.id)).length === 2);
  });

  test('a drag along the row is another order; Escape lets go', async () => {
    const [sam, rosa] = [
      (await bar('Dora Driver', 'Sam').boundingBox())!,
      (await bar('Dora Driver', 'Rosa').boundingBox())!,
    ];
    const drag = async () => {
      await page.mouse.move(sam.x + sam.width - 4, sam.y + 10);
      await page.mouse.down();
      await page.mouse.move(rosa.x + 2, rosa.y + 10, { steps: 5 });
      await page.locator('.drag-ghost').waitFor();
    };
    await drag();
    await page.keyboard.press('Escape');
    await page.locator('.drag-ghost').waitFor({ state: 'detached' });
    await page.mouse.up();
    assert.deepEqual(await names('Dora Driver'), ['Rosa', 'Sam']);
    await drag();
    await page.mouse.up();
    await on.toast('Sam: new place with Dora Driver.', page).waitFor();
    await on.until('the page has the order', async () => (await names('Dora Driver')).join() === 'Sam,Rosa');
  });

  test('the same by keyboard alone, and the palette says what each day becomes', async () => {
    await bar('Dora Driver', 'Sam').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await on.until('the page has the order', async () => (await names('Dora Driver')).join() === 'Rosa,Sam');
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
    await on.until('the focus goes along', async () => (await focused()).startsWith('Sam'));
    await page.keyboard.press('ArrowLeft');
    await on.until('the focus is on the one before', async () => (await focused()).startsWith('Rosa'));
    await page.keyboard.press('a');
    const dialog = page.getByRole('dialog', { name: 'Assign Rosa' });
    await dialog.waitFor();
    await dialog.getByRole('option', { name: /Jonas Weber.*\+\d+ mins?/ }).waitFor();
    const usual = page.viewportSize()!;
    for (const width of [390, usual.width]) {
      await page.setViewportSize({ ...usual, width });
      const cut = await dialog
        .locator('.found-side')
        .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth));
      assert.equal(cut.length, 0, 'what one chooses by is read whole');
      await takePicture(page, `assign-palette-${width}`);
    }
    assert.deepEqual(await accessibilityProblems(page), []);
    await page.keyboard.type('jonas');
    await page.keyboard.press('Enter');
    await bar('Jonas Weber', 'Rosa').waitFor();
    await on.until('the API has it', async () => (await on.tasksOf(jonas.id)).length === 1);
    await bar('Jonas Weber', 'Rosa').focus();
    await page.keyboard.press('ArrowUp');
    await on.until('the focus is on the row above', async () => (await focused()).startsWith('Sam'));
    await page.keyboard.press('u');
    await waiting('Sam').waitFor();
    await page.keyboard.press('Control+z');
    await bar('Dora Driver', 'Sam').waitFor();
  });

  test('fewer or more hours are seen, the middle stays, and the address says it', async () => {
    const width = async () => (await bar('Jonas Weber', 'Rosa').boundingBox())!.width;
    const before = await width();
    await page.keyboard.press('+');
    await page.waitForURL(/zoom=3/);
    await on.until('it is twice as wide', async () => Math.abs((await width()) - 2 * before) < 4);
    await page.getByRole('button', { name: 'More hours' }).click();
    await page.waitForURL(/zoom=2/);
    await on.until('it is as before', async () => Math.abs((await width()) - before) < 4);
  });

  test('stops too short for their names have them beside, in a hint, and in a list for a finger', async () => {
    // The worker stands at the door: a minute each, one after the other, and the last at the end of a free day.
    const nadia = await on.worker('Nadia Near', [-122.45, 37.78]);
    const doors = { ...at(-122.45), ...to(nadia), serviceTime: 1 };
    for (const name of ['Ben', 'Cleo', 'Dan', 'Wilhelmina Featherstonehaugh']) await on.task(name, doors);
    await page.goto('/dispatch/timeline?zoom=0');
    const last = bar('Nadia Near', 'Wilhelmina');
    await last.waitFor();
    const named = last.getByText('Wilhelmina Featherstonehaugh');
    const [drawn, words] = [(await last.boundingBox())!, (await named.boundingBox())!];
    assert.ok(drawn.width < 20 && words.x >= drawn.x + drawn.width, JSON.stringify([drawn, words]));
    const fits = await named.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);
    assert.ok(fits, 'the whole name is shown where there is room');
    // The same by a hint, for whoever points at it or comes by keyboard.
    await bar('Nadia Near', 'Cleo').focus();
    await page.keyboard.press('ArrowRight');
    await page
      .locator('.tip')
      .filter({ hasText: /^Dan, / })
      .waitFor();
    await takePicture(page, 'timeline-short');
    await page.keyboard.press('Escape');
    // At least 24 px belong to a bar where nothing else is.
    await page.mouse.click(drawn.x + drawn.width / 2 + 11, drawn.y + drawn.height / 2);
    await page
      .getByRole('complementary')
      .getByRole('heading', { name: /Wilhelmina/ })
      .waitFor();
    // Bars that lie under each other are chosen by name, also by mouse.
    await page.goto('/dispatch/timeline?zoom=0');
    const first = (await bar('Nadia Near', 'Ben').boundingBox())!;
    await page.mouse.click(first.x + first.width - 1, first.y + 10);
    const list = page.getByRole('dialog', { name: 'Stops here' });
    await list.getByRole('button', { name: /^Ben/ }).waitFor();
    await list.getByRole('button', { name: /^Cleo/ }).click();
    await page.getByRole('complementary').getByRole('heading', { name: 'Cleo' }).waitFor();
    const phone = await on.signedIn({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const tab = await on.open(phone, '/dispatch/timeline?zoom=1');
    const small = (await bar('Nadia Near', 'Cleo', tab).boundingBox())!;
    await tab.touchscreen.tap(small.x + small.width / 2, small.y + 10);
    const near = tab.getByRole('dialog', { name: 'Stops here' });
    for (const name of ['Ben', 'Cleo', 'Dan']) {
      const choice = (await near.getByRole('button', { name: new RegExp(`^${name}`) }).boundingBox())!;
      assert.ok(choice.height >= 44, `${name}: ${choice.height} px`);
    }
    assert.deepEqual(await accessibilityProblems(tab), []);
    await takePicture(tab, 'timeline-short-phone');
    await near.getByRole('button', { name: /^Dan/ }).tap();
    await tab.getByRole('heading', { name: 'Dan' }).waitFor();
    await phone.close();
    await page.goto('/dispatch/timeline');
  });

  test('whoever may only read drags nothing, and is offered nothing that changes anything', async () => {
    const profile = await on.signedIn();
    await profile.route('**/api/session', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      json.apps.dispatch.isReadOnly = true;
      await route.fulfill({ response, json });
    });
    const tab = await on.open(profile, '/dispatch/timeline');
    const { x, y } = (await bar('Jonas Weber', 'Rosa', tab).boundingBox())!;
    await tab.mouse.move(x + 4, y + 10);
    await tab.mouse.down();
    await tab.mouse.move(x + 4, y - 40, { steps: 4 });
    assert.equal(await tab.locator('.drag-ghost').count(), 0);
    await tab.mouse.up();
    await bar('Jonas Weber', 'Rosa', tab).focus();
    for (const key of ['a', 'u', 'Alt+ArrowUp']) await tab.keyboard.press(key);
    await tab.keyboard.press('x');
    const selected = tab.getByRole('toolbar', { name: 'What is selected' });
    await selected.waitFor();
    for (const name of ['Assign', 'Suggest', 'Unassign'])
      assert.equal(await selected.getByRole('button', { name, exact: true }).count(), 0, name);
    assert.equal(await tab.getByRole('dialog').count(), 0);
    await profile.close();
  });

  test('of a thousand workers those in view are in the page, and the arrows reach all', async () => {
    const { services } = server;
    const { organization_id: organization } = on.organization;
    await services.database.transaction((tx) =>
      tx.run(sql`
        insert into dispatch.workers
        select (jsonb_populate_record(w, jsonb_build_object('id', lpad(n::text, 24, 'w'), 'name', 'Worker ' || lpad(n::text, 4, '0'),
          'phone', '+1415558' || lpad(n::text, 4, '0'), 'person_id', null))).*
        from dispatch.workers w, generate_series(1, 1000) n
        where w.organization_id = ${organization} and w.id = ${jonas.id}`),
    );
    await page.goto('/dispatch/timeline');
    await page.getByText('1,003 workers').waitFor();
    assert.ok((await page.getByRole('listitem').count()) < 60);
    assert.equal(await row('Dora Driver').getAttribute('aria-setsize'), '1003');
    await on.task('Zoe', to({ id: `${'w'.repeat(20)}1000` }));
    await bar('Jonas Weber', 'Rosa').focus();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
    await on.until('the last row has the focus', async () => {
      await page.keyboard.press('ArrowDown');
      return (await focused()).startsWith('Zoe');
    });
    assert.ok((await page.getByRole('listitem').count()) < 60);
    await takePicture(page, 'timeline-many');
  });

  describe('looks: each is accessible and fits its screen, also with long names', () => {
    let tab: Page;

    before(async () => {
      tab = await on.open(await on.signedIn(), '/dispatch/timeline');
      const long = await on.worker('Maximiliana Wilhelmina Featherstonehaugh-Cholmondeley', [-122.41, 37.78]);
      await on.task('محمد عبد الرحمن بن خالد الأنصاري', { ...at(-122.43), ...to(long), serviceTime: 30 });
      await on.task('Donaudampfschifffahrtsgesellschaftskapitänswitwe Amalie', to(long));
    });
    after(() => tab.context().close());

    const appearances: [name: string, media: Parameters<Page['emulateMedia']>[0], width: number, language: string][] = [
      ['light', {}, 1440, 'en'],
      ['dark', { colorScheme: 'dark' }, 1024, 'en'],
      ['contrast', { contrast: 'more' }, 1440, 'en'],
      ['phone', {}, 390, 'de'],
      ['narrow', {}, 320, 'en-XA'],
      ['right-to-left', { colorScheme: 'dark' }, 1024, 'ar-XB'],
    ];
    for (const [look, media, width, language] of appearances)
      test(look, async () => {
        const usual = { colorScheme: 'light', contrast: 'no-preference', reducedMotion: 'reduce' } as const;
        await tab.emulateMedia({ ...usual, ...media });
        await tab.setViewportSize({ width, height: 900 });
        await tab.goto(`/dispatch/timeline?language=${language}`);
        await tab.locator('.stop-bar').first().waitFor();
        const wide = await tab.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${wide} px too wide`);
        const lines = await tab
          .locator('.filter-numbers')
          .evaluate((numbers) => numbers.clientHeight / Number.parseFloat(getComputedStyle(numbers).lineHeight));
        assert.ok(lines < 3.5, `the numbers have ${lines} lines`);
        // It begins at the time that it is, from whichever side one writes.
        const [now, place] = await tab.evaluate(() =>
          ['.timeline-now', '.timeline-scroll'].map((name) => {
            const { left, right } = document.querySelector(name)!.getBoundingClientRect();
            return { left, right };
          }),
        );
        assert.ok(now!.left > place!.left && now!.right < place!.right, JSON.stringify([now, place]));
        // Where the workers are comes a moment after the page, and counts at once.
        await tab.locator('.stop-bar:not(.guessed)').first().waitFor();
        if (language === 'en') assert.deepEqual(await accessibilityProblems(tab), []);
        await takePicture(tab, `timeline-${look}`);
      });
  });
});
