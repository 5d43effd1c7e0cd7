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
