import type { Tx } from '../db/tx.ts';
import type { Organization } from '../organizations/organizations.ts';
import { doQueueOutbound } from '../outbound/outbox.ts';
import type { Person } from './person.ts';
import { doMakePersonToken } from './tokens.ts';

/** Path of the page that proves an address. */
const PROOF_PATH = '/verify';

type Words = (organization: string, link: string) => { subject: string; body: string };

const inEnglish: Words = (organization, link) => ({
  subject: `Confirm your address at ${organization}`,
  body: `Hello,\n\nto confirm that this is your address at ${organization}, and to sign in by it, open within a day:\n\n${link}\n\nIf this is not about you, nothing needs to be done.\n`,
});

const inGerman: Words = (organization, link) => ({
  subject: `Bestätigen Sie Ihre Adresse bei ${organization}`,
  body: `Hallo,\n\num zu bestätigen, dass das Ihre Adresse bei ${organization} ist, und sich mit ihr anzumelden, öffnen Sie innerhalb eines Tages:\n\n${link}\n\nWenn das nicht Sie betrifft, ist nichts zu tun.\n`,
});

/** Mails a link to an address that somebody named, by which the person proves that it is theirs; not again within a minute. */
export async function doAskForProof(
  tx: Tx,
  { id: organizationId, name, language }: Pick<Organization, 'id' | 'name' | 'language'>,
  { id: personId }: Pick<Person, 'id'>,
  email: string,
  publicUrl: string,
): Promise<void> {
  const token = await doMakePersonToken(tx, { organizationId, personId, purpose: 'verify', address: email });
  if (token === undefined) return;
  const words = language === 'de' ? inGerman : inEnglish;
  const { subject, body } = words(name, `${publicUrl}${PROOF_PATH}/${token}`);
  await doQueueOutbound(tx, { organizationId, channel: 'email', recipient: email, subject, body });
}
