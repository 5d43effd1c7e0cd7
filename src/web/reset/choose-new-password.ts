import { doNoteChosenPassword } from '../../dispatch/driver/actions.ts';
import { revokeCredentialsOf } from '../../platform/credentials/credentials.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { findOrganization } from '../../platform/organizations/organizations.ts';
import { lockPerson } from '../../platform/people/access.ts';
import { doChangePassword, doSetEmail } from '../../platform/people/actions.ts';
import { hashPassword } from '../../platform/people/passwords.ts';
import { emailKeyOf, type Person } from '../../platform/people/person.ts';
import { accessPersonToken, doUsePersonTokens } from '../../platform/people/tokens.ts';
import { doTellPasswordChanged } from '../account/password-notice.ts';
import { EMPTY, type Filled } from '../http/fields.ts';
import { goneLink } from '../http/gone-link.ts';
import { html } from '../http/html.ts';
import { type PageRequest, page, type View } from '../http/page.ts';
import { newPasswordInput, passwordField, passwordSentence } from '../http/password-field.ts';
import { accountsWithin } from '../session/accounts.ts';

/**
 * The page behind a mailed link, where a new password is chosen. Whoever was signed in is signed out, clients too: who
 * forgets a password may have lost more than that.
 */
export const chooseNewPassword = page({
  path: '/reset/:token',
  summary: 'Choose a new password',
  access: 'anyone',
  form: { password: passwordField },
  async show(request) {
    const row = await open(request);
    return row ? form(request, row.email, EMPTY) : goneLink(request.texts);
  },
  async submit(request, { password }) {
    const { services, texts } = request;
    const row = await open(request);
    if (!row) return goneLink(texts);
    const problem = passwordSentence(password, texts);
    if (problem) return { ...form(request, row.email, { values: {}, problems: { password: problem } }), status: 400 };
    const after = await hashPassword(services, password);
    const isChanged = await services.database.transaction(async (tx) => {
      const { organizationId, personId } = row;
      const person = await lockPerson(tx, organizationId, personId);
      const isSame = person?.email && emailKeyOf(person.email) === emailKeyOf(row.email);
      if (!person || !isSame || !(await doUsePersonTokens(tx, row))) return false;
      await doChangePassword(tx, person, { before: person.passwordHash, after });
      await endClients(tx, person);
      // Who opened the link reads mail there.
      if (person.emailVerifiedAt === null) await doSetEmail(tx, person, row.email, true);
      const organization = (await findOrganization(tx, organizationId))!;
      await doTellPasswordChanged(tx, organization, row.email, { areClientsOut: true });
      return true;
    });
    return isChanged ? { redirect: '/sign-in?said=passwordChanged' } : goneLink(texts);
  },
});

/** Makes the person's own keys useless, and tokens of a worker's devices. Bots of theirs have keys of their own, which stay. */
async function endClients(tx: Tx, { organizationId, id }: Person): Promise<void> {
  const { chat, dispatch, driver } = await accountsWithin(tx, organizationId, id);
  if (chat) await revokeCredentialsOf(tx, organizationId, 'chat', String(chat.userId));
  if (dispatch) await revokeCredentialsOf(tx, organizationId, 'administrator', dispatch.administratorId);
  if (driver) await doNoteChosenPassword(tx, organizationId, driver.workerId);
}

function open({ services, params, now }: PageRequest) {
  return accessPersonToken(services.database.reader, 'reset', params.token!, now);
}

function form({ texts }: PageRequest, email: string, filled: Filled): View {
  const { title, button, chooseLead } = texts.reset;
  const body = html`<p class="lead">${chooseLead(email)}</p>
<form method="post">
<input type="hidden" name="username" autocomplete="username" value="${email}">
${newPasswordInput(filled, texts, { autofocus: true })}
<div class="actions"><button>${button}</button></div>
</form>`;
  return { title, body };
}
