import { type Static, Type } from 'typebox';
import type { OwnedList } from '../owned-lists/owned-list.ts';

export interface MutedUser {
  id: number;
  mutedAt: Date;
}

/** On the wire. */
export const MutedUserObject = Type.Object(
  {
    id: Type.Integer({ description: 'User ID of the muted person.' }),
    timestamp: Type.Integer({ description: 'When the person was muted, in UNIX seconds.' }),
  },
  { additionalProperties: false },
);

export function presentMutedUser({ id, mutedAt }: MutedUser): Static<typeof MutedUserObject> {
  return { id, timestamp: Math.floor(mutedAt.getTime() / 1000) };
}

/** The people that a person has muted. */
export const mutedUserList: OwnedList<MutedUser> = {
  table: 'muted_users',
  owner: 'user_id',
  key: 'id',
  columns: { id: 'muted_user_id bigint', mutedAt: 'muted_at timestamptz' },
  order: 'muted_user_id',
  missing: 'User is not muted',
  exists: 'User already muted',
  events: { type: 'muted_users', state: true, whole: (users) => ({ muted_users: users.map(presentMutedUser) }) },
};
