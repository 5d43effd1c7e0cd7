import { type Static, Type } from 'typebox';
import { Nullable } from '../http/validate.ts';
import { MetadataInput } from '../metadata/metadata.ts';
import { placeInput } from './place-input.ts';

/** The body of a destination's creation, also within a task (spec: dispatch 4). */
export const destinationInput = Type.Object({
  ...placeInput,
  notes: Type.Optional(
    Nullable(Type.String({ maxLength: 10_000 }), { description: 'Notes on the place, at most 10,000 characters.' }),
  ),
  metadata: Type.Optional(Nullable(MetadataInput, { description: 'Your own data on the destination.' })),
});
export type DestinationInput = Static<typeof destinationInput>;
