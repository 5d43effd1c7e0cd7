import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printableLines, printableTable } from './readable.ts';

test('a list is a table with a column for each member, and long values stand below their line', () => {
  const long = 'Your delivery from Couriers arrives today between 14:00 and 16:00. Reply STOP to opt out.';
  const rows = [
    { id: 7, channel: 'sms', to: { name: 'Zoë', phone: '+14155550111' }, body: long },
    { id: 1204, channel: 'email', to: { name: 'Ada Lovelace' }, subject: null, body: 'short' },
  ];
  assert.deepEqual(printableTable(rows).split('\n'), [
    'ID    CHANNEL  TO.NAME       TO.PHONE      SUBJECT',
    '7     sms      Zoë           +14155550111',
    `  body: ${long}`,
    '1204  email    Ada Lovelace                null',
    '  body: short',
  ]);
  assert.equal(printableTable([]), 'none');
});

test('foreign text moves nothing on the screen and begins no line of ours', () => {
  const table = printableTable([{ name: 'x\u001b[2Jy\nid: 1' }]);
  assert.deepEqual(table.split('\n'), ['  name: x\\x1b[2Jy', '    id: 1']);
  assert.equal(
    printableLines({ name: 'a\nb', at: new Date(0), tags: ['x'] }),
    'name: a\n    b\nat: 1970-01-01T00:00:00.000Z\ntags.0: x',
  );
});
