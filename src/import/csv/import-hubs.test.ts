import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, test } from 'node:test';
import { guessHubMeanings, readHubLine } from '../../../rules/hub-lines.ts';
import { DispatchClient } from '../../../tests/harness/clients.ts';
import { fillHubs } from '../../../tests/harness/fleet.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { writeFolder } from '../../../tests/harness/slack-archive.ts';
import { workbookOf } from '../../../tests/harness/workbook.ts';
import { importHubsFile } from '../../cli/import-hubs.ts';
import { importListFile } from '../../cli/import-list.ts';
import type { ListOptions } from '../../cli/list-file.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

async function start() {
  const org = await server.organization();
  const { organization_id: organization } = org;
  const api = new DispatchClient(org.dispatch);
  const [owner] = (await api.get('/admins')).json;
  await api.post('/teams', { name: 'North', workers: [], managers: [owner.id] });
  const run = (text: string | Buffer, options: Partial<ListOptions> = {}) =>
    importHubsFile(server.services, new Uint8Array(Buffer.from(text)), { organization, ...options });
  // biome-ignore lint/suspicious/noExplicitAny: as answered
  const hubs = async (): Promise<any[]> =>
    (await api.get('/hubs')).json.sort((a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1));
  return { organization, run, hubs, fill: (count: number) => fillHubs(server, organization, count) };
}
const counts = ({ lines }: { lines: { count: number }[] }) => lines.map(({ count }) => count);

const LIST = [
  'Depot;Strasse;Nr;Ort;Koordinaten;Team;Rent',
  'Wharf;Wharf St;543;San Francisco;37,7873 -122,3968;north;900',
  'Hills;Hill St;1;San Francisco;37.75, -122.44;;',
  'Nowhere;;;;;;',
  ';Hill St;2;San Francisco;37.75, -122.44;;',
  'Moon;Hill St;3;San Francisco;137.75, -122.44;;',
  'West;Hill St;4;San Francisco;37.75, -122.44;West;',
  'Wharf;Wharf St;543;San Francisco;37,7873 -122,3968;north;900',
  'HILLS;Hill St;9;San Francisco;37.75, -122.44;;',
].join('\n');

test('cells of a line say a hub', () => {
  for (const [headings, cells, expected, kinds] of [
    [
      'Name;Address;Teams',
      'Wharf;543 Wharf St, San Francisco;North, South',
      { name: 'Wharf', address: { unparsed: '543 Wharf St, San Francisco' }, teams: ['North', 'South'] },
      [],
    ],
    [
      'Lager;Straße;Hausnummer;PLZ;Ort;Land',
      'Hafen;Kai;3;20457;Hamburg;Deutschland',
      {
        name: 'Hafen',
        address: { street: 'Kai', number: '3', postalCode: '20457', city: 'Hamburg', country: 'Deutschland' },
      },
      [],
    ],
    ['Hub;Lat;Lon', 'A;x;1', { name: 'A', address: { unparsed: '' } }, ['position', 'noPlace']],
    ['Hub;City', ';', { name: '', address: { unparsed: '' } }, ['hubName', 'noPlace']],
  ] as const) {
    const { hub, problems } = readHubLine(cells.split(';'), guessHubMeanings(headings.split(';'), {}), 'US');
    const wanted = 'street' in expected.address ? { ...expected, address: { ...expected.address } } : expected;
    assert.deepEqual(hub, wanted, cells);
    assert.deepEqual(
      problems.map(({ kind }) => kind),
      kinds,
      cells,
    );
  }
});

test('a list of hubs is shown first, then written; lines with problems are given back, and a second run changes nothing', async () => {
  await using folder = await writeFolder({});
  const bad = path.join(folder.folder, 'bad.csv');
  const { run, hubs } = await start();
  const dry = await run(LIST, { dryRun: true });
  assert.deepEqual(
    dry.columns.map(({ meaning }) => meaning),
    ['name', 'street', 'number', 'city', 'position', 'teams', '(left out)'],
  );
  assert.deepEqual(counts(dry), [8, 2, 0, 1, 0, 5]);
  assert.deepEqual(await hubs(), []);

  const made = await run(LIST, { bad });
  assert.deepEqual(counts(made), [8, 2, 0, 1, 0, 5]);
  assert.deepEqual(made.problems, [
    { line: 4, problem: 'An address is missing.' },
    { line: 5, problem: 'The name is missing. Hubs are identified by it.' },
    { line: 6, problem: '“137.75, -122.44” is not a position. Give latitude and longitude.' },
    { line: 7, problem: 'No team is called “West”.' },
    { line: 9, problem: 'Line 3 has the same name and says something else.' },
  ]);
  assert.match(await readFile(bad, 'utf8'), /West;?,?.*No team is called/);
  const known = await hubs();
  assert.deepEqual(
    known.map((hub) => [hub.name, hub.address.number, hub.location, hub.teams.length]),
    [
      ['Hills', '1', [-122.44, 37.75], 0],
      ['Wharf', '543', [-122.3968, 37.7873], 1],
    ],
  );

  assert.deepEqual(counts(await run(LIST)).slice(0, 4), [8, 0, 0, 3]);
  assert.deepEqual(await hubs(), known);

  // A workbook moves one of them, unless only new ones are wanted.
  const rows = [
    ['Depot', 'Strasse', 'Nr', 'Ort', 'Koordinaten'],
    ['hills', 'Hill St', '7', 'San Francisco', '37.76, -122.45'],
  ];
  const workbook = workbookOf({ Hubs: rows });
  assert.deepEqual(counts(await run(workbook, { onlyNew: true })).slice(0, 4), [1, 0, 0, 1]);
  assert.deepEqual(counts(await run(workbook)).slice(0, 4), [1, 0, 1, 0]);
  assert.equal((await hubs())[0].address.number, '7');
});

test('a dry run knows how many hubs there may be, also over several parts of a list', async () => {
  const { run, fill } = await start();
  await fill(9950);
  const lines = Array.from({ length: 120 }, (_, n) => `Depot ${n};Hill St;${n};San Francisco;37.75, -122.44`);
  const list = ['Hub;Street;Number;City;Coordinates', ...lines].join('\n');
  const dry = counts(await run(list, { dryRun: true }));
  assert.deepEqual([dry[1], dry.at(-1)], [50, 70]);
  const made = await run(list);
  assert.deepEqual(counts(made), dry);
  assert.equal(made.problems.length, 70);
});

test('an address that is not found exactly is counted, and options of other lists are refused', async () => {
  const { organization, run } = await start();
  const list = 'Hub;Address\nAtlantis;1 Nowhere Lane, San Francisco, California';
  const found = await run(list, { dryRun: true });
  assert.deepEqual(counts(found).slice(1, 2).concat(counts(found)[4]!), [1, 1]);
  await assert.rejects(run(LIST, { exactOnly: true }), /--exact-only belongs to lists of orders, not to --hubs/);
  await assert.rejects(run(LIST, { team: 'North' }), /--team belongs to --fleet/);
  await assert.rejects(
    importListFile(server.services, Buffer.from(LIST), { organization, onlyNew: true }),
    /--recipients, --fleet and --hubs/,
  );
});
