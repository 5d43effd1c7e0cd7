import type { Services } from '../services.ts';
import { isSessionNew } from '../sessions/access.ts';
import type { Session } from '../sessions/session.ts';
import { checkPassword } from './passwords.ts';
import { loadPerson } from './queries.ts';

/**
 * Whether who asks by a session has shown anew who they are: by their password, or by a sign-in of a moment ago, which is the
 * way for whoever has none. Before what would take an account from its owner, since a browser may have been left open.
 * @throws {TooManyGuesses}
 */
export async function hasShownAnew(
  services: Services,
  session: Session,
  { password, address }: { password: string; address: string },
): Promise<boolean> {
  if (await isSessionNew(services, session)) return true;
  if (password === '') return false;
  const { organizationId, personId } = session;
  const wasRight = await services.guesses.begin({ api: 'session', account: `${organizationId}/${personId}`, address });
  const person = await loadPerson(services.database.reader, organizationId, personId);
  if (!(await checkPassword(services, { organizationId, person: personId }, password, person?.passwordHash ?? null)))
    return false;
  await wasRight();
  return true;
}
