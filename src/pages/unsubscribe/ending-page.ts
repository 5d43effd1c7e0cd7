import { accessUnsubscriber } from '../../chat/notifications/emails/unsubscribe.ts';
import type { EndedEmails, Unsubscriber } from '../../chat/notifications/emails/unsubscribe-link.ts';
import type { Services } from '../../platform/services.ts';
import { goneLink } from '../http/gone-link.ts';
import { html } from '../http/html.ts';
import type { PageRequest } from '../http/page.ts';
import type { Texts } from '../texts/index.ts';

/** Subject of a page that ends e-mails. */
interface EndedBy {
  kind: EndedEmails;
  doEnd(services: Services, unsubscriber: Unsubscriber): Promise<void>;
  wordsOf(texts: Texts): Texts['unsubscribe'];
}

/**
 * Returns a page that ends e-mails without signing in (RFC 8058): a mail program posts; a person is asked first,
 * because programs that check links open every address of a mail.
 */
export function endingPage({ kind, doEnd, wordsOf }: EndedBy) {
  const open = async ({ services, params, opens }: PageRequest) => {
    const { organizationId = '', userId = '', signature = '' } = params;
    const opened = await accessUnsubscriber(services, kind, { organizationId, userId, signature });
    return opened && (await opens(organizationId)) ? opened : undefined;
  };
  return {
    access: 'anyone' as const,
    fromAnywhere: 'mail programs send it, and the signed link says all (RFC 8058)',
    async show(request: PageRequest) {
      const opened = await open(request);
      if (!opened) return goneLink(request.texts);
      const { title, question, button } = wordsOf(request.texts);
      const body = html`<p>${question({ organization: opened.realm.name })}</p>
<form method="post"><div class="actions"><button>${button}</button></div></form>`;
      return { title, organization: opened.realm.name, body };
    },
    async submit(request: PageRequest) {
      const opened = await open(request);
      if (!opened) return goneLink(request.texts);
      await doEnd(request.services, opened.unsubscriber);
      const { title, done } = wordsOf(request.texts);
      return { title, organization: opened.realm.name, body: html`<p class="done">${done}</p>` };
    },
  };
}
