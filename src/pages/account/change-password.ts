import { doNoteChosenPassword } from '../../dispatch/driver/actions.ts';
import { doChangePassword } from '../../platform/people/actions.ts';
import { checkPassword, hashPassword } from '../../platform/people/passwords.ts';
import { EMPTY, type Filled } from '../http/fields.ts';
import { verbatim } from '../http/form.ts';
import { html } from '../http/html.ts';
import { page, type View, type VisitorRequest } from '../http/page.ts';
import { newPasswordInput, ownPasswordInput, passwordField, passwordSentence } from '../http/password-field.ts';
import { ownNames } from './own-names.ts';
import { doNotifyPasswordChanged } from './password-notice.ts';

/** Page for changing one's own password. Signs out every other browser and a worker's devices. */
export const changePassword = page({
  path: '/account/password',
  summary: 'Change your password',
  access: 'signed in',
  form: { old: verbatim(1000), password: passwordField },
  async show(request) {
    return form(request, EMPTY);
  },
  async submit(request, { old, password }) {
    const { services, texts, address, origin } = request;
    const { person, session, organization, accounts } = request.visitor;
    const refused = (problems: Filled['problems']) => ({ ...form(request, { values: {}, problems }), status: 400 });
    const owner = { organizationId: person.organizationId, person: person.id };
    const account = `${person.organizationId}/${person.id}`;
    const wasRight = await services.guesses.begin({ api: 'session', account, address });
    if (!(await checkPassword(services, owner, old, person.passwordHash)))
      return refused({ old: texts.passwordChange.wrongOld });
    await wasRight();
    const names = await ownNames(services.database.reader.of(person.organizationId), person, accounts);
    const problem = passwordSentence(password, names, texts);
    if (problem) return refused({ password: problem });
    const change = { before: person.passwordHash, after: await hashPassword(services, owner, password) };
    const isChanged = await services.database.transaction(
      async (tx) => {
        if (!(await doChangePassword(tx, person, change, session.credentialId))) return false;
        const { driver } = accounts;
        if (driver) await doNoteChosenPassword(tx, driver.workerId);
        if (person.email !== null)
          await doNotifyPasswordChanged(tx, organization, person.email, { areClientsOut: false });
        return true;
      },
      { organizationId: organization.id, origin },
    );
    return isChanged ? { redirect: '/account?said=passwordChanged' } : refused({ old: texts.passwordChange.wrongOld });
  },
});

function form({ texts, visitor }: VisitorRequest, filled: Filled): View {
  const { title, old, button, lead } = texts.passwordChange;
  const body = html`<p class="lead">${lead}</p>
<form method="post">
<input type="hidden" name="username" autocomplete="username" value="${visitor.person.email ?? visitor.person.phone}">
${ownPasswordInput(filled, texts, { name: 'old', label: old, autofocus: true })}
${newPasswordInput(filled, texts)}
<div class="actions"><button>${button}</button><a href="/account">${texts.fields.back}</a></div>
</form>`;
  return { title, body };
}
