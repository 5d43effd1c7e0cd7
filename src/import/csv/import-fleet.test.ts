import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, test } from 'node:test';
import { guessWorkerMeanings, readWorkerLine } from '../../../rules/worker-lines.ts';
import { DispatchClient, until } from '../../../tests/harness/clients.ts';
import { destinationAt } from '../../../tests/harness/fleet.ts';
import { holdsLaw, LiveReader } from '../../../tests/harness/live.ts';
import { Receiver } from '../../../tests/harness/receiver.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { SessionBrowser } from '../../../tests/harness/session-browser.ts';
import { writeFolder } from '../../../tests/harness/slack-archive.ts';
import { statementsOf } from '../../../tests/harness/statements.ts';
import { workbookOf } from '../../../tests/harness/workbook.ts';
import { importFleetFile } from '../../cli/import-fleet.ts';
import { importListFile } from '../../cli/import-list.ts';
import { importRecipientsFile } from '../../cli/import-recipients.ts';
import type { ListOptions } from '../../cli/list-file.ts';
import { sql } from '../../platform/db/sql.ts';
import { listOutbox } from '../../platform/outbound/outbox.ts';

const receiver = await Receiver.start();
const server = await startTestServer({ webhookAllowInsecure: true });
after(async () => {
  await server[Symbol.asyncDispose]();
  await receiver.stop();
});

async function start() {
  const org = await server.organization();
  const { organization_id: organization } = org;
  const api = new DispatchClient(org.dispatch);
  const run = (text: string | Buffer, options: Partial<ListOptions> = {}) =>
    importFleetFile(server.services, new Uint8Array(Buffer.from(text)), { organization, ...options });
  // biome-ignore lint/suspicious/noExplicitAny: as answered
  const workers = async (): Promise<any[]> =>
    (await api.get('/workers')).json.sort((a: { phone: string }, b: { phone: string }) => (a.phone < b.phone ? -1 : 1));
  const teams = async (): Promise<{ id: string; name: string; managers: string[]; version: number }[]> =>
    (await api.get('/teams')).json;
  return { org, organization, api, run, workers, teams };
}
const counts = ({ lines }: { lines: { count: number }[] }) => lines.map(({ count }) => count);

const LIST = [
  'Driver;Mobile;Teams;Vehicle type;Model;License plate;Colour;Capacity;Skills',
  'Dora Driver;(415) 556-0001;North|South;Van;Ford;8ABC123;white;12,5;Fridge, ADR',
  'Ben Bike;+14155560002;north;cargo bike;;;;;',
  'Walt;+14155560003;East;on foot;;;;;',
  'Nia;;North;;;;;;',
  '=cmd();+14155560005;North;spaceship;;;;much;',
  'Ned;no number;North;;;;;;',
  'Tess;+14155560007;;;;;;;',
  'Vera;+14155560008;North;;;8XYZ999;;;',
  'Dora Driver;+1 415 556 0001;North|South;Van;Ford;8ABC123;white;12.5;Fridge, ADR',
  'Ben Other;+14155560002;West;;;;;;',
].join('\n');

