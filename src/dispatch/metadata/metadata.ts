import { type Static, Type } from 'typebox';
import { invalidValue } from '../http/errors.ts';
import { Nullable } from '../http/validate.ts';

const TYPES = ['boolean', 'number', 'string', 'object', 'array'] as const;
const VISIBILITIES = ['api', 'dashboard', 'worker'] as const;
/** Items of one object. */
const MAX_ITEMS = 500;
const MAX_NAME_CHARACTERS = 500;

/** One item as the API shows it (spec: dispatch 2; D.2). */
export const Metadata = Type.Object({
  name: Type.String({ description: 'Name of the item, unique in the list.' }),
  type: Type.Enum(TYPES, { description: 'Type of the value.' }),
  subtype: Type.Optional(
    Type.Enum(['boolean', 'number', 'string', 'object'], { description: 'Type of each element; only for an array.' }),
  ),
  value: Type.Unknown({ description: 'Any value of the type.' }),
  visibility: Type.Array(Type.Enum(VISIBILITIES), { description: 'Who sees it.' }),
});
export type Metadata = Static<typeof Metadata>;
export const MetadataList = Type.Array(Metadata);

const Item = Type.Object({
  name: Type.String({
    minLength: 1,
    maxLength: MAX_NAME_CHARACTERS,
    description: 'Name of the item, unique in the list.',
  }),
  type: Type.Enum(TYPES, { description: 'Type of the value.' }),
  subtype: Type.Optional(
    Nullable(Type.Enum(['boolean', 'number', 'string', 'object']), {
      description: 'Type of each element; only for an array.',
    }),
  ),
  value: Type.Unknown({ description: 'Any value of the type.' }),
  visibility: Type.Optional(
    Nullable(Type.Array(Type.Enum(VISIBILITIES)), { description: 'Who sees it; `api` if absent.' }),
  ),
});

/** Metadata in the body of a creation. */
export const MetadataInput = Type.Array(Item, { maxItems: MAX_ITEMS });
const Named = Type.Object({ name: Type.String({ description: 'Name of an item to remove.' }) });
/** Metadata in the body of an update: the whole new list, or items to set and to take away by name. */
export const MetadataUpdate = Type.Union([
  MetadataInput,
  Type.Object({
    $set: Type.Optional(
      Type.Union([MetadataInput, Item], { description: 'Items to set; those with other names stay.' }),
    ),
    $pop: Type.Optional(
      Type.Union([Type.Array(Named, { maxItems: MAX_ITEMS }), Named], {
        description: 'Items to remove, by their names.',
      }),
    ),
  }),
]);
/** The body of a metadata query: items that all must be met exactly. */
export const MetadataQuery = Type.Array(
  Type.Object({
    name: Type.String({ minLength: 1, maxLength: MAX_NAME_CHARACTERS, description: 'Name of the item.' }),
    type: Type.Enum(TYPES, { description: 'Type of the value.' }),
    value: Type.Unknown({ description: 'Value that the item must have exactly.' }),
  }),
  { minItems: 1, maxItems: 50 },
);

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
}

function check(item: Static<typeof Item>): Metadata {
  if (typeOf(item.value) !== item.type)
    throw invalidValue(`The value of metadata '${item.name}' is not a ${item.type}.`);
  if (item.type === 'array' && item.subtype && (item.value as unknown[]).some((each) => typeOf(each) !== item.subtype))
    throw invalidValue(`All elements of metadata '${item.name}' must be of type ${item.subtype}.`);
  return {
    name: item.name,
    type: item.type,
    ...(item.subtype ? { subtype: item.subtype } : {}),
    value: item.value,
    visibility: item.visibility ?? ['api'],
  };
}

/**
 * The list to store for a creation. Of two items of one name the later counts.
 * @throws {DispatchError} 1000 when a value is not of its type
 */
export function newMetadata(given: Static<typeof MetadataInput> | null | undefined): Metadata[] {
  const items = new Map((given ?? []).map((item) => [item.name, check(item)]));
  return [...items.values()];
}

/**
 * The list after an update: replaced by a list, or changed by `$set` and `$pop`.
 * @throws {DispatchError} 1000 when a value is not of its type or there are too many
 */
export function changedMetadata(
  current: readonly Metadata[],
  given: Static<typeof MetadataUpdate> | null | undefined,
): Metadata[] {
  if (given === undefined || given === null) return [...current];
  if (Array.isArray(given)) return newMetadata(given);
  const items = new Map(current.map((item) => [item.name, item]));
  for (const item of [given.$set ?? []].flat()) items.set(item.name, check(item));
  for (const { name } of [given.$pop ?? []].flat()) items.delete(name);
  if (items.size > MAX_ITEMS) throw invalidValue(`metadata can have at most ${MAX_ITEMS} items.`);
  return [...items.values()];
}
