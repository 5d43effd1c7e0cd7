import assert from 'node:assert/strict';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import type { Request } from 'playwright-core';
import { Chromium, withoutBrowser } from '../harness/chromium.ts';
import { until } from '../harness/clients.ts';
import { DriverFleet, openDriver, readableOnPhone } from '../harness/driver-phone.ts';
import { destinationAt } from '../harness/fleet.ts';
import { lookInBothSchemes } from '../harness/look.ts';
import { startTestServer } from '../harness/server.ts';
import { connectBy, hasShore, partsOnPhone } from '../harness/stop-map.ts';
import { type StreetFeature, streetMap } from '../harness/street-map.ts';

/** Timeout of everything below: a browser on a loaded machine is slow. */
const TIMEOUT_MS = 600_000;
/** On the shore: water in the north, ground in the south. */
const SHORE: [number, number] = [-122.4, 37.795];
const area = (south: number, north: number) =>
  [
    [-122.9, south],
    [-121.9, south],
    [-121.9, north],
    [-122.9, north],
  ] as [number, number][];

/** A map's file, of water in the north. */
function coast(): Uint8Array {
  const features: StreetFeature[] = [
    { layer: 'earth', type: 'Polygon', places: area(37, 38.5), tags: {} },
    { layer: 'water', type: 'Polygon', places: area(37.795, 38.5), tags: { kind: 'ocean' } },
  ];
  return streetMap(features, [-122.6, 37.6, -122.2, 38], 12, '© OpenStreetMap');
}

test('a stop’s streets are shown when they are asked for, and lie sealed on the phone: also without a network', {
  skip: withoutBrowser,
  timeout: TIMEOUT_MS,
}, async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'hubbub-driver-map-'));
  const file = path.join(folder.path, 'streets.pmtiles');
  await writeFile(file, coast());
  await using server = await startTestServer({ web: true });
  await using chromium = await Chromium.start({ gl: 'maps' });
  const fleet = await DriverFleet.start(server, chromium);
  const { worker_id: worker, ...account } = await fleet.driver('Maya Map');
  const destination = destinationAt(...SHORE);
  const first = await fleet.task(worker, { destination });
  const second = await fleet.task(worker, { destination: destinationAt(-122.401, SHORE[1]) });

  // Without streets on the server there is the sketch alone.
  const other = await fleet.phone();
  await fleet.signIn(other, account);
  const plain = await openDriver(other, `/driver/task/${first}`);
  await plain.getByRole('img', { name: /Sketch of the area/ }).waitFor();
  assert.equal(await plain.getByRole('button', { name: 'Show the streets' }).count(), 0);
  await other.close();

  server.services.config.mapFile = file;
  const phone = await fleet.phone({ viewport: { width: 390, height: 844 } });
  await phone.addInitScript(connectBy, 'wifi');
  await fleet.signIn(phone, account);
  const requests: Request[] = [];
  phone.on('request', (request) => requests.push(request));
  const tab = await openDriver(phone, `/driver/task/${first}`);
  // In a Wi-Fi the day's area comes by itself, with what draws it.
  // Its beginning, and tiles.
  await until(async () => (await tab.evaluate(partsOnPhone)).length > 1, 'the area lying on the phone', 300);
  await until(() => tab.evaluate(hasMapOnPhone), 'what draws it lying on the phone', 300);
  await tab.getByRole('button', { name: 'Show the streets' }).click();
  await tab.locator('.stop-map [data-drawn]').waitFor();
  await tab.getByText('© OpenStreetMap').waitFor();
  await until(() => hasShore(tab), 'water in the north and none in the south', 300);
  await tab.getByRole('img', { name: 'Map: this stop, and 1 other stop' }).waitFor();
  await lookInBothSchemes(tab, 'driver-map');
  for (const request of requests) assert.equal(new URL(request.url()).origin, server.url);
  // Nor does the browser's own cache have the streets open on the phone.
  const ofStreets = requests.filter((request) => request.url().endsWith('.pmtiles'));
  assert.ok(ofStreets.length > 0);
  for (const request of ofStreets) assert.equal((await request.allHeaders())['cache-control'], 'no-cache');

  // No network, and another stop of the day.
  await phone.setOffline(true);
  await tab.goto(`/driver/task/${second}`);
  await tab.getByRole('button', { name: 'Show the streets' }).click();
  await tab.locator('.stop-map [data-drawn]').waitFor();
  await until(() => hasShore(tab), 'the same streets without a network', 300);
  assert.equal(await tab.getByText('not on this phone').count(), 0);
  assert.doesNotMatch(await readableOnPhone(tab), /PMTiles|OpenStreetMap/);
  await phone.close();
  chromium.takeComplaints();
});

