import type { FastifyRequest } from 'fastify';
import type { Identity } from '../credentials/credentials.ts';
import type { Asker } from '../log-refused-request.ts';
import { isHostOf } from '../organizations/hosts.ts';
import type { Services } from '../services.ts';
import { keyInCookie } from './cookie.ts';
import { touchSession } from './queries.ts';
import { expiryOf, isTouchDue, type Session, type UsedSession } from './session.ts';

type Asked = Pick<FastifyRequest, 'headers' | 'client'>;

/**
 * The session whose cookie a request carries; undefined without one that still holds, and at a host of another
 * organization. Whether the request comes from one
 * of our own pages is for the caller to check (`isFromOwnPage`). Costs no statement while the session is known here.
 * @param optimistic whether facts that this process keeps are good enough
 */
export async function readSession(
  services: Services,
  { headers, client }: Asked,
  optimistic = false,
): Promise<UsedSession | undefined> {
  const { credentials, state } = services;
  const key = keyInCookie(services, headers);
  if (key === undefined) return undefined;
  let identity = await credentials.identify(key);
  if (identity && !optimistic) {
    await state.confirm(identity.organizationId);
    identity = await credentials.identify(key);
  }
  // Another process may have written down a later use.
  if (identity && hasExpired(services, identity)) identity = await credentials.identifyAnew(key);
  if (identity?.kind !== 'session' || hasExpired(services, identity)) return undefined;
  const { organizationId, credentialId, subject } = identity;
  if (!(await isHostOf(services, client.host, organizationId))) return undefined;
  const session = { organizationId, credentialId, personId: subject! };
  touch(services, identity, session);
  return { ...session, expiresAt: identity.session!.expiresAt };
}

/** Returns the author of a request for the security log. */
export function askerOf({ organizationId: organization, personId: subject, credentialId: key }: Session): Asker {
  return { organization, kind: 'session', subject, key };
}

function hasExpired({ clock }: Services, { session }: Identity): boolean {
  return session !== undefined && session.expiresAt <= clock.now();
}

/** Writes the use down about once an hour, beside the request: it fails with nothing. */
function touch({ clock, config, database }: Services, { session: cached }: Identity, session: Session): void {
  const now = clock.now();
  if (!cached || !isTouchDue(cached.usedAt, now)) return;
  const usedBefore = new Date(now.getTime() - 1);
  // Kept in memory at once, so that the next request does not write again.
  cached.usedAt = now;
  cached.expiresAt = expiryOf(now, cached, config.sessionDays);
  const { expiresAt } = cached;
  void database.transaction((tx) => touchSession(tx, session, { usedBefore, expiresAt })).catch(() => undefined);
}
