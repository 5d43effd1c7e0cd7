import { ProviderUnreachable } from '../../platform/openid/client.ts';
import type { OpenIdProvider } from '../../platform/openid/provider.ts';
import { doUseOpenIdState, findPeopleByOpenId } from '../../platform/people/openid-links.ts';
import { PageProblem } from '../http/error-pages.ts';
import { type PageAnswer, type PageRequest, page } from '../http/page.ts';
import { joinWithProvider } from '../join/join-with-provider.ts';
import { type ProviderAnswer, whoCameBack } from '../openid/ask-provider.ts';
import { providerNamed } from '../openid/buttons.ts';
import { flowOf } from '../openid/flow.ts';
import { signIn } from '../session/sign-in.ts';
import { answerTo, providerProblem, refuseNobody } from './provider-answers.ts';

/**
 * Page to which a provider sends people back. Providers use GET, so this page has effects: they count once, and only
 * for the browser that was sent there.
 */
export const returnFromProvider = page({
  path: '/sign-in/with/:provider/back',
  summary: 'Finish signing in with a provider',
  access: 'anyone',
  async show(request) {
    const { services, params, query, texts, organizationId } = request;
    const { openId: words } = texts;
    const provider = providerNamed(services, params.provider!, organizationId);
    if (!provider) throw new PageProblem(404, ({ notFound }) => notFound.text);
    const flow = flowOf(services, request, provider.name);
    const isOurs = flow !== undefined && query.get('state') === flow.state;
    const until = new Date(flow?.until ?? 0);
    if (!isOurs || !(await services.database.transaction((tx) => doUseOpenIdState(tx, flow.state, until))))
      return providerProblem(request, provider, words.expired);
    try {
      const answer = await whoCameBack(request, provider, flow);
      if (!answer) return providerProblem(request, provider, words.refused({ label: provider.label }));
      const { to, invitation } = flow;
      return invitation === undefined
        ? await enter(request, provider, answer, to)
        : await joinWithProvider(request, { provider, answer, invitation });
    } catch (error) {
      if (!(error instanceof ProviderUnreachable)) throw error;
      return { ...providerProblem(request, provider, words.down({ label: provider.label })), status: 503 };
    }
  },
});

async function enter(
  request: PageRequest,
  provider: OpenIdProvider,
  answer: ProviderAnswer,
  to: string,
): Promise<PageAnswer> {
  const { services, address, origin, browser: label, organizationId = provider.organization ?? null } = request;
  const before = request.visitor?.session;
  const found = await findPeopleByOpenId(services.database.reader, answer, organizationId);
  if (found.people.length === 0) return refuseNobody(request, provider, answer, found);
  const proof = { ...answer, asksCode: provider.secondFactor };
  const result = await signIn(services, { people: found.people, proof, label, before, address, origin });
  return answerTo(request, provider, result, to);
}
