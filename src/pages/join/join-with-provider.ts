import type { OpenIdProvider } from '../../platform/openid/provider.ts';
import { findPeopleByOpenId, isSameAddress } from '../../platform/people/openid-links.ts';
import { goneLink } from '../http/gone-link.ts';
import type { PageAnswer, PageRequest } from '../http/page.ts';
import type { ProviderAnswer } from '../openid/ask-provider.ts';
import { signIn } from '../session/sign-in.ts';
import { answerTo, providerProblem, refuseNobody } from '../sign-in/provider-answers.ts';
import { openInvitation } from './invitation-of-link.ts';

/** Accepts an invitation for whoever came back from a provider with the address that is invited; then they are in. */
export async function joinWithProvider(
  request: PageRequest,
  { provider, answer, invitation: token }: { provider: OpenIdProvider; answer: ProviderAnswer; invitation: string },
): Promise<PageAnswer> {
  const { services, texts, address, origin, browser: label } = request;
  const { openId: words } = texts;
  const { reader } = services.database;
  const invitation = (await openInvitation(request, token))?.byProvider;
  if (!invitation) return goneLink(texts, 'invitation');
  const { organizationId } = invitation;
  const refuse = (sentence: string) => providerProblem(request, provider, sentence);
  if ((provider.organization ?? organizationId) !== organizationId)
    return refuse(words.otherOrganization({ label: provider.label }));
  const { email } = answer;
  if (email === undefined) return refuse(words.noEmail({ label: provider.label }));
  if (invitation.email !== null && !isSameAddress(invitation.email, email))
    return refuse(words.wrongAddress({ label: provider.label, address: email, invited: invitation.email }));
  const before = await findPeopleByOpenId(reader, answer, organizationId);
  const [known] = before.people;
  const isOther = known ? !isSameAddress(known.email ?? '', email) : before.hasOther;
  if (!known || !(await invitation.isIn(known))) {
    if (isOther) return refuseNobody(request, provider, answer, { ...before, hasOther: true });
    const problem = await invitation.accept(email, answer.names);
    if (problem !== undefined) return refuse(problem);
  }
  const { people } = await findPeopleByOpenId(reader, answer, organizationId);
  if (people.length === 0) return refuseNobody(request, provider, answer, before);
  const proof = { ...answer, asksCode: provider.secondFactor };
  const session = request.visitor?.session;
  const result = await signIn(services, { people, proof, label, before: session, address, origin });
  return answerTo(request, provider, result, '/');
}
