import { passwordProblem } from '../../platform/credentials/password-rule.ts';
import { findOrganization } from '../../platform/organizations/organizations.ts';
import { loadPerson } from '../../platform/people/access.ts';
import { checkPassword, hashPassword } from '../../platform/people/passwords.ts';
import type { Services } from '../../platform/services.ts';
import type { ChatCaller } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { loadPersonId } from './queries.ts';

/** Person whose password changes, and the hashes before and after. */
export interface PasswordChange {
  personId: string;
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
  services: Services,
  { organizationId, userId, email, fullName }: ChatCaller,
  { old, next, address }: { old: string; next: string; address: string },
): Promise<PasswordChange> {
  const { reader } = services.database;
  const owner = { organizationId, person: userId };
  const wasRight = await services.guesses.begin({ api: 'chat', account: email.toLowerCase(), address });
  const personId = await loadPersonId(reader.of(organizationId), userId);
  const before = (personId && (await loadPerson(reader, organizationId, personId))?.passwordHash) || null;
  // Bots, and people who were never given one, have none.
  if (!(await checkPassword(services, owner, old, before))) throw badRequest('Wrong password!');
  await wasRight();
  const organization = await findOrganization(reader, organizationId);
  if (passwordProblem(next, [organization!.name, email, fullName])) throw badRequest('New password is too weak!');
  return { personId: personId!, before: before!, after: await hashPassword(services, owner, next) };
}
