import { uncachedFacts } from '../../platform/events/facts.ts';
import { lockPerson } from '../../platform/people/access.ts';
import { doSetEmail } from '../../platform/people/actions.ts';
import { emailKeyOf } from '../../platform/people/email.ts';
import { hashPassword } from '../../platform/people/passwords.ts';
import { accessPersonToken, doUsePersonTokens } from '../../platform/people/tokens.ts';
import type { Services } from '../../platform/services.ts';
import { ownNames } from '../account/own-names.ts';
import { doReplacePassword } from '../account/replace-password.ts';
import { EMPTY, type Filled } from '../http/fields.ts';
import { goneLink } from '../http/gone-link.ts';
import { html } from '../http/html.ts';
import { type PageRequest, page, type View } from '../http/page.ts';
import { newPasswordInput, passwordField, passwordSentence } from '../http/password-field.ts';
import { accountsOf } from '../session/accounts.ts';

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
    return row ? form(request, row.address, EMPTY) : goneLink(request.texts, 'password');
  },
  async submit(request, { password }) {
    const { services, texts, origin } = request;
    const row = await open(request);
    if (!row) return goneLink(texts, 'password');
    const problem = passwordSentence(password, await namesOf(services, row), texts);
    if (problem) return { ...form(request, row.address, { values: {}, problems: { password: problem } }), status: 400 };
    const owner = { organizationId: row.organizationId, person: row.personId };
    const after = await hashPassword(services, owner, password);
    const isChanged = await services.database.transaction(
      async (tx) => {
        const { organizationId, personId } = row;
        // Two who prove one address wait for each other here.
        await tx.position(organizationId);
        const person = await lockPerson(tx, organizationId, personId);
        const isSame = person?.email && emailKeyOf(person.email) === emailKeyOf(row.address);
        if (!person || !isSame || !(await doUsePersonTokens(tx, row))) return false;
        await doReplacePassword(tx, { ...person, email: row.address }, after);
        // A person who opened the link can read mail there.
        if (person.emailVerifiedAt === null) await doSetEmail(tx, person, row.address, true);
        return true;
      },
      { origin },
    );
    return isChanged ? { redirect: '/sign-in?said=passwordChanged' } : goneLink(texts, 'password');
  },
});

async function namesOf(
  { database: { reader } }: Services,
  { organizationId, personId, address: email }: { organizationId: string; personId: string; address: string },
): Promise<string[]> {
  return ownNames(
    reader.of(organizationId),
    { organizationId, email },
    await accountsOf(uncachedFacts(reader.of(organizationId)), personId),
  );
}

async function open({ services, params, now, opens }: PageRequest) {
  const row = await accessPersonToken(services.database.reader, 'reset', params.token!, now);
  return row && (await opens(row.organizationId)) ? row : undefined;
}

function form({ texts }: PageRequest, email: string, filled: Filled): View {
  const { title, button, chooseLead } = texts.reset;
  const body = html`<p class="lead">${chooseLead({ email })}</p>
<form method="post">
<input type="hidden" name="username" autocomplete="username" value="${email}">
${newPasswordInput(filled, texts, { autofocus: true })}
<div class="actions"><button>${button}</button></div>
</form>`;
  return { title, body };
}
