import { doReactivateUser } from '../../chat/accounts/actions.ts';
import { countInvitable } from '../../chat/imports/access.ts';
import { lockNextInvitable } from '../../chat/imports/actions.ts';
import type { Origin } from '../../platform/db/audit-entry.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { isOpenOrganization, organizationUrl } from '../../platform/organizations/hosts.ts';
import { findOrganization, type Organization } from '../../platform/organizations/organizations.ts';
import { doQueueOutbound } from '../../platform/outbound/outbox.ts';
import { doRenewJoinToken, joinLink } from '../../platform/people/join-link.ts';
import { JOIN_DAYS } from '../../platform/people/tokens.ts';
import type { Services } from '../../platform/services.ts';
import { textsIn } from '../../platform/texts/texts.ts';

/** The import has not ended; the message says what to do. */
export class ImportHasNotEnded extends Error {
  readonly expected = true;

  constructor() {
    super('The import of this organization has not ended. Run the import again first.');
  }
}

/** Result of inviting some of the imported people. */
export interface Invited {
  invited: number;
  /** People who still wait. */
  waiting: number;
  without_address: number;
}

/**
 * Invites imported people, the first of them first: each gets their account and a link to choose a password.
 * @param origin who asks for it; undefined: the operator
 * @throws {ImportHasNotEnded}
 */
export async function inviteImportedPeople(
  services: Services,
  organizationId: string,
  batch: number,
  origin?: Origin,
): Promise<Invited> {
  const { database } = services;
  if (!(await isOpenOrganization(database.reader, organizationId))) throw new ImportHasNotEnded();
  const organization = (await findOrganization(database.reader, organizationId))!;
  const publicUrl = await organizationUrl(services, organizationId);
  let invited = 0;
  while (invited < batch) {
    const isMore = await database.transaction((tx) => doInviteNext(tx, organization, publicUrl), {
      organizationId,
      origin,
    });
    if (!isMore) break;
    invited++;
  }
  const { waiting, withoutAddress } = await countInvitable(database.reader.of(organizationId));
  return { invited, waiting, without_address: withoutAddress };
}

/** Account, link and mail are one transaction: a run that is killed leaves nobody half invited. */
async function doInviteNext(tx: Tx, { name, language }: Organization, publicUrl: string): Promise<boolean> {
  // The log comes before the person, as where an administrator reactivates them.
  await tx.position();
  const next = await lockNextInvitable(tx);
  if (!next) return false;
  const { organizationId } = tx;
  const { userId, personId, fullName, email } = next;
  await doReactivateUser(tx, userId);
  const token = await doRenewJoinToken(tx, { organizationId, personId, address: email });
  const texts = textsIn('mail/imported', language);
  await doQueueOutbound(tx, {
    organizationId,
    channel: 'email',
    recipient: email,
    subject: texts.subject({ organization: name }),
    body: texts.body({ name: fullName, organization: name, link: joinLink(publicUrl, token), days: JOIN_DAYS }),
  });
  return true;
}
