import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { placeInput } from '../destinations/place-input.ts';
import { ChangedName, Name, Nullable, ObjectId } from '../http/validate.ts';

const Teams = Type.Optional(Nullable(Type.Array(ObjectId, { maxItems: 1000 })));

/** The team IDs come as `teams` or as `team` (spec: dispatch 4 shows both). */
export const hubInput = Type.Object({
  ...placeInput,
  name: described(Name, 'Name of the hub, at most 500 characters.'),
  teams: described(Teams, 'IDs of the teams that start from this hub.'),
  team: described(Teams, 'Another name for `teams`.'),
});

export const hubUpdate = Type.Object({
  ...placeInput,
  address: Type.Optional(described(placeInput.address, 'The new address. Without a `location` it is geocoded.')),
  name: Type.Optional(described(ChangedName, 'New name; an empty one changes nothing.')),
  teams: described(Teams, 'IDs of all teams that start from this hub.'),
  team: described(Teams, 'Another name for `teams`.'),
});
