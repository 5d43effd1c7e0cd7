import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { containerUpdate } from '../containers/update-container.ts';
import { MetadataUpdate } from '../metadata/metadata.ts';
import { taskInput } from '../tasks/create/resolve-input.ts';
import { DispatchError } from './errors.ts';
import { readBody } from './validate.ts';

function refusal(schema: Type.TSchema, body: unknown): [number, unknown] {
  try {
    readBody(schema, body);
  } catch (error) {
    if (error instanceof DispatchError) return [error.number, error.shown];
    throw error;
  }
  throw new Error('the body is right');
}

const ID = 'A'.repeat(24);

test('the member that is wrong is named, also within one of several forms', () => {
  const cases: [object, number, string][] = [
    [{ destination: { address: { city: 5, country: 'US' } } }, 1005, 'destination.address.city must be string.'],
    [{ destination: { address: { city: 'x' }, location: [1, 'b'] } }, 1005, 'destination.location.1 must be number.'],
    [{ destination: { address: { city: 'x' }, location: [500, 1] } }, 1000, 'destination.location.0 must be <= 180.'],
    [{ destination: { address: {}, location: [1] } }, 1000, 'destination.location must have at least 2 items.'],
    [{ destination: { address: {}, location: [1, 2, 3] } }, 1000, 'destination.location must have at most 2 items.'],
    [{ destination: {} }, 1900, 'destination.address is required.'],
    [{ destination: 5 }, 1005, 'destination must be string or object.'],
    [{ destination: 'x' }, 1005, 'destination is not a valid ID.'],
    [{}, 1900, 'destination is required.'],
    [{ destination: ID, recipients: [{ name: 'R', phone: 5 }] }, 1005, 'recipients.0.phone must be string.'],
    [{ destination: ID, recipients: [ID, ID] }, 1000, 'recipients must have at most 1 items.'],
    [{ destination: ID, completeAfter: 'later' }, 1005, 'completeAfter must be number.'],
    [{ destination: ID, autoAssign: { mode: 'fly' } }, 1000, 'autoAssign.mode must be one of distance, load.'],
    [{ destination: ID, autoAssign: { mode: 7 } }, 1005, 'autoAssign.mode must be one of distance, load.'],
    [
      { destination: { address: {}, options: { language: 'deu' } } },
      1000,
      'destination.options.language must be a two-letter code.',
    ],
    // Missing fields are reported before wrong ones.
    [{ notes: 5 }, 1900, 'destination is required.'],
  ];
  for (const [body, number, cause] of cases) assert.deepEqual(refusal(taskInput, body), [number, cause]);
  assert.deepEqual(refusal(containerUpdate, { tasks: [1.5] }), [1005, 'tasks.0 must be integer.']);
  assert.deepEqual(refusal(containerUpdate, { tasks: [-1, 'x'] }), [1005, 'tasks.1 is not a valid ID.']);
  assert.deepEqual(refusal(MetadataUpdate, { $set: [{ name: 'x' }] }), [1900, '$set.0.type is required.']);
});

test('a body of another kind', () => {
  assert.deepEqual(refusal(taskInput, 5), [1900, 'The body must be object.']);
  assert.deepEqual(refusal(taskInput, 'x'), [1900, 'The body must be object.']);
  assert.deepEqual(refusal(taskInput, []), [1005, 'The body must be object.']);
  assert.deepEqual(refusal(Type.Array(Type.String()), {}), [1005, 'The body must be array.']);
});
