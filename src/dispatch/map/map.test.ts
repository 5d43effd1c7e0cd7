import assert from 'node:assert/strict';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { destinationAt, startFleet } from '../../../tests/harness/fleet.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { ConfigError } from '../../platform/config/setting.ts';
import { readConfig } from '../../platform/config.ts';
import { doSetTileServer } from './actions.ts';
import { ownMapFile } from './map-file.ts';

/** A file of vector tiles as far as a server reads it. */
function pmtiles(attribution: string, { type = 1 } = {}): Buffer {
  const metadata = gzipSync(JSON.stringify({ attribution }));
  const head = Buffer.alloc(127);
  head.write('PMTiles', 'latin1');
  for (const [at, byte] of [
    [7, 3],
    [97, 2],
    [98, 2],
    [99, type],
    [100, 1],
    [101, 14],
    [118, 9],
  ])
    head[at!] = byte!;
  head.writeBigUInt64LE(127n, 24);
  head.writeBigUInt64LE(BigInt(metadata.length), 32);
  for (const [at, degrees] of [
    [102, -123],
    [106, 37],
    [110, -122],
    [114, 38],
    [119, -122.5],
    [123, 37.5],
  ])
    head.writeInt32LE(degrees! * 1e7, at!);
  return Buffer.concat([head, metadata, Buffer.alloc(20_000, 'tiles')]);
}

let server: Awaited<ReturnType<typeof startTestServer>>;
let folder: string;
let mapFile: string;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'hubbub-map-'));
  mapFile = path.join(folder, 'streets.pmtiles');
  server = await startTestServer();
});
after(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

async function withMap<T>(content: Buffer, work: () => Promise<T>): Promise<T> {
  await writeFile(mapFile, content);
  server.services.config.mapFile = mapFile;
  try {
    return await work();
  } finally {
    server.services.config.mapFile = undefined;
  }
}

test('without a file the map has outlines, and begins where the hubs are', async () => {
  const { api } = await startFleet(server);
  const outline = {
    ...{ style: 'outline', tiles: null, tileServer: null, minZoom: 0, maxZoom: 8 },
    ...{ attribution: '', isFileMissing: false },
  };
  assert.deepEqual((await api.get('/map')).json, { ...outline, bounds: null, center: null });
  for (const [name, lon] of [
    ['East', -122.2],
    ['West', -122.4],
  ] as const)
    assert.equal((await api.post('/hubs', { name, ...destinationAt(lon, 37.8) })).status, 200);
  const { bounds, center } = (await api.get('/map')).json;
  assert.deepEqual([bounds, center[1]], [[-122.4, 37.8, -122.2, 37.8], 37.8]);
  for (const [lon, lat, isOn] of [
    [-122.3, 37.8, true],
    [-122.3, 38.1, false],
    [-122.3, 36.9, false],
    [-121.9, 37.8, false],
    [-123.1, 37.8, false],
  ] as const) {
    const { api: other } = await startFleet(server);
    await other.post('/hubs', { name: 'Only', ...destinationAt(lon, lat) });
    await withMap(pmtiles(''), async () => {
      const { center } = (await other.get('/map')).json;
      assert.deepEqual(center, isOn ? [lon, lat] : [-122.5, 37.5], `${lon}, ${lat}`);
    });
  }
  assert.equal((await fetch(`${server.url}/tiles/0123456789abcdef.pmtiles`)).status, 404);
});

test('without the setting the file of the data folder is used as soon as it is there', async () => {
  const { api } = await startFleet(server);
  const own = ownMapFile(server.services.config);
  await writeFile(own, pmtiles('Own'));
  assert.equal((await api.get('/map')).json.attribution, 'Own');
  await withMap(pmtiles('Set'), async () => assert.equal((await api.get('/map')).json.attribution, 'Set'));
  await rm(own);
  const { style, isFileMissing } = (await api.get('/map')).json;
  assert.deepEqual([style, isFileMissing], ['outline', false]);
});

test('a file of streets is served in parts, each version under a name of its own', async () => {
  const { api } = await startFleet(server);
  const content = pmtiles('<a href="https://www.openstreetmap.org/copyright">&copy; OpenStreetMap</a>');
  await withMap(content, async () => {
    const { json } = await api.get('/map');
    const { tiles, ...map } = json;
    assert.deepEqual(map, {
      ...{ style: 'file', tileServer: null, minZoom: 1, maxZoom: 14, attribution: '© OpenStreetMap' },
      ...{ bounds: [-123, 37, -122, 38], center: [-122.5, 37.5], isFileMissing: false },
    });
    const get = (headers: Record<string, string>, method = 'GET') =>
      fetch(`${server.url}${tiles}`, { method, headers });
    const part = await get({ range: 'bytes=7-9' });
    assert.deepEqual([part.status, part.headers.get('content-range')], [206, `bytes 7-9/${content.length}`]);
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), content.subarray(7, 10));
    assert.match(part.headers.get('cache-control')!, /immutable/);
    assert.equal(part.headers.get('content-type'), 'application/vnd.pmtiles');
    const last = await get({ range: 'bytes=-5' });
    assert.deepEqual([last.status, await last.text()], [206, 'tiles']);
    const whole = await get({});
    assert.deepEqual([whole.status, Buffer.from(await whole.arrayBuffer())], [200, content]);
    const etag = whole.headers.get('etag')!;
    assert.equal((await get({ 'if-none-match': etag })).status, 304);
    assert.equal((await get({ 'if-range': '"other"', range: 'bytes=0-1' })).status, 200);
    assert.equal((await get({ range: 'bytes=999999-' })).status, 416);
    const head = await get({ range: 'bytes=0-126' }, 'HEAD');
    assert.deepEqual([head.status, head.headers.get('content-length'), await head.text()], [206, '127', '']);
    assert.equal((await fetch(`${server.url}/tiles/..%2f..%2fetc%2fpasswd`)).status, 404);

    // Another file is another version, also while the program runs; of the one before there is nothing any more.
    await writeFile(`${mapFile}.new`, pmtiles('Other'));
    await rename(`${mapFile}.new`, mapFile);
    const other = (await api.get('/map')).json;
    assert.notEqual(other.tiles, tiles);
    assert.equal(other.attribution, 'Other');
    assert.equal((await get({ range: 'bytes=7-9' })).status, 404);
    assert.equal((await fetch(`${server.url}${other.tiles}`, { headers: { range: 'bytes=0-6' } })).status, 206);

    const missing = async () => {
      const { style, isFileMissing } = (await api.get('/map')).json;
      assert.deepEqual([style, isFileMissing], ['outline', true]);
    };
    await writeFile(mapFile, 'no map any more');
    await missing();
    await rm(mapFile);
    await missing();
    assert.equal((await fetch(`${server.url}${other.tiles}`)).status, 404);
  });
});

