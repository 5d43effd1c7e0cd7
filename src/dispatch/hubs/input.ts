import { Type } from 'typebox';
import { placeInput } from '../destinations/place-input.ts';
import { ChangedName, Name, Nullable, ObjectId } from '../http/validate.ts';

const Teams = Type.Optional(Nullable(Type.Array(ObjectId, { maxItems: 1000 })));

/** The team IDs come as `teams` or as `team` (spec: dispatch 4 shows both). */
export const hubInput = Type.Object({ ...placeInput, name: Name, teams: Teams, team: Teams });

export const hubUpdate = Type.Object({
  ...placeInput,
  address: Type.Optional(placeInput.address),
  name: Type.Optional(ChangedName),
  teams: Teams,
  team: Teams,
});
