import { type Static, Type } from 'typebox';
import { Nullable } from '../http/validate.ts';
import { MetadataInput } from '../metadata/metadata.ts';
import { placeInput } from './place-input.ts';

/** The body of a destination's creation, also within a task (spec: dispatch 4). */
export const destinationInput = Type.Object({
  ...placeInput,
  notes: Type.Optional(Nullable(Type.String({ maxLength: 10_000 }))),
  metadata: Type.Optional(Nullable(MetadataInput)),
});
export type DestinationInput = Static<typeof destinationInput>;
