import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { DispatchClient } from '../../../../tests/harness/clients.ts';
import { type Extract, extractOf } from '../../../../tests/harness/osm-extract.ts';
import { startTestServer } from '../../../../tests/harness/server.ts';
import { importGeo } from '../../../cli/geo-import.ts';
import { UnknownFormatError } from './point-files.ts';

const server = await startTestServer();
const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-osm-'));
after(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

async function fileOf(name: string, content: Buffer) {
  const at = path.join(folder, name);
  await writeFile(at, content);
  return at;
}

const street = { 'addr:street': 'Rue du Puits', 'addr:city': 'Nulle-Part' };
const square = [1, 2, 3, 4, 1];
const village: Extract = {
  nodes: [
    { id: 1, lon: 7.41, lat: 43.73 },
    { id: 2, lon: 7.411, lat: 43.73 },
    { id: 3, lon: 7.411, lat: 43.731 },
    { id: 4, lon: 7.41, lat: 43.731 },
    { id: 5_000_000_000, lon: -0.5, lat: 43.9, tags: { 'addr:housenumber': '3;5', ...street, 'addr:country': 'FR' } },
    { id: 5_000_000_001, lon: 7.5, lat: 43.8, tags: { name: 'Café', 'addr:street': 'Rue du Puits' } },
    { id: 5_000_000_002, lon: 7.6, lat: 43.8, tags: { 'addr:housenumber': '9' } },
  ],
  ways: [
    { id: 10, refs: square, tags: { building: 'yes', 'addr:housenumber': '12', ...street } },
    { id: 11, refs: square, tags: { building: 'yes' } },
    {
      id: 12,
      refs: [3, 77, 78, 3],
      tags: { 'addr:housenumber': '1', 'addr:place': 'La Source', 'addr:city': 'Nulle-Part' },
    },
    { id: 13, refs: [77, 78], tags: { 'addr:housenumber': '2', ...street } },
  ],
  relations: [{ id: 20, tags: { type: 'multipolygon', 'addr:housenumber': '14', ...street } }],
};

describe('An OpenStreetMap extract', () => {
  it('gives the addresses of points and of buildings', async () => {
    const imported = await importGeo(server.services, await fileOf('village.osm.pbf', extractOf(village)), {
      country: 'MC',
    });
    // Without a street, without any corner, of several outlines.
    assert.deepEqual(imported, { source: 'village.osm.pbf', imported: 4, skipped: 3 });
    const client = new DispatchClient((await server.organization({ country: 'FR' })).dispatch);
    const locate = async (number: string, country: string, of = 'Rue du Puits') => {
      const address = { number, street: of, city: 'Nulle-Part', country };
      const { json, text } = await client.post('/destinations', { address });
      assert.equal(json.geocoding?.precision, 'address', text);
      return json.location;
    };
    assert.deepEqual(await locate('3', 'France'), [-0.5, 43.9]);
    assert.deepEqual(await locate('5', 'France'), [-0.5, 43.9]);
    assert.deepEqual(await locate('12', 'Monaco'), [7.4105, 43.7305]);
    assert.deepEqual(await locate('1', 'Monaco', 'La Source'), [7.411, 43.731]);
  });

  it('replaces what a file of this name gave before', async () => {
    const fewer = { ...village, ways: [] };
    const imported = await importGeo(server.services, await fileOf('village.osm.pbf', extractOf(fewer)), {
      country: 'MC',
    });
    assert.deepEqual(imported, { source: 'village.osm.pbf', imported: 2, skipped: 2 });
    const { rows } = await server.services.database.pool.query(
      `select count(*)::int as count from dispatch.address_points where source = 'village.osm.pbf'`,
    );
    assert.deepEqual(rows, [{ count: 2 }]);
  });

  it('is refused in one sentence when it is cut, packed otherwise, or none at all', async () => {
    const whole = extractOf(village);
    const files: [string, Buffer][] = [
      ['cut.osm.pbf', whole.subarray(0, whole.length - 30)],
      ['packed.osm.pbf', extractOf(village, 7)],
      ['none.osm.pbf', Buffer.from('<?xml version="1.0"?><osm version="0.6"></osm>'.repeat(10))],
      ['empty.osm.pbf', Buffer.alloc(0)],
    ];
    for (const [name, content] of files)
      await assert.rejects(importGeo(server.services, await fileOf(name, content)), UnknownFormatError, name);
    await assert.rejects(importGeo(server.services, path.join(folder, 'missing.osm.pbf')), { code: 'ENOENT' });
  });
});
