import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { until } from '../harness/clients.ts';
import { destinationAt, startFleet, type TestDriver } from '../harness/fleet.ts';
import { startTestServer } from '../harness/server.ts';
import type { StreetFeature } from '../harness/street-map.ts';
import { startTileServer, type TestTileServer } from '../harness/tile-server.ts';

/** Timeout of everything below: a browser on a loaded machine is slow. */
const TIMEOUT_MS = 900_000;
const PATH = '/api/admin/map/tile-server';
const WEST: [number, number] = [-122.45, 37.78];
const EAST: [number, number] = [-122.35, 37.78];

/** Water north of both places, by the name that a schema has for it, and a road south of them. */
const features = (schema: 'protomaps' | 'openmaptiles'): StreetFeature[] => {
  const [road, tags] =
    schema === 'protomaps'
      ? (['roads', { kind: 'highway' }] as const)
      : (['transportation', { class: 'motorway' }] as const);
  return [
    {
      layer: 'water',
      type: 'Polygon',
      places: [
        [-123.9, 37.79],
        [-120.9, 37.79],
        [-120.9, 39.3],
        [-123.9, 39.3],
      ],
      tags: schema === 'protomaps' ? { kind: 'ocean' } : { class: 'ocean' },
    },
    {
      layer: road,
      type: 'LineString',
      places: [
        [-123.9, 37.775],
        [-120.9, 37.775],
      ],
      tags,
    },
  ];
};

