import { type Static, Type } from 'typebox';
import { Nullable } from '../../dispatch/http/validate.ts';
import type { PersonRow } from './people-queries.ts';

/** Somebody as the administration shows them; a part that is null is nothing of theirs, or nothing that the caller sees. */
export const PersonObject = Type.Object({
  id: Type.String({ description: 'ID of the person.' }),
  name: Type.String({ description: 'Full name.' }),
  email: Nullable(Type.String(), { description: 'E-mail address; null if there is none or you do not see it.' }),
  emailVerified: Type.Boolean({ description: 'True if the person proved the address.' }),
  phone: Nullable(Type.String(), { description: 'Phone number; null if there is none.' }),
  hasPassword: Type.Boolean({ description: 'True if the person chose a password.' }),
  secondFactor: Type.Boolean({ description: 'True if a second factor is turned on.' }),
  chat: Nullable(
    Type.Object({
      userId: Type.Integer({ description: 'ID of the chat user.' }),
      role: Type.Integer({ description: '100: owner, 200: administrator, 300: moderator, 400: member, 600: guest.' }),
      isActive: Type.Boolean({ description: 'False if the account is deactivated.' }),
    }),
    { description: 'Account in chat; null: none.' },
  ),
  dispatch: Nullable(
    Type.Object({
      administratorId: Type.String({ description: 'ID in the dispatch API.' }),
      isOwner: Type.Boolean({ description: "True for the organization's owner in dispatch." }),
      isActive: Type.Boolean({ description: 'False until the person has joined.' }),
      isReadOnly: Type.Boolean({ description: 'True if the person may only read.' }),
    }),
    { description: 'Access to dispatch; null: none.' },
  ),
  worker: Nullable(
    Type.Object({
      workerId: Type.String({ description: 'ID in the dispatch API.' }),
      hasJoined: Type.Boolean({ description: 'True once the worker has signed in.' }),
    }),
    { description: 'Account as a driver; null: none.' },
  ),
  sessions: Type.Integer({ description: 'Browsers in which the person is signed in.' }),
  usedAt: Nullable(Type.Integer(), {
    description: 'When one was last used, to the hour, in milliseconds since 1970; null: never.',
  }),
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
