import {
  createCredential,
  keepLatestCredentials,
  revokeCredential,
  revokeCredentialsOf,
} from '../credentials/credentials.ts';
import type { Origin } from '../db/audit-entry.ts';
import type { PlainTx } from '../db/tx.ts';
import type { Services } from '../services.ts';
import { cookieWith } from './cookie.ts';
import { isSessionOf } from './queries.ts';
import { expiryOf, type Session } from './session.ts';

/** Sessions of one person; those that were not used for the longest time end beyond. */
const MAX_SESSIONS = 50;

/**
 * Opens a session for a browser.
 * @param given `before`: that which the browser had; it ends, unless it is of another organization (`endSessionElsewhere`)
 * @returns its ID, and the `Set-Cookie` header that hands it over
 */
export async function doOpenSession(
  tx: PlainTx,
  services: Services,
  given: {
    organizationId: string;
    personId: string;
    label: string;
    isShared: boolean;
    before: Session | undefined;
  },
): Promise<{ id: string; setCookie: string }> {
  const { organizationId, personId: subject, label, isShared, before } = given;
  if (before?.organizationId === organizationId) await doEndSession(tx, before);
  const owner = { organizationId, kind: 'session', subject } as const;
  const expiresAt = expiryOf(tx.now, { createdAt: tx.now, isShared }, services.config.sessionDays);
  const session = { createdAt: tx.now, usedAt: tx.now, expiresAt, isShared };
  const [{ id, key }] = await Promise.all([
    createCredential(tx, { ...owner, label, session }),
    keepLatestCredentials(tx, owner, MAX_SESSIONS),
  ]);
  return { id, setCookie: cookieWith(services, key, isShared) };
}

/**
 * Ends the session that a browser had in another organization than where it is signed in now. In a transaction of its own: one
 * that holds an organization's log waits for no other organization's.
 */
export async function endSessionElsewhere(
  { database }: Services,
  before: Session | undefined,
  organizationId: string,
  origin: Origin,
): Promise<void> {
  if (!before || before.organizationId === organizationId) return;
  await database.transaction((tx) => doEndSession(tx, before), { origin });
}

/** Ends a session, at once and in every process. */
export async function doEndSession(tx: PlainTx, { organizationId, credentialId }: Session): Promise<void> {
  await revokeCredential(tx, organizationId, credentialId);
}

/** Ends another session of the same person. @returns false when they have none of this ID */
export async function doEndDevice(tx: PlainTx, session: Session, credentialId: string): Promise<boolean> {
  if (!(await isSessionOf(tx, session, credentialId))) return false;
  return revokeCredential(tx, session.organizationId, credentialId);
}

/** Ends all sessions of a person, but for one if it is given. */
export async function doEndSessionsOf(
  tx: PlainTx,
  organizationId: string,
  personId: string,
  except?: string,
): Promise<void> {
  await revokeCredentialsOf(tx, organizationId, 'session', personId, except);
}
