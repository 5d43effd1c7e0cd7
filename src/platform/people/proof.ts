import type { PlainTx } from '../db/tx.ts';
import type { Organization } from '../organizations/organizations.ts';
import { doQueueOutbound } from '../outbound/outbox.ts';
import { textsIn } from '../texts/texts.ts';
import type { Person } from './person.ts';
import { doMakePersonToken } from './tokens.ts';

/** Path of the page that proves an address. */
const PROOF_PATH = '/verify';

/** Mails a link to an address that somebody named, by which the person proves that it is theirs; not again within a minute. */
export async function doAskForProof(
  tx: PlainTx,
  { id: organizationId, name, language }: Pick<Organization, 'id' | 'name' | 'language'>,
  { id: personId }: Pick<Person, 'id'>,
  email: string,
  publicUrl: string,
): Promise<void> {
  const token = await doMakePersonToken(tx, { organizationId, personId, purpose: 'verify', address: email });
  if (token === undefined) return;
  const texts = textsIn('mail/verify-address', language);
  const subject = texts.subject({ organization: name });
  const body = texts.body({ organization: name, link: `${publicUrl}${PROOF_PATH}/${token}` });
  await doQueueOutbound(tx, { organizationId, channel: 'email', recipient: email, subject, body });
}
