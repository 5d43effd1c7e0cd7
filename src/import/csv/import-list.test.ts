import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { DispatchClient } from '../../../tests/harness/clients.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { writeFolder } from '../../../tests/harness/slack-archive.ts';
import { workbookOf } from '../../../tests/harness/workbook.ts';
import { importListFile } from '../../cli/import-list.ts';
import type { ListOptions } from '../../cli/list-file.ts';
import { forgetImportedLines } from '../../dispatch/tasks/imported-lines/forget-lines.ts';
import { createWorkerForCli } from '../../dispatch/workers/create-for-cli.ts';
import { sql } from '../../platform/db/sql.ts';
import { checkList, importList } from './import-list.ts';
import { readOrders } from './read-list.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization();
const { organization_id: organization } = org;
const api = new DispatchClient(org.dispatch);
let worker: string;

before(async () => {
  const [admin] = (await api.get('/admins')).json;
  await api.post('/teams', { name: 'North', workers: [], managers: [admin.id] });
  const made = { organizationId: organization, team: 'North', name: 'Dóra Driver', phone: '+14155560001' };
  worker = (await createWorkerForCli(server.services, made)).worker_id;
});

const run = (bytes: string | Buffer, options: Partial<ListOptions> = {}) =>
  importListFile(server.services, new Uint8Array(Buffer.from(bytes)), { organization, ...options });
// biome-ignore lint/suspicious/noExplicitAny: as answered
const tasks = async (): Promise<any[]> => (await api.get('/tasks/all?from=0')).json.tasks;
const count = ({ lines }: Awaited<ReturnType<typeof run>>, what: string) =>
  lines.find((each) => each.lines === what)?.count;

const HEAD = 'Customer;Phone;Position;Ort;Before;Driver;Remarks';
const LIST = [
  HEAD,
  'Rosa;+14155570001;37.78, -122.4;San Francisco;2100-01-01 12:00;Dora Driver;two',
  'Rosa;+14155570001;37.78, -122.4;San Francisco;2100-01-01 12:00;Dora Driver;two',
  'Ned;no number;37.78, -122.4;San Francisco;;;',
  'Nia;+14155570003;;;;;=cmd()',
  'Will;+14155570004;37.78, -122.4;San Francisco;yesterday;Nobody;',
].join('\n');

test('a list is shown first, then becomes tasks; lines with problems are given back with the reasons', async () => {
  await using folder = await writeFolder({});
  const [bad, preset] = ['bad.csv', 'preset.json'].map((name) => path.join(folder.folder, name)) as [string, string];
  const dry = await run(LIST, { dryRun: true, preset, column: ['Remarks=notes'] });
  assert.deepEqual(
    dry.columns.map(({ column, meaning }) => [column, meaning]),
    [
      ['Customer', 'name'],
      ['Phone', 'phone'],
      ['Position', 'position'],
      ['Ort', 'city'],
      ['Before', 'completeBefore'],
      ['Driver', 'worker'],
      ['Remarks', 'notes'],
    ],
  );
  assert.equal(count(dry, 'would become tasks'), 2);
  assert.deepEqual(
    dry.problems.map(({ line, problem }) => [line, problem.replace(/ .*/, '')]),
    [
      [4, 'The'],
      [5, 'An'],
      [6, '“yesterday”'],
    ],
  );
  assert.deepEqual([(await tasks()).length, await readFile(preset, 'utf8').catch(() => 'none')], [0, 'none']);

  const made = await run(LIST, { bad, preset, column: ['Remarks=notes'] });
  assert.deepEqual([count(made, 'became tasks'), count(made, 'with problems')], [2, 3]);
  const [first, second] = await tasks();
  assert.deepEqual([first.notes, first.worker, second.worker], ['two', worker, worker]);
  assert.equal(first.recipients[0].id, second.recipients[0].id);
  const { timezone } = (await api.get('/organization')).json;
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' });
  assert.equal(clock.format(first.completeBefore), '01/01/2100, 12:00');
  const lines = (await readFile(bad, 'utf8')).replace('\uFEFF', '').split('\r\n');
  assert.equal(lines[0], 'Customer,Phone,Position,Ort,Before,Driver,Remarks,Problem');
  assert.match(lines[2]!, /^Nia,\+14155570003,,,,,"?'=cmd\(\)"?,An address is missing\.$/);
  assert.equal(lines.length, 5);

  // The next list has the same headings, and nothing is said of them.
  const next = await run(`${HEAD}\nXia;+14155570009;37.78, -122.4;San Francisco;;;kept`, { preset });
  assert.equal(next.columns.at(-1)!.meaning, 'notes');
  assert.equal((await tasks()).find(({ notes }) => notes === 'kept')?.recipients[0].name, 'Xia');
});

