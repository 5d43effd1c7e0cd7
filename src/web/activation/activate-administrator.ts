import { accessActivation } from '../../dispatch/administrators/access.ts';
import { doActivateAdministrator } from '../../dispatch/administrators/actions.ts';
import { findOrganization } from '../../platform/organizations/organizations.ts';
import { hashPassword } from '../../platform/people/passwords.ts';
import { EMPTY, type Filled } from '../http/fields.ts';
import { goneLink } from '../http/gone-link.ts';
import { html } from '../http/html.ts';
import { type PageRequest, page, type View } from '../http/page.ts';
import { newPasswordInput, passwordField, passwordSentence } from '../http/password-field.ts';

/**
 * The page behind the link of the confirmation e-mail: it asks for a password, and with it the administrator's
 * registration is completed (spec: dispatch 2, `isActive`).
 */
export const activateAdministrator = page({
  path: '/activate/:organizationId/:token',
  summary: "Confirm an administrator's account",
  access: 'anyone',
  form: { password: passwordField },
  async show(request) {
    const opened = await open(request);
    return opened ? form(request, opened, EMPTY) : goneLink(request.texts);
  },
  async submit(request, { password }) {
    const { services, texts, params } = request;
    const opened = await open(request);
    if (!opened) return goneLink(texts);
    const problem = passwordSentence(password, texts);
    if (problem) return { ...form(request, opened, { values: {}, problems: { password: problem } }), status: 400 };
    const passwordHash = await hashPassword(services, password);
    const activated = await services.database.transaction((tx) =>
      doActivateAdministrator(tx, params.organizationId!, params.token!, passwordHash),
    );
    if (!activated) return goneLink(texts);
    const { title, done, doneWithOldPassword } = texts.activation;
    return {
      title,
      organization: opened.organization,
      body: html`<p class="done">${activated.isPasswordSet ? done : doneWithOldPassword}</p>`,
    };
  },
});

interface Opened {
  email: string;
  organization: string;
}

async function open({ services, params, now }: PageRequest): Promise<Opened | undefined> {
  const { reader } = services.database;
  const administrator = await accessActivation(reader, params.organizationId!, params.token!, now);
  const organization = administrator && (await findOrganization(reader, params.organizationId!));
  return organization && { ...administrator, organization: organization.name };
}

function form({ texts }: PageRequest, { email, organization }: Opened, filled: Filled): View {
  const { title, lead, button } = texts.activation;
  const body = html`<p class="lead">${lead(email, organization)}</p>
<form method="post">
<input type="hidden" name="username" autocomplete="username" value="${email}">
${newPasswordInput(filled, texts, { autofocus: true })}
<div class="actions"><button>${button}</button></div>
</form>`;
  return { title, organization, body };
}
