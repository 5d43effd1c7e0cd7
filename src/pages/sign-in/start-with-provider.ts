import { ProviderUnreachable } from '../../platform/openid/client.ts';
import { PageProblem } from '../http/error-pages.ts';
import { ownPath } from '../http/own-path.ts';
import { page } from '../http/page.ts';
import { beginAt } from '../openid/ask-provider.ts';
import { providerNamed } from '../openid/buttons.ts';
import { takeAlong } from '../openid/flow.ts';
import { appSignInPath, isOtp } from './app-sign-in-path.ts';
import { providerProblem } from './provider-answers.ts';

/** Leads somebody to a provider (OpenID Connect), with what their browser must bring back. */
export const startWithProvider = page({
  path: '/sign-in/with/:provider',
  summary: 'Sign in with a provider',
  access: 'anyone',
  asksWhich: true,
  async show(request) {
    const { services, params, query, texts, visitor } = request;
    const provider = providerNamed(services, params.provider!, request.organizationId);
    if (!provider) throw new PageProblem(404, ({ notFound }) => notFound.text);
    const otp = query.get('mobile_flow_otp');
    const to = isOtp(otp) ? appSignInPath(otp) : ownPath(query.get('to'));
    const invitation = query.get('invitation')?.slice(0, 100);
    if (visitor && invitation === undefined) return { redirect: to };
    // A provider that knows the browser asks nothing, so a link elsewhere would make them join somebody's organization
    // and tell their address there. The invitation's page says which it is, and has the button.
    if (invitation !== undefined && !(await request.isByOwnLink()))
      return { redirect: `/join/${encodeURIComponent(invitation)}` };
    try {
      const { url, ...secrets } = await beginAt(request, provider);
      const flow = { ...secrets, provider: provider.name, to, invitation };
      return { redirect: url, setCookie: takeAlong(services, flow) };
    } catch (error) {
      if (!(error instanceof ProviderUnreachable)) throw error;
      return { ...providerProblem(request, provider, texts.openId.down({ label: provider.label })), status: 503 };
    }
  },
});