test('streets on the phone make room: for the driver’s work, for those read now, for another driver, another version', {
  skip: withoutBrowser,
  timeout: TIMEOUT_MS,
}, async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'hubbub-driver-map-'));
  const file = path.join(folder.path, 'streets.pmtiles');
  await writeFile(file, coast());
  await using server = await startTestServer({ web: true });
  server.services.config.mapFile = file;
  await using chromium = await Chromium.start({ gl: 'maps' });
  const fleet = await DriverFleet.start(server, chromium);
  const { worker_id: worker, ...account } = await fleet.driver('Fred Full');
  const id = await fleet.task(worker, { destination: destinationAt(...SHORE) });
  const phone = await fleet.phone();
  await phone.addInitScript(connectBy, 'cellular');
  await fleet.signIn(phone, account);
  const tab = await openDriver(phone, `/driver/task/${id}`);

  // The file's address, as the app has it, and parts of others.
  const { map } = await tab.evaluate(async () => (await fetch('/api/v2/driver/me')).json());
  await tab.evaluate(keepParts, { workerId: worker, address: map.tiles, count: 2000 });
  await tab.evaluate(keepParts, { workerId: worker, address: '/tiles/before.pmtiles', count: 1 });
  await tab.evaluate(keepParts, { workerId: 'another', address: map.tiles, count: 1 });
  await tab.getByRole('button', { name: 'Show the streets' }).click();
  await tab.locator('.stop-map [data-drawn]').waitFor();
  await until(async () => {
    const parts = await tab.evaluate(partsOnPhone);
    const isOwn = ([workerId, name]: string[]) => workerId === worker && name!.startsWith(`map ${map.tiles} `);
    return parts.length > 1 && parts.length < 100 && parts.every(isOwn);
  }, 'the parts that were read, and no others');

  // The day's area comes where the phone comes into a Wi-Fi.
  await tab.goto('/driver/me');
  await tab.getByRole('switch', { name: 'On duty' }).waitFor();
  const before = (await tab.evaluate(partsOnPhone)).length;
  assert.ok((await tab.evaluate(partsOnPhone)).some(([, name]) => name.endsWith(' 0+16384')));
  await tab.evaluate(() => {
    const { connection } = navigator as unknown as { connection: EventTarget & { type: string } };
    connection.type = 'wifi';
    connection.dispatchEvent(new Event('change'));
  });
  await until(async () => (await tab.evaluate(partsOnPhone)).length > before, 'the area lying on the phone');

  // The phone is full as long as streets lie on it.
  await tab.evaluate(() => {
    const { add } = IDBObjectStore.prototype;
    let isFull = true;
    IDBObjectStore.prototype.add = function (...given) {
      if (isFull) {
        isFull = false;
        throw new DOMException('The quota is exceeded.', 'QuotaExceededError');
      }
      return add.apply(this, given);
    };
  });
  const duty = tab.getByRole('switch', { name: 'On duty' });
  const wasOn = await duty.getAttribute('aria-checked');
  await duty.click();
  await until(async () => (await duty.getAttribute('aria-checked')) !== wasOn, 'the change being kept');
  // The file's beginning was read once, and is not read again by what still loads the area.
  const names = (await tab.evaluate(partsOnPhone)).map(([, name]) => name);
  assert.deepEqual(
    names.filter((name) => name.endsWith(' 0+16384')),
    [],
  );
  assert.equal(await tab.getByText(/^This phone is full/).count(), 0);
  await phone.close();
  chromium.takeComplaints();
});

/** Writes parts that nobody reads. */
async function keepParts(given: { workerId: string; address: string; count: number }): Promise<void> {
  const { workerId, address, count } = given;
  const opening = indexedDB.open('hubbub-driver');
  await new Promise((resolve) => {
    opening.onsuccess = resolve;
  });
  const db = opening.result;
  const transaction = db.transaction('copies', 'readwrite');
  const sealed = { iv: new Uint8Array(12), bytes: new ArrayBuffer(16) };
  for (let n = 0; n < count; n++)
    transaction.objectStore('copies').put({ workerId, name: `map ${address} old ${n}`, sealed });
  await new Promise((resolve) => {
    transaction.oncomplete = resolve;
  });
  db.close();
}

/** Whether the app's cache has what draws maps. */
async function hasMapOnPhone(): Promise<boolean> {
  for (const name of await caches.keys()) {
    const stored = await (await caches.open(name)).keys();
    if (stored.some(({ url }) => /maplibre-gl-worker/.test(url))) return true;
  }
  return false;
}
