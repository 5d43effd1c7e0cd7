import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, Request } from 'playwright-core';
import { doSetTileServer } from '../../src/dispatch/map/actions.ts';
import { Chromium, withoutBrowser } from '../harness/chromium.ts';
import { until } from '../harness/clients.ts';
import { DriverFleet, openDriver, readableOnPhone } from '../harness/driver-phone.ts';
import { destinationAt } from '../harness/fleet.ts';
import { lookInBothSchemes } from '../harness/look.ts';
import { startTestServer } from '../harness/server.ts';
import { connectBy, hasShore, partsOnPhone } from '../harness/stop-map.ts';
import type { StreetFeature } from '../harness/street-map.ts';
import { startTileServer } from '../harness/tile-server.ts';

/** Timeout of everything below: a browser on a loaded machine is slow. */
const TIMEOUT_MS = 600_000;
/** On the shore: water in the north. */
const SHORE: [number, number] = [-122.4, 37.795];
const SEA: StreetFeature = {
  layer: 'water',
  type: 'Polygon',
  places: [
    [-122.9, 37.795],
    [-121.9, 37.795],
    [-121.9, 38.5],
    [-122.9, 38.5],
  ],
  tags: { class: 'ocean' },
};

test('a driver sees a stop on the streets of the tile server that the owner chose, and again without a network where that server lets them be kept', {
  skip: withoutBrowser,
  timeout: TIMEOUT_MS,
}, async () => {
  await using server = await startTestServer({ web: true });
  await using tiles = await startTileServer([SEA]);
  await using chromium = await Chromium.start({ gl: 'maps' });
  const fleet = await DriverFleet.start(server, chromium);
  const { worker_id: worker, ...account } = await fleet.driver('Tina Tiles');
  const first = await fleet.task(worker, { destination: destinationAt(...SHORE) });
  const second = await fleet.task(worker, { destination: destinationAt(-122.401, SHORE[1]) });
  const chosen = { service: 'own', address: `${tiles.url}/planet`, schema: 'openmaptiles', attribution: '' } as const;
  const choose = (organizationId: string) =>
    server.services.database.transaction((tx) => doSetTileServer(tx, chosen), { organizationId });
  await choose(fleet.organizationId);
  const host = new URL(tiles.url).host;
  const onPhone = async (connection: string) => {
    const phone = await fleet.phone({ viewport: { width: 390, height: 844 } });
    await phone.addInitScript(connectBy, connection);
    await fleet.signIn(phone, account);
    const tab = await openDriver(phone, `/driver/task/${first}`);
    await tab.getByText(`They come from ${host}.`).waitFor();
    return { phone, tab };
  };
  const show = async (tab: Page) => {
    await tab.getByRole('button', { name: 'Show the streets' }).click();
    await tab.locator('.stop-map [data-drawn]').waitFor();
    await until(() => hasShore(tab), 'water in the north and none in the south', 300);
  };

  // On mobile data nothing is asked for before the touch; then by a document that may ask this one host.
  const { phone, tab } = await onPhone('cellular');
  assert.deepEqual(tiles.asked, []);
  const requests: Request[] = [];
  phone.on('request', (request) => requests.push(request));
  await show(tab);
  await tab.getByText('© Fictional Mapmakers').waitFor();
  await lookInBothSchemes(tab, 'driver-tiles');
  const ofTiles = requests.filter((request) => new URL(request.url()).origin === tiles.url);
  assert.ok(ofTiles.length > 1);
  for (const request of ofTiles) assert.equal(request.frame().url(), `${server.url}/tile-window`);
  for (const { cookie, referer } of tiles.asked) assert.deepEqual([cookie, referer], [undefined, undefined]);
  // The app's own page, which stays on the phone, may not.
  assert.equal(await tab.evaluate((url) => fetch(url).then(String, String), tiles.url), 'TypeError: Failed to fetch');
  assert.ok(chromium.takeComplaints().some((each) => each.includes(tiles.url)));
  // That server has not said that anything may be kept.
  assert.deepEqual(await tab.evaluate(partsOnPhone), []);
  await phone.setOffline(true);
  await tab.goto(`/driver/task/${second}`);
  await tab.getByRole('button', { name: 'Show the streets' }).click();
  await tab.getByText('The map cannot be shown. The sketch says where the stop is.').waitFor();
  await tab.getByRole('img', { name: /Sketch of the area/ }).waitFor();
  await phone.close();

  // It says so now: in a Wi-Fi the day's area comes by itself, sealed, and is there without a network.
  tiles.cacheControl = 'public, max-age=86400';
  const { phone: next, tab: page } = await onPhone('wifi');
  await until(async () => (await page.evaluate(partsOnPhone)).length > 45, 'the day’s area lying on the phone', 300);
  await show(page);
  await next.setOffline(true);
  await page.goto(`/driver/task/${second}`);
  await show(page);
  const readable = await readableOnPhone(page);
  for (const word of ['Mapmakers', 'planet', '.mvt', host]) assert.ok(!readable.includes(word), word);
  await next.close();
  chromium.takeComplaints();
});

test('the document that asks a tile server is of the session’s organization, of this moment, and for our own pages', async () => {
  await using server = await startTestServer();
  await using chromium = await Chromium.start();
  const fleet = await DriverFleet.start(server, chromium);
  const other = await DriverFleet.start(server, chromium);
  const policy = async (of: DriverFleet | undefined) => {
    const phone = await (of ?? fleet).phone();
    if (of) await of.signIn(phone, await of.driver('Wanda Window'));
    const answer = await phone.request.get('/tile-window');
    await phone.close();
    return [answer.status(), answer.headers()['content-security-policy'], answer.headers()['cache-control']];
  };
  const choose = (address: string) =>
    server.services.database.transaction(
      (tx) => doSetTileServer(tx, { service: 'own', address, schema: 'protomaps', attribution: '' }),
      { organizationId: fleet.organizationId },
    );
  assert.equal((await policy(fleet))[0], 404, 'without a tile server');
  for (const address of ['https://tiles.example/planet', 'https://other.example/{z}/{x}/{y}.mvt']) {
    await choose(address);
    const [status, rules, cacheControl] = await policy(fleet);
    assert.deepEqual([status, cacheControl], [200, 'no-store']);
    const rule = (name: string) =>
      String(rules)
        .split('; ')
        .filter((each) => each.startsWith(name));
    assert.deepEqual(rule('connect-src'), [`connect-src ${new URL(address).origin}`]);
    assert.deepEqual(rule('frame-ancestors'), ["frame-ancestors 'self'"]);
    assert.deepEqual(rule('default-src'), ["default-src 'none'"]);
  }
  assert.equal((await policy(undefined))[0], 404, 'nobody is signed in');
  assert.equal((await policy(other))[0], 404, 'of another organization');
});