test('cells of a line say a worker', () => {
  const van = { vehicle: { type: 'CAR', description: 'Van' } };
  for (const [headings, cells, expected, kinds] of [
    ['Vorname;Nachname;Handy', 'Ada;Fahrer;+1', { name: 'Ada Fahrer' }, []],
    ['Name;Phone;Vehicle', 'A;+1;LKW', { name: 'A', vehicle: { type: 'TRUCK', description: 'LKW' } }, []],
    ['Name;Phone;Vehicle', 'A;+1;Motorcycle', { name: 'A', vehicle: { type: 'MOTORCYCLE' } }, []],
    ['Name;Phone;Vehicle;Modell', 'A;+1;Van;', { name: 'A', ...van }, []],
    ['Name;Phone;Vehicle;Modell', 'A;+1;Auto;VW', { name: 'A', vehicle: { type: 'CAR', description: 'VW' } }, []],
    ['Name;Phone;Fahrzeug', 'A;+1;zu Fuß', { name: 'A', vehicle: null }, []],
    ['Name;Phone;Vehicle;Plate', 'A;+1;none;W-1', { name: 'A', vehicle: null }, ['noVehicle']],
    ['Name;Phone;Vehicle', 'A;+1;rocket', { name: 'A', vehicle: { description: 'rocket' } }, ['vehicle']],
    ['Name;Phone;Farbe', 'A;+1;rot', { name: 'A', vehicle: { color: 'rot' } }, []],
    ['Name;Phone;Capacity', 'A;+1;-3', { name: 'A', capacity: -3 }, ['number']],
    ['Name;Phone;Capacity', 'A;+1;1,5', { name: 'A', capacity: 1.5 }, []],
    ['Name;Phone;Gruppe', 'A;+1;Nord, Ost', { name: 'A', teams: ['Nord', 'Ost'] }, []],
    ['Name;Phone;Display name;Skills', "'=A;'+1;Ad;a|b", { name: '=A', displayName: 'Ad', skills: ['a', 'b'] }, []],
    ['Name;Phone;Skills;Remarks', 'A;+1;;x', { name: 'A' }, []],
    ['Phone;Name', ';', { name: '', phone: '' }, ['name', 'workerPhone']],
  ] as const) {
    const { worker, problems } = readWorkerLine(cells.split(';'), guessWorkerMeanings(headings.split(';'), {}));
    assert.deepEqual(worker, { phone: '+1', ...expected }, cells);
    assert.deepEqual(
      problems.map(({ kind }) => kind),
      kinds,
      cells,
    );
  }
});

test('a list is shown first, then becomes workers and teams; nobody is told, and live views follow', async () => {
  const { api, run, workers, teams, organization } = await start();
  for (const trigger of [15, 25])
    assert.equal((await api.post('/webhooks', { url: receiver.url, name: `t${trigger}`, trigger })).status, 200);
  const [admin] = (await api.get('/admins')).json;
  await api.post('/teams', { name: 'North', workers: [], managers: [admin.id] });
  const live = await LiveReader.open(api);
  await using folder = await writeFolder({});
  const [bad, preset] = ['bad.csv', 'preset.json'].map((name) => path.join(folder.folder, name)) as [string, string];

  const dry = await run(LIST, { dryRun: true, preset, bad });
  assert.deepEqual(
    dry.columns.map(({ meaning }) => meaning),
    ['name', 'phone', 'teams', 'vehicle', 'vehicleDescription', 'licensePlate', 'color', 'capacity', 'skills'],
  );
  // Two teams of good lines: North is there, and West is only in a line with a problem.
  assert.deepEqual(counts(dry), [10, 3, 0, 1, 2, 6]);
  assert.equal(dry.lines[4]!.why, 'South, East');
  assert.deepEqual([(await workers()).length, (await teams()).length], [0, 1]);
  await assert.rejects(readFile(preset), /ENOENT/);

  const made = await run(LIST, { bad, preset });
  assert.deepEqual([counts(made), made.problems], [counts(dry), dry.problems]);
  const [dora, ben, walt] = await workers();
  const byName = new Map((await teams()).map(({ name, id }) => [name, id]));
  assert.deepEqual([...byName.keys()].sort(), ['East', 'North', 'South']);
  for (const { managers } of await teams()) assert.deepEqual(managers, [admin.id]);
  assert.deepEqual(
    [dora.name, dora.phone, dora.capacity, dora.skills, dora.teams, dora.accountStatus],
    ['Dora Driver', '+14155560001', 12.5, ['adr', 'fridge'], [byName.get('North'), byName.get('South')], 'INVITED'],
  );
  const { type, description, licensePlate, color } = dora.vehicle;
  assert.deepEqual([type, description, licensePlate, color], ['CAR', 'Ford', '8ABC123', 'white']);
  assert.deepEqual([ben.vehicle.type, ben.vehicle.description], ['BICYCLE', 'cargo bike']);
  assert.deepEqual([ben.teams, walt.vehicle], [[byName.get('North')], null]);
  assert.deepEqual(
    made.problems.map(({ line, problem }) => [line, problem]),
    [
      [5, 'The phone number is missing. Workers are identified by it.'],
      [
        6,
        '“much” is not a number. “spaceship” is not a kind of vehicle. Give car, motorcycle, bicycle, truck or none.',
      ],
      [7, "The phone number 'no number' is not valid."],
      [8, 'The worker needs a team.'],
      [9, 'The kind of the vehicle is missing. Give car, motorcycle, bicycle or truck.'],
      [11, 'Line 3 has the same phone number and says something else.'],
    ],
  );
  assert.match(await readFile(bad, 'utf8'), /\n"?'=cmd\(\)"?,\+14155560005,North,spaceship,/);
  assert.equal(JSON.parse(await readFile(preset, 'utf8'))['vehicle type'], 'vehicle');

  // A page that was open sees them as one that is opened now.
  await live.ready();
  await holdsLaw(live, api);
  assert.deepEqual(await listOutbox(server.services.database.reader, organization, 10), []);
  const log = await server.services.database.reader.all(sql<{ action: string }>`
    select action from platform.audit_log where organization_id = ${organization} and action like 'worker.%'`);
  assert.deepEqual(
    log.map(({ action }) => action),
    Array(3).fill('worker.created'),
  );
  // A worker who is made by a request afterwards is the only one that webhooks tell of.
  const one = { name: 'Zoe', phone: '+14155560099', teams: [byName.get('North')] };
  assert.equal((await api.post('/workers', one)).status, 200);
  await until(() => receiver.deliveries.length > 0, 'the delivery');
  assert.deepEqual(
    receiver.deliveries.map(({ body }) => body.data.worker.name),
    ['Zoe'],
  );
});

