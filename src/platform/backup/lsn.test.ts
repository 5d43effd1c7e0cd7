import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatLsn, parseLsn, SEGMENT_BYTES, segmentName } from './lsn.ts';

test('a place of the log is written and read as PostgreSQL does', () => {
  const cases: [text: string, lsn: bigint][] = [
    ['0/0', 0n],
    ['0/FFFFFFFF', 2n ** 32n - 1n],
    ['1/0', 2n ** 32n],
    ['2A/1000028', 0x2a_0100_0028n],
  ];
  for (const [text, lsn] of cases) assert.deepEqual([formatLsn(lsn), parseLsn(text)], [text, lsn]);
});

test('the file that holds a place is called by timeline and segment', () => {
  assert.equal(segmentName(1, 0n), '000000010000000000000000');
  assert.equal(segmentName(1, SEGMENT_BYTES - 1n), '000000010000000000000000');
  assert.equal(segmentName(1, SEGMENT_BYTES), '000000010000000000000001');
  assert.equal(segmentName(26, parseLsn('2A/FF000000')), '0000001A0000002A000000FF');
  assert.equal(segmentName(1, parseLsn('1/0')), '000000010000000100000000');
});
