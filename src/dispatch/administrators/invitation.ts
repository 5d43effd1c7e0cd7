import type { Tx } from '../../platform/db/tx.ts';
import type { Organization } from '../../platform/organizations/organizations.ts';
import { doQueueOutbound } from '../../platform/outbound/outbox.ts';
import { doRenewJoinToken, joinLink } from '../../platform/people/join-link.ts';
import { JOIN_DAYS } from '../../platform/people/tokens.ts';
import type { AdministratorRow } from './queries.ts';

type Words = (name: string, organization: string, link: string) => { subject: string; body: string };

const inEnglish: Words = (name, organization, link) => ({
  subject: `Confirm your account at ${organization}`,
  body: `Hello ${name},\n\nyou have been made an administrator of ${organization}. Confirm your account and choose a password here:\n\n${link}\n\nThe link holds for ${JOIN_DAYS} days.`,
});

const inGerman: Words = (name, organization, link) => ({
  subject: `Bestätigen Sie Ihr Konto bei ${organization}`,
  body: `Hallo ${name},\n\nSie verwalten ab jetzt ${organization} mit. Bestätigen Sie hier Ihr Konto, und wählen Sie ein Passwort:\n\n${link}\n\nDer Link gilt ${JOIN_DAYS} Tage.`,
});

/**
 * Sends the confirmation e-mail of an administrator (spec: dispatch 4); a link that went out before opens nothing any more.
 * @param eventKey what it is written for, of which there is one
 * @returns false when there is one already
 */
export async function doInviteAdministrator(
  tx: Tx,
  { id: organizationId, name: organization, language }: Pick<Organization, 'id' | 'name' | 'language'>,
  { personId, name, email }: Pick<AdministratorRow, 'personId' | 'name' | 'email'>,
  publicUrl: string,
  eventKey?: string,
): Promise<boolean> {
  const token = await doRenewJoinToken(tx, { organizationId, personId, address: email });
  const words = language === 'de' ? inGerman : inEnglish;
  const { subject, body } = words(name, organization, joinLink(publicUrl, token));
  const key = eventKey === undefined ? {} : { eventKey };
  return doQueueOutbound(tx, { organizationId, channel: 'email', recipient: email, subject, body, ...key });
}
