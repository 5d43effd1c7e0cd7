import { emailKeyOf, isEmailAddress, MAX_EMAIL } from '../../platform/people/email.ts';
import { EMPTY, type Filled, input } from '../http/fields.ts';
import { line } from '../http/form.ts';
import { html } from '../http/html.ts';
import { type PageRequest, page, type View } from '../http/page.ts';
import { RESET_QUEUE } from './send-reset-links.ts';

/** Page on which somebody who forgot the password asks for a link. It does not reveal who has an account. */
export const askForReset = page({
  path: '/reset',
  summary: 'Request a link to choose a new password',
  access: 'anyone',
  asksWhich: true,
  form: { email: line(MAX_EMAIL) },
  async show(request) {
    return form(request, EMPTY);
  },
  async submit(request, { email }) {
    const { services, texts, organizationId } = request;
    const { fields, signIn, reset: words } = texts;
    if (!isEmailAddress(email))
      return { ...form(request, { values: { email }, problems: { email: fields.wrongEmail } }), status: 400 };
    const job = {
      queue: RESET_QUEUE,
      data: { email, organizationId },
      singletonKey: [organizationId, emailKeyOf(email)].filter(Boolean).join(' '),
    };
    await services.database.transaction(async (tx) => tx.enqueue(job));
    return {
      title: words.sentTitle,
      body: html`<p class="done" role="status">${words.sent({ email })}</p><p class="aside">${words.sentAside}</p>
<div class="actions"><a class="button" href="/sign-in">${signIn.title}</a><a href="/reset">${words.askAgain}</a></div>`,
    };
  },
});

function form({ texts: { fields, signIn, reset: words } }: PageRequest, filled: Filled): View {
  const body = html`<p class="lead">${words.lead}</p>
<form method="post">
${input(filled, { name: 'email', label: fields.email, type: 'email', autocomplete: 'username', max: MAX_EMAIL, autofocus: true })}
<div class="actions"><button>${words.ask}</button><a href="/sign-in">${signIn.title}</a></div>
</form>`;
  return { title: words.title, body };
}
