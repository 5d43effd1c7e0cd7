import { ChatError } from '../../chat/http/errors.ts';
import { doAcceptInvitation } from '../../chat/invitations/accept.ts';
import { accessInvitationByToken, type InvitationPreview } from '../../chat/invitations/access.ts';
import { hashPassword } from '../../platform/people/passwords.ts';
import { MAX_EMAIL } from '../http/email-field.ts';
import { alertOf, EMPTY, type Filled, input } from '../http/fields.ts';
import { line } from '../http/form.ts';
import { goneLink } from '../http/gone-link.ts';
import { html } from '../http/html.ts';
import { type PageAnswer, type PageRequest, page, type View } from '../http/page.ts';
import { newPasswordInput, passwordField, passwordSentence } from '../http/password-field.ts';
import { signIn } from '../session/sign-in.ts';

/** The page behind an invitation to the chat: a name and a password, and one is in. */
export const join = page({
  path: '/join/:token',
  summary: 'Accept an invitation',
  access: 'anyone',
  form: { name: line(100), email: line(MAX_EMAIL), password: passwordField },
  async show(request) {
    const invitation = await open(request);
    return invitation ? form(request, invitation, EMPTY) : goneLink(request.texts);
  },
  async submit(request, values) {
    const { services, texts } = request;
    const invitation = await open(request);
    if (!invitation) return goneLink(texts);
    const { name: fullName, password } = values;
    const again = (problems: Filled['problems']) => ({
      ...form(request, invitation, { values, problems }),
      status: 400,
    });
    const problems = {
      name: fullName === '' ? texts.fields.missing : undefined,
      password: passwordSentence(password, texts),
    };
    if (problems.name || problems.password) return again(problems);
    const passwordHash = await hashPassword(services, password);
    const email = invitation.email ?? values.email;
    const joining = { token: request.params.token!, fullName, passwordHash, email };
    try {
      const { organizationId } = await services.database.transaction((tx) => doAcceptInvitation(tx, services, joining));
      return await enter(request, { organizationId, email, password });
    } catch (error) {
      if (error instanceof ChatError) return again({ '': error.message });
      throw error;
    }
  },
});

function open({ services, params, now }: PageRequest): Promise<InvitationPreview | undefined> {
  return accessInvitationByToken(services.database.reader, params.token!, now);
}

/** Who had an account here already keeps its password, and signs in with that one. */
async function enter(
  { services, address, browser: label }: PageRequest,
  {
    organizationId: organization,
    email: emailOrPhone,
    password,
  }: { organizationId: string; email: string; password: string },
): Promise<PageAnswer> {
  const result = await signIn(services, { organization, emailOrPhone, password, label, address });
  if (result.state === 'signed in') return { redirect: '/', setCookie: result.setCookie };
  return { redirect: '/sign-in?said=joined' };
}

function form({ texts }: PageRequest, invitation: InvitationPreview, filled: Filled): View {
  const { join: words, fields } = texts;
  const { organization, referrer, email } = invitation;
  const address =
    email === null
      ? input(filled, { name: 'email', label: fields.email, type: 'email', autocomplete: 'username', max: MAX_EMAIL })
      : html`<input type="hidden" name="email" autocomplete="username" value="${email}">`;
  const body = html`<p class="lead">${words.lead(referrer, organization, email)}</p>
${alertOf(filled)}
<form method="post">
${input(filled, { name: 'name', label: fields.yourName, autocomplete: 'name', max: 100, autofocus: true })}
${address}
${newPasswordInput(filled, texts)}
<div class="actions"><button>${words.button}</button></div>
</form>`;
  return { title: words.title(organization), organization, body };
}
