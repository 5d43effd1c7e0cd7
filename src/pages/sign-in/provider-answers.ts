import type { OpenIdProvider } from '../../platform/openid/provider.ts';
import type { OpenIdPeople } from '../../platform/people/openid-links.ts';
import { logSecurityEvent } from '../../platform/security-log.ts';
import { html } from '../http/html.ts';
import type { PageAnswer, PageRequest, View } from '../http/page.ts';
import type { ProviderAnswer } from '../openid/ask-provider.ts';
import { forgetFlow } from '../openid/flow.ts';
import type { SignInResult } from '../session/sign-in.ts';
import { challengedForm } from './challenged-form.ts';
import { entered } from './entered.ts';

/** Why a sign-in by a provider came to nothing, and the way back. */
export function providerProblem({ texts }: PageRequest, { label }: OpenIdProvider, sentence: string): View {
  const { openId: words } = texts;
  const body = html`<p class="alert" role="alert">${sentence}</p>
<div class="actions"><a class="button" href="/sign-in">${words.again}</a></div>`;
  return { status: 403, title: words.title({ label }), body };
}

/** Says why whoever came back from a provider is nobody here. */
export function refuseNobody(
  request: PageRequest,
  provider: OpenIdProvider,
  { email }: ProviderAnswer,
  { hasUnproven, hasOther }: OpenIdPeople,
): View {
  const { services, texts, address } = request;
  const { openId: words } = texts;
  logSecurityEvent(services.log, { event: 'sign_in_refused', api: 'session', reason: 'no account', address });
  const { label } = provider;
  if (email === undefined) return providerProblem(request, provider, words.noEmail({ label }));
  if (hasOther) return providerProblem(request, provider, words.other({ label, email }));
  return providerProblem(request, provider, hasUnproven ? words.unproven({ email }) : words.nobody({ label, email }));
}

/** Returns the page for a person who came back from a provider and has an account here. */
export async function answerTo(
  request: PageRequest,
  provider: OpenIdProvider,
  result: SignInResult,
  to: string,
): Promise<PageAnswer> {
  const { services, texts } = request;
  switch (result.state) {
    case 'signed in':
      return entered(request, result, to, [forgetFlow(services)]);
    case 'deactivated':
      return providerProblem(request, provider, texts.signIn.deactivated);
    case 'wrong':
    case 'expired':
    case 'other sign-in':
      return providerProblem(request, provider, texts.openId.expired);
    default:
      return challengedForm(request, result, to);
  }
}
