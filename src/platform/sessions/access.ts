import type { Services } from '../services.ts';
import { isOpen, loadBegin } from './queries.ts';
import { isNew, type Session } from './session.ts';

export { loadSessions } from './queries.ts';

/** Whether a session that was read before still holds. */
export function isSessionOpen({ database, clock }: Services, session: Session): Promise<boolean> {
  return isOpen(database.reader, session, clock.now());
}

/** Whether somebody has signed in with a session a moment ago. */
export async function isSessionNew({ database, clock }: Services, session: Session): Promise<boolean> {
  const begun = await loadBegin(database.reader, session);
  return begun !== undefined && isNew(begun, clock.now());
}
