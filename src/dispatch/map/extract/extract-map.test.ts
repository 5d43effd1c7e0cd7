import assert from 'node:assert/strict';
import { mkdtempDisposable, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { PMTiles, tileIdToZxy, zxyToTileId } from 'pmtiles';
import type { DegreeBox } from '../../geocoding/layers/gazetteer-cities.ts';
import { headOf } from './archive.ts';
import { readArea } from './area.ts';
import { extractMap } from './extract-map.ts';
import type { ExtractPlan } from './plan.ts';
import { openMapSource } from './source.ts';

const ZOOM = 8;
const WORLD = { west: -180, south: -85, east: 180, north: 85 };
/** 51 of the 256 columns, and 17 of the rows. */
const AREA: DegreeBox = { west: -30, south: 40, east: 40, north: 55 };

/** A map of all tiles of a zoom: more than one directory holds. Each fourth tile is sea, with one content. */
function world(): Buffer {
  const first = zxyToTileId(ZOOM, 0, 0);
  const plan: ExtractPlan = {
    header: { tileCompression: 2 } as ExtractPlan['header'],
    ...{ minZoom: ZOOM, maxZoom: ZOOM, entries: [], pieces: [], tiles: 0, length: 0 },
  };
  const sea = Buffer.from('sea');
  const contents: Buffer[] = [sea];
  plan.length = sea.length;
  for (let id = first; id < first + 4 ** ZOOM; id++) {
    plan.tiles++;
    if (id % 4 === 0) {
      plan.entries.push({ tileId: id, offset: 0, length: sea.length, runLength: 1 });
      continue;
    }
    // Lengths that do not repeat make a directory that does not pack well.
    const content = Buffer.from(`tile ${id} ${'x'.repeat((id * 7919) % 211)}`);
    plan.entries.push({ tileId: id, offset: plan.length, length: content.length, runLength: 1 });
    contents.push(content);
    plan.length += content.length;
  }
  return Buffer.concat([headOf(plan, gzipSync(JSON.stringify({ attribution: '© Example' })), WORLD), ...contents]);
}

let folder: Awaited<ReturnType<typeof mkdtempDisposable>>;
let large: string;
let content: Buffer;
before(async () => {
  folder = await mkdtempDisposable(path.join(tmpdir(), 'hubbub-extract-'));
  large = path.join(folder.path, 'large.pmtiles');
  content = world();
  await writeFile(large, content);
});
after(() => folder[Symbol.asyncDispose]());

const extract = (from: string, to: string, more: Partial<Parameters<typeof extractMap>[0]> = {}) =>
  extractMap({ from, to, box: AREA, maxZoom: 15, progress: () => {}, ...more });

/** Returns what a reader of maps finds for a tile. */
async function tileIn(file: string, z: number, x: number, y: number): Promise<string | undefined> {
  await using source = await openMapSource(file);
  const plain = async (data: ArrayBuffer) => data;
  const tiles = new PMTiles(source, undefined, async (data, compression) =>
    compression === 2 && new Uint8Array(data)[0] === 0x1f
      ? new Response(new Blob([data]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer()
      : plain(data),
  );
  const found = await tiles.getZxy(z, x, y);
  return found && Buffer.from(found.data).toString();
}

test('an area is cut out with every tile of it and no other, and readers of maps find them', async () => {
  const to = path.join(folder.path, 'made', 'area.pmtiles');
  const result = await extract(large, to);
  assert.equal(result.tiles, 51 * 17);
  assert.ok(result.bytes < content.length / 20, `${result.bytes} of ${content.length} bytes`);
  assert.equal((await stat(to)).size, result.bytes);
  for (const [x, y] of [
    [107, 81],
    [130, 90],
    [156, 96],
  ] as const)
    assert.equal(await tileIn(to, ZOOM, x, y), await tileIn(large, ZOOM, x, y), `${x} ${y}`);
  assert.equal(await tileIn(to, ZOOM, 20, 20), undefined);
  await assert.rejects(stat(`${to}.part`));
  // The same again, of the result: it is a whole map.
  const again = path.join(folder.path, 'again.pmtiles');
  await extract(to, again, { box: { west: 0, south: 45, east: 10, north: 50 } });
  assert.equal(await tileIn(again, ZOOM, 130, 90), await tileIn(large, ZOOM, 130, 90));
});

test('a map with more tiles than the root directory holds has leaves', async () => {
  const to = path.join(folder.path, 'half.pmtiles');
  const { tiles } = await extract(large, to, { box: { ...WORLD, east: 0 } });
  assert.ok(tiles > 30_000);
  for (const id of [0, 4321, 30_000].map((n) => zxyToTileId(ZOOM, 0, 0) + n)) {
    const [z, x, y] = tileIdToZxy(id);
    if (x < 128) assert.equal(await tileIn(to, z, x, y), await tileIn(large, z, x, y), `${x} ${y}`);
  }
});

interface Served extends AsyncDisposable {
  url: string;
  asked: string[];
  /** Requests that are answered; further ones fail. */
  most: number;
  etag: string;
}

async function serve(hasRanges = true): Promise<Served> {
  const served = { asked: [] as string[], most: Number.POSITIVE_INFINITY, etag: '"one"' };
  const server: Server = createServer((request, response) => {
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
    served.asked.push(request.headers.range ?? 'all');
    if (served.asked.length > served.most) return void response.writeHead(403).end();
    if (!range || !hasRanges) return void response.writeHead(200).end(content);
    const part = content.subarray(Number(range[1]), Number(range[2]) + 1);
    response.writeHead(206, { etag: served.etag }).end(part);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/large.pmtiles`;
  return Object.assign(served, {
    url,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

test('from a web server only parts are read; a run that broke goes on where it was, unless the file is another', async () => {
  await using served = await serve();
  const to = path.join(folder.path, 'remote.pmtiles');
  const steps: number[] = [];
  const whole = await extract(served.url, to, { progress: (bytes) => steps.push(bytes) });
  const all = served.asked.length;
  assert.ok(served.asked.every((range) => range.startsWith('bytes=')));
  assert.ok(steps.length > 2 && whole.resumedAt === 0, 'several parts');
  const expected = await readFile(to);
  await rm(to);

  served.asked.length = 0;
  served.most = all - 2;
  await assert.rejects(extract(served.url, to), /answered 403/);
  await assert.rejects(stat(to), 'nothing half takes its place');
  served.asked.length = 0;
  served.most = Number.POSITIVE_INFINITY;
  const rest = await extract(served.url, to);
  assert.equal(served.asked.length, all - (steps.length - 2));
  assert.equal(rest.resumedAt, steps.at(-3));
  assert.deepEqual(await readFile(to), expected);

  served.asked.length = 0;
  served.most = all - 2;
  await assert.rejects(extract(served.url, to));
  served.most = Number.POSITIVE_INFINITY;
  served.etag = '"two"';
  assert.equal((await extract(served.url, to)).resumedAt, 0);
});

test('what cannot be cut out is refused in a sentence', async () => {
  await using served = await serve(false);
  const to = path.join(folder.path, 'refused.pmtiles');
  await assert.rejects(extract(served.url, to), /does not serve parts of the file/);
  assert.equal(served.asked.length, 1, 'it does not read everything');
  const none = path.join(folder.path, 'none.txt');
  await writeFile(none, 'x'.repeat(20_000));
  await assert.rejects(extract(none, to), /is not a PMTiles file/);
  await writeFile(none, 'x');
  await assert.rejects(extract(none, to), /is not a PMTiles file/);
  await assert.rejects(
    extract(large, to, { box: { west: 0, south: 89, east: 1, north: 89.5 }, maxZoom: 3 }),
    /nothing in/,
  );
  const deep = Buffer.from(content);
  deep[101] = 15;
  const streets = path.join(folder.path, 'streets.pmtiles');
  await writeFile(streets, deep);
  await assert.rejects(extract(streets, to, { box: WORLD }), /Choose a smaller area/);
  const raster = Buffer.from(content);
  raster[99] = 2;
  await writeFile(streets, raster);
  await assert.rejects(extract(streets, to), /not vector tiles/);
});

test('an area is a town or a box', async () => {
  const { name, box } = await readArea('Berlin');
  assert.equal(name, 'Berlin, DE');
  assert.ok(box.west < 13.1 && box.east > 13.7 && box.south < 52.4 && box.north > 52.6, JSON.stringify(box));
  assert.equal((await readArea('Munich')).name, (await readArea('München, Germany')).name);
  assert.deepEqual((await readArea('13.0, 52.3,13.8,52.7')).box, { west: 13, south: 52.3, east: 13.8, north: 52.7 });
  for (const wrong of ['13,52,12,53', '1,2,3', '0,0,400,1', 'Nowhereville', 'Berlin, Atlantis', ''])
    await assert.rejects(readArea(wrong), Error, wrong);
});
