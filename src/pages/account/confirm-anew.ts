import type { FormValues } from '../http/form.ts';
import { html } from '../http/html.ts';
import type { View, VisitorRequest } from '../http/page.ts';
import { ownPasswordInput } from '../http/password-field.ts';

/**
 * Asks who is there before anything is done, and brings along what was to be done.
 * @param names of the form's fields
 */
export function confirmAnew(
  { texts, visitor }: VisitorRequest,
  values: FormValues,
  { names, back }: { names: readonly string[]; back: string },
): View {
  const { anew: words } = texts.devices;
  const problems = values.password === '' ? {} : { password: texts.passwordChange.wrongOld };
  const body = html`<p class="lead">${words.lead}</p>
<form method="post">
${names.filter((name) => name !== 'password').map((name) => html`<input type="hidden" name="${name}" value="${values[name]}">`)}
${
  visitor.person.passwordHash !== null &&
  html`<input type="hidden" name="username" autocomplete="username" value="${visitor.person.email ?? visitor.person.phone}">
${ownPasswordInput({ values: {}, problems }, texts, { autofocus: true })}
<div class="actions"><button>${words.button}</button><a href="${back}">${texts.fields.back}</a></div>`
}
</form>
<p class="aside">${words.orSignIn} <a href="/sign-out">${texts.navigation.signOut}</a></p>`;
  return { title: words.title, body, status: 403 };
}
