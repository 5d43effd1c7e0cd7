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
    id: Type.Integer(),
    name: Type.String(),
    description: Type.String(),
    streams: Type.Array(Type.Integer()),
  },
  { additionalProperties: false },
);
export type DefaultGroupObject = Static<typeof DefaultGroupObject>;

export function presentDefaultGroup({ id, name, description, channelIds }: DefaultGroup): DefaultGroupObject {
  return { id, name, description, streams: [...channelIds] };
}