test('known numbers are updated by what a list says and by nothing else', async () => {
  const { api, run, workers, teams } = await start();
  const full = 'Name,Phone,Team,Vehicle,Model,Plate,Capacity,Skills';
  assert.deepEqual(
    counts(await run(`${full}\nDora,+14155560001,"North, South",Car,Ford,W-1,10,adr`)),
    [1, 1, 0, 0, 2, 0],
  );
  const [before] = await workers();
  // The same list, teams in another order, and another notation: nothing happens at all.
  const versions = async () => (await teams()).map(({ version }) => version);
  const [version, teamVersions] = [before.version, await versions()];
  for (const list of [
    `${full}\nDora,+14155560001,"North, South",Car,Ford,W-1,10,adr`,
    `${full}\nDora,(415) 556-0001,south|north,,,,,ADR`,
    'Name,Phone\nDora,+14155560001',
  ])
    assert.deepEqual(counts(await run(list)), [1, 0, 0, 1, 0, 0]);
  assert.deepEqual([(await workers())[0].version, await versions()], [version, teamVersions]);

  const left = await run('Name,Phone,Team\nOther,+14155560001,East\nXia,+14155560002,North', { onlyNew: true });
  assert.deepEqual(counts(left), [2, 1, 0, 1, 0, 0]);
  const list = 'Name,Phone,Team,Plate,Capacity\nDora Driver,+14155560001,East,W-2,0\nXia,+14155560002,,,';
  assert.deepEqual(counts(await run(list)), [2, 0, 1, 1, 1, 0]);
  const [after] = await workers();
  const east = (await teams()).find(({ name }) => name === 'East')!.id;
  const { type, description, licensePlate } = after.vehicle;
  assert.deepEqual(
    [after.id, after.name, after.capacity, after.skills, after.teams, type, description, licensePlate],
    [before.id, 'Dora Driver', 0, ['adr'], [east], 'CAR', 'Ford', 'W-2'],
  );
  assert.equal(after.vehicle.id, before.vehicle.id);
  assert.ok(after.version > version);
  // "None" takes the vehicle away; --team is for lines that name none, and moves nobody who has a team in the line.
  await run('Name,Phone,Vehicle,Team\nDora,+14155560001,none,\nNew,+14155560003,,South', { team: 'West' });
  const [dora, , fresh] = await workers();
  const names = new Map((await teams()).map(({ id, name }) => [id, name]));
  assert.deepEqual([dora.vehicle, names.get(dora.teams[0]), names.get(fresh.teams[0])], [null, 'West', 'South']);

  // One who was deleted comes as somebody new; who is another organization's is not touched.
  const other = await start();
  await other.run('Name,Phone,Team\nTheirs,+14155560001,North');
  assert.equal((await api.delete(`/workers/${after.id}`)).status, 200);
  assert.deepEqual(counts(await run('Name,Phone,Team\nDora,+14155560001,North')), [1, 1, 0, 0, 0, 0]);
  assert.equal((await other.workers())[0].name, 'Theirs');
});

