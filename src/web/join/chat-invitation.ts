import { ChatError } from '../../chat/http/errors.ts';
import { doAcceptInvitation } from '../../chat/invitations/accept.ts';
import { accessInvitationByToken, type InvitationPreview } from '../../chat/invitations/access.ts';
import { MAX_EMAIL } from '../../platform/people/email.ts';
import { hashPassword } from '../../platform/people/passwords.ts';
import { alertOf, type Filled, input } from '../http/fields.ts';
import { html } from '../http/html.ts';
import type { PageRequest, View } from '../http/page.ts';
import { newPasswordInput } from '../http/password-field.ts';
import { chatSentence } from '../http/refusals.ts';
import { providerButtons, takesOnlyProviders } from '../openid/buttons.ts';
import { enterJoined, type OpenInvitation } from './open-invitation.ts';

/** The invitation to the chat that the link of a request is of: by mail, or by a link that many can use. */
export async function openChatInvitation(request: PageRequest): Promise<OpenInvitation | undefined> {
  const { services, params, now, opens } = request;
  const token = params.token!;
  const invitation = await accessInvitationByToken(services.database.reader, token, now);
  if (!invitation || !(await opens(invitation.organizationId))) return undefined;
  const takesNoPassword = await takesOnlyProviders(services, invitation.organizationId);
  return {
    asksName: true,
    takesNoPassword,
    form: (filled) => form(request, invitation, filled, takesNoPassword),
    async accept({ name: fullName, email: given, password }) {
      const passwordHash = await hashPassword(services, password);
      const email = invitation.email ?? given;
      const joining = { token, fullName, passwordHash, email };
      try {
        const { organizationId: organization } = await services.database.transaction((tx) =>
          doAcceptInvitation(tx, services, joining),
        );
        return await enterJoined(request, { organization, emailOrPhone: email, password });
      } catch (error) {
        if (error instanceof ChatError) return { problem: chatSentence(request.texts, error.message) };
        throw error;
      }
    },
  };
}

function form(
  { services, texts, params }: PageRequest,
  invitation: InvitationPreview,
  filled: Filled,
  takesNoPassword: boolean,
): View {
  const { join: words, fields, openId } = texts;
  const { organizationId, organization, referrer, email } = invitation;
  const buttons = providerButtons(services, texts, { invitation: params.token! }, organizationId);
  const address =
    email === null
      ? input(filled, { name: 'email', label: fields.email, type: 'email', autocomplete: 'username', max: MAX_EMAIL })
      : html`<input type="hidden" name="email" autocomplete="username" value="${email}">`;
  const byPassword = html`<form method="post">
${input(filled, { name: 'name', label: fields.yourName, autocomplete: 'name', max: 100, autofocus: true })}
${address}
${newPasswordInput(filled, texts)}
<div class="actions"><button>${words.button}</button></div>
</form>`;
  const body = html`<p class="lead">${words.lead(referrer, organization, email)}</p>
${alertOf(filled)}
${takesNoPassword ? html`<p>${openId.onlyProviders}</p>` : byPassword}
${!takesNoPassword && buttons && html`<p class="aside">${openId.or}</p>`}
${buttons}`;
  return { title: words.title(organization), organization, body };
}
