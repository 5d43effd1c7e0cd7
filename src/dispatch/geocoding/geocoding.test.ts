import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { DispatchClient } from '../../../tests/harness/clients.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { importGeo } from '../../cli/geo-import.ts';
import { distance } from '../geography/distance.ts';
import { UnknownFormatError } from './import/point-files.ts';
import { countryCode } from './query/countries.ts';
import { readGeocodeQuery } from './query/geocode-query.ts';

/** The other end of the geocoder's protocol; tests say what it answers. */
const asked: URL[] = [];
const authorizations: (string | undefined)[] = [];
type Answer = (url: URL, response: ServerResponse) => unknown;
let answer: Answer = () => ({ features: [] });
const provider = createServer((request, response) => {
  const url = new URL(request.url!, 'http://geocoder.example');
  asked.push(url);
  authorizations.push(request.headers.authorization);
  const given = answer(url, response);
  if (given === undefined || given === response || response.headersSent) return;
  if (typeof given === 'number') response.statusCode = given;
  response.end(typeof given === 'string' ? given : JSON.stringify(given));
});
await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
const geocoderUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;

const server = await startTestServer();
const photon = await startTestServer({ geocoder: 'photon', geocoderUrl });
const nominatim = await startTestServer({
  geocoder: 'nominatim',
  geocoderUrl: geocoderUrl.replace('//', '//hubbub:s%3Acret@'),
});
const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-geo-'));
after(async () => {
  for (const each of [server, photon, nominatim]) await each[Symbol.asyncDispose]();
  provider.closeAllConnections();
  provider.close();
  await rm(folder, { recursive: true });
});

type Server = typeof server;
async function clientOf(of: Server, country = 'US') {
  return new DispatchClient((await of.organization({ country })).dispatch);
}
async function locate(client: DispatchClient, address: unknown, rest: object = {}) {
  const created = await client.post('/destinations', { address, ...rest });
  assert.equal(created.status, 200, created.text);
  return created.json;
}
async function file(name: string, content: string | Buffer) {
  const at = path.join(folder, name);
  await writeFile(at, content);
  return at;
}
/**
 * An archive of deflated files, without what nobody reads (times, checksums).
 * @param isLarge whether sizes and places stand where they stand beyond four gigabytes (zip64)
 */
function zip(files: Record<string, string>, isLarge = false): Buffer {
  const head = (signature: number, length: number, fields: [at: number, bytes: 2 | 4, value: number][]) => {
    const bytes = Buffer.alloc(length);
    bytes.writeUInt32LE(signature);
    for (const [at, size, value] of fields) bytes.writeUIntLE(value, at, size);
    return bytes;
  };
  const long = (...values: number[]) => {
    const bytes = Buffer.alloc(8 * values.length);
    for (const [index, value] of values.entries()) bytes.writeBigUInt64LE(BigInt(value), 8 * index);
    return bytes;
  };
  const [bodies, directory]: Buffer[][] = [[], []];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const packed = deflateRawSync(text);
    const local = head(0x04034b50, 30, [
      [8, 2, 8],
      [26, 2, name.length],
    ]);
    const values = [text.length, packed.length, at];
    const extra = isLarge
      ? Buffer.concat([Buffer.from([9, 9, 1, 0, 7, 1, 0, 24, 0]), long(...values)])
      : Buffer.alloc(0);
    const [length, packedLength, start] = isLarge ? values.map(() => 0xffffffff) : values;
    const sizes: [number, 4, number][] = [
      [20, 4, packedLength!],
      [24, 4, length!],
      [42, 4, start!],
    ];
    const lengths: [number, 2, number][] = [
      [28, 2, name.length],
      [30, 2, extra.length],
    ];
    directory!.push(head(0x02014b50, 46, [[10, 2, 8], ...sizes, ...lengths]), Buffer.from(name), extra);
    bodies!.push(local, Buffer.from(name), packed);
    at += local.length + name.length + packed.length;
  }
  const [count, list] = [Object.keys(files).length, Buffer.concat(directory!)];
  const large = Buffer.concat([
    head(0x06064b50, 24, []),
    long(count, count, list.length, at),
    head(0x07064b50, 8, []),
    long(at + list.length),
    Buffer.alloc(4),
  ]);
  return Buffer.concat([
    ...bodies!,
    list,
    ...(isLarge ? [large] : []),
    head(0x06054b50, 22, [
      [10, 2, isLarge ? 0xffff : count],
      [12, 4, isLarge ? 0xffffffff : list.length],
      [16, 4, isLarge ? 0xffffffff : at],
    ]),
  ]);
}
const anyCity = { options: { minPrecision: 'city' } };
const gazetteerCity = { layer: 'gazetteer', precision: 'city' };