test('teams are found as people write them; a name of several needs its exact form', async () => {
  const { api, run, workers, teams } = await start();
  const [admin] = (await api.get('/admins')).json;
  for (const name of ['Nord', 'NORD', 'Süd-Ost']) await api.post('/teams', { name, workers: [], managers: [admin.id] });
  const made = await run(
    [
      ...['Name,Phone,Teams', 'A,+14155560001,nord', 'B,+14155560002,NORD', 'C,+14155560003,sud ost'],
      ...['D,+14155560004,"New, new; NEW"', 'E,+14155560005,"New | new"', `F,+14155560006,${'x'.repeat(501)}`],
    ].join('\n'),
  );
  assert.deepEqual(counts(made), [6, 4, 0, 0, 2, 2]);
  assert.deepEqual(
    made.problems.map(({ line, problem }) => [line, problem]),
    [
      [2, 'Several teams are called “nord”.'],
      [7, 'name must not have more than 500 characters.'],
    ],
  );
  const names = new Map((await teams()).map(({ id, name }) => [id, name]));
  assert.deepEqual(
    (await workers()).map((each) => each.teams.map((id: string) => names.get(id))),
    [['NORD'], ['Süd-Ost'], ['New, new', 'NEW'], ['NEW']],
  );
});

test('a list is as many statements however long it is, and the same one twice at once makes each worker once', async () => {
  const { run, workers, teams } = await start();
  const list = (from: number, count: number) =>
    [
      'Name,Phone,Team,Vehicle',
      ...Array.from({ length: count }, (_, n) => `W ${n},+1415557${String(from + n).padStart(4, '0')},T ${n % 40},Car`),
    ].join('\n');
  const few = await statementsOf(/insert into dispatch.workers/, () => run(list(0, 2)));
  const many = await statementsOf(/insert into dispatch.workers/, () => run(list(100, 500)));
  // Some teams are known by then, and are noted as changed.
  assert.equal(many.length, few.length + 1);
  // More than one transaction has; in the opposite order, too.
  const lines = list(1000, 600).split('\n');
  const turned = [lines[0], ...lines.slice(1).reverse()].join('\n');
  const both = await Promise.all([run(lines.join('\n')), run(turned)]);
  assert.equal(
    both.reduce((sum, each) => sum + each.lines[1]!.count, 0),
    600,
  );
  assert.deepEqual([(await workers()).length, (await teams()).length], [1102, 40]);
});

