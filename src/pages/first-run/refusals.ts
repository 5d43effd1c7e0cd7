import { input } from '../http/fields.ts';
import { html } from '../http/html.ts';
import type { PageRequest, View } from '../http/page.ts';

/** Says that the server has an organization already. */
export function over({ texts: { setUp: words } }: PageRequest): View {
  const body = html`<p>${words.over}</p><div class="actions"><a class="button" href="/">${words.toStart}</a></div>`;
  return { status: 404, title: words.overTitle, body };
}

/** Asks for the one-time code. @param action the page that the code opens */
export function codeForm({ texts: { setUp: words } }: PageRequest, code: string, action = '/setup'): View {
  const problems = code === '' ? {} : { code: words.wrongCode };
  const body = html`<p>${words.codeLead}</p>
<p><code>npm run hubbub -- first-run</code></p>
<form action="${action}">
${input({ values: { code }, problems }, { name: 'code', label: words.code, autocomplete: 'one-time-code', max: 100, autofocus: true })}
<div class="actions"><button>${words.go}</button></div>
</form>`;
  return { status: 403, title: words.codeTitle, body };
}
