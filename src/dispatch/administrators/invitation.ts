import type { Tx } from '../../platform/db/tx.ts';
import type { Organization } from '../../platform/organizations/organizations.ts';
import { doQueueOutbound } from '../../platform/outbound/outbox.ts';
import { doRenewJoinToken, joinLink } from '../../platform/people/join-link.ts';
import { JOIN_DAYS } from '../../platform/people/tokens.ts';
import { textsIn } from '../../platform/texts/texts.ts';
import type { AdministratorRow } from './queries.ts';

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
  const texts = textsIn('mail/administrator', language);
  const subject = texts.subject({ organization });
  const body = texts.body({ name, organization, link: joinLink(publicUrl, token), days: JOIN_DAYS });
  const key = eventKey === undefined ? {} : { eventKey };
  return doQueueOutbound(tx, { organizationId, channel: 'email', recipient: email, subject, body, ...key });
}
