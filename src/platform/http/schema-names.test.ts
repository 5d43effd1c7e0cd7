import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { referToSchemas, SchemaNames } from './schema-names.ts';

const PlaceObject = Type.Object({ city: Type.String(), zip: Type.Optional(Type.String()) });
const stopInput = Type.Object({ place: PlaceObject, order: Type.Integer() });
const Way = Type.Enum(['car', 'bicycle']);
const names = new SchemaNames([['dispatch/stops/present.ts', { PlaceObject, stopInput, Way, limit: 7, handler() {} }]]);
const PLACE = { $ref: '#/components/schemas/Place' };

test('exported schemas stand once, by the names of their constants, and are referred to', () => {
  const { value, schemas } = referToSchemas({ stops: Type.Array(stopInput), way: Way }, names);
  assert.deepEqual(value, {
    stops: { type: 'array', items: { $ref: '#/components/schemas/StopInput' } },
    way: { $ref: '#/components/schemas/Way' },
  });
  assert.deepEqual(schemas, {
    Place: {
      type: 'object',
      required: ['city'],
      properties: { city: { type: 'string' }, zip: { type: 'string' } },
    },
    StopInput: {
      type: 'object',
      required: ['place', 'order'],
      properties: { place: PLACE, order: { type: 'integer' } },
    },
    Way: { enum: ['car', 'bicycle'] },
  });
});

test('optional ones and those with a default are the same schema', () => {
  const value = { ...PlaceObject, default: { city: 'Lund' }, description: 'Of the customer.' };
  assert.deepEqual(referToSchemas(value, names).value, {
    ...PLACE,
    default: { city: 'Lund' },
    description: 'Of the customer.',
  });
  const within = Type.Object({ from: Type.Optional(PlaceObject), to: Type.Union([PlaceObject, Type.Null()]) });
  assert.deepEqual(referToSchemas(within, names).value, {
    type: 'object',
    required: ['to'],
    properties: { from: PLACE, to: { anyOf: [PLACE, { type: 'null' }] } },
  });
});

test('what only looks the same, or is a part or a stricter form, has no name', () => {
  for (const schema of [
    Type.Object({ city: Type.String(), zip: Type.Optional(Type.String()) }),
    Type.Omit(PlaceObject, ['zip']),
    Type.Partial(PlaceObject),
    { ...PlaceObject, required: ['city', 'zip'] },
  ])
    assert.deepEqual(referToSchemas(schema, names), { value: { ...schema }, schemas: {} });
});

test('two schemas of one name are refused where they meet', () => {
  const other = Type.Object({ id: Type.String() });
  const both = names.with({ Place: other });
  assert.throws(() => referToSchemas([PlaceObject, other], both), /Two schemas are called Place/);
  assert.deepEqual(referToSchemas([other], both).value, [PLACE]);
});

test('lists of fixed length are as JSON Schema 2020-12 has them', () => {
  assert.deepEqual(referToSchemas(Type.Tuple([Type.Number(), PlaceObject]), names).value, {
    type: 'array',
    minItems: 2,
    prefixItems: [{ type: 'number' }, PLACE],
    items: false,
  });
});
