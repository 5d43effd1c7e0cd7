import { passwordProblem } from '../../platform/credentials/password-rule.ts';
import { checkPassword, hashPassword } from '../../platform/credentials/passwords.ts';
import type { Services } from '../../platform/services.ts';
import type { ChatCaller } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { loadPasswordHash } from './queries.ts';

/** Hashes of a person's password before and after a change. */
export interface PasswordChange {
  before: string;
  after: string;
}

/**
 * Checks a change of the caller's own password. A wrong old one counts like a wrong sign-in: whoever has a key has not the
 * password.
 * @param address where the request comes from
 * @throws {ChatError} `BAD_REQUEST`; {TooManyGuesses}
 */
export async function checkPasswordChange(
  { database, guesses }: Services,
  { organizationId, userId, email }: ChatCaller,
  { old, next, address }: { old: string; next: string; address: string },
): Promise<PasswordChange> {
  const wasRight = await guesses.begin({ api: 'chat', account: email.toLowerCase(), address });
  const before = await loadPasswordHash(database.reader, organizationId, userId);
  // Bots, and people who were never given one, have none.
  if (!(await checkPassword(old, before))) throw badRequest('Wrong password!');
  await wasRight();
  if (passwordProblem(next)) throw badRequest('New password is too weak!');
  return { before: before!, after: await hashPassword(next) };
}
