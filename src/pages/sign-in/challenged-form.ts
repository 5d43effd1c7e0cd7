import { secretToScan } from '../account/factor-parts.ts';
import { input } from '../http/fields.ts';
import { type Html, html } from '../http/html.ts';
import type { PageRequest, View } from '../http/page.ts';
import type { FactorSetUp } from '../session/factor-set-up.ts';
import type { SignInResult } from '../session/sign-in.ts';

/** The password was right, and something is still missing. */
export type Challenged = Extract<SignInResult, { challenge: string }>;

/** Asks for what is missing; the challenge stands for the password meanwhile. */
export async function challengedForm(request: PageRequest, result: Challenged, to: string): Promise<View> {
  const hidden = html`<input type="hidden" name="challenge" value="${result.challenge}">
<input type="hidden" name="to" value="${to}">`;
  switch (result.state) {
    case 'choose organization':
      return organizationForm(request, result.organizations, hidden);
    case 'set-up needed':
    case 'wrong set-up code':
      return setUpForm(
        request,
        result,
        html`${hidden}
<input type="hidden" name="organization" value="${result.organization}">`,
        '/sign-in',
      );
    default:
      return codeForm(request, result, hidden);
  }
}

/**
 * Asks somebody to set up a second factor who must have one.
 * @param hidden what else the form sends back
 * @param action where it goes
 */
export async function setUpForm(
  { texts }: PageRequest,
  shown: FactorSetUp & { state: 'set-up needed' | 'wrong set-up code' },
  hidden: Html,
  action: string,
): Promise<View> {
  const { signIn: words, secondFactor } = texts;
  const isWrong = shown.state === 'wrong set-up code';
  const filled = { values: {}, problems: isWrong ? { code: secondFactor.wrongCode } : {} };
  const body = html`<p class="lead">${words.setUpLead}</p>
<p>${secondFactor.scanLead}</p>
${await secretToScan(texts, shown)}
<form method="post" action="${action}">${hidden}
<input type="hidden" name="setUp" value="${shown.setUp}">
${input(filled, { name: 'code', label: secondFactor.code, autocomplete: 'one-time-code', inputmode: 'numeric', max: 100, autofocus: true })}
<div class="actions"><button>${words.setUpButton}</button></div>
</form>`;
  return { title: words.setUpTitle, body, ...(isWrong && { status: 403 }) };
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
  result: Extract<Challenged, { state: 'code needed' | 'wrong code' }>,
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