test('a line with more cells than headings comes back whole, and is no order until it is corrected', async () => {
  await using folder = await writeFolder({});
  const bad = path.join(folder.folder, 'bad.csv');
  const list = 'Name,Phone,Position,Notes\nUma,+14155570050,"37.78, -122.4",ring, then wait';
  const before = (await tasks()).length;
  for (const given of [list, undefined]) {
    const result = await run(given ?? (await readFile(bad)), { bad });
    assert.deepEqual([count(result, 'became tasks'), count(result, 'with problems')], [0, 1]);
    assert.match(await readFile(bad, 'utf8'), /,ring,.*headings\..*," then wait"\r\n/);
  }
  assert.equal((await tasks()).length, before);
});

test('a line that is refused at the end, after its check, is not noted as an order', async () => {
  const made = await api.post('/teams', {
    name: 'South',
    workers: [worker],
    managers: [(await api.get('/admins')).json[0].id],
  });
  assert.equal(made.status, 200, made.text);
  const team = made.json.id;
  const list = [
    'Name,Phone,Position,City,Team',
    ...['Sue,South', 'Sam,'].map((each, n) => {
      const [name, of] = each.split(',');
      return `${name},+1415557006${n},"37.78, -122.4",San Francisco,${of}`;
    }),
  ].join('\n');
  const table = await readOrders(new TextEncoder().encode(list), undefined);
  const checked = await checkList(
    server.services,
    organization,
    table,
    ['name', 'phone', 'position', 'city', 'team'],
    {},
  );
  assert.deepEqual(
    checked.map(({ problems }) => problems),
    [[], []],
  );
  await api.delete(`/teams/${team}`);
  for (const expected of [
    { created: 1, before: 0 },
    { created: 0, before: 1 },
  ]) {
    const { refused, ...counts } = await importList(server.services, organization, checked, false, () => {});
    assert.deepEqual(counts, expected);
    assert.deepEqual(
      refused.map(({ line, reason }) => [line.number, reason]),
      [[2, 'There is no such team.']],
    );
  }
});

test('a dry run over several batches ends as the import: orders known, orders twice in the list, a list that is full', async () => {
  const { organization_id, dispatch } = await server.organization();
  const own = new DispatchClient(dispatch);
  const of = { organization: organization_id };
  const head = 'Name,Phone,Position,City';
  const line = (n: number) => `Nora ${n},+1415558${String(n).padStart(4, '0')},"37.78, -122.4",San Francisco`;
  const some = Array.from({ length: 120 }, (_, n) => line(n));
  assert.equal(count(await run([head, ...some.slice(0, 3)].join('\n'), of), 'became tasks'), 3);
  await server.services.database.transaction(
    (tx) =>
      tx.run(sql`
      update dispatch.containers set task_count = 9890 where organization_id = ${organization_id}
        and owner_id = ${organization_id}`),
    { organizationId: organization_id },
  );
  // 117 are new, and line 3 is meant a second time in another batch; there is room for 110.
  const list = [head, ...some, line(3)].join('\n');
  const [dry, made] = [await run(list, { ...of, dryRun: true }), await run(list, of)];
  const counts = ({ lines }: typeof dry) => lines.map((each) => each.count);
  assert.deepEqual(counts(dry), [121, 110, 3, 8, 0]);
  assert.deepEqual([counts(made), made.problems], [counts(dry), dry.problems]);
  assert.equal(dry.problems[0]!.problem, 'A container can have at most 10000 tasks.');
  const task = { destination: { address: { city: 'San Francisco', country: 'US' }, location: [-122.4, 37.78] } };
  const { results } = (await own.post('/tasks/batch/check', { tasks: [task] })).json;
  assert.equal(results[0].error.cause, dry.problems[0]!.problem);
});

