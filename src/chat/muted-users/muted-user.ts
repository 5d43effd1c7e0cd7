import { type Static, Type } from 'typebox';

export interface MutedUser {
  id: number;
  mutedAt: Date;
}

/** On the wire. */
export const MutedUserObject = Type.Object(
  { id: Type.Integer(), timestamp: Type.Integer() },
  { additionalProperties: false },
);

export function presentMutedUser({ id, mutedAt }: MutedUser): Static<typeof MutedUserObject> {
  return { id, timestamp: Math.floor(mutedAt.getTime() / 1000) };
}