describe('the built-in gazetteer', () => {
  const near = (location: [number, number], place: [number, number]) =>
    assert.ok(distance(location, place) < 20_000, `${location}`);

  it('finds the city, roughly', async () => {
    const found = await locate(await clientOf(server), {
      number: '1',
      street: 'Nowhere Rd',
      city: 'San Francisco',
      state: 'CA',
      country: 'USA',
    });
    near(found.location, [-122.42, 37.77]);
    assert.deepEqual([found.geocoding, found.warnings], [gazetteerCity, ['GEOMETRIC_CENTER']]);
    assert.deepEqual(found.address, {
      number: '1',
      street: 'Nowhere Rd',
      apartment: '',
      city: 'San Francisco',
      state: 'CA',
      postalCode: '',
      country: 'United States',
    });
  });

  it("takes the country that is named, else the organization's own, else the largest city", async () => {
    const american = await clientOf(server);
    const british = await clientOf(server, 'GB');
    const paris = { unparsed: '1 High St, Birmingham' };
    near((await locate(american, paris)).location, [-86.8, 33.52]);
    near((await locate(british, paris)).location, [-1.9, 52.48]);
    near((await locate(american, { unparsed: '1 High St, Birmingham, United Kingdom' })).location, [-1.9, 52.48]);
    near((await locate(american, { unparsed: 'Strada 1, Bucharest' })).location, [26.1, 44.43]);
    near((await locate(american, { unparsed: 'Marienplatz 1, 80331 München, Deutschland' })).location, [11.58, 48.14]);
  });

  it('tells cities of one name apart by the state', async () => {
    const client = await clientOf(server);
    const springfield = (state: string) => ({ street: 'Elm St', city: 'Springfield', state, country: 'US' });
    near((await locate(client, springfield('Illinois'))).location, [-89.65, 39.8]);
    near((await locate(client, springfield('MA'))).location, [-72.59, 42.1]);
    near((await locate(client, { unparsed: '5 Elm St, Springfield, IL 62701, USA' })).location, [-89.65, 39.8]);
    near((await locate(client, { unparsed: 'Springfield, Illinois' })).location, [-89.65, 39.8]);
  });

  it('takes the name of a state for the state, and for the city only where nothing else can be', async () => {
    const client = await clientOf(server);
    const places: [string, [number, number]][] = [
      ['San Francisco, California, USA', [-122.42, 37.77]],
      ['Market Street, San Francisco, California, USA', [-122.42, 37.77]],
      ['San Francisco CA', [-122.42, 37.77]],
      ['New York, NY', [-74, 40.71]],
      ['350 Fifth Avenue, New York, USA', [-74, 40.71]],
      ['1600 Pennsylvania Avenue, Washington, DC 20500', [-77.04, 38.9]],
      ['1600 Pennsylvania Avenue NW, Washington, USA', [-77.04, 38.9]],
      ['Atlanta, Georgia', [-84.39, 33.75]],
      ['London, Ontario, Canada', [-81.23, 42.98]],
      ['100 Queen St W, Toronto, ON M5H 2N2, Canada', [-79.42, 43.7]],
      ['Berlin, Germany', [13.41, 52.52]],
      ['Curitiba, Paraná, Brazil', [-49.27, -25.43]],
    ];
    for (const [unparsed, place] of places) {
      const found = await locate(client, { unparsed });
      assert.ok(distance(found.location, place) < 20_000, `${unparsed}: ${found.location}`);
    }
    const refused = await client.post('/destinations', { address: { unparsed: '5 Main St, California, USA' } });
    assert.equal(refused.json.message?.error, 1011, refused.text);
    const french = await clientOf(server, 'FR');
    near((await locate(french, { unparsed: 'Paris, Texas' })).location, [-95.56, 33.66]);
    near((await locate(await clientOf(server, 'CA'), { unparsed: 'London, ON, CA' })).location, [-81.23, 42.98]);
    near((await locate(await clientOf(server, 'GE'), { unparsed: 'Tbilisi, Georgia' })).location, [44.83, 41.69]);
  });

  it('knows nothing of what does not exist: error 1011, and nothing is written', async () => {
    const client = await clientOf(server);
    for (const address of [
      { street: 'Main St', city: 'Qwxyzville', country: 'US' },
      { street: 'Main St', city: 'Paris', country: 'Atlantis' },
      { unparsed: ',,,' },
      { unparsed: '???' },
      { street: 'Main St', postalCode: '00001', country: 'US' },
    ]) {
      const refused = await client.post('/destinations', { address });
      assert.deepEqual([refused.status, refused.json.message.error], [400, 1011], refused.text);
    }
  });
});