test('workbooks, limits and hostile lines; options of other lists are refused', async () => {
  const { run, organization, workers } = await start();
  const sheets = {
    Empty: [],
    Fleet: [
      ['Fahrer', 'Handy', 'Gruppe', 'Fahrzeug', 'Kennzeichen'],
      ['Ada', '+14155579999', 'Nord', 'LKW', 'W-1'],
    ],
  };
  assert.deepEqual(counts(await run(workbookOf(sheets), { dryRun: true })), [1, 1, 0, 0, 1, 0]);
  const hostile = await run(
    [
      ...['Name,Phone,Team,Skills,Plate', 'Nu\0l,+14155570101,North,,', ' ,+14155570102,North,,'],
      ...[`${'x'.repeat(501)},+14155570103,North,,`, 'S,+14155570104,North,"<b>",', 'P,+14155570105,"\n",,'],
      ...['C,+43123456789,North,,', 'M,+14155570107,North,,,more', `L,+14155570108,${'y'.repeat(501)},,`],
      ...["__proto__,+14155570109,constructor,';drop table,"],
    ].join('\n'),
  );
  assert.deepEqual(
    hostile.problems.map(({ line, problem }) => [line, problem.replace(/(\.|:).*/s, '')]),
    [
      [2, 'This line has a character that cannot be stored'],
      [3, 'The name is missing'],
      [4, 'name must not have more than 500 characters'],
      [5, 'skills must be names of letters, digits, spaces and '],
      [6, 'The worker needs a team'],
      [7, "The phone number '+43123456789' is not valid"],
      [8, 'This line has more cells than the line of headings'],
      [9, 'name must not have more than 500 characters'],
      [10, 'skills must be names of letters, digits, spaces and '],
    ],
  );
  assert.deepEqual(
    (await workers()).map(({ name }) => name),
    [],
  );
  const odd =
    'Name,Phone,Team,Vehicle,Plate\n__proto__,+14155570110,constructor,toString,\n<b>,+14155570111,__proto__,car,=1';
  assert.deepEqual(counts(await run(odd)), [2, 1, 0, 0, 1, 1]);
  assert.equal((await workers())[0].vehicle.licensePlate, '=1');
  for (const [text, options, sentence] of [
    [LIST, { again: true }, /--again belongs to lists of orders, not to --fleet/],
    [LIST, { exactOnly: true }, /--exact-only belongs to lists of orders/],
    [LIST, { column: ['Teams=city'] }, /a meaning is one of {1,2}name/],
    [LIST, { organization: 'x'.repeat(24) }, /There is no organization/],
    [`a\n${'1\n'.repeat(5001)}`, {}, /more than 5000 lines/],
    ['x'.repeat(5_000_001), {}, /larger than 5 MB/],
    ['PK\x03\x04 no more', {}, /The workbook cannot be read/],
    ['Name', {}, /needs a line of headings/],
  ] as const)
    await assert.rejects(run(text, options as Partial<ListOptions>), sentence);
  const bytes = new TextEncoder().encode('Name,Phone\nAda,+14155579999');
  for (const importFile of [importListFile, importRecipientsFile])
    await assert.rejects(
      importFile(server.services, bytes, { organization, team: 'North' }),
      /--team belongs to --fleet/,
    );
});

test('an organization has as many workers as it may have, and a list that brings more changes nothing', async () => {
  const { run, organization, teams } = await start();
  await server.services.database.transaction((tx) =>
    tx.run(sql`
      insert into dispatch.workers (organization_id, id, name, phone, created_at, modified_at)
      select ${organization}, lpad(n::text, 24, 'w'), 'W', '+9' || n, ${tx.now}, ${tx.now} from generate_series(1, 99999) as n`),
  );
  const list = 'Name,Phone,Team\nA,+14155560001,North\nB,+14155560002,North';
  for (const dryRun of [true, false])
    await assert.rejects(run(list, { dryRun }), /An organization can have at most 100000 workers\./);
  assert.equal((await teams()).length, 0);
  assert.deepEqual(counts(await run(list.slice(0, list.lastIndexOf('\n')))), [1, 1, 0, 0, 1, 0]);
});

test('a worker who came by a list signs in by a link that a dispatcher shows, or is invited later', async () => {
  const { api, run, workers, organization } = await start();
  await run('Name,Phone,Team\nDora,+14155560001,North\nBen,+14155560002,North');
  const [dora, ben] = await workers();
  const link = await api.post(`/workers/${dora.id}/sign-in-links`, {});
  assert.equal(link.status, 200, link.text);
  const token = new URL(link.json.url).pathname.split('/').at(-1)!;
  const phone = new SessionBrowser(server.url);
  assert.equal((await phone.post('/api/session', { link: token })).status, 200);
  // Nobody was sent an invitation so far, but recipients are notified.
  const task = await api.post('/tasks', {
    ...{ destination: destinationAt(), container: { type: 'WORKER', worker: dora.id } },
    recipients: [{ name: 'Rosa Recipient', phone: '+14155570001' }],
  });
  assert.equal((await phone.post('/api/v2/driver/duty', { onDuty: true })).status, 200);
  const started = await phone.post(`/api/v2/driver/tasks/${task.json.id}/start`, {});
  assert.equal(started.status, 200, started.text);
  await until(async () => (await listOutbox(server.services.database.reader, organization, 10)).length === 1);
  const invited = await api.post(`/workers/${ben.id}/invitation`, {});
  assert.equal(invited.status, 200, invited.text);
  const sent = await listOutbox(server.services.database.reader, organization, 10);
  assert.deepEqual(
    sent.map(({ recipient }) => recipient),
    ['+14155560002', '+14155570001'],
  );
});
