import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareWith, costsIn } from '../../bench/against.ts';

const REPORT = `# Benchmark results

| what | per second | median ms | p99 ms | limit per second | median ms | p99 ms | ratio | aim |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
| send a message, 8 connections | 4028 | 1.75 | 6.13 | 6554 | 1.09 | 3.17 | 0.50 |  |

| what | found | aim |
| --- | --- | --- |
| a batch of 500 located tasks | 600 ms | below 2 s |

| what | per second | median ms | p99 ms | limit per second | median ms | p99 ms | ratio | aim | processor | its limit |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
| report a position, 8 connections | 3232 | 2.14 | 5.94 | 6793 | 1.09 | 3.47 | 0.48 |  | 0.30 | 0.15 |
| report a position, 8 connections | 9999 | 2.14 | 5.94 | 6793 | 1.09 | 3.47 | 0.99 |  | 0.10 | 0.15 |
`;

const figures = (processor: number | undefined) => ({ rate: 1, median: 1, p99: 1, processor });
const row = (name: string, ratio: number, ours?: number, limit?: number) => ({
  ...{ name, ratio, aim: '', ours: figures(ours), limit: figures(limit) },
});

test('the rows of a report are read, the first of each name', () => {
  assert.deepEqual(
    [...costsIn(REPORT)],
    [
      ['send a message, 8 connections', { processor: undefined, time: 2 }],
      ['report a position, 8 connections', { processor: 2, time: 1 / 0.48 }],
    ],
  );
});

test('a processor time that cannot be is none', () => {
  const broken = REPORT.replaceAll('| 0.30 | 0.15 |', '| 0.30 | -0.15 |');
  assert.equal(costsIn(broken).get('report a position, 8 connections')?.processor, undefined);
});

test('a row that costs much more beside its limit than in the report is named, whatever the clock says', () => {
  const found = { name: 'a batch of 500 located tasks', found: '9 s', aim: '' };
  const grown = (...results: Parameters<typeof compareWith>[1][number][]) => compareWith(REPORT, results).grown;
  assert.deepEqual(grown(found, row('new', 0.01, 9, 1), row('report a position, 8 connections', 0.01, 0.62, 0.2)), []);
  assert.deepEqual(grown(row('report a position, 8 connections', 0.48, 0.7, 0.2)), [
    'report a position, 8 connections: takes 3.5 times the processor time of its limit; it took 2.0 times (×1.7).',
  ]);
  assert.deepEqual(grown(row('send a message, 8 connections', 0.4, 9, 1)), []);
  assert.deepEqual(grown(row('send a message, 8 connections', 0.25, 1, 1)), [
    'send a message, 8 connections: takes 4.0 times the time of its limit; it took 2.0 times (×2.0).',
  ]);
});

test('a row that cannot be compared by processor time is named, and does not count as grown', () => {
  const lacking = (...results: Parameters<typeof compareWith>[1][number][]) => compareWith(REPORT, results).lacking;
  assert.deepEqual(lacking({ name: 'a batch of 500 located tasks', found: '9 s', aim: '' }), []);
  assert.deepEqual(lacking(row('report a position, 8 connections', 0.48, 0.3, 0.2)), []);
  assert.deepEqual(lacking(row('new', 1, 1, 1)), ['new: is not in the results, so it was compared with nothing.']);
  assert.deepEqual(lacking(row('send a message, 8 connections', 0.5, 1, 1)), [
    'send a message, 8 connections: has no processor time in the results, so rates were compared.',
  ]);
  assert.deepEqual(lacking(row('report a position, 8 connections', 0.48)), [
    'report a position, 8 connections: has no processor time in this run, so rates were compared.',
  ]);
});
