import type { TSchema } from 'typebox';

/** A copy of a schema with the sentence that the documents show for it: what it means, its unit, its default. */
export function described<S extends TSchema>(schema: S, description: string): S {
  // Not by spreading: what makes it a schema, and an optional one, is not enumerable.
  const members = Object.getOwnPropertyDescriptors(schema);
  return Object.defineProperties({}, { ...members, description: { value: description, enumerable: true } }) as S;
}
