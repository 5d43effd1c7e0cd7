import type { Services } from '../../../platform/services.ts';

/** The e-mails that a link ends: of missed messages, or digests. Where it leads, and what its signature is for. */
const LINKS = {
  missed: { path: 'unsubscribe', purpose: 'unsubscribe from e-mails' },
  digest: { path: 'unsubscribe-digests', purpose: 'unsubscribe from digests' },
} as const;
export type EndedEmails = keyof typeof LINKS;

/** Person whose e-mails are to end. */
export interface Unsubscriber {
  organizationId: string;
  userId: number;
}

/**
 * Returns the URL at which a person ends e-mails without signing in. It is valid as long as the signing key exists: a
 * mail may be opened after years.
 * @param url the organization's own
 */
export function unsubscribeUrl(
  services: Services,
  url: string,
  kind: EndedEmails,
  { organizationId, userId }: Unsubscriber,
): string {
  const signature = services.secrets.sign(LINKS[kind].purpose, `${organizationId} ${userId}`);
  return `${url}/email/${LINKS[kind].path}/${organizationId}/${userId}/${signature}`;
}

/** Returns the person of an unsubscribe link; undefined if this server did not create it. */
export function readUnsubscribeLink(
  services: Services,
  kind: EndedEmails,
  given: { organizationId: string; userId: string; signature: string },
): Unsubscriber | undefined {
  const { organizationId, signature } = given;
  if (!/^[1-9]\d{0,14}$/.test(given.userId)) return undefined;
  const userId = Number(given.userId);
  const isOurs = services.secrets.isSigned(LINKS[kind].purpose, `${organizationId} ${userId}`, signature);
  return isOurs ? { organizationId, userId } : undefined;
}
