import { doQueueOutbound } from '../../platform/outbound/outbox.ts';
import { doMakePersonToken } from '../../platform/people/tokens.ts';
import { languageOf } from '../http/language.ts';
import { page } from '../http/page.ts';

/** Where somebody has a link mailed that proves their address. */
export const askForProof = page({
  path: '/account/verify',
  summary: 'Have a link mailed that proves the own address',
  access: 'signed in',
  async show() {
    return { redirect: '/account' };
  },
  async submit({ services, visitor }) {
    const { organization, person } = visitor;
    const { email } = person;
    if (email === null || person.emailVerifiedAt !== null) return { redirect: '/account' };
    await services.database.transaction(async (tx) => {
      const { organizationId, id: personId } = person;
      const token = await doMakePersonToken(tx, { organizationId, personId, purpose: 'verify', email });
      if (token === undefined) return;
      const { subject, body } = languageOf(organization.language).texts.verify.mail;
      await doQueueOutbound(tx, {
        organizationId,
        channel: 'email',
        recipient: email,
        subject: subject(organization.name),
        body: body(organization.name, `${services.publicUrl()}/verify/${token}`),
      });
    });
    return { redirect: '/account?said=linkSent' };
  },
});
