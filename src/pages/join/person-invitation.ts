import { findUserById, findUserIdOfPerson } from '../../chat/users/access.ts';
import { findAdministratorOf } from '../../dispatch/administrators/access.ts';
import { doActivateAdministrator } from '../../dispatch/administrators/actions.ts';
import { doAcceptWorkerInvitation } from '../../dispatch/driver/actions.ts';
import { findWorkerIdOf } from '../../dispatch/workers/access.ts';
import type { PlainReader } from '../../platform/db/reader.ts';
import type { PlainTx, Tx } from '../../platform/db/tx.ts';
import { type FactSource, uncachedFacts } from '../../platform/events/facts.ts';
import { findOrganization } from '../../platform/organizations/organizations.ts';
import { loadPerson, lockPerson } from '../../platform/people/access.ts';
import { doChangePassword, doSetEmail } from '../../platform/people/actions.ts';
import { hashPassword } from '../../platform/people/passwords.ts';
import { accessPersonToken, doUsePersonTokens } from '../../platform/people/tokens.ts';
import { ownNames } from '../account/own-names.ts';
import type { Filled } from '../http/fields.ts';
import { goneLink } from '../http/gone-link.ts';
import { html } from '../http/html.ts';
import type { PageRequest, View } from '../http/page.ts';
import { newPasswordInput } from '../http/password-field.ts';
import { takesOnlyProviders } from '../openid/buttons.ts';
import type { Accounts } from '../session/accounts.ts';
import { acceptanceForms, enterJoined, type OpenInvitation } from './open-invitation.ts';

/** The invitation of an administrator or of an imported person, by mail, or of a worker, by phone, that a link is of. */
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
  const imported = isAdministrator || workerId !== null ? undefined : await findImported(facts, reader, personId);
  if (!isAdministrator && workerId === null && !imported) return undefined;
  const { name: organization } = (await findOrganization(reader, organizationId))!;
  const takesNoPassword = await takesOnlyProviders(services, organizationId);
  const kind = imported ? 'imported' : isAdministrator ? 'administrator' : 'worker';
  const doAccept = async (tx: PlainTx, hash: string) => {
    if (isAdministrator) return (await doActivateAdministrator(tx.of(organizationId), personId, hash)) !== undefined;
    if (imported) return doProveImported(tx.of(organizationId), personId, emailOrPhone, hash);
    return doAcceptWorkerInvitation(tx.of(organizationId), { organizationId, workerId: workerId!, personId }, hash);
  };
  return {
    asksName: false,
    takesNoPassword,
    names: await ownNames(
      reader.of(organizationId),
      { organizationId, email: emailOrPhone },
      {
        chat: imported,
        dispatch: administrator
          ? { administratorId: administrator.id, isReadOnly: administrator.isReadOnly }
          : undefined,
        driver: workerId === null ? undefined : { workerId },
      },
    ),
    form: (filled) =>
      form(request, { token, organizationId, organization, emailOrPhone, kind, takesNoPassword }, filled),
    async accept({ password }) {
      const hash = await hashPassword(services, { organizationId, person: personId }, password);
      const isAccepted = await services.database.transaction(
        async (tx) => (await doUsePersonTokens(tx, row)) && (await doAccept(tx, hash)),
        { origin },
      );
      if (!isAccepted) return goneLink(texts, 'invitation');
      return enterJoined(request, { organization: organizationId, emailOrPhone, password });
    },
    byProvider:
      kind === 'worker'
        ? undefined
        : {
            organizationId,
            email: emailOrPhone,
            isIn: async () => false,
            async accept() {
              const isAccepted = await services.database.transaction(
                async (tx) =>
                  (await doUsePersonTokens(tx, row)) &&
                  (imported
                    ? await doProveImported(tx, personId, emailOrPhone, null)
                    : (await doActivateAdministrator(tx, personId, null)) !== undefined),
                { organizationId, origin },
              );
              return isAccepted ? undefined : texts.openId.expired;
            },
          },
  };
}

/** The account of somebody who was imported, and has not signed in yet. */
async function findImported(facts: FactSource, reader: PlainReader, personId: string): Promise<Accounts['chat']> {
  const userId = await findUserIdOfPerson(facts, personId);
  const user = userId === null ? undefined : await findUserById(facts, userId);
  const person = await loadPerson(reader, facts.organizationId, personId);
  const isNew = person?.passwordHash === null && person.emailVerifiedAt === null;
  return user?.isActive && isNew ? { userId: user.id, role: user.role, fullName: user.fullName } : undefined;
}

/**
 * Notes that somebody who was imported reads mail at the address, and their password.
 * @param passwordHash null: they sign in by a provider
 * @returns false when they have signed in by another path meanwhile
 */
async function doProveImported(tx: Tx, personId: string, email: string, passwordHash: string | null): Promise<boolean> {
  const { organizationId } = tx;
  // Two who prove one address wait for each other here.
  await tx.position();
  const person = await lockPerson(tx, organizationId, personId);
  if (!person || person.passwordHash !== null || person.emailVerifiedAt !== null) return false;
  await doSetEmail(tx, person, email, true);
  return passwordHash === null || doChangePassword(tx, person, { before: null, after: passwordHash });
}

interface Invited {
  token: string;
  organizationId: string;
  organization: string;
  emailOrPhone: string;
  kind: 'administrator' | 'imported' | 'worker';
  takesNoPassword: boolean;
}

function form(request: PageRequest, invited: Invited, filled: Filled): View {
  const { texts } = request;
  const { join: words, openId } = texts;
  const { organization, emailOrPhone, kind, takesNoPassword } = invited;
  const leads = {
    administrator: () => words.administratorLead({ organization, email: emailOrPhone }),
    imported: () => words.importedLead({ organization, email: emailOrPhone }),
    worker: () => words.workerLead({ organization, phone: emailOrPhone }),
  };
  const byPassword = html`<form method="post">
<input type="hidden" name="username" autocomplete="username" value="${emailOrPhone}">
${newPasswordInput(filled, texts, { autofocus: true })}
<div class="actions"><button>${words.button}</button></div>
</form>`;
  // A provider knows nobody by phone.
  const byPhone = takesNoPassword ? html`<p>${openId.notByPhone}</p>` : byPassword;
  const body = html`<p class="lead">${leads[kind]()}</p>
${kind === 'worker' ? byPhone : acceptanceForms(request, invited, byPassword)}`;
  return { title: words.title({ organization }), organization, body };
}
