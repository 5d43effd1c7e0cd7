import type { Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { findOrganization } from '../../platform/organizations/organizations.ts';
import { doQueueOutbound } from '../../platform/outbound/outbox.ts';
import { loadPeopleByEmail } from '../../platform/people/access.ts';
import type { Person } from '../../platform/people/person.ts';
import { doMakePersonToken } from '../../platform/people/tokens.ts';
import type { Services } from '../../platform/services.ts';
import { languageOf } from '../http/language.ts';
import { accountsOf, hasAccount } from '../session/accounts.ts';

export const RESET_QUEUE = 'send-reset-links';

/** Maximum per address; people with more accounts ask again. */
const MAX_LINKS = 10;

/**
 * Mails links for a new password to those whose address it is, at the address that they have: another one may compare
 * equal (a Kelvin sign is a small k). A job of its own: the page has answered by then, so neither its answer nor its time
 * tells whether there is such an account.
 */
export const sendResetLinks = defineJob<{ email: string; organizationId?: string | undefined }>({
  queue: RESET_QUEUE,
  expireInSeconds: 60,
  retryLimit: 3,
  retryDelay: 10,
  concurrency: 2,
  isOncePerKey: true,
  async handle(services, { email, organizationId = null }) {
    const people = await loadPeopleByEmail(services.database.reader, organizationId, email);
    for (const person of people.slice(0, MAX_LINKS))
      await services.database.transaction((tx) => doSendResetLink(tx, services, person), {
        organizationId: person.organizationId,
      });
  },
});

/**
 * Sends somebody a link for a new password to the address that they have.
 * @returns false where they can sign in to nothing, or were sent one a moment ago
 */
export async function doSendResetLink(tx: Tx, services: Services, person: Person): Promise<boolean> {
  const { organizationId, id: personId } = person;
  const email = person.email!;
  if (!hasAccount(await accountsOf(uncachedFacts(tx), personId))) return false;
  const organization = (await findOrganization(tx, organizationId))!;
  const token = await doMakePersonToken(tx, { organizationId, personId, purpose: 'reset', address: email });
  if (token === undefined) return false;
  const { subject, body } = languageOf(organization.language).texts.reset.mail;
  await doQueueOutbound(tx, {
    organizationId,
    channel: 'email',
    recipient: email,
    subject: subject({ organization: organization.name }),
    body: body({
      organization: organization.name,
      link: `${await organizationUrl(services, organizationId)}/reset/${token}`,
    }),
    expiresAt: new Date(tx.now.getTime() + 3_600_000),
  });
  return true;
}
