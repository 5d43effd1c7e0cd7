import type { DefaultGroup } from '../../chat/channels/default-groups/group.ts';
import { ChatError } from '../../chat/http/errors.ts';
import { doAcceptInvitation, type Joining } from '../../chat/invitations/accept.ts';
import { accessInvitationByToken, type InvitationPreview } from '../../chat/invitations/access.ts';
import { checkFullName } from '../../chat/users/names.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { MAX_EMAIL } from '../../platform/people/email.ts';
import { hashPassword } from '../../platform/people/passwords.ts';
import { alertOf, type Filled, input, select } from '../http/fields.ts';
import { html } from '../http/html.ts';
import type { PageRequest, View } from '../http/page.ts';
import { newPasswordInput } from '../http/password-field.ts';
import { chatSentence } from '../http/refusals.ts';
import { takesOnlyProviders } from '../openid/buttons.ts';
import { accountsOf } from '../session/accounts.ts';
import { acceptanceForms, enterJoined, type OpenInvitation } from './open-invitation.ts';

/** The invitation to the chat that a link is of: by mail, or by a link that many can use. */
export async function openChatInvitation(request: PageRequest, token: string): Promise<OpenInvitation | undefined> {
  const { services, now, opens, origin } = request;
  const { reader } = services.database;
  const invitation = await accessInvitationByToken(reader, token, now);
  if (!invitation || !(await opens(invitation.organizationId))) return undefined;
  const { organizationId } = invitation;
  const takesNoPassword = await takesOnlyProviders(services, organizationId);
  return {
    asksName: true,
    takesNoPassword,
    names: [invitation.organization, invitation.email ?? ''],
    form: (filled) => form(request, { ...invitation, token, takesNoPassword }, filled),
    async accept({ name: fullName, email: given, password, group }) {
      const passwordHash = await hashPassword(services, { organizationId, person: request.address }, password);
      const email = invitation.email ?? given;
      const defaultGroupId = /^\d+$/.test(group) ? { defaultGroupId: Number(group) } : {};
      const joining = { token, fullName, passwordHash, email, ...defaultGroupId };
      try {
        const { organizationId: organization } = await services.database.transaction(
          (tx) => doAcceptInvitation(tx, services, joining),
          { origin },
        );
        return await enterJoined(request, { organization, emailOrPhone: email, password });
      } catch (error) {
        if (error instanceof ChatError) return { problem: chatSentence(request.texts, error.message) };
        throw error;
      }
    },
    byProvider: {
      organizationId,
      email: invitation.email,
      isIn: async ({ id }) => (await accountsOf(uncachedFacts(reader.of(organizationId)), id)).chat !== undefined,
      accept: (email, names) => acceptAs(request, { token, passwordHash: null, email, isEmailVerified: true }, names),
    },
  };
}

/** Joins under the first name that can be had. @returns what is in the way */
async function acceptAs(
  { services, texts, origin }: PageRequest,
  joining: Omit<Joining, 'fullName'>,
  names: readonly string[],
): Promise<string | undefined> {
  let problem: string | undefined;
  for (const fullName of names) {
    try {
      checkFullName(fullName);
      await services.database.transaction((tx) => doAcceptInvitation(tx, services, { ...joining, fullName }), {
        origin,
      });
      return undefined;
    } catch (error) {
      if (!(error instanceof ChatError)) throw error;
      problem ??= chatSentence(texts, error.message);
    }
  }
  return problem ?? '';
}

/** A group as it is chosen, with what it is for. */
function labelled({ id, name, description }: DefaultGroup): [string, string] {
  return [String(id), description === '' ? name : `${name}: ${description}`];
}

function form(
  request: PageRequest,
  invitation: InvitationPreview & { token: string; takesNoPassword: boolean },
  filled: Filled,
): View {
  const { texts } = request;
  const { join: words, fields } = texts;
  const { organization, referrer, email, defaultGroups } = invitation;
  const address =
    email === null
      ? input(filled, { name: 'email', label: fields.email, type: 'email', autocomplete: 'username', max: MAX_EMAIL })
      : html`<input type="hidden" name="email" autocomplete="username" value="${email}">`;
  const groups =
    defaultGroups.length > 0 &&
    select(filled, {
      name: 'group',
      label: words.channels,
      options: [['', words.defaultChannels], ...defaultGroups.map(labelled)],
    });
  const byPassword = html`<form method="post">
${input(filled, { name: 'name', label: fields.yourName, autocomplete: 'name', max: 100, autofocus: true })}
${address}
${newPasswordInput(filled, texts)}
${groups}
<div class="actions"><button>${words.button}</button></div>
</form>`;
  const body = html`<p class="lead">${email === null ? words.lead({ referrer, organization }) : words.leadFor({ referrer, organization, email })}</p>
${alertOf(filled)}
${acceptanceForms(request, invitation, byPassword)}`;
  return { title: words.title({ organization }), organization, body };
}