test('a driver learns of the file, also where the organization’s maps ask a tile server, and of none where there is none', async () => {
  const fleet = await startFleet(server);
  const { driver } = await fleet.worker();
  const mapOfDriver = async () => (await driver.get('/driver/me')).json.map;
  assert.equal(await mapOfDriver(), null);
  await withMap(pmtiles('Own'), async () => {
    const { tiles, minZoom, maxZoom, attribution } = (await fleet.api.get('/map')).json;
    assert.deepEqual(await mapOfDriver(), { tiles, minZoom, maxZoom, attribution });
    await server.services.database.transaction(
      (tx) =>
        doSetTileServer(tx, {
          service: 'own',
          address: 'https://tiles.example/{z}/{x}/{y}.mvt',
          schema: 'protomaps',
          attribution: 'Elsewhere',
        }),
      { organizationId: fleet.organization },
    );
    assert.equal((await fleet.api.get('/map')).json.style, 'server');
    assert.deepEqual(await mapOfDriver(), { tiles, minZoom, maxZoom, attribution });
  });
  assert.equal(await mapOfDriver(), null);
});

test('a setting that names no map ends the start', async () => {
  await writeFile(mapFile, pmtiles(''));
  assert.equal(readConfig({ MAP_FILE: mapFile }).mapFile, mapFile);
  const raster = path.join(folder, 'raster.pmtiles');
  await writeFile(raster, pmtiles('', { type: 2 }));
  for (const [file, words] of [
    [raster, /MAP_FILE must be the path of a PMTiles file/],
    [path.join(folder, 'none'), /MAP_FILE must be the path of a readable file/],
    [folder, /MAP_FILE must be the path of a readable file/],
  ] as const)
    assert.throws(
      () => readConfig({ MAP_FILE: file }),
      (error) => error instanceof ConfigError && words.test(error.message),
    );
});

test('the towns of an area, the largest first, may be kept for a day', async () => {
  const { api } = await startFleet(server);
  const places = async (query: string) => {
    const answer = await api.get(`/map/places?${query}`);
    assert.equal(answer.status, 200, answer.text);
    return answer.json.places as { name: string; country: string; location: number[]; population: number }[];
  };
  const bay = await places('bbox=-122.6,37.2,-121.7,38&limit=5');
  assert.deepEqual(
    bay.slice(0, 2).map(({ name, country }) => [name, country]),
    [
      ['San Jose', 'US'],
      ['San Francisco', 'US'],
    ],
  );
  assert.equal(bay.length, 5);
  assert.ok(bay.every(({ population }, n) => n === 0 || population <= bay[n - 1]!.population));
  assert.ok(bay.every(({ location: [lon, lat] }) => lon! >= -122.6 && lon! <= -121.7 && lat! >= 37.2 && lat! <= 38));
  const world = await places('bbox=-180,-90,180,90');
  assert.deepEqual([world.length, new Set(world.map(({ name, country }) => `${name} ${country}`)).size], [100, 100]);
  const pacific = await places('bbox=176,-20,-176,-12');
  assert.deepEqual(
    pacific.map(({ country }) => country).filter((country) => country !== 'FJ' && country !== 'WF'),
    [],
  );
  assert.ok(pacific.length > 3);
  assert.deepEqual(await places('bbox=-30,30,-29,31'), []);
  assert.equal((await api.get('/map/places?bbox=0,0,1,1')).headers.get('cache-control'), 'private, max-age=86400');
  for (const [query, error] of [
    ['', 1900],
    ['bbox=1,2,3', 1000],
    ['bbox=1,2,3,x', 1000],
    ['bbox=1,,3,4', 1000],
    ['bbox=1,5,3,4', 1000],
    ['bbox=-181,0,0,1', 1000],
    ['bbox=0,0,1,1&limit=0', 1000],
    ['bbox=0,0,1,1&limit=501', 1000],
  ] as const)
    assert.equal((await api.get(`/map/places?${query}`)).json.message.error, error, query);
});
