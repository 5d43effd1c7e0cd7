import { type Static, Type } from 'typebox';

/** Channels that belong together, of which whoever joins can be given all. */
export interface DefaultGroup {
  id: number;
  name: string;
  description: string;
  /** Ascending. */
  channelIds: readonly number[];
}

/** A group of default channels on the wire. */
export const DefaultGroupObject = Type.Object(
  {
    id: Type.Integer({ description: 'Unique number of the group of channels.' }),
    name: Type.String({ description: 'Name of the group, at most 60 characters.' }),
    description: Type.String({ description: 'What the channels have in common, at most 1024 characters.' }),
    streams: Type.Array(Type.Integer(), { description: 'IDs of the channels in the group.' }),
  },
  { additionalProperties: false },
);
export type DefaultGroupObject = Static<typeof DefaultGroupObject>;

export function presentDefaultGroup({ id, name, description, channelIds }: DefaultGroup): DefaultGroupObject {
  return { id, name, description, streams: [...channelIds] };
}
