import { ChatError } from '../../chat/http/errors.ts';
import { doAcceptInvitation, type Joining } from '../../chat/invitations/accept.ts';
import { accessInvitationByToken } from '../../chat/invitations/access.ts';
import { checkFullName } from '../../chat/users/names.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import type { OpenIdProvider } from '../../platform/openid/provider.ts';
import { findPeopleByOpenId, isSameAddress } from '../../platform/people/openid-links.ts';
import type { Services } from '../../platform/services.ts';
import { goneLink } from '../http/gone-link.ts';
import type { PageAnswer, PageRequest } from '../http/page.ts';
import type { ProviderAnswer } from '../openid/ask-provider.ts';
import { accountsOf } from '../session/accounts.ts';
import { signIn } from '../session/sign-in.ts';
import { answerTo, providerProblem, refuseNobody } from '../sign-in/provider-answers.ts';

/** Accepts an invitation for whoever came back from a provider with the address that is invited; then they are in. */
export async function joinWithProvider(
  request: PageRequest,
  { provider, answer, invitation: token }: { provider: OpenIdProvider; answer: ProviderAnswer; invitation: string },
): Promise<PageAnswer> {
  const { services, texts, now, address, browser: label } = request;
  const { openId: words } = texts;
  const { reader } = services.database;
  const invitation = await accessInvitationByToken(reader, token, now);
  if (!invitation || !(await request.opens(invitation.organizationId))) return goneLink(texts);
  const { organizationId } = invitation;
  const refuse = (sentence: string) => providerProblem(request, provider, sentence);
  if ((provider.organization ?? organizationId) !== organizationId)
    return refuse(words.otherOrganization(provider.label));
  const { email } = answer;
  if (email === undefined) return refuse(words.noEmail(provider.label));
  if (invitation.email !== null && !isSameAddress(invitation.email, email))
    return refuse(words.wrongAddress(provider.label, email, invitation.email));
  const before = await findPeopleByOpenId(reader, answer, organizationId);
  const [known] = before.people;
  const isOther = known ? !isSameAddress(known.email ?? '', email) : before.hasOther;
  const isIn = known && (await accountsOf(uncachedFacts(reader), organizationId, known.id)).chat !== undefined;
  if (!isIn) {
    if (isOther) return refuseNobody(request, provider, answer, { ...before, hasOther: true });
    const problem = await accept(services, { token, passwordHash: null, email, isEmailVerified: true }, answer.names);
    if (problem !== undefined) return refuse(problem);
  }
  const { people } = await findPeopleByOpenId(reader, answer, organizationId);
  if (people.length === 0) return refuseNobody(request, provider, answer, before);
  const proof = { ...answer, asksCode: provider.secondFactor };
  return answerTo(request, provider, await signIn(services, { people, proof, label, address }), '/');
}

/** Joins under the first name that can be had. @returns what is in the way */
async function accept(
  services: Services,
  joining: Omit<Joining, 'fullName'>,
  names: readonly string[],
): Promise<string | undefined> {
  let problem: string | undefined;
  for (const fullName of names) {
    try {
      checkFullName(fullName);
      await services.database.transaction((tx) => doAcceptInvitation(tx, services, { ...joining, fullName }));
      return undefined;
    } catch (error) {
      if (!(error instanceof ChatError)) throw error;
      problem ??= error.message;
    }
  }
  return problem ?? '';
}
