import type { Services } from '../services.ts';
import { isOpen } from './queries.ts';
import type { Session } from './session.ts';

export { loadSessions } from './queries.ts';

/** Whether a session that was read before still holds. */
export function isSessionOpen({ database, clock }: Services, session: Session): Promise<boolean> {
  return isOpen(database.reader, session, clock.now());
}