test('the same orders make no second task, however often they come, also at once; --again does', async () => {
  const before = (await tasks()).length;
  const list = `${HEAD}\nMia;+14155570020;37.78, -122.4;San Francisco;;;\nMo;+14155570021;37.78, -122.4;San Francisco;;;`;
  const both = await Promise.all([run(list), run(list)]);
  assert.equal(
    both.reduce((sum, each) => sum + count(each, 'became tasks')!, 0),
    2,
  );
  assert.equal((await tasks()).length, before + 2);
  // More of the same file: only what is new in it. Another order of the columns is the same order.
  const more = await run(`${list}\nMax;+14155570022;37.78, -122.4;San Francisco;;;`);
  assert.deepEqual([count(more, 'became tasks'), count(more, 'imported before')], [1, 2]);
  const again = await run(list, { again: true });
  assert.deepEqual([count(again, 'became tasks'), count(again, 'imported before')], [2, 0]);
  // Another organization has not had them.
  const other = await server.organization();
  const theirs = await run(list, { organization: other.organization_id });
  assert.equal(count(theirs, 'became tasks'), 2);
  server.clock.advance(91 * 86_400_000);
  await forgetImportedLines.handle(server.services, {}, new AbortController().signal);
  const rows = await server.services.database.reader.all(sql`select from dispatch.imported_lines`);
  assert.equal(rows.length, 0);
});

test('a workbook and a list without streets; what is approximate can be left out', async () => {
  const list = workbookOf({
    Empty: [],
    Orders: [
      ['Name', 'Phone', 'Address'],
      ['Ada', '+14155570030', 'Oakland, USA'],
    ],
  });
  const exact = await run(list, { exactOnly: true, dryRun: true });
  assert.deepEqual([count(exact, 'would become tasks'), count(exact, 'with problems')], [0, 1]);
  const all = await run(list, { sheet: 'Orders' });
  assert.deepEqual([count(all, 'became tasks'), count(all, 'found approximately')], [1, 1]);
  const known = await run(list, { sheet: 'Orders' });
  assert.deepEqual([count(known, 'imported before'), count(known, 'found approximately')], [1, 0]);
  for (const [bytes, options, sentence] of [
    [list, { sheet: 'No' }, /has no sheet "No"\. It has: Empty, Orders\./],
    ['a;b\n1;2', { sheet: 'No' }, /is not a workbook/],
    ['a;b', {}, /needs a line of headings/],
    [LIST, { column: ['Nothing=name'] }, /the file has no column "Nothing"/],
    [LIST, { column: ['Phone=nothing'] }, /a meaning is one of/],
    [LIST, { dates: 'any' }, /--dates must be/],
    [LIST, { organization: 'x'.repeat(24) }, /There is no organization/],
    [Buffer.from('PK\x03\x04 no more'), {}, /The workbook cannot be read/],
    [workbookOf({}, { Far: '<row r="1048576"/>' }), {}, /The workbook is too large/],
    ['x'.repeat(5_000_001), {}, /larger than 5 MB/],
    [`a\n${'1\n'.repeat(5001)}`, {}, /more than 5000 lines/],
  ] as const)
    await assert.rejects(run(bytes, options as Partial<ListOptions>), sentence);
  await using folder = await writeFolder({});
  const preset = path.join(folder.folder, 'preset');
  await writeFile(preset, 'no JSON');
  await assert.rejects(run(LIST, { preset }), /is not a preset/);
});
