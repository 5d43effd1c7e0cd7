import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { until } from '../harness/clients.ts';
import { destinationAt, startFleet } from '../harness/fleet.ts';
import { startTestServer } from '../harness/server.ts';

/** Of all that follows: a browser on a loaded machine is slow. */
const TIMEOUT_MS = 900_000;
/** West and east on one parallel, so that the map shows them at its edges, half-way up. */
const WEST: [number, number] = [-122.45, 37.78];
const EAST: [number, number] = [-122.35, 37.78];
/** The space that the map leaves around what it fits. */
const PADDING = 60;

describe('the map of the console, in a browser', { skip: withoutBrowser, timeout: TIMEOUT_MS }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let drawing: Chromium;
  let fleet: Awaited<ReturnType<typeof startFleet>>;
  let owner: string;
  let worker: string;
  let taskId: string;

  before(async () => {
    [server, drawing] = await Promise.all([startTestServer({ web: true }), Chromium.start({ gl: 'software' })]);
    fleet = await startFleet(server);
    owner = (await fleet.api.get('/admins')).json[0].email;
    worker = (await fleet.worker(WEST)).id;
    taskId = (await fleet.task({ destination: destinationAt(...EAST) })).id;
  });
  after(async () => {
    await drawing?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });
  afterEach(() => assert.deepEqual(drawing.takeComplaints(), []));

  async function signedIn(chromium: Chromium): Promise<BrowserContext> {
    const profile = await chromium.profile({ baseURL: server.url, viewport: { width: 1280, height: 720 } });
    const answer = await profile.request.post('/api/session', {
      headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
      data: { email: owner, password: 'correct horse battery staple' },
    });
    assert.equal(answer.status(), 200, await answer.text());
    return profile;
  }

  /** The map with all that was handed to it, and where its edges are. */
  async function openMap(page: Page) {
    await page.goto('/dispatch/map');
    const canvas = page.locator('canvas[aria-label*="1 worker, 1 task"]');
    await canvas.waitFor();
    await page.locator('.map-canvas[data-drawn]').waitFor();
    const box = (await canvas.boundingBox())!;
    const middle = box.y + box.height / 2;
    return { west: [box.x + PADDING, middle] as const, east: [box.x + box.width - PADDING, middle] as const };
  }

  /** What the browser has drawn of the map and what it is compared with, as red, green and blue. */
  const colours = (page: Page, tokens: readonly string[]) =>
    page.evaluate((names) => {
      const canvas = document.querySelector<HTMLCanvasElement>('.map-canvas canvas')!;
      const { width, height } = canvas;
      const copy = new OffscreenCanvas(width, height).getContext('2d')!;
      const data = (x: number, y: number, w: number, h: number) => [...copy.getImageData(x, y, w, h).data];
      const ofToken = (name: string) => {
        document.body.style.setProperty('accent-color', `var(--${name})`);
        copy.fillStyle = getComputedStyle(document.body).accentColor;
        copy.fillRect(0, 0, 1, 1);
        return data(0, 0, 1, 1).slice(0, 3);
      };
      const known = Object.fromEntries(names.map((name) => [name, ofToken(name)]));
      document.body.removeAttribute('style');
      copy.drawImage(canvas, 0, 0);
      const isNear = (at: number, all: number[], colour: number[]) =>
        colour.every((part, channel) => Math.abs(all[at + channel]! - part) < 40);
      const whole = data(0, 0, width, height);
      let letters = 0;
      for (let at = 0; at < whole.length; at += 4) if (isNear(at, whole, known.quiet!)) letters++;
      return {
        known,
        letters,
        west: data(3, height / 2, 1, 1).slice(0, 3),
        east: data(width - 3, height / 2, 1, 1).slice(0, 3),
      };
    }, tokens);

  const listOf = async () => (await fleet.container('workers', worker)) ?? [];

  test('a task is dragged onto a worker, and back by undo; nothing comes from elsewhere (D3, D8)', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const page = await (await signedIn(drawing)).newPage();
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (!/^(blob|data):/.test(request.url()) && new URL(request.url()).origin !== server.url)
        elsewhere.push(request.url());
    });
    const named = page.waitForResponse(
      async (response) => response.url().includes('/map/places') && (await response.text()).includes('"San Francisco"'),
    );
    const { west, east } = await openMap(page);
    await named;
    await page.mouse.move(...east);
    await page.mouse.down();
    await page.mouse.move(west[0] + 40, west[1], { steps: 5 });
    await page.mouse.move(...west);
    await page.mouse.up();
    await until(async () => (await listOf()).includes(taskId), 'the task to be with the worker', 60);
    await page.keyboard.press('Control+z');
    await until(async () => (await listOf()).length === 0, 'the task to be back', 60);
    assert.deepEqual(elsewhere, []);
  });

  test('the map says what it shows to whoever does not see it', { timeout: TIMEOUT_MS }, async () => {
    const page = await (await signedIn(drawing)).newPage();
    await openMap(page);
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'dispatch-map');
  });

  test('land, sea and names of towns are drawn in the colours of the page, also when these change (D8)', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const page = await (await signedIn(drawing)).newPage();
    await openMap(page);
    await page.locator('.map-canvas canvas').focus();
    // From a town to half a continent with a coast.
    for (let step = 0; step < 8; step++) await page.keyboard.press('-');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const isDrawn = async () => {
        const { known, west, east, letters } = await colours(page, ['accent-ground', 'surface', 'quiet']);
        return `${west}` === `${known['accent-ground']}` && `${east}` === `${known.surface}` && letters > 50;
      };
      await until(isDrawn, `sea, land and names in ${colorScheme}`, 60);
      await takePicture(page, `dispatch-map-coast-${colorScheme}`);
    }
  });

  test('whoever may only read drags nothing (D14)', { timeout: TIMEOUT_MS }, async () => {
    const profile = await signedIn(drawing);
    await profile.route('**/api/session', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      json.apps.dispatch.isReadOnly = true;
      await route.fulfill({ response, json });
    });
    const page = await profile.newPage();
    const changes: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') changes.push(request.url());
    });
    const { west, east } = await openMap(page);
    await page.mouse.move(...east);
    await page.mouse.down();
    await page.mouse.move(east[0] - 100, east[1], { steps: 3 });
    // The map went along, and with it whoever was in the west.
    await page.mouse.up();
    await page.getByRole('button', { name: 'Show everything' }).click();
    await page.mouse.click(...west);
    await page.waitForURL((url) => url.searchParams.get('worker') === worker);
    assert.deepEqual(changes, []);
    await page.getByText('Legend').click();
    await page.getByText('Shift and drag selects tasks.', { exact: true }).waitFor();
  });

  test('a rectangle drawn with Shift selects the tasks in it (D11)', { timeout: TIMEOUT_MS }, async () => {
    const page = await (await signedIn(drawing)).newPage();
    const { east } = await openMap(page);
    const beside = await fleet.task({ destination: destinationAt(...EAST) });
    await page.locator('canvas[aria-label*="1 worker, 2 tasks"]').waitFor();
    await page.keyboard.down('Shift');
    await page.mouse.move(east[0] - 50, east[1] - 50);
    await page.mouse.down();
    await page.mouse.move(east[0] + 20, east[1] + 20, { steps: 3 });
    await page.mouse.up();
    await page.keyboard.up('Shift');
    const selected = page.getByRole('toolbar', { name: 'What is selected' });
    await selected.getByText('2 tasks selected').waitFor();
    // What is no task any more is not selected either.
    assert.equal((await fleet.api.delete(`/tasks/${beside.id}`)).status, 200);
    await selected.getByText('1 task selected').waitFor();
  });

  test('a worker or a task that is clicked opens beside the map', { timeout: TIMEOUT_MS }, async () => {
    const page = await (await signedIn(drawing)).newPage();
    const { west, east } = await openMap(page);
    await page.mouse.click(...west);
    await page.waitForURL((url) => url.searchParams.get('worker') === worker);
    await page.locator('h2:focus', { hasText: 'Dora Driver' }).waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => !url.searchParams.has('worker'));
    // The map was narrower meanwhile, and is drawn anew.
    await openMap(page);
    await page.mouse.click(...east);
    await page.waitForURL((url) => url.searchParams.get('task') === taskId);
  });

  test('where the browser draws no maps, a sketch and the lists stand in, and say why (D10)', {
    timeout: TIMEOUT_MS,
  }, async () => {
    await using plain = await Chromium.start();
    const page = await (await signedIn(plain)).newPage();
    await page.goto('/dispatch/map');
    await page.getByRole('img', { name: 'Sketch of 1 worker and 1 task' }).waitFor();
    await page.getByText('WebGL is off').waitFor();
    await page.getByRole('button', { name: 'Dora Driver' }).click();
    await page.waitForURL((url) => url.searchParams.get('worker') === worker);
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'dispatch-map-sketch');
  });
});
