import { type Static, Type } from 'typebox';
import type { Reader } from '../../platform/db/reader.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { newestPersonToken } from '../../platform/people/tokens.ts';
import { DispatchError } from '../http/errors.ts';
import { Nullable } from '../http/validate.ts';

/** The invitation of a worker or an administrator that opens something; its link is known to whom it was sent alone. */
export const SentInvitation = Nullable(
  Type.Object({
    sentTo: Type.String({ description: 'Phone number or e-mail address that it went to.' }),
    sentAt: Type.Integer({ description: 'When it was sent, in milliseconds since 1970.' }),
    expiresAt: Type.Integer({ description: 'When it ends, in milliseconds since 1970.' }),
  }),
);

/** Minimum interval between resent invitations: each costs money and fills a phone or mailbox. */
const GAP_MS = 60_000;

/** Idempotency key of a resent invitation: at most one per minute, also for simultaneous requests. */
export const keyOfResent = (tx: Tx, id: string): string => `invitation ${id} ${Math.floor(tx.now.getTime() / GAP_MS)}`;

export const resentTooSoon = (): DispatchError =>
  new DispatchError(2300, 'This invitation was resent less than a minute ago. Wait a minute, then try again.');

/** The newest invitation of somebody that holds; null: none. */
export async function sentInvitationOf(
  reader: Reader,
  personId: string | null,
  now: Date,
): Promise<Static<typeof SentInvitation>> {
  const { organizationId } = reader;

  const found = personId && (await newestPersonToken(reader, { organizationId, personId, purpose: 'join' }, now));
  if (!found) return null;
  return { sentTo: found.address, sentAt: found.createdAt.getTime(), expiresAt: found.expiresAt.getTime() };
}
