import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { tableOfSheet, WorkbookTooLarge } from '../../rules/table-file.ts';
import { readWorkbook } from '../../web/dispatch/table/csv-import/read-file.ts';
import { zipOf } from '../harness/slack-archive.ts';
import { workbookOf } from '../harness/workbook.ts';

const read = (bytes: Buffer) => readWorkbook(new Uint8Array(bytes));

describe('a workbook', () => {
  test('is read as its cells show: texts, numbers, days, times, and the last results of formulas', async () => {
    const sheets = await read(
      workbookOf({
        Notes: [],
        Orders: [
          ['Name', 'Phone', 'Before', 'Notes'],
          [
            'Rosa & <b>',
            436641234567,
            { days: 46022.5 },
            { formula: 'HYPERLINK("http://elsewhere.example")', result: 'gate' },
          ],
          [null],
          ['Ned', 48.2085, { days: 46022 }, '=1+1'],
          [null, null, { days: 0.25 }],
        ],
      }),
    );
    assert.deepEqual(
      sheets.map(({ name }) => name),
      ['Notes', 'Orders'],
    );
    const { headings, rows, numbers, sheets: names } = tableOfSheet(sheets[1]!, sheets);
    assert.deepEqual(headings, ['Name', 'Phone', 'Before', 'Notes']);
    assert.deepEqual(rows, [
      ['Rosa & <b>', '436641234567', '2025-12-31 12:00', 'gate'],
      ['Ned', '48.2085', '2025-12-31', '=1+1'],
      ['', '', '06:00', ''],
    ]);
    assert.deepEqual(
      [numbers, names],
      [
        [2, 4, 5],
        ['Notes', 'Orders'],
      ],
    );
  });

  test('whose cells are far out, however that is written, is refused before it is read', async () => {
    for (const raw of [
      '<row r="1048576"><c r="A1048576"><v>1</v></c></row>',
      '<row r="1"><c r="XFD1"><v>1</v></c></row>',
      "<row><c r='XFD1'><v>1</v></c></row>",
      '<row><c r="&#88;FD1"><v>1</v></c></row>',
      '<x:row><x:c r = "A999999"/></x:row>',
      `<row>${'<c/>'.repeat(501)}</row>`,
      '<row/>'.repeat(20_001),
      `${'<row/>'.repeat(5000)}<row><c r="HA5001"/></row>`,
    ])
      await assert.rejects(read(workbookOf({}, { Far: raw })), WorkbookTooLarge, raw.slice(0, 60));
    // The limit itself is none too many.
    const last = await read(workbookOf({}, { Near: `<row r="2000"><c r="SF2000"><v>1</v></c></row>` }));
    assert.equal(last[0]!.rows.length, 2000);
  });

  test('that unpacks to much, or is none, is refused', async () => {
    const bomb = zipOf({ 'xl/worksheets/sheet1.xml': Buffer.alloc(65_000_000, ' ') });
    assert.ok(bomb.length < 100_000);
    await assert.rejects(read(bomb), WorkbookTooLarge);
    for (const bytes of [
      Buffer.from('PK\x03\x04 and no more'),
      zipOf({ 'xl/other.xml': '<a/>' }),
      workbookOf({ x: [['x']] }).subarray(0, 900),
    ])
      await assert.rejects(read(bytes), (error) => !(error instanceof WorkbookTooLarge));
  });
});