describe('imported open data', () => {
  const feature = (number: string, street: string, city: string, postcode: string, lon: number, lat: number) =>
    JSON.stringify({
      type: 'Feature',
      properties: { hash: 'x', number, street, unit: '', city, district: '', region: 'CA', postcode, id: '' },
      geometry: { type: 'Point', coordinates: [lon, lat] },
    });

  it('finds the building, a like spelling, another number of the street, the postal code', async () => {
    const lines = [
      feature('543', 'WHARF ST', 'SAN FRANCISCO', '94105', -122.3964, 37.7883),
      feature('551', 'WHARF ST', 'SAN FRANCISCO', '94105', -122.3967, 37.788),
      feature('1', 'WHARF ST', 'DOVER', '94999', -75, 40),
      '{"broken',
      feature('9', '', 'SAN FRANCISCO', '94105', -122, 37),
    ];
    const geojson = await file('sf.geojson', `${lines.join('\n')}\n`);
    assert.deepEqual(await importGeo(server.services, geojson, { country: 'US' }), {
      source: 'sf.geojson',
      imported: 3,
      skipped: 2,
    });
    const postal = await file(
      'US.txt',
      'US\t94107\tSan Francisco\tCalifornia\tCA\tSan Francisco\t075\t\t\t37.7621\t-122.3971\t4\n',
    );
    assert.equal((await importGeo(server.services, postal)).imported, 1);

    const client = await clientOf(server);
    const address = {
      number: '543',
      street: 'Wharf Street',
      city: 'San Francisco',
      state: 'CA',
      postalCode: '94105',
      country: 'USA',
    };
    const exact = await locate(client, { ...address, apartment: '5F', name: 'Suite' });
    assert.deepEqual(
      [exact.location, exact.geocoding, exact.warnings],
      [[-122.3964, 37.7883], { layer: 'imported', precision: 'address' }, []],
    );
    assert.deepEqual([exact.address.street, exact.address.apartment, exact.address.name], ['WHARF ST', '5F', 'Suite']);

    const spelled = await locate(client, { ...address, street: 'Howerd St' });
    assert.deepEqual([spelled.location, spelled.geocoding.precision], [[-122.3964, 37.7883], 'address']);

    const unparsed = await locate(client, { unparsed: '543 Wharf St, San Francisco, CA 94105, USA' });
    assert.deepEqual([unparsed.location, unparsed.warnings], [[-122.3964, 37.7883], []]);

    const number = await locate(client, { ...address, number: '549' });
    assert.deepEqual(
      [number.location, number.geocoding.precision, number.warnings, number.address.number],
      [[-122.3967, 37.788], 'street', ['MISMATCH_NUMBER', 'GEOMETRIC_CENTER'], '551'],
    );

    const code = await locate(client, { ...address, postalCode: '94103' });
    assert.deepEqual([code.location, code.warnings], [[-122.3964, 37.7883], ['MISMATCH_POSTALCODE']]);

    const alley = { street: 'Unknown Alley', postalCode: '94107', country: 'US' };
    const middle = await locate(client, alley, { options: { minPrecision: 'postalCode' } });
    assert.deepEqual(
      [middle.location, middle.geocoding, middle.warnings, middle.address.city],
      [[-122.3971, 37.7621], { layer: 'imported', precision: 'postalCode' }, ['GEOMETRIC_CENTER'], 'San Francisco'],
    );
  });

  it('reads CSV, also gzipped, and replaces what the same file gave before', async () => {
    const header = 'LON,LAT,NUMBER,STREET,UNIT,CITY,DISTRICT,REGION,POSTCODE,ID,HASH\r\n';
    const row = (lon: number, number: string) => `${lon},48.2,${number},"Ring ""A"", Nord",,Wien,,,1010,,\r\n`;
    const first = await file('at.csv.gz', gzipSync(`${header}${row(16.1, '1')}${row(16.2, '2')}`));
    assert.equal((await importGeo(server.services, first, { country: 'AT' })).imported, 2);
    const again = await file('at.csv', `\ufeff${header}${row(16.3, '1')},,3,Ring,,Wien,,,,,\r\n`);
    assert.deepEqual(await importGeo(server.services, again, { country: 'AT' }), {
      source: 'at.csv',
      imported: 1,
      skipped: 1,
    });
    const client = await clientOf(server, 'AT');
    const ring = (number: string) => ({ number, street: 'Ring "A", Nord', city: 'Wien', country: 'Austria' });
    assert.deepEqual((await locate(client, ring('1'))).location, [16.3, 48.2]);
    assert.deepEqual((await locate(client, ring('2'))).warnings, ['MISMATCH_NUMBER', 'GEOMETRIC_CENTER']);
  });

  it('asks for the apartment where the data name doors within a building', async () => {
    const row = (number: string, unit: string) => `16.4,48.3,${number},Donaustraße,${unit},Linz,,,4020\n`;
    const doors = ['', 'Apt 1', 'Apt 2'].map((unit) => row('7', unit)).join('');
    const csv = await file(
      'linz.csv',
      `LON,LAT,NUMBER,STREET,UNIT,CITY,DISTRICT,REGION,POSTCODE\n${doors}${row('9', '')}`,
    );
    assert.equal((await importGeo(server.services, csv, { country: 'AT' })).imported, 4);
    const client = await clientOf(server, 'AT');
    const at = async (number: string, more: object = {}, street = 'Donaustraße') => {
      const { warnings, geocoding } = await locate(client, {
        number,
        street,
        city: 'Linz',
        country: 'Austria',
        ...more,
      });
      assert.equal(geocoding.precision, 'address');
      return warnings;
    };
    assert.deepEqual(await at('7'), ['GEOMETRIC_CENTER']);
    assert.deepEqual(await at('7', {}, 'Donaustrase'), ['GEOMETRIC_CENTER']);
    assert.deepEqual(await at('7', { apartment: '2' }), []);
    assert.deepEqual(await at('9'), []);
  });

  it('unpacks a zip archive, and fetches none', async () => {
    const row = 'NO\t0154\tOslo\tOslo\t03\t\t\t\t\t59.91\t10.74\t4\n';
    const archive = zip({ 'readme.txt': 'short', 'NO.txt': row });
    const imported = { source: 'NO.txt', imported: 1, skipped: 0 };
    assert.deepEqual(await importGeo(server.services, await file('NO.zip', archive)), imported);
    await assert.rejects(
      importGeo(server.services, 'https://addresses.example/NO.zip'),
      /only reads local files\. Download the file first/,
    );
    await assert.rejects(importGeo(server.services, await file('x.zip', 'PK no archive at all')), UnknownFormatError);
    const cut = archive.subarray(40);
    await assert.rejects(importGeo(server.services, await file('y.zip', cut)), UnknownFormatError);
    const found = await locate(await clientOf(server, 'NO'), { unparsed: '0154' });
    assert.deepEqual([found.location, found.address.city, found.located], [[10.74, 59.91], 'Oslo', false]);
  });

  it('unpacks an archive of more than four gigabytes (zip64), and every list of a collection', async () => {
    const line = (number: string) => `${feature(number, 'ARCHIVE RD', 'DOVER', '19901', -75.52, 39.16)}\n`;
    const files = {
      'us/de/kent-addresses-county.geojson': line('1'),
      'us/de/kent-addresses-county.geojson.meta': '{"not": "addresses"}',
      'us/de/kent-parcels-county.geojson': line('2'),
      'us/de/city_of_dover.csv':
        'LON,LAT,NUMBER,STREET,UNIT,CITY,DISTRICT,REGION,POSTCODE,ID,HASH\n-75.52,39.16,3,ARCHIVE RD,,DOVER,,DE,19901,,\n',
      'us/de/summary.csv': 'count\n2\n',
      'LICENSE.txt': 'Each source has its own.',
    };
    const whole = { source: 'collection-us', imported: 2, skipped: 0 };
    for (const isLarge of [false, true])
      assert.deepEqual(await importGeo(server.services, await file('collection-us.zip', zip(files, isLarge))), whole);
    const client = await clientOf(server);
    const at = (number: string) => ({ number, street: 'Archive Rd', city: 'Dover', country: 'US' });
    assert.equal((await locate(client, at('1'))).geocoding.precision, 'address');
    assert.equal((await locate(client, at('3'))).geocoding.precision, 'address');
  });

  it('reads towns of GeoNames that the gazetteer does not know, and guesses none', async () => {
    const town = (id: number, name: string, region: string, lat: number, lon: number, kind = 'P') =>
      `${[id, name, name, '', lat, lon, kind, 'PPL', 'DE', '', region, '', '', '', 120, '', 40, 'Europe/Berlin', '2026-01-01'].join('\t')}\n`;
    const rows = [
      town(1, 'Kleinqwertz', '02', 48.5, 11.5),
      town(2, 'Doppelqwertz', '02', 48.1, 11.1),
      town(3, 'Doppelqwertz', '13', 51.1, 13.1),
      town(4, 'Qwertzsee', '02', 48, 11, 'H'),
    ];
    assert.deepEqual(await importGeo(server.services, await file('DE.txt', rows.join(''))), {
      source: 'DE.txt',
      imported: 3,
      skipped: 1,
    });
    const client = await clientOf(server, 'DE');
    const found = await locate(client, { unparsed: 'Dorfstr. 1, Kleinqwertz' });
    assert.deepEqual([found.location, found.address.city, found.located], [[11.5, 48.5], 'Kleinqwertz', false]);
    assert.deepEqual(found.geocoding, { layer: 'imported', precision: 'city' });
    const twice = await client.post('/destinations', { address: { unparsed: 'Dorfstr. 1, Doppelqwertz' } });
    assert.equal(twice.json.message.error, 1011);
    const received = await locate(client, {
      street: 'Dorfstr.',
      city: 'Doppelqwertz',
      state: 'Sachsen',
      country: 'DE',
    });
    assert.deepEqual(received.location, [13.1, 51.1]);
  });

  it('replaces what was imported under a name, and no other file of that name', async () => {
    const client = await clientOf(server);
    const line = (street: string) => `${feature('1', street, 'BOISE', '83702', -116.2, 43.6)}\n`;
    const found = async (street: string) =>
      (await client.post('/destinations', { address: { number: '1', street, city: 'Boise', country: 'US' } }))
        .status === 200;
    const at = await file('addresses.geojson', line('FIRST NAMED ST'));
    const named = (name: string) => importGeo(server.services, at, { country: 'US', name });
    assert.equal((await named('ada')).source, 'ada');
    await file('addresses.geojson', line('SECOND NAMED BLVD'));
    await named('canyon');
    assert.deepEqual([await found('First Named St'), await found('Second Named Blvd')], [true, true]);
    await named('ada');
    assert.equal(await found('First Named St'), false);
  });

  it('says what is wrong with a file', async () => {
    await assert.rejects(importGeo(server.services, await file('a.txt', 'hello\nworld\n')), UnknownFormatError);
    await assert.rejects(importGeo(server.services, await file('b.txt', '')), UnknownFormatError);
    await assert.rejects(importGeo(server.services, path.join(folder, 'none.csv')), /ENOENT/);
    await assert.rejects(importGeo(server.services, 'x', { country: 'Atlantis' }), /not a country/);
  });
});

