import { Type } from 'typebox';
import { hasShownAnew } from '../../platform/people/shown-anew.ts';
import { SessionError } from './session-errors.ts';
import type { SessionRequest } from './session-operation.ts';

/** By what somebody shows anew who they are; not needed for ten minutes after a sign-in. */
export const ShownAnew = Type.Object({
  password: Type.Optional(Type.String({ maxLength: 1000, description: 'Your password, once more, if you have one.' })),
});

/** @throws {SessionError}; {TooManyGuesses} */
export async function checkShownAnew(
  { services, session, address }: SessionRequest,
  password: string | undefined,
): Promise<void> {
  if (await hasShownAnew(services, session, { password: password ?? '', address })) return;
  throw new SessionError(
    'sign_in_anew',
    'Enter your password, or sign in again: your last sign-in was more than ten minutes ago.',
  );
}
