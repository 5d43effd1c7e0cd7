import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { until } from '../harness/clients.ts';
import { TestConsole } from '../harness/console.ts';
import { destinationAt } from '../harness/fleet.ts';
import { startTestServer } from '../harness/server.ts';

const TIMEOUT_MS = 900_000;
const WEST = [-122.45, 37.78] as const;
const EAST = [-122.35, 37.78] as const;
/** The space that the map leaves around what it fits. */
const PADDING = 60;

describe('the floor: map and lists, in a browser', { skip: withoutBrowser, timeout: TIMEOUT_MS }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let chromium: Chromium;
  let on: TestConsole;
  let page: Page;
  let doras: Awaited<ReturnType<TestConsole['worker']>>;
  let dora: string;
  let waiting: string;

  before(async () => {
    [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start({ gl: 'maps' })]);
    on = await TestConsole.start(server, chromium);
    doras = await on.worker('Dora Driver', WEST);
    dora = doras.id;
    waiting = (await on.task('Rosa Recipient', { destination: destinationAt(...EAST) })).id;
  });
  after(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });
  afterEach(() => assert.deepEqual(chromium.takeComplaints(), []));

  const lists = () => page.getByRole('complementary', { name: 'Tasks and workers on the map' });
  const rosa = () => lists().getByRole('button', { name: /Rosa Recipient/ });
  const isDoras = async () => (await on.tasksOf(dora)).includes(waiting);

  /** Returns the positions of the westernmost and the easternmost point on the map, in pixels of the page. */
  async function edges() {
    await page.locator('.map-canvas[data-drawn]').waitFor();
    const box = (await page.locator('.map-canvas canvas').boundingBox())!;
    const middle = box.y + box.height / 2;
    return { west: [box.x + PADDING, middle] as const, east: [box.x + box.width - PADDING, middle] as const };
  }

  async function drag(from: readonly [number, number], to: readonly [number, number]): Promise<void> {
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(to[0] + 30, to[1] + 10, { steps: 5 });
    await page.mouse.move(...to);
    await page.mouse.up();
  }

  /** Drags until the task is the worker's: a busy machine draws a task on the map later than it is in the list. */
  async function dragToDora(ends: () => Promise<readonly [readonly [number, number], readonly [number, number]]>) {
    await on.until('the task to be with the worker', async () => {
      await drag(...(await ends()));
      await until(isDoras, 'the move', 5).catch(() => undefined);
      return isDoras();
    });
  }

  async function middleOf(name: RegExp): Promise<readonly [number, number]> {
    const box = (await lists().getByRole('button', { name }).boundingBox())!;
    return [box.x + box.width / 2, box.y + box.height / 2];
  }

  test('a task is dragged from the list to a worker on the map, and from the map to a worker in the list', async () => {
    page = await on.open(await on.signedIn(), '/dispatch/map');
    await rosa().waitFor();
    const { west, east } = await edges();
    await dragToDora(async () => [await middleOf(/Rosa Recipient/), west]);
    await page.keyboard.press('Control+z');
    await on.until('the task to be back', async () => !(await isDoras()));
    await dragToDora(async () => [east, await middleOf(/Dora Driver/)]);
  });

  test('a driver shows done and all tasks, the age of the position and the stops in order', async () => {
    const second = await on.task('Second stop', { container: { type: 'WORKER', worker: dora } });
    const row = page.locator('.map-worker', { hasText: 'Dora Driver' });
    await row.getByText('0/2').waitFor();
    await row.getByText(/position .* old/).waitFor();
    const { driver } = doras;
    const here = { location: WEST, time: server.clock.now().getTime(), battery: 0.12 };
    await on.must(driver!.post('/driver/positions', here));
    await row.getByText('12%').waitFor();
    await row.getByText(/^next/).waitFor();
    await row.getByText('2 stops').click();
    // A move of a moment ago lies on top of what the server says, for some seconds.
    await on.until('the stops in order', async () =>
      /Rosa Recipient.*Second stop/s.test((await row.getByRole('listitem').allTextContents()).join()),
    );
    await takePicture(page, 'floor');
    assert.deepEqual(await accessibilityProblems(page), []);
    assert.equal((await on.api.delete(`/tasks/${second.id}`)).status, 200);
  });

  test('a found task is in the middle of the map and marked; u and a act on it', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('rosa');
    await page.getByRole('option', { name: /Rosa Recipient/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('task') === waiting);
    await page.getByRole('complementary').getByRole('heading', { name: 'Rosa Recipient' }).waitFor();
    await page.keyboard.press('u');
    await on.until('the task to be unassigned', async () => !(await isDoras()));
    await page.keyboard.press('a');
    await page.getByRole('dialog', { name: 'Assign Rosa Recipient' }).waitFor();
    await page.keyboard.type('dora');
    await page.keyboard.press('Enter');
    await on.until('the task to be with the worker', isDoras);
    const box = (await page.locator('.map-canvas canvas').boundingBox())!;
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => !url.searchParams.has('task'));
    // The map is as wide again; its middle is where the task was put.
    await on.until('the task to be opened in the middle of the map', async () => {
      const wide = (await page.locator('.map-canvas canvas').boundingBox())!;
      if (wide.width > box.width) await page.mouse.click(wide.x + wide.width / 2, wide.y + wide.height / 2);
      return new URL(page.url()).searchParams.get('task') === waiting;
    });
  });

  test('what waits is grouped by area, the first due first', async () => {
    const at = (city: string) => ({
      destination: { address: { number: '1', street: 'Quay', city, country: 'US' }, location: [-122.4, 37.78] },
    });
    const due = server.clock.now().getTime() + 3_600_000;
    await on.task('Later', { ...at('Example Bay'), completeBefore: due + 3_600_000 });
    await on.task('Sooner', { ...at('Example Bay'), completeBefore: due });
    await on.task('Elsewhere', at('Sample Hills'));
    await on.task('Overdue', { ...at('Sample Hills'), completeBefore: due - 7_200_000 });
    await lists().getByRole('heading', { name: 'Sample Hills 2' }).waitFor();
    const area = lists().locator('.map-area', { hasText: 'Example Bay' });
    assert.match((await area.getByRole('button').allTextContents()).join(), /Sooner.*Later/s);
    await lists().getByRole('radio', { name: 'Time' }).check();
    const groups = lists().locator('.map-area');
    await groups.first().getByText('Overdue').waitFor();
    assert.match(
      (await groups.allTextContents()).join('|'),
      /^Late 1.*Overdue.*\|.*Sooner.*\|.*Later.*\|No deadline.*Elsewhere/s,
    );
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await takePicture(page, `floor-${colorScheme}`);
    }
    assert.deepEqual(await accessibilityProblems(page), []);
    await page.setViewportSize({ width: 390, height: 800 });
    await takePicture(page, 'floor-390');
  });
});