describe('a provider', () => {
  const address = { number: '5', street: 'Unter den Linden', city: 'Berlin', postalCode: '10117', country: 'Germany' };
  const house = {
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [13.3888, 52.517] },
        properties: {
          osm_type: 'N',
          osm_id: 4711,
          type: 'house',
          housenumber: '5',
          street: 'Unter den Linden',
          postcode: '10117',
          city: 'Berlin',
          state: 'Berlin',
          country: 'Deutschland',
          countrycode: 'DE',
          extent: [1, 2],
        },
      },
    ],
  };

  it('in the form of Photon is asked once for an address', async () => {
    const client = await clientOf(photon);
    answer = () => house;
    asked.length = 0;
    const body = { options: { language: 'de' } };
    const all = await Promise.all([locate(client, address, body), locate(client, address, body)]);
    all.push(await locate(client, address, body));
    assert.equal(asked.length, 1);
    assert.deepEqual(
      [asked[0]!.pathname, asked[0]!.searchParams.get('q'), asked[0]!.searchParams.get('lang')],
      ['/api', '5 Unter den Linden, Berlin, 10117, Germany', 'de'],
    );
    for (const found of all) {
      assert.deepEqual(
        [found.location, found.geocoding, found.warnings, found.address.country],
        [[13.3888, 52.517], { layer: 'provider', precision: 'address' }, [], 'Deutschland'],
      );
      assert.deepEqual([found.geocoderPlaceId, found.googlePlaceId], ['osm:N4711', 'osm:N4711']);
    }
    const other = await locate(client, { ...address, number: '6', postalCode: '10118' });
    assert.deepEqual(other.warnings, ['MISMATCH_NUMBER', 'MISMATCH_POSTALCODE']);
  });

  it('in the form of Nominatim', async () => {
    const client = await clientOf(nominatim);
    answer = () => [
      {
        place_id: 1,
        osm_type: 'way',
        osm_id: 42,
        lat: '52.517',
        lon: '13.389',
        addresstype: 'road',
        display_name: 'x',
        address: {
          road: 'Unter den Linden',
          city: 'Berlin',
          postcode: '10117',
          country: 'Germany',
          country_code: 'de',
        },
      },
    ];
    asked.length = 0;
    const found = await locate(client, address, { options: { language: 'EN' } });
    assert.deepEqual(
      [found.location, found.geocoding, found.warnings, found.googlePlaceId],
      [[13.389, 52.517], { layer: 'provider', precision: 'street' }, ['GEOMETRIC_CENTER'], 'osm:W42'],
    );
    // User and password of its address.
    assert.equal(authorizations.at(-1), `Basic ${Buffer.from('hubbub:s:cret').toString('base64')}`);
    const { pathname, searchParams } = asked[0]!;
    assert.equal(pathname, '/search');
    assert.deepEqual(
      ['format', 'addressdetails', 'limit', 'countrycodes', 'accept-language'].map((name) => searchParams.get(name)),
      ['jsonv2', '1', '1', 'de', 'en'],
    );
  });

  it('that is down, talks nonsense or knows nothing gives way to the gazetteer', async () => {
    const client = await clientOf(photon);
    const answers: unknown[] = [503, 'not JSON', { features: [{ geometry: null }] }, { features: [] }, []];
    for (const [n, each] of answers.entries()) {
      answer = () => each;
      const found = await locate(client, { ...address, number: String(100 + n) }, anyCity);
      assert.deepEqual(found.geocoding, gazetteerCity);
    }
    // A failure is not remembered.
    answer = () => house;
    assert.equal((await locate(client, { ...address, number: '100' })).geocoding.layer, 'provider');
  });

  it('is not listened to beyond a megabyte, and sends nobody to a private address', async () => {
    const client = await clientOf(photon);
    let secret = 0;
    const inside = createServer((_request, response) => {
      secret++;
      response.end(JSON.stringify(house));
    });
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
    const elsewhere = `http://127.0.0.1:${(inside.address() as AddressInfo).port}/api`;
    let closed: Promise<unknown> = Promise.resolve();
    const evils: Answer[] = [
      (_url, response) => response.writeHead(302, { location: elsewhere }).end(),
      (_url, response) => response.writeHead(302, { location: '/again' }).end(),
      (_url, response) => {
        closed = once(response, 'close');
        const more = () => {
          while (response.write('x'.repeat(65_536)));
        };
        response.on('drain', more);
        more();
      },
    ];
    for (const [n, evil] of evils.entries()) {
      answer = evil;
      const found = await locate(client, { ...address, number: String(300 + n) }, anyCity);
      assert.deepEqual(found.geocoding, gazetteerCity);
    }
    await closed;
    assert.equal(secret, 0);
    inside.close();
    answer = (url, response) =>
      url.pathname === '/api' ? response.writeHead(307, { location: `/v2${url.search}` }).end() : house;
    assert.equal((await locate(client, { ...address, number: '310' })).geocoding.layer, 'provider');
  });

  it('that is slow costs two seconds at most, once', async () => {
    const client = await clientOf(photon);
    answer = () => undefined;
    const start = performance.now();
    assert.deepEqual((await locate(client, { ...address, number: '200' }, anyCity)).geocoding, gazetteerCity);
    const took = performance.now() - start;
    assert.ok(took > 1900 && took < 4000, `${took} ms`);
    // Then it is left alone for a while.
    asked.length = 0;
    answer = () => house;
    assert.deepEqual((await locate(client, { ...address, number: '201' }, anyCity)).geocoding, gazetteerCity);
    assert.equal(asked.length, 0);
    photon.clock.advance(10_001);
    assert.equal((await locate(client, { ...address, number: '201' })).geocoding.layer, 'provider');
  });
});

