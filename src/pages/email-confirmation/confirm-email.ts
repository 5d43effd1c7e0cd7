import { accessEmailChange } from '../../chat/email-changes/access.ts';
import { CONFIRM_PATH, doConfirmEmail } from '../../chat/email-changes/actions.ts';
import { goneLink } from '../http/gone-link.ts';
import { html } from '../http/html.ts';
import { type PageRequest, page } from '../http/page.ts';

/** The page behind the link to a new address. */
export const confirmEmail = page({
  path: `${CONFIRM_PATH}/:token`,
  summary: 'Confirm a new e-mail address',
  access: 'anyone',
  async show(request) {
    const { texts } = request;
    const change = await open(request);
    if (!change) return goneLink(texts);
    const { title, question, button } = texts.emailChange;
    const body = html`<p>${question({ email: change.email })}</p>
<form method="post"><div class="actions"><button>${button}</button></div></form>`;
    return { title, body };
  },
  async submit(request) {
    const { services, texts, params, origin } = request;
    if (!(await open(request))) return goneLink(texts);
    const email = await services.database.transaction((tx) => doConfirmEmail(tx, params.token!), { origin });
    if (email === undefined) return goneLink(texts);
    const { doneTitle, done } = texts.emailChange;
    return { title: doneTitle, body: html`<p class="done">${done({ email })}</p>` };
  },
});

async function open({ services, params, now, opens }: PageRequest) {
  const change = await accessEmailChange(services.database.reader, params.token!, now);
  return change && (await opens(change.organizationId)) ? change : undefined;
}
