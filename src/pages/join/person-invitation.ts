import { findAdministratorOf } from '../../dispatch/administrators/access.ts';
import { doActivateAdministrator } from '../../dispatch/administrators/actions.ts';
import { doAcceptWorkerInvitation } from '../../dispatch/driver/actions.ts';
import { findWorkerIdOf } from '../../dispatch/workers/access.ts';
import type { PlainTx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { findOrganization } from '../../platform/organizations/organizations.ts';
import { hashPassword } from '../../platform/people/passwords.ts';
import { accessPersonToken, doUsePersonTokens } from '../../platform/people/tokens.ts';
import { ownNames } from '../account/own-names.ts';
import type { Filled } from '../http/fields.ts';
import { goneLink } from '../http/gone-link.ts';
import { html } from '../http/html.ts';
import type { PageRequest, View } from '../http/page.ts';
import { newPasswordInput } from '../http/password-field.ts';
import { takesOnlyProviders } from '../openid/buttons.ts';
import { acceptanceForms, enterJoined, type OpenInvitation } from './open-invitation.ts';

/** The invitation of an administrator, by mail, or of a worker, by phone, that a link is of. */
export async function openPersonInvitation(request: PageRequest, token: string): Promise<OpenInvitation | undefined> {
  const { services, now, texts, opens, origin } = request;
  const { reader } = services.database;
  const row = await accessPersonToken(reader, 'join', token, now);
  if (!row || !(await opens(row.organizationId))) return undefined;
  const { organizationId, personId, address: emailOrPhone } = row;
  const facts = uncachedFacts(reader.of(organizationId));
  const administrator = await findAdministratorOf(facts, personId);
  const isAdministrator = administrator !== null && !administrator.isActive;
  const workerId = await findWorkerIdOf(facts, personId);
  if (!isAdministrator && workerId === null) return undefined;
  const { name: organization } = (await findOrganization(reader, organizationId))!;
  const takesNoPassword = await takesOnlyProviders(services, organizationId);
  const doAccept = async (tx: PlainTx, hash: string) => {
    if (isAdministrator) return (await doActivateAdministrator(tx.of(organizationId), personId, hash)) !== undefined;
    return doAcceptWorkerInvitation(tx.of(organizationId), { organizationId, workerId: workerId!, personId }, hash);
  };
  return {
    asksName: false,
    takesNoPassword,
    names: await ownNames(
      reader.of(organizationId),
      { organizationId, email: emailOrPhone },
      {
        chat: undefined,
        dispatch: administrator
          ? { administratorId: administrator.id, isReadOnly: administrator.isReadOnly }
          : undefined,
        driver: workerId === null ? undefined : { workerId },
      },
    ),
    form: (filled) =>
      form(request, { token, organizationId, organization, emailOrPhone, isAdministrator, takesNoPassword }, filled),
    async accept({ password }) {
      const hash = await hashPassword(services, { organizationId, person: personId }, password);
      const isAccepted = await services.database.transaction(
        async (tx) => (await doUsePersonTokens(tx, row)) && (await doAccept(tx, hash)),
        { origin },
      );
      if (!isAccepted) return goneLink(texts, 'invitation');
      return enterJoined(request, { organization: organizationId, emailOrPhone, password });
    },
    byProvider: isAdministrator
      ? {
          organizationId,
          email: emailOrPhone,
          isIn: async () => false,
          async accept() {
            const isAccepted = await services.database.transaction(
              async (tx) =>
                (await doUsePersonTokens(tx, row)) && (await doActivateAdministrator(tx, personId, null)) !== undefined,
              { organizationId, origin },
            );
            return isAccepted ? undefined : texts.openId.expired;
          },
        }
      : undefined,
  };
}

interface Invited {
  token: string;
  organizationId: string;
  organization: string;
  emailOrPhone: string;
  isAdministrator: boolean;
  takesNoPassword: boolean;
}

function form(request: PageRequest, invited: Invited, filled: Filled): View {
  const { texts } = request;
  const { join: words, openId } = texts;
  const { organization, emailOrPhone, isAdministrator, takesNoPassword } = invited;
  const lead = isAdministrator
    ? words.administratorLead({ organization, email: emailOrPhone })
    : words.workerLead({ organization, phone: emailOrPhone });
  const byPassword = html`<form method="post">
<input type="hidden" name="username" autocomplete="username" value="${emailOrPhone}">
${newPasswordInput(filled, texts, { autofocus: true })}
<div class="actions"><button>${words.button}</button></div>
</form>`;
  // A provider knows nobody by phone.
  const byPhone = takesNoPassword ? html`<p>${openId.notByPhone}</p>` : byPassword;
  const body = html`<p class="lead">${lead}</p>
${isAdministrator ? acceptanceForms(request, invited, byPassword) : byPhone}`;
  return { title: words.title({ organization }), organization, body };
}