describe('reading an address', () => {
  it('splits an unparsed one', () => {
    const read = (unparsed: string) => readGeocodeQuery({ unparsed }, 'US').parts;
    assert.deepEqual(read('543 Wharf St, San Francisco, CA 94105, USA'), {
      number: '543',
      street: 'Wharf St',
      city: 'San Francisco',
      state: 'CA',
      postalCode: '94105',
      country: 'USA',
    });
    assert.deepEqual(read('543 Wharf St, San Francisco, CA'), {
      number: '543',
      street: 'Wharf St',
      city: 'San Francisco',
      state: 'CA',
    });
    assert.deepEqual(read('Marienplatz 1, 80331 München, Germany'), {
      number: '1',
      street: 'Marienplatz',
      city: 'München',
      postalCode: '80331',
      country: 'Germany',
    });
    assert.deepEqual(read('10 Downing Street, London, SW1A 2AA, United Kingdom'), {
      number: '10',
      street: 'Downing Street',
      city: 'London',
      postalCode: 'SW1A 2AA',
      country: 'United Kingdom',
    });
    assert.deepEqual(read('Oakland'), { city: 'Oakland' });
    assert.deepEqual(read('San Francisco, California, USA'), {
      city: 'San Francisco',
      state: 'California',
      country: 'USA',
    });
    assert.deepEqual(read('100 Queen St W, Toronto, ON M5H 2N2, Canada'), {
      number: '100',
      street: 'Queen St W',
      city: 'Toronto',
      state: 'ON',
      postalCode: 'M5H 2N2',
      country: 'Canada',
    });
    assert.deepEqual(read('94107, USA'), { postalCode: '94107', country: 'USA' });
    assert.deepEqual(read(', ,'), {});
  });

  it('knows countries by code and name', () => {
    const given = [
      'US',
      'usa',
      'United States',
      'UK',
      'Germany',
      'DD',
      'Deutschland',
      'Côte d’Ivoire',
      'Atlantis',
      'ZZ',
      'QQ',
    ];
    assert.deepEqual(given.map(countryCode), [
      'US',
      'US',
      'US',
      'GB',
      'DE',
      'DE',
      'DE',
      'CI',
      undefined,
      undefined,
      undefined,
    ]);
  });
});
