import { type Static, Type } from 'typebox';
import { Nullable } from '../../dispatch/http/validate.ts';
import type { PersonRow } from './people-queries.ts';

/** Somebody as the administration shows them; a part that is null is nothing of theirs, or nothing that the caller sees. */
export const PersonObject = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Nullable(Type.String()),
  emailVerified: Type.Boolean(),
  phone: Nullable(Type.String()),
  hasPassword: Type.Boolean(),
  secondFactor: Type.Boolean(),
  chat: Nullable(Type.Object({ userId: Type.Integer(), role: Type.Integer(), isActive: Type.Boolean() })),
  dispatch: Nullable(
    Type.Object({
      administratorId: Type.String(),
      isOwner: Type.Boolean(),
      isActive: Type.Boolean(),
      isReadOnly: Type.Boolean(),
    }),
  ),
  worker: Nullable(Type.Object({ workerId: Type.String(), hasJoined: Type.Boolean() })),
  /** In how many browsers they are signed in, and when one was used last, roughly. */
  sessions: Type.Integer(),
  usedAt: Nullable(Type.Integer()),
});

export function presentPerson(row: PersonRow): Static<typeof PersonObject> {
  const { userId, administratorId, workerId } = row;
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    emailVerified: row.isEmailVerified,
    phone: row.phone,
    hasPassword: row.hasPassword,
    secondFactor: row.hasSecondFactor,
    chat: userId === null ? null : { userId, role: row.role!, isActive: row.isActive! },
    dispatch:
      administratorId === null
        ? null
        : {
            administratorId,
            isOwner: row.administratorType === 'super',
            isActive: row.isAdministratorActive!,
            isReadOnly: row.isReadOnly!,
          },
    worker: workerId === null ? null : { workerId, hasJoined: row.accountStatus === 'ACCEPTED' },
    sessions: row.sessions,
    usedAt: row.usedAt?.getTime() ?? null,
  };
}
