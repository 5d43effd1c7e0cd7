import { findAdministratorOf } from '../../dispatch/administrators/access.ts';
import { doActivateAdministrator } from '../../dispatch/administrators/actions.ts';
import { doAcceptWorkerInvitation } from '../../dispatch/driver/actions.ts';
import { findWorkerIdOf } from '../../dispatch/workers/access.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { findOrganization } from '../../platform/organizations/organizations.ts';
import { hashPassword } from '../../platform/people/passwords.ts';
import { accessPersonToken, doUsePersonTokens } from '../../platform/people/tokens.ts';
import type { Filled } from '../http/fields.ts';
import { goneLink } from '../http/gone-link.ts';
import { html } from '../http/html.ts';
import type { PageRequest, View } from '../http/page.ts';
import { newPasswordInput } from '../http/password-field.ts';
import { enterJoined, type OpenInvitation } from './open-invitation.ts';

/** The invitation of an administrator, by mail, or of a worker, by phone, that the link of a request is of. */
export async function openPersonInvitation(request: PageRequest): Promise<OpenInvitation | undefined> {
  const { services, params, now, texts, opens } = request;
  const { reader } = services.database;
  const row = await accessPersonToken(reader, 'join', params.token!, now);
  if (!row || !(await opens(row.organizationId))) return undefined;
  const { organizationId, personId, address: emailOrPhone } = row;
  const facts = uncachedFacts(reader);
  const administrator = await findAdministratorOf(facts, organizationId, personId);
  const isAdministrator = administrator !== null && !administrator.isActive;
  const workerId = await findWorkerIdOf(facts, organizationId, personId);
  if (!isAdministrator && workerId === null) return undefined;
  const { name: organization } = (await findOrganization(reader, organizationId))!;
  const doAccept = async (tx: Tx, hash: string) => {
    if (isAdministrator) return (await doActivateAdministrator(tx, organizationId, personId, hash)) !== undefined;
    return doAcceptWorkerInvitation(tx, { organizationId, workerId: workerId!, personId }, hash);
  };
  return {
    asksName: false,
    form: (filled) => form(request, { organization, emailOrPhone, isAdministrator }, filled),
    async accept({ password }) {
      const hash = await hashPassword(services, password);
      const isAccepted = await services.database.transaction(
        async (tx) => (await doUsePersonTokens(tx, row)) && (await doAccept(tx, hash)),
      );
      if (!isAccepted) return goneLink(texts);
      return enterJoined(request, { organization: organizationId, emailOrPhone, password });
    },
  };
}

interface Invited {
  organization: string;
  emailOrPhone: string;
  isAdministrator: boolean;
}

function form({ texts }: PageRequest, { organization, emailOrPhone, isAdministrator }: Invited, filled: Filled): View {
  const { join: words } = texts;
  const lead = isAdministrator ? words.administratorLead : words.workerLead;
  const body = html`<p class="lead">${lead(organization, emailOrPhone)}</p>
<form method="post">
<input type="hidden" name="username" autocomplete="username" value="${emailOrPhone}">
${newPasswordInput(filled, texts, { autofocus: true })}
<div class="actions"><button>${words.button}</button></div>
</form>`;
  return { title: words.title(organization), organization, body };
}
