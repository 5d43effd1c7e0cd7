import assert from 'node:assert/strict';
import { mkdtempDisposable, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import type { BrowserContext, Page, Request } from 'playwright-core';
import sharp from 'sharp';
import { runCommand } from '../../src/cli/program.ts';
import { ownMapFile } from '../../src/dispatch/map/map-file.ts';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { until } from '../harness/clients.ts';
import { destinationAt, startFleet } from '../harness/fleet.ts';
import { startTestServer } from '../harness/server.ts';
import { type StreetFeature, streetMap } from '../harness/street-map.ts';

/** Timeout of everything below: a browser on a loaded machine is slow. */
const TIMEOUT_MS = 900_000;
/** West and east on one parallel, so that the map shows them at its edges, half-way up. */
const WEST: [number, number] = [-122.45, 37.78];
const EAST: [number, number] = [-122.35, 37.78];
/** The space that the map leaves around what it fits. */
const PADDING = 60;

/** Water in the north. */
const area: [number, number][] = [
  [-122.9, 37.795],
  [-121.9, 37.795],
  [-121.9, 38.3],
  [-122.9, 38.3],
];
const road: [number, number][] = [
  [-122.9, 37.77],
  [-121.9, 37.77],
];
const everything: [number, number][] = [
  [-123, 37],
  [-121.8, 37],
  [-121.8, 38.5],
  [-123, 38.5],
];
/** Earth, water and a road of a map file. */
const features: StreetFeature[] = [
  { layer: 'earth', type: 'Polygon', places: everything, tags: { kind: 'earth' } },
  { layer: 'water', type: 'Polygon', places: area, tags: { kind: 'ocean' } },
  { layer: 'roads', type: 'LineString', places: road, tags: { kind: 'highway', name: 'Long Road' } },
];

describe('the map of the console, in a browser', { skip: withoutBrowser, timeout: TIMEOUT_MS }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let drawing: Chromium;
  let fleet: Awaited<ReturnType<typeof startFleet>>;
  let owner: string;
  let worker: string;
  let taskId: string;
  const open: BrowserContext[] = [];

  before(async () => {
    [server, drawing] = await Promise.all([startTestServer({ web: true }), Chromium.start({ gl: 'maps' })]);
    fleet = await startFleet(server);
    owner = (await fleet.api.get('/admins')).json[0].email;
    worker = (await fleet.worker(WEST)).id;
    taskId = (await fleet.task({ destination: destinationAt(...EAST) })).id;
  });
  after(async () => {
    await drawing?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });
  afterEach(async () => {
    // A page that is left open goes on asking and drawing.
    for (const profile of open.splice(0)) await profile.close();
    assert.deepEqual(drawing.takeComplaints(), []);
  });

  async function signedIn(chromium: Chromium): Promise<BrowserContext> {
    const profile = await chromium.profile({ baseURL: server.url, viewport: { width: 1280, height: 720 } });
    const answer = await profile.request.post('/api/session', {
      headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
      data: { email: owner, password: 'correct horse battery staple' },
    });
    assert.equal(answer.status(), 200, await answer.text());
    open.push(profile);
    return profile;
  }

  /** The map with all that was handed to it, and where its edges are. */
  async function openMap(page: Page, query = '') {
    await page.goto(`/dispatch/map${query}`);
    const canvas = page.locator('canvas[aria-label*="1 worker, 1 task"]');
    await canvas.waitFor();
    await page.locator('.map-canvas[data-drawn]').waitFor();
    const box = (await canvas.boundingBox())!;
    const middle = box.y + box.height / 2;
    return { west: [box.x + PADDING, middle] as const, east: [box.x + box.width - PADDING, middle] as const };
  }

  /** Returns the colour of the map's pixel in the browser, from the upper left corner, as red, green and blue. */
  async function picture(page: Page) {
    const image = sharp(await page.locator('.map-canvas canvas').screenshot())
      .removeAlpha()
      .raw();
    const { data, info } = await image.toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => {
      const offset = (Math.round(y) * info.width + Math.round(x)) * info.channels;
      return [...data.subarray(offset, offset + 3)];
    };
    return { at, width: info.width, height: info.height };
  }

  /** The colours of the page as they are now. */
  const tokens = (page: Page) =>
    page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('span'));
      const of = (name: string) => {
        probe.style.color = `var(--${name})`;
        return getComputedStyle(probe).color.match(/\d+/g)!.map(Number);
      };
      const all = { sea: of('accent-ground'), land: of('surface'), ground: of('ground'), quiet: of('quiet') };
      const colours = { ...all, text: of('text'), accent: of('accent') };
      probe.remove();
      return colours;
    });

  const isNear = (one: readonly number[], other: readonly number[], by: number) =>
    one.every((part, channel) => Math.abs(part - other[channel]!) <= by);

  /** Whether the north of the map has a colour, and the south is earth. */
  async function isNorth(page: Page, colour: 'sea' | 'ground'): Promise<boolean> {
    const [{ at, width, height }, colours] = await Promise.all([picture(page), tokens(page)]);
    return (
      isNear(at(width / 2, height / 10), colours[colour], 1) && isNear(at(width / 2, height * 0.6), colours.ground, 1)
    );
  }

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
    await until(async () => (await listOf()).includes(taskId), 'the task to be with the worker', 300);
    await page.keyboard.press('Control+z');
    await until(async () => (await listOf()).length === 0, 'the task to be back', 300);
    assert.deepEqual(elsewhere, []);
  });

  test('the map says what it shows to whoever does not see it', { timeout: TIMEOUT_MS }, async () => {
    const page = await (await signedIn(drawing)).newPage();
    await openMap(page);
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'dispatch-map');
    const note = page.getByRole('note').filter({ hasText: 'This map has no streets yet' });
    assert.equal(await note.getByRole('link', { name: 'Other sources' }).getAttribute('href'), '/admin/map');
    await page.setViewportSize({ width: 390, height: 800 });
    await page.emulateMedia({ colorScheme: 'dark' });
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
    await takePicture(page, 'dispatch-map-390');
    await note.getByRole('button', { name: 'Close' }).click();
    await page.reload();
    await page.locator('.map-canvas[data-drawn]').waitFor();
    await page.getByText('Legend').waitFor();
    assert.equal(await note.count(), 0);
    await page.goto('/admin/map');
    await page.getByText('npm run hubbub -- map extract').waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'admin-map');
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
        const [{ at, width, height }, { sea, land, quiet }] = await Promise.all([picture(page), tokens(page)]);
        if (!isNear(at(30, height / 2), sea, 1) || !isNear(at(width - 30, height / 2), land, 1)) return false;
        let letters = 0;
        for (let y = 0; y < height && letters <= 50; y++)
          for (let x = 0; x < width; x++) if (isNear(at(x, y), quiet, 40)) letters++;
        return letters > 50;
      };
      await until(isDrawn, `sea, land and names in ${colorScheme}`, 300);
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

  test('streets come from a file of the server in parts, and when it is gone the outline does (D9)', {
    timeout: TIMEOUT_MS,
  }, async () => {
    await using folder = await mkdtempDisposable(path.join(tmpdir(), 'hubbub-streets-'));
    const file = path.join(folder.path, 'streets.pmtiles');
    await writeFile(file, streetMap(features, [-122.9, 37.3, -121.9, 38.2], 10, '© OpenStreetMap'));
    server.services.config.mapFile = file;
    const page = await (await signedIn(drawing)).newPage();
    const requests: Request[] = [];
    page.on('request', (request) => requests.push(request));
    await page.route('**/api/v2/map', (route) => route.abort(), { times: 1 });
    await openMap(page);
    assert.equal(await page.getByText('No street map is set up').count(), 0);
    await page.getByText('© OpenStreetMap').waitFor();
    assert.ok(drawing.takeComplaints().every((complaint) => complaint.includes('ERR_FAILED')));
    const north = (colour: 'sea' | 'ground') => isNorth(page, colour);
    await until(() => north('sea'), 'water and earth of the file', 300);
    const hasRoad = async () => {
      const [{ at, width, height }, { ground, text }] = await Promise.all([picture(page), tokens(page)]);
      const street = ground.map((part, channel) => part + 0.28 * (text[channel]! - part));
      const below = Array.from({ length: 60 }, (_, y) => at(width / 4, height / 2 + 80 + y));
      return below.some((colour) => isNear(colour, street, 8));
    };
    await until(hasRoad, 'a road', 300);
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'dispatch-map-streets');
    const parts = requests.filter((request) => new URL(request.url()).pathname.startsWith('/tiles/'));
    assert.ok(parts.length > 1);
    for (const part of parts) {
      assert.match(part.headers().range ?? '', /^bytes=\d+-\d+$/);
      assert.equal(new URL(part.url()).origin, server.url);
    }

    await rm(file);
    await page.locator('.map-canvas canvas').focus();
    // To where the page has no parts yet; with all of the area in sight there would be none, and further out none at all.
    const goOn = async () => {
      await page.keyboard.press('ArrowLeft');
      return page.getByText('The street map cannot be read now').isVisible();
    };
    await until(goOn, 'the sentence that the map is gone', 300);
    // Back to where streets were.
    await page.keyboard.press('f');
    await until(() => north('ground'), 'the plain ground', 300);
    server.services.config.mapFile = undefined;
    assert.ok(drawing.takeComplaints().every((complaint) => complaint.includes('404')));
  });

  test('a map that `hubbub map extract` has cut out of a large one is shown at once (D9)', {
    timeout: TIMEOUT_MS,
  }, async () => {
    await using folder = await mkdtempDisposable(path.join(tmpdir(), 'hubbub-cut-'));
    const large = path.join(folder.path, 'large.pmtiles');
    const whole = streetMap(features, [-124, 36.3, -120.9, 39.2], 10, '© Large Map Example');
    await writeFile(large, whole);
    const { config } = server.services;
    const page = await (await signedIn(drawing)).newPage();
    await openMap(page);
    assert.equal(await page.getByText('© Large Map Example').count(), 0);
    const command = ['map', 'extract', '--json', '--from', large, '--area=-122.9,37.3,-121.9,38.2'];
    assert.equal(await runCommand(command, config), 0);
    const own = ownMapFile(config);
    assert.ok((await stat(own)).size < whole.length);
    const parts: Request[] = [];
    page.on('request', (request) => request.url().includes('/tiles/') && parts.push(request));
    await openMap(page);
    await page.getByText('© Large Map Example').waitFor();
    await until(() => isNorth(page, 'sea'), 'water and earth of the file', 300);
    await takePicture(page, 'dispatch-map-extracted');
    assert.ok(parts.length > 0);
    for (const part of parts) assert.match(part.headers().range ?? '', /^bytes=\d+-\d+$/);
    await rm(own);
  });

  test('the age of a position counts up, on the map and in the sheet; after five minutes it is crossed out (D7)', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const place = await fleet.worker();
    const { id, driver } = place;
    assert.equal((await driver.post('/driver/duty', { onDuty: true })).status, 200);
    const reported = server.clock.now().getTime();
    // Half-way between the others, so in the middle of the map.
    await place.goTo((WEST[0] + EAST[0]) / 2, WEST[1]);
    const page = await (await signedIn(drawing)).newPage();
    // The page's clock stands, and is put on.
    await page.addInitScript((start: number) => {
      const { Date: Real } = window;
      let now = start;
      const StoppedDate = class extends Real {
        constructor(...given: number[]) {
          super(...((given.length === 0 ? [now] : given) as [number]));
        }
        static override now = () => now;
      };
      Object.assign(window, {
        Date: StoppedDate,
        setNow: (time: number) => {
          now = time;
        },
      });
    }, reported + 10_000);
    await page.goto(`/dispatch/map?worker=${id}`);
    await page.locator('canvas[aria-label*="2 workers"]').waitFor();
    await page.locator('.map-canvas[data-drawn]').waitFor();
    const sheet = page.getByRole('complementary', { name: 'Dora Driver' });
    await sheet.getByText('position 10s old').waitFor();
    const list = page.getByRole('complementary', { name: 'Tasks and workers on the map' });
    /** Full, hollow, or hollow with a cross. */
    const sign = async () => {
      const [{ at, width, height }, { accent, land, quiet }] = await Promise.all([picture(page), tokens(page)]);
      const inside = [-3, 0, 3].flatMap((x) => [-3, 0, 3].map((y) => at(width / 2 + x, height / 2 + y)));
      // Above and below the initials.
      const around = [-4, 0, 4].flatMap((x) => [-8, 8].map((y) => at(width / 2 + x, height / 2 + y)));
      if (around.every((colour) => isNear(colour, accent, 8))) return 'full';
      if (!around.every((colour) => isNear(colour, land, 8))) return 'unknown';
      const edge = [-13, -12, 12, 13].map((x) => at(width / 2 + x, height / 2));
      if (edge.some((colour) => isNear(colour, accent, 25))) return 'hollow';
      return inside.some((colour) => isNear(colour, quiet, 60)) ? 'crossed' : 'unknown';
    };
    await until(async () => (await sign()) === 'full', 'a new position on the map', 300);
    for (const [minutes, toast, shown] of [
      [2, /position 2 mins? old/, 'hollow'],
      [4, /position 4 mins? old/, 'hollow'],
      [6, /position 6 mins? old/, 'crossed'],
    ] as const) {
      await page.evaluate(
        (time) => (window as unknown as { setNow(time: number): void }).setNow(time),
        reported + minutes * 60_000,
      );
      // The stream says something at that time, so the page knows that it is not the one that is old.
      assert.equal((await fleet.api.put(`/workers/${id}`, { capacity: minutes })).status, 200);
      await page
        .getByRole('status')
        .filter({ hasText: /^Live$/ })
        .waitFor();
      await sheet.getByText(toast).waitFor();
      await list.getByText(toast).first().waitFor();
      await until(async () => (await sign()) === shown, `a position ${minutes} min old on the map`, 300);
      assert.equal(await sheet.getByText('No position for').count(), minutes > 5 ? 1 : 0);
    }
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'dispatch-map-lost');
    assert.equal((await driver.post('/driver/duty', { onDuty: false })).status, 200);
  });

  test('a task whose address was not found is marked, and put where it is; its address is remembered (D13)', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const address = { number: '12', street: 'Lost Lane', city: 'Oakland', state: 'CA', country: 'US' };
    const rough = await fleet.task({ destination: { address }, recipients: [{ name: 'Rosa', phone: '+14155570001' }] });
    assert.equal(rough.destination.located, false);
    const page = await (await signedIn(drawing)).newPage();
    await page.goto('/dispatch/map');
    await page.locator('canvas[aria-label*="1 worker, 2 tasks"]').waitFor();
    await page.locator('.map-canvas[data-drawn]').waitFor();
    await page.getByRole('button', { name: /^Rosa.*Approximate place/ }).click();
    const sheet = page.getByRole('complementary', { name: 'Rosa' });
    await sheet.getByText(/has no streets for this area.*hubbub geo import/).waitFor();
    await sheet.getByRole('button', { name: 'Set location' }).click();
    const panel = page.getByRole('form', { name: 'Where is Rosa?' });
    const field = panel.getByLabel('Latitude, longitude');
    const [lon, lat] = rough.destination.location;
    const isAt = (what: string, holds: (lat: number, lon: number) => boolean) =>
      until(async () => {
        const [nowLat, nowLon] = (await field.inputValue()).split(',').map(Number);
        return holds(nowLat!, nowLon!);
      }, what);
    const pin = page.getByRole('button', { name: 'The place' });
    await pin.waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'dispatch-map-pin');
    const box = (await pin.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 80, box.y + box.height / 2 + 60, { steps: 4 });
    await page.mouse.up();
    await isAt(
      'the pin to be dragged to the south-east',
      (nowLat, nowLon) => nowLat < lat - 0.001 && nowLon > lon + 0.001,
    );
    const before = Number((await field.inputValue()).split(',')[1]);
    await pin.focus();
    await page.keyboard.press('ArrowLeft');
    await isAt('the pin to be moved to the west', (_lat, nowLon) => nowLon < before);
    await field.fill('here');
    await panel.getByText('Two numbers, as 37.78, -122.4').waitFor();
    assert.ok(await panel.getByRole('button', { name: 'Save' }).isDisabled());
    await field.fill('37.801, -122.251');
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.waitFor({ state: 'detached' });
    await sheet.getByRole('heading', { name: 'Rosa' }).waitFor();
    await sheet.getByText('Approximate place', { exact: true }).waitFor({ state: 'detached' });
    const corrected = (await fleet.api.get(`/tasks/${rough.id}`)).json.destination;
    assert.deepEqual([corrected.location, corrected.located], [[-122.251, 37.801], true]);
    const next = await fleet.task({ destination: { address } });
    assert.deepEqual([next.destination.location, next.destination.located], [[-122.251, 37.801], true]);
    await page.close();
    for (const { id } of [rough, next]) assert.equal((await fleet.api.delete(`/tasks/${id}`)).status, 200);
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

  test('a hundred tasks in a rectangle are given with one request, in their order and with what is linked to them; an undo takes them back whole (D11)', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const page = await (await signedIn(drawing)).newPage();
    const { east } = await openMap(page);
    const body = { destination: destinationAt(...EAST) };
    const made = await fleet.api.post('/tasks/batch', { tasks: Array.from({ length: 99 }, () => body) });
    assert.equal(made.json.tasks.length, 99, made.text);
    // Its drop is where the worker is, outside the rectangle.
    const pickup = await fleet.task({ ...body, pickupTask: true });
    const drop = await fleet.task({ destination: destinationAt(...WEST), dependencies: [pickup.id] });
    await page.locator('canvas[aria-label*="1 worker, 102 tasks"]').waitFor();
    const waiting = () => fleet.container('organizations', fleet.organization);
    const before = await waiting();
    assert.equal(before.length, 102);
    await page.keyboard.down('Shift');
    await page.mouse.move(east[0] - 50, east[1] - 50);
    await page.mouse.down();
    await page.mouse.move(east[0] + 20, east[1] + 20, { steps: 3 });
    await page.mouse.up();
    await page.keyboard.up('Shift');
    const selected = page.getByRole('toolbar', { name: 'What is selected' });
    await selected.getByText('101 tasks selected').waitFor();
    const writes: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') writes.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    await page.keyboard.press('a');
    await page.getByRole('dialog', { name: 'Assign 101 tasks' }).waitFor();
    await page.keyboard.type('dora');
    await page.keyboard.press('Enter');
    await until(async () => (await listOf()).length === 102, 'all to be with the worker', 300);
    const order = (await listOf()).filter((id) => id !== drop.id);
    assert.deepEqual(
      order,
      before.filter((id) => id !== drop.id),
    );
    assert.deepEqual(writes, [`PUT /api/v2/containers/workers/${worker}`]);
    await page.keyboard.press('Control+z');
    await until(async () => (await listOf()).length === 0, 'all to be back', 300);
    assert.deepEqual(await waiting(), before);
    for (const id of before) if (id !== taskId) assert.equal((await fleet.api.delete(`/tasks/${id}`)).status, 200);
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
    await page.waitForFunction(() => !document.querySelector('.loading'));
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'dispatch-map-sketch');
  });
});
