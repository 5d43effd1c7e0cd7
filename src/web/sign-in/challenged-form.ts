import { input } from '../http/fields.ts';
import { type Html, html } from '../http/html.ts';
import type { PageRequest, View } from '../http/page.ts';
import type { SignInResult } from '../session/sign-in.ts';

/** The password was right, and something is still missing. */
export type Challenged = Extract<SignInResult, { challenge: string }>;

/** Asks for what is missing; the challenge stands for the password meanwhile. */
export function challengedForm(request: PageRequest, result: Challenged, to: string): View {
  const hidden = html`<input type="hidden" name="challenge" value="${result.challenge}">
<input type="hidden" name="to" value="${to}">`;
  return result.state === 'choose organization'
    ? organizationForm(request, result.organizations, hidden)
    : codeForm(request, result, hidden);
}

function organizationForm(
  { texts: { signIn: words } }: PageRequest,
  organizations: readonly { id: string; name: string }[],
  hidden: Html,
): View {
  const body = html`<p class="lead">${words.chooseLead}</p>
<form method="post" action="/sign-in">${hidden}
<ul class="choices">${organizations.map(
    ({ id, name }) => html`
<li><button class="second" name="organization" value="${id}" dir="auto">${name}</button></li>`,
  )}
</ul>
</form>`;
  return { title: words.chooseTitle, body };
}

function codeForm(
  { texts: { signIn: words } }: PageRequest,
  result: Challenged & { organization: string },
  hidden: Html,
): View {
  const isWrong = result.state === 'wrong code';
  const filled = { values: {}, problems: isWrong ? { code: words.wrongCode } : {} };
  const body = html`<p class="lead">${words.codeLead}</p>
<form method="post" action="/sign-in">${hidden}
<input type="hidden" name="organization" value="${result.organization}">
${input(filled, { name: 'code', label: words.code, hint: words.codeHint, autocomplete: 'one-time-code', max: 100, autofocus: true })}
<div class="actions"><button>${words.button}</button></div>
</form>`;
  return { title: words.codeTitle, body, ...(isWrong && { status: 403 }) };
}
