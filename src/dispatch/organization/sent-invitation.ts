import { type Static, Type } from 'typebox';
import type { Reader } from '../../platform/db/reader.ts';
import { newestPersonToken } from '../../platform/people/tokens.ts';
import { Nullable } from '../http/validate.ts';

/** The invitation of a worker or an administrator that opens something; its link is known to whom it was sent alone. */
export const SentInvitation = Nullable(
  Type.Object({ sentTo: Type.String(), sentAt: Type.Integer(), expiresAt: Type.Integer() }),
);

/** The newest invitation of somebody that holds; null: none. */
export async function sentInvitationOf(
  reader: Reader,
  organizationId: string,
  personId: string | null,
  now: Date,
): Promise<Static<typeof SentInvitation>> {
  const found = personId && (await newestPersonToken(reader, { organizationId, personId, purpose: 'join' }, now));
  if (!found) return null;
  return { sentTo: found.address, sentAt: found.createdAt.getTime(), expiresAt: found.expiresAt.getTime() };
}
