import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOfSheet, pastedRows, readRow } from '../../web/dispatch/task/paste-row.ts';

test('the cells of a pasted row go where they belong, in whatever order, and nothing is lost', () => {
  const read = (row: string) => {
    const { name, phone, addressLine, notes } = readRow(row);
    return [name, phone, addressLine, notes];
  };
  const kim = ['Kim Customer', '+1 415 555 0199', '543 Wharf St, 94105 San Francisco', 'Ring twice'];
  assert.deepEqual(read('Kim Customer\t+1 415 555 0199\t543 Wharf St\t94105\tSan Francisco\tRing twice'), kim);
  assert.deepEqual(read('+1 415 555 0199\t543 Wharf St\t94105 San Francisco\tKim Customer\tRing twice'), kim);
  assert.deepEqual(read('Erika Muster\tHauptstr.\t12 a\t10115\tBerlin\t030 1234567'), [
    'Erika Muster',
    '030 1234567',
    'Hauptstr. 12 a, 10115 Berlin',
    '',
  ]);
  assert.deepEqual(read('Kim\t12 Pier Rd, Oakland, CA\tkim@customer.example\t2'), [
    'Kim',
    '',
    '12 Pier Rd, Oakland, CA',
    'kim@customer.example · 2',
  ]);
  assert.deepEqual(read('\t\t'), ['', '', '', '']);
  assert.equal(isOfSheet('543 Wharf St\n'), false);
  assert.equal(isOfSheet('Kim\t543 Wharf St\n'), true);
  assert.equal(pastedRows('Kim\t1\r\nLee\t2\r\n\r\n').length, 2);
});
