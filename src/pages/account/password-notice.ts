import type { PlainTx } from '../../platform/db/tx.ts';
import type { Organization } from '../../platform/organizations/organizations.ts';
import { doQueueOutbound } from '../../platform/outbound/outbox.ts';
import { languageOf } from '../http/language.ts';

/** Tells somebody that their password is another one now: who did not change it themselves must learn of it. */
export async function doNotifyPasswordChanged(
  tx: PlainTx,
  organization: Organization,
  email: string,
  { areClientsOut }: { areClientsOut: boolean },
): Promise<void> {
  const { subject, body } = languageOf(organization.language).texts.passwordChange.mail;
  await doQueueOutbound(tx, {
    organizationId: organization.id,
    channel: 'email',
    recipient: email,
    subject: subject({ organization: organization.name }),
    body: body({ organization: organization.name, areClientsOut }),
  });
}
