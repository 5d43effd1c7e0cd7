import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, test } from 'node:test';
import { DispatchClient } from '../../../tests/harness/clients.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { writeFolder } from '../../../tests/harness/slack-archive.ts';
import { workbookOf } from '../../../tests/harness/workbook.ts';
import { importListFile } from '../../cli/import-list.ts';
import { importRecipientsFile } from '../../cli/import-recipients.ts';
import type { ListOptions } from '../../cli/list-file.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization();
const { organization_id: organization } = org;
const api = new DispatchClient(org.dispatch);

const run = (bytes: string | Buffer, options: Partial<ListOptions> = {}) =>
  importRecipientsFile(server.services, new Uint8Array(Buffer.from(bytes)), { organization, ...options });
const all = async (): Promise<{ name: string; notes: string; language: string; skipSMSNotifications: boolean }[]> =>
  (await api.get('/recipients/all')).json.recipients.map(({ recipient }: { recipient: object }) => recipient);
const counts = ({ lines }: Awaited<ReturnType<typeof run>>) => lines.map(({ count }) => count);

const LIST = [
  'First Name;Last Name;Phone 1 - Value;Notes;Language;No SMS',
  'Rosa;Recipient;+1 415 557 0001;Ring twice;de-AT;',
  'Will;;+14155570002;;;yes',
  'Nia;;;;;',
  'Ned;;no number;=cmd();;',
  'Lou;;+14155570005;;Klingon;perhaps',
  'Rosa;Recipient;(415) 557-0001;Ring twice;de;',
  'Rosa;Other;+14155570001;;;',
].join('\n');

test('a list of recipients is shown first, then becomes recipients; lines with problems come back with the reasons', async () => {
  await using folder = await writeFolder({});
  const bad = path.join(folder.folder, 'bad.csv');
  const dry = await run(LIST, { dryRun: true });
  assert.deepEqual(
    dry.columns.map(({ meaning }) => meaning),
    ['firstName', 'lastName', 'phone', 'notes', 'language', 'optOut'],
  );
  assert.deepEqual(counts(dry), [7, 2, 0, 1, 4]);
  assert.deepEqual(await all(), []);
  const made = await run(LIST, { bad });
  assert.deepEqual(counts(made), [7, 2, 0, 1, 4]);
  assert.deepEqual(
    (await all()).map((each) => [each.name, each.notes, each.language, each.skipSMSNotifications]),
    [
      ['Rosa Recipient', 'Ring twice', 'de', false],
      ['Will', '', null, true],
    ],
  );
  assert.deepEqual(
    made.problems.map(({ line }) => line),
    [4, 5, 6, 8],
  );
  assert.match(made.problems[2]!.problem, /“Klingon” is not a language.*“perhaps” is neither yes nor no/);
  assert.equal(made.problems[3]!.problem, 'Line 2 has the same phone number and says something else.');
  assert.match(
    await readFile(bad, 'utf8'),
    /\nNed,,no number,"?'=cmd\(\)"?,,,The phone number 'no number' is not valid/,
  );
});

test('known numbers are updated by what a list says and by nothing else; --only-new leaves them', async () => {
  const list = 'Name,Phone,Notes,No SMS\nWill Work,+14155570002,,no\nRosa Recipient,+14155570001,,\nXia,+14155570007,,';
  const left = await run(list, { onlyNew: true });
  assert.deepEqual(counts(left), [3, 1, 0, 2, 0]);
  assert.equal((await all()).filter(({ name }) => name === 'Will').length, 1);
  const updated = await run(list);
  assert.deepEqual(counts(updated), [3, 0, 1, 2, 0]);
  const will = (await all()).find(({ name }) => name === 'Will Work')!;
  // A list never sends SMS to those who want none; an empty cell empties nothing.
  assert.equal(will.skipSMSNotifications, true);
  assert.equal((await all()).find(({ name }) => name === 'Rosa Recipient')!.notes, 'Ring twice');
});

test('more lines than one transaction has; a workbook; options of orders are refused', async () => {
  const rows = Array.from({ length: 700 }, (_, n) => `Many ${n},+1415558${String(n).padStart(4, '0')}`);
  // The same line again, in another transaction, is the same person.
  const made = await run(['Name,Phone', ...rows, rows[0]].join('\n'));
  assert.deepEqual(counts(made), [701, 700, 0, 1, 0]);
  const sheets = {
    Empty: [],
    People: [
      ['Kunde', 'Telefon'],
      ['Ada', '+14155579999'],
    ],
  };
  assert.deepEqual(counts(await run(workbookOf(sheets), { dryRun: true })), [1, 1, 0, 0, 0]);
  await assert.rejects(run(LIST, { again: true }), /--again belongs to lists of orders/);
  await assert.rejects(run(LIST, { column: ['Notes=city'] }), /a meaning is one of/);
  await assert.rejects(run(LIST, { organization: 'x'.repeat(24) }), /There is no organization/);
  const orders = new TextEncoder().encode('Name,Phone\nAda,+14155579999');
  await assert.rejects(
    importListFile(server.services, orders, { organization, onlyNew: true }),
    /--only-new belongs to --recipients/,
  );
});

test('a line with a character that nothing can store has a problem, and the others come', async () => {
  const list = 'Name,Phone,Position,City\nNul\0l,+14155570101,"37.78, -122.4",SF\nNora,+14155570102,"37.78, -122.4",SF';
  const sentence = /^This line has a character that cannot be stored\./;
  const bytes = new TextEncoder().encode(list);
  for (const result of [await run(list), await importListFile(server.services, bytes, { organization })]) {
    assert.deepEqual(
      result.problems.map(({ line }) => line),
      [2],
    );
    assert.match(result.problems[0]!.problem, sentence);
    assert.equal(result.lines[1]!.count, 1);
  }
  const rows = [
    ['Name', 'Phone'],
    ['Half &#xD83D;', '+14155570103'],
  ].map((texts, row) => {
    const cells = texts.map((text, n) => `<c r="${'AB'[n]}${row + 1}" t="inlineStr"><is><t>${text}</t></is></c>`);
    return `<row r="${row + 1}">${cells.join('')}</row>`;
  });
  const half = await run(workbookOf({}, { People: rows.join('') }));
  assert.match(half.problems[0]!.problem, sentence);
});
