import {
  createCredential,
  keepNewestCredentials,
  revokeCredential,
  revokeCredentialsOf,
} from '../credentials/credentials.ts';
import type { Tx } from '../db/tx.ts';
import type { Services } from '../services.ts';
import { cookieWith } from './cookie.ts';
import { isSessionOf } from './queries.ts';
import { expiryOf, type Session } from './session.ts';

/** Sessions of one person; the oldest ones end beyond. */
const MAX_SESSIONS = 50;

/** Opens a session for a browser. @returns its ID, and the `Set-Cookie` header that hands it over */
export async function doOpenSession(
  tx: Tx,
  services: Services,
  given: { organizationId: string; personId: string; label: string; isShared: boolean },
): Promise<{ id: string; setCookie: string }> {
  const { organizationId, personId: subject, label, isShared } = given;
  const owner = { organizationId, kind: 'session', subject } as const;
  const session = { usedAt: tx.now, expiresAt: expiryOf(tx.now, isShared), isShared };
  const [{ id, key }] = await Promise.all([
    createCredential(tx, { ...owner, label, session }),
    keepNewestCredentials(tx, owner, MAX_SESSIONS),
  ]);
  return { id, setCookie: cookieWith(services, key, isShared) };
}

/** Ends a session, at once and in every process. */
export async function doEndSession(tx: Tx, { organizationId, credentialId }: Session): Promise<void> {
  await revokeCredential(tx, organizationId, credentialId);
}

/** Ends another session of the same person. @returns false when they have none of this ID */
export async function doEndDevice(tx: Tx, session: Session, credentialId: string): Promise<boolean> {
  if (!(await isSessionOf(tx, session, credentialId))) return false;
  return revokeCredential(tx, session.organizationId, credentialId);
}

/** Ends all sessions of a person, but for one if it is given. */
export async function doEndSessionsOf(
  tx: Tx,
  organizationId: string,
  personId: string,
  except?: string,
): Promise<void> {
  await revokeCredentialsOf(tx, organizationId, 'session', personId, except);
}
