import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { TestConsole } from '../harness/console.ts';
import { startTestServer } from '../harness/server.ts';

const TIMEOUT_MS = 900_000;
const DRIVERS = 40;

describe('the board of a large fleet, in a browser', { skip: withoutBrowser, timeout: TIMEOUT_MS }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let chromium: Chromium;
  let on: TestConsole;
  let page: Page;
  const drivers: string[] = [];

  before(async () => {
    [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
    on = await TestConsole.start(server, chromium);
  });
  after(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });
  afterEach(() => assert.deepEqual(chromium.takeComplaints(), []));

  const nameOf = (n: number) => `Driver ${String(n).padStart(2, '0')}`;
  const to = (n: number) => ({ container: { type: 'WORKER', worker: drivers[n - 1]! } });
  const list = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}, `) });
  const titles = () => page.locator('.column .column-title').allTextContents();
  const shows = (what: string, expected: readonly string[]) =>
    on.until(what, async () => (await titles()).slice(0, expected.length).join() === expected.join());
  const isInView = (name: string) =>
    list(name).evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return left < innerWidth && right > 0 && top < innerHeight && bottom > 0;
    });

  test('a new driver, off duty and without a task, has a list at once', async () => {
    drivers.push((await on.worker(nameOf(1))).id);
    page = await on.open(await on.signedIn(), '/dispatch/board');
    await list(nameOf(1)).getByText('Nothing to do').waitFor();
    await list(nameOf(1)).getByText('off duty').waitFor();
  });

  test('40 drivers are in rows, those who are late first; who is not shown is counted, with a way to show them', async () => {
    for (let n = 2; n <= DRIVERS; n++) drivers.push((await on.worker(nameOf(n))).id);
    await page.getByText(`${DRIVERS} workers off duty`).waitFor();
    for (const n of [20, 31]) await on.task(`Plain ${n}`, to(n));
    const late = { completeBefore: server.clock.now().getTime() - 60_000 };
    for (const name of ['Late one', 'Late two']) await on.task(name, { ...to(37), ...late });
    await on.task('Late three', { ...to(25), ...late });
    await page.reload();
    await shows('late first', ['Unassigned', 'North', nameOf(37), nameOf(25), nameOf(20), nameOf(31)]);
    await list(nameOf(37)).getByText('2 late').waitFor();
    await list(nameOf(37)).getByText('0/2').waitFor();
    assert.ok(await page.getByRole('radio', { name: 'Rows' }).isChecked());
    await page
      .getByText(`${DRIVERS - 4} workers off duty`)
      .locator('..')
      .getByRole('button', { name: 'Show' })
      .click();
    await list(nameOf(1)).waitFor();
    await on.until('rows in view', async () => (await page.locator('.column').count()) > 20);
    const heights = await page.locator('.column').evaluateAll((all) => all.map(({ clientHeight }) => clientHeight));
    assert.ok(Math.max(...heights) <= 44, heights.join());
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'board-rows');
  });

  test('a filter folds away what has no match, and the numbers are those of what is left', async () => {
    await page.getByRole('searchbox', { name: 'Filter tasks' }).fill('plain 31');
    await shows('the match', [nameOf(31)]);
    assert.equal((await titles()).length, 1);
    await page.getByText('0 unassigned, 1 assigned, 0 late').waitFor();
    await page
      .getByText(`${DRIVERS + 1} lists without a match`)
      .locator('..')
      .getByRole('button', { name: 'Show' })
      .click();
    await list(nameOf(20)).getByText('0 of 1 task').waitFor();
    await page.getByRole('button', { name: 'Hide' }).click();
    await list(nameOf(20)).waitFor({ state: 'detached' });
    await page.getByRole('searchbox', { name: 'Filter tasks' }).fill('nowhere');
    await page.getByRole('button', { name: 'Clear the filter' }).click();
    await list(nameOf(37)).waitFor();
    await page.getByRole('button', { name: 'Late only' }).click();
    await shows('late ones', [nameOf(37), nameOf(25)]);
    assert.equal((await titles()).length, 2);
    await page.getByRole('button', { name: 'Late only' }).click();
  });

  test('lists are sorted by name and load; pinned ones come first, also after a reload and off duty', async () => {
    const order = page.getByLabel('Sort workers');
    await order.selectOption({ label: 'By name' });
    await shows('by name', ['Unassigned', 'North', nameOf(1), nameOf(2)]);
    await order.selectOption({ label: 'Most tasks first' });
    await shows('by load', ['Unassigned', 'North', nameOf(37), nameOf(20)]);
    await list(nameOf(5))
      .getByRole('button', { name: `Pin ${nameOf(5)} to the front` })
      .click();
    await page.goto('/dispatch/board');
    await shows('pinned first', ['Unassigned', 'North', nameOf(5), nameOf(37)]);
    await order.selectOption({ label: 'Late first' });
    await shows('pinned first', ['Unassigned', 'North', nameOf(5), nameOf(37), nameOf(25)]);
  });

  test('a driver is gone to by name, in each density', async () => {
    for (const look of ['Cards', 'Narrow', 'Rows']) {
      await page.getByRole('radio', { name: look }).check();
      await page.locator('.board').click({ position: { x: 2, y: 2 } });
      await page.keyboard.press('w');
      await page.getByRole('dialog', { name: 'Go to worker' }).waitFor();
      await page.keyboard.type(nameOf(40));
      await page.keyboard.press('Enter');
      await list(nameOf(40)).waitFor();
      await on.until('in view', () => isInView(nameOf(40)));
      await on.until('focused', () => list(nameOf(40)).evaluate((element) => element.contains(document.activeElement)));
      await takePicture(page, `board-${look.toLowerCase()}-jump`);
    }
  });

  test('in rows a task is dragged to a place between others, and arrows go along the row', async () => {
    const chip = (name: string) => page.getByRole('option').filter({ hasText: name });
    await chip('Plain 31').scrollIntoViewIfNeeded();
    const [from, target] = [(await chip('Plain 31').boundingBox())!, (await chip('Late two').boundingBox())!];
    await page.mouse.move(from.x + 10, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(target.x + 4, target.y + target.height / 2, { steps: 5 });
    await page.mouse.up();
    await on.until('the place in the list', async () => (await on.tasksOf(drivers[36]!)).length === 3);
    const names = await list(nameOf(37)).getByRole('option').allTextContents();
    assert.deepEqual(
      names.map((text) => text.match(/Late one|Late two|Plain 31/)![0]),
      ['Late one', 'Plain 31', 'Late two'],
    );
    await chip('Late one').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    const focused = () => page.evaluate(() => document.activeElement!.textContent);
    assert.match((await focused())!, /Late three/);
    await page.keyboard.press('ArrowUp');
    assert.match((await focused())!, /Late one/);
  });

  test('the task that somebody else moves keeps the focus: no key in between is the page’s', async () => {
    await page.getByRole('option').filter({ hasText: 'Plain 20' }).focus();
    await page.evaluate(() => {
      const lost: string[] = [];
      Object.assign(globalThis, { lost });
      const look = () => document.activeElement === document.body && lost.push('lost');
      new MutationObserver(look).observe(document.querySelector('.board')!, { childList: true, subtree: true });
    });
    const { tasks } = await on.must(on.api.get(`/containers/workers/${drivers[19]}`));
    await on.must(on.api.put(`/containers/workers/${drivers[30]}`, { tasks: [-1, ...tasks] }));
    await list(nameOf(31)).getByText('Plain 20').waitFor();
    assert.match((await page.evaluate(() => document.activeElement!.textContent))!, /Plain 20/);
    assert.deepEqual(await page.evaluate(() => (globalThis as unknown as { lost: string[] }).lost), []);
  });

  test('what is taken back comes into sight, wherever one looked meanwhile', async () => {
    await page.getByRole('radio', { name: 'Cards' }).check();
    await page.getByLabel('Sort workers').selectOption({ label: 'By name' });
    await on.task('Traveller', to(40));
    await page.getByRole('option').filter({ hasText: 'Traveller' }).focus();
    await page.keyboard.press('a');
    await page.getByRole('dialog', { name: 'Assign Traveller' }).waitFor();
    await page.keyboard.type(nameOf(5));
    await page.keyboard.press('Enter');
    await list(nameOf(5)).getByText('Traveller').waitFor();
    // Nothing of the board has the focus, which would bring its task along.
    await page.locator('.board').click({ position: { x: 2, y: 2 } });
    await page.locator('.board').evaluate((board) => board.scrollTo(0, 0));
    await page
      .getByText(`Traveller → ${nameOf(5)}.`)
      .locator('..')
      .getByRole('button', { name: 'Undo' })
      .click();
    await list(nameOf(40)).getByText('Traveller').waitFor();
    await on.until('the list in sight', () => isInView(nameOf(40)));
    await takePicture(page, 'board-undone');
    // Who comes back later is not taken there again.
    const navigation = page.getByRole('navigation', { name: 'Screens' });
    await navigation.getByRole('link', { name: 'Map' }).click();
    await page.locator('.board').waitFor({ state: 'detached' });
    await navigation.getByRole('link', { name: 'Board' }).click();
    await list(nameOf(40)).getByText('Traveller').waitFor();
    assert.equal(await isInView(nameOf(40)), false);
    await page.getByRole('radio', { name: 'Rows' }).check();
  });

  test('on a phone the tools are a field, a button and the numbers; the rest comes from the foot of the screen', async () => {
    const phone = await on.signedIn({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const tab = await on.open(phone, '/dispatch/board?language=de');
    const tools = tab.getByRole('search');
    await tab.locator('.card').first().waitFor();
    const { height } = (await tools.boundingBox())!;
    assert.ok(height <= 110, `${height} px of tools`);
    // No badge is cut off by its card.
    const cut = await tab
      .locator('.card')
      .evaluateAll((cards) => cards.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length);
    assert.equal(cut, 0);
    await takePicture(tab, 'board-phone-tools');
    const open = tab.getByRole('button', { name: /^Filter und Ansicht/ });
    await open.tap();
    const more = tab.getByRole('group', { name: 'Filter und Ansicht' });
    await more.getByLabel('Fahrer sortieren').selectOption('name');
    for (const control of await more.locator('button, select, label').all()) {
      const box = (await control.boundingBox())!;
      assert.ok(box.height >= 40 && box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box));
    }
    assert.deepEqual(await accessibilityProblems(tab), []);
    await takePicture(tab, 'board-phone-filters');
    await more.getByRole('button', { name: 'Nur zu späte' }).tap();
    await tab.waitForURL((url) => url.searchParams.has('late'));
    await tab.getByText('3 zu spät').waitFor();
    await tab.keyboard.press('Escape');
    await more.waitFor({ state: 'hidden' });
    await tab.getByRole('button', { name: 'Filter und Ansicht 1 Filter aktiv' }).waitFor();
    // Whoever looks for a driver and calls it off is where they were.
    await open.tap();
    await more.getByRole('button', { name: 'Zu Fahrer' }).tap();
    await tab.getByRole('dialog', { name: 'Zu Fahrer' }).waitFor();
    await tab.keyboard.press('Escape');
    await tab.getByRole('dialog').waitFor({ state: 'hidden' });
    await on.until('the focus is back', () => open.evaluate((button) => button === document.activeElement));
    await phone.close();
  });

  test('looks', async () => {
    for (const [name, width, scheme] of [
      ['dark', 1440, 'dark'],
      ['phone', 390, 'light'],
    ] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 900 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${name}: ${wide} px too wide`);
      await takePicture(page, `board-${name}`);
    }
  });
});
