import { type Static, Type } from 'typebox';
import { MAX_LINES } from '../../../../rules/table-file.ts';
import { described } from '../../../platform/http/described.ts';
import { placeInput } from '../../destinations/place-input.ts';
import { Geocoding } from '../../geocoding/found-place.ts';
import { ItemError } from '../../http/item-error.ts';
import { Name, Nullable } from '../../http/validate.ts';

/** Each may cost a look-up of its address. */
export const MAX_BATCH_HUBS = 100;

/** A hub as a list has it. Absent teams change nothing of a known hub. */
export const listedHub = Type.Object({
  ...placeInput,
  name: described(Name, 'Name of the hub, at most 500 characters.'),
  teams: Type.Optional(
    Type.Array(Type.String(), { maxItems: 1000, description: 'Names of the teams that start from this hub.' }),
  ),
});
export type ListedHub = Static<typeof listedHub>;

/** A hub that an earlier part of a list would create or change. */
const EarlierHub = Type.Pick(listedHub, ['name', 'teams']);
export type EarlierHub = Static<typeof EarlierHub>;

/** Body of a batch and of its check. An item that is wrong spoils only itself, so each is checked by itself. */
export const hubBatch = Type.Object({
  hubs: Type.Array(Type.Unknown(), {
    maxItems: MAX_BATCH_HUBS,
    description:
      `Hubs, each as for the creation of one, but with the names of teams instead of their IDs. At most ${MAX_BATCH_HUBS}. ` +
      'Absent `teams` change nothing of a known hub.',
  }),
  onlyNew: Type.Optional(
    Type.Boolean({
      description: 'True: hubs whose name is known stay as they are. False if absent: they are updated.',
    }),
  ),
});

/** Body of a check. */
export const hubBatchCheck = Type.Object({
  ...hubBatch.properties,
  earlier: Type.Optional(
    Type.Array(EarlierHub, {
      maxItems: MAX_LINES,
      description:
        'For a list that is checked in parts: the hubs that the earlier parts would create or change, with the names of ' +
        'their teams. They count, and a team starts from the last hub that names it.',
    }),
  ),
});

/** Result for one hub of a batch. */
const HubLineResult = Type.Object({
  error: Nullable(ItemError, { description: 'Why this hub is refused; null if it is not.' }),
  outcome: Nullable(Type.Enum(['created', 'changed', 'unchanged']), {
    description: 'Whether the hub is new, or one with this name is changed or stays as it is.',
  }),
  changes: Type.Array(Type.Enum(['address', 'location', 'teams']), {
    description: 'Fields of the known hub that change; empty if none does.',
  }),
  geocoding: Nullable(described(Geocoding, 'Source and precision of the location.'), {
    description: 'Source and precision of the location; null if the hub is refused.',
  }),
});
export type HubLineResult = Static<typeof HubLineResult>;

/** Answer to a batch and to its check. */
export const HubLineResults = Type.Object({
  results: Type.Array(HubLineResult, { description: 'In the order of the hubs.' }),
});
