import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DispatchError } from '../http/errors.ts';
import { changedMetadata, newMetadata } from './metadata.ts';

const refused = (error: unknown) => error instanceof DispatchError && error.number === 1000;

test('items get their default visibility; of one name the later counts', () => {
  assert.deepEqual(
    newMetadata([
      { name: 'dog', type: 'boolean', value: false },
      { name: 'dog', type: 'boolean', value: true },
    ]),
    [{ name: 'dog', type: 'boolean', value: true, visibility: ['api'] }],
  );
  assert.deepEqual(newMetadata(null), []);
});

test('a value must be of its type', () => {
  for (const [type, value] of [
    ['boolean', 'true'],
    ['number', '1'],
    ['string', 1],
    ['object', []],
    ['object', null],
    ['array', {}],
  ] as const)
    assert.throws(() => newMetadata([{ name: 'x', type, value }]), refused);
  assert.throws(() => newMetadata([{ name: 'x', type: 'array', subtype: 'string', value: ['a', 1] }]), refused);
});

test('$set and $pop change single items', () => {
  const first = newMetadata([
    { name: 'a', type: 'number', value: 1 },
    { name: 'b', type: 'number', value: 2 },
  ]);
  const next = changedMetadata(first, {
    $set: [
      { name: 'a', type: 'string', value: 'one' },
      { name: 'c', type: 'number', value: 3 },
    ],
    $pop: [{ name: 'b' }],
  });
  assert.deepEqual(
    next.map(({ name, value }) => [name, value]),
    [
      ['a', 'one'],
      ['c', 3],
    ],
  );
  assert.deepEqual(changedMetadata(next, undefined), next);
  assert.deepEqual(changedMetadata(next, []), []);
});

test('an object keeps 500 items at most, however they come', () => {
  const items = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => ({ name: `n${from + n}`, type: 'number' as const, value: n }));
  const full = newMetadata(items(0, 500));
  assert.throws(() => changedMetadata(full, { $set: items(500, 501) }), refused);
  assert.throws(() => changedMetadata(full, { $set: items(500, 501)[0] }), refused);
  assert.equal(changedMetadata(full, { $set: items(499, 500) }).length, 500);
  assert.equal(changedMetadata(full, { $set: items(500, 501), $pop: { name: 'n0' } }).length, 500);
});