describe('streets from a tile server, in a browser', { skip: withoutBrowser, timeout: TIMEOUT_MS }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let drawing: Chromium;
  let fleet: Awaited<ReturnType<typeof startFleet>>;
  let tiles: TestTileServer;
  let dora: TestDriver;
  let owner: string;
  const open: BrowserContext[] = [];

  before(async () => {
    [server, drawing, tiles] = await Promise.all([
      startTestServer({ web: true }),
      Chromium.start({ gl: 'maps' }),
      startTileServer(features('openmaptiles')),
    ]);
    fleet = await startFleet(server);
    owner = (await fleet.api.get('/admins')).json[0].email;
    dora = await fleet.worker(WEST);
    await fleet.task({ destination: destinationAt(...EAST) });
  });
  after(async () => {
    await drawing?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
    await tiles?.[Symbol.asyncDispose]();
  });
  afterEach(async () => {
    for (const profile of open.splice(0)) await profile.close();
    assert.deepEqual(drawing.takeComplaints(), []);
  });

  const ownHeaders = () => ({ origin: server.url, 'sec-fetch-site': 'same-origin' });

  /** A page of the owner's, and the origins that it has asked beside the server's. */
  async function signedIn(): Promise<{ page: Page; profile: BrowserContext; elsewhere: Set<string> }> {
    const profile = await drawing.profile({ baseURL: server.url, viewport: { width: 1280, height: 720 } });
    open.push(profile);
    const answer = await profile.request.post('/api/session', {
      headers: ownHeaders(),
      data: { email: owner, password: 'correct horse battery staple', organization: fleet.organization },
    });
    assert.equal(answer.status(), 200, await answer.text());
    const page = await profile.newPage();
    return { page, profile, elsewhere: asksOf(page) };
  }

  function asksOf(page: Page): Set<string> {
    const elsewhere = new Set<string>();
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (/^https?:$/.test(protocol) && origin !== server.url) elsewhere.add(origin);
    });
    return elsewhere;
  }

  const set = async (profile: BrowserContext, data: object | undefined) => {
    const options = { headers: ownHeaders(), ...(data && { data }) };
    const answer = await (data ? profile.request.put(PATH, options) : profile.request.delete(PATH, options));
    assert.ok(answer.ok(), await answer.text());
  };
  const ours = () => ({ service: 'own', address: `${tiles.url}/planet`, schema: 'openmaptiles' });

  const isNear = (one: readonly number[], other: readonly number[], by: number) =>
    one.every((part, channel) => Math.abs(part - other[channel]!) <= by);

  /** Whether the upper part of a map is water, in the page's own colour for it, and the lower part is not. */
  async function hasWater(page: Page, canvas: string): Promise<boolean> {
    const colour = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('span'));
      probe.style.color = 'var(--accent-ground)';
      const numbers = getComputedStyle(probe).color.match(/\d+/g)!.map(Number);
      probe.remove();
      return numbers;
    });
    const image = sharp(await page.locator(canvas).screenshot())
      .removeAlpha()
      .raw();
    const { data, info } = await image.toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => {
      const offset = (Math.round(y) * info.width + Math.round(x)) * info.channels;
      return [...data.subarray(offset, offset + 3)];
    };
    const across = [0.3, 0.4, 0.6, 0.7].map((share) => share * info.width);
    return (
      across.filter((x) => isNear(at(x, info.height * 0.04), colour, 2)).length >= 2 &&
      across.filter((x) => isNear(at(x, info.height * 0.9), colour, 2)).length === 0
    );
  }
  const consoleHasWater = (page: Page) => hasWater(page, '.map-canvas canvas');

  async function openMap(page: Page): Promise<void> {
    await page.goto('/dispatch/map');
    await page.locator('.map-canvas[data-drawn]').waitFor();
  }

  test('one click in the note of the map brings streets, and until then nobody else is asked', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const { page, profile, elsewhere } = await signedIn();
    await profile.route('https://tiles.openfreemap.org/**', async (route) => {
      const answer = tiles.answer(new URL(route.request().url()).pathname);
      assert.equal(route.request().headers().cookie, undefined);
      assert.equal(route.request().headers().referer, undefined);
      const body = answer?.body.toString('latin1').replaceAll(tiles.url, 'https://tiles.openfreemap.org');
      await route.fulfill({
        status: answer ? 200 : 404,
        headers: { 'access-control-allow-origin': '*', 'content-type': answer?.type ?? 'text/plain' },
        body: Buffer.from(body ?? '', 'latin1'),
      });
    });
    await openMap(page);
    const note = page.getByRole('note').filter({ hasText: 'This map has no streets yet' });
    await note.getByText('it learns that area, the viewer’s IP address and this site’s address').waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'tile-server-note');
    await page.setViewportSize({ width: 390, height: 800 });
    await page.emulateMedia({ colorScheme: 'dark' });
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
    await takePicture(page, 'tile-server-note-390');
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.emulateMedia({ colorScheme: 'light' });
    assert.deepEqual([...elsewhere], []);
    await note.getByRole('button', { name: 'Show streets from OpenFreeMap' }).click();
    // The page reloads itself: the browser reads a policy once.
    await page.getByText('OpenFreeMap © OpenMapTiles, © OpenStreetMap').waitFor();
    await until(() => consoleHasWater(page), 'water of the tiles', 300);
    assert.deepEqual([...elsewhere], ['https://tiles.openfreemap.org']);
    assert.equal(await note.count(), 0);
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'tile-server-streets');
    for (const path of ['/admin/map', '/chat', '/account']) {
      elsewhere.clear();
      await page.goto(path);
      const refused = await page.evaluate(() =>
        fetch('https://tiles.openfreemap.org/planet').then(
          () => false,
          () => true,
        ),
      );
      assert.ok(refused, `the policy of ${path} lets nobody ask it`);
    }
    drawing.takeComplaints();
    await set(profile, undefined);
  });

  test('the administration takes any server, and turns it off in one click', { timeout: TIMEOUT_MS }, async () => {
    const { page, elsewhere } = await signedIn();
    await page.goto('/admin/map');
    const part = page.getByRole('region').filter({ hasText: 'Streets from a tile server' });
    await page.getByLabel('Service').selectOption('own');
    await page.getByLabel('Address').fill('https://*.tiles.example/planet');
    await page.getByRole('button', { name: 'Show these streets' }).click();
    await page.getByText('The address must name one host, without wildcards or IP numbers.').waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'tile-server-admin');
    await page.getByLabel('Address').fill(ours().address);
    await page.getByLabel('Schema of the tiles').selectOption('openmaptiles');
    await page.getByRole('button', { name: 'Show these streets' }).click();
    await page.getByText(`Streets come from ${new URL(tiles.url).host}`).waitFor();
    await takePicture(page, 'tile-server-admin-on');
    assert.equal(await part.count(), 0);
    assert.deepEqual([tiles.asked.length, elsewhere.size], [0, 0], 'the administration has no map');

    await openMap(page);
    await until(() => consoleHasWater(page), 'water of the tiles', 300);
    await page.getByText('© Fictional Mapmakers').waitFor();
    assert.deepEqual([...elsewhere], [tiles.url]);
    assert.ok(tiles.asked.some(({ path }) => /^\/\d+\/\d+\/\d+\.mvt\?key=abc$/.test(path)));
    for (const { cookie, referer } of tiles.asked) assert.deepEqual([cookie, referer], [undefined, undefined]);

    await page.goto('/admin/map');
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('button', { name: 'Show these streets' }).waitFor();
    tiles.asked.length = 0;
    elsewhere.clear();
    await openMap(page);
    await page.getByRole('note').filter({ hasText: 'This map has no streets yet' }).waitFor();
    assert.deepEqual([tiles.asked.length, elsewhere.size], [0, 0]);
  });

  test('a console that was open before asks nobody, and says that it must be reloaded', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const { page, profile } = await signedIn();
    await openMap(page);
    await set(profile, ours());
    tiles.asked.length = 0;
    const sections = page.getByRole('navigation');
    await sections.getByRole('link', { name: 'Board' }).click();
    await sections.getByRole('link', { name: 'Map' }).click();
    const { host } = new URL(tiles.url);
    await page.getByText(`The streets from ${host} can’t be loaded`).waitFor();
    assert.equal(tiles.asked.length, 0);
    assert.ok(drawing.takeComplaints().every((complaint) => complaint.includes('Content Security Policy')));
    await page.getByRole('button', { name: 'Reload page' }).click();
    await until(() => consoleHasWater(page), 'water of the tiles', 300);
    // A server that fails is not hidden either, and is asked again by the next tiles.
    tiles.answer = () => undefined;
    await set(profile, { ...ours(), address: 'http://127.0.0.1:9/planet' });
    await page.reload();
    await page.getByText('The streets from 127.0.0.1:9 can’t be loaded').waitFor();
    drawing.takeComplaints();
    await set(profile, undefined);
  });

  test('a recipient’s page asks for the map after a touch, and nobody before', { timeout: TIMEOUT_MS }, async () => {
    const local = await startTileServer(features('protomaps'));
    await using _ = local;
    const { profile } = await signedIn();
    await set(profile, { service: 'own', address: `${local.url}/planet`, schema: 'protomaps' });
    const task = await fleet.task({
      container: { type: 'WORKER', worker: dora.id },
      destination: destinationAt(EAST[0], EAST[1]),
    });
    const phone = await drawing.profile({ baseURL: server.url, viewport: { width: 390, height: 844 }, isMobile: true });
    open.push(phone);
    const page = await phone.newPage();
    const elsewhere = asksOf(page);
    const scripts: string[] = [];
    page.on('request', (request) => request.url().includes('/assets/') && scripts.push(request.url()));
    await page.goto(new URL(task.trackingURL).pathname);
    await page.getByText(/About .+ away, as of/).waitFor();
    const { host } = new URL(local.url);
    await page.getByText(`The map comes from ${host}, which then learns this area and your IP address.`).waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'tracking-map-offered');
    assert.deepEqual([elsewhere.size, scripts.length, local.asked.length], [0, 0, 0]);
    await page.getByRole('button', { name: 'Show map' }).click();
    await page.locator('[data-map-place][data-drawn]').waitFor();
    await until(() => hasWater(page, '[data-map-place] canvas'), 'water of the tiles', 300);
    await page.getByText('© Fictional Mapmakers').waitFor();
    assert.deepEqual([...elsewhere], [local.url]);
    assert.equal(await page.getByRole('img', { name: 'Sketch with the position of the driver' }).count(), 0);
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'tracking-map');
    await page.emulateMedia({ colorScheme: 'dark' });
    await until(() => hasWater(page, '[data-map-place] canvas'), 'water of the tiles in the dark', 300);
    await takePicture(page, 'tracking-map-dark');
    // The driver moves on it, and it goes when the delivery ends.
    await dora.goTo(-122.36, 37.78);
    await page.getByText(/About 0\.\d mi away/).waitFor();
    for (const [step, body] of [
      ['start', {}],
      ['complete', { success: true }],
    ] as const)
      assert.equal((await dora.driver.post(`/driver/tasks/${task.id}/${step}`, body)).status, 200);
    await page.getByText(/^Delivered at/).waitFor();
    await page.locator('[data-map-place]').waitFor({ state: 'hidden' });

    // Streets that do not come leave the sketch, and say so.
    const next = await fleet.task({
      container: { type: 'WORKER', worker: dora.id },
      destination: destinationAt(EAST[0], EAST[1]),
    });
    local.answer = () => undefined;
    await page.goto(new URL(next.trackingURL).pathname);
    await page.getByRole('button', { name: 'Show map' }).click();
    await page.getByRole('alert').filter({ hasText: 'The map cannot be loaded' }).waitFor();
    await page.getByRole('img', { name: 'Sketch with the position of the driver' }).waitFor();
    drawing.takeComplaints();
    await set(profile, undefined);
    await page.reload();
    await page.getByText(/About .+ away, as of/).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Show map' }).count(), 0);
  });
});
