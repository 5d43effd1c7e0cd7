import { accessUnsubscriber, doEndMissedEmails } from '../../chat/notifications/emails/unsubscribe.ts';
import { goneLink } from '../http/gone-link.ts';
import { html } from '../http/html.ts';
import { type PageRequest, page } from '../http/page.ts';

/**
 * Where e-mails of missed messages are ended without signing in (RFC 8058): a mail program posts, a person is asked
 * first, since programs that look for bad links open every address of a mail.
 */
export const endEmails = page({
  path: '/email/unsubscribe/:organizationId/:userId/:signature',
  summary: 'End e-mails of missed messages',
  access: 'anyone',
  fromAnywhere: 'mail programs send it, and the signed link says all (RFC 8058)',
  async show(request) {
    const opened = await open(request);
    if (!opened) return goneLink(request.texts);
    const { title, question, button } = request.texts.unsubscribe;
    const body = html`<p>${question(opened.realm.name)}</p>
<form method="post"><div class="actions"><button>${button}</button></div></form>`;
    return { title, organization: opened.realm.name, body };
  },
  async submit(request) {
    const opened = await open(request);
    if (!opened) return goneLink(request.texts);
    await doEndMissedEmails(request.services, opened.unsubscriber);
    const { title, done } = request.texts.unsubscribe;
    return { title, organization: opened.realm.name, body: html`<p class="done">${done}</p>` };
  },
});

function open({ services, params }: PageRequest) {
  const { organizationId = '', userId = '', signature = '' } = params;
  return accessUnsubscriber(services, { organizationId, userId, signature });
}
