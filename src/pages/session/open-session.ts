import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { isLinkHostOf, organizationAt } from '../../platform/organizations/hosts.ts';
import type { Services } from '../../platform/services.ts';
import { labelOf } from '../../platform/sessions/session.ts';
import { type LinkSignInResult, signInByLink } from '../phone-sign-in/sign-in-by-link.ts';
import { SessionError } from './session-errors.ts';
import { presentSession, SessionObject } from './session-object.ts';
import { type SessionRequest, sessionOperation } from './session-operation.ts';
import { type SignInResult, signIn } from './sign-in.ts';

const text = (maxLength: number) => Type.Optional(Type.String({ maxLength }));

export const openSession = sessionOperation({
  method: 'POST',
  path: '',
  summary:
    "Sign this browser in: with a password, a dispatcher's link for a worker, or the challenge of an earlier response",
  access: 'anyone',
  body: Type.Object({
    email: described(text(254), 'E-mail address of the person.'),
    phone: described(text(100), "A worker's phone number, in any form."),
    password: described(text(1000), "The person's password."),
    challenge: described(text(8192), 'Challenge from an earlier answer, in place of name and password.'),
    link: described(text(100), 'Last part of a link that a dispatcher shows a worker, in place of phone and password.'),
    organization: described(text(100), 'ID of the organization, if the person is in several.'),
    code: described(text(100), 'Second factor: code of an app, or a recovery code.'),
    setUp: described(text(1000), 'From `second_factor_needed`. The code turns the second factor on.'),
    shared: Type.Optional(Type.Boolean({ description: 'True: the session ends with the browser. False if absent.' })),
  }),
  answer: Type.Object({
    ...SessionObject.properties,
    recoveryCodes: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Recovery codes of a second factor that this request turned on. They are not shown again.',
      }),
    ),
  }),
  errors: [
    ...(['wrong_credentials', 'sign_in_expired', 'deactivated', 'choose_organization'] as const),
    ...(['code_needed', 'wrong_code', 'second_factor_needed', 'other_sign_in'] as const),
  ],
  async serve(request, body) {
    const { services, address, host, userAgent, origin, setCookie, findSession } = request;
    const { email, phone, password, challenge, code, setUp, shared: isShared } = body;
    if (body.link !== undefined) return byLink(request, { token: body.link, code, setUp });
    const organization = (await organizationAt(services, host)) ?? body.organization;
    const emailOrPhone = email ?? phone;
    const before = await findSession();
    const more = { organization, code, setUp, isShared, address, origin, before, label: labelOf(userAgent) };
    let result: SignInResult;
    if (challenge !== undefined) result = await signIn(services, { ...more, challenge });
    else if (emailOrPhone !== undefined && password !== undefined)
      result = await signIn(services, { ...more, emailOrPhone, password });
    else throw new SessionError('invalid_body', 'password and either email or phone are required.');
    if (result.state !== 'signed in') throw refusalOf(result);
    setCookie(result.setCookie);
    return presentEntered(services, result);
  },
});

async function presentEntered(
  services: Services,
  { session, recoveryCodes }: Extract<SignInResult, { state: 'signed in' }>,
) {
  return { ...(await presentSession(services, session)), ...(recoveryCodes && { recoveryCodes: [...recoveryCodes] }) };
}

async function byLink(
  { services, address, host, userAgent, origin, setCookie, findSession }: SessionRequest<undefined>,
  given: { token: string; code: string | undefined; setUp: string | undefined },
) {
  const opens = (organizationId: string) => isLinkHostOf(services, host, organizationId);
  const [label, before] = [labelOf(userAgent), await findSession()];
  const result = await signInByLink(services, { ...given, address, origin, label, before, opens });
  if (result.state === 'gone')
    throw new SessionError('sign_in_expired', 'This link is not valid. It was already used or has expired.');
  if (result.state !== 'signed in') throw codeRefusal(result);
  setCookie(result.setCookie);
  return presentEntered(services, result);
}

/** Returns the refusal for a missing second factor, with the data to bring back. */
function codeRefusal({ state, ...extra }: Extract<SignInResult | LinkSignInResult, { organization: string }>) {
  switch (state) {
    case 'code needed':
      return new SessionError('code_needed', 'The code from your authenticator app is required.', extra);
    case 'wrong code':
      return new SessionError('wrong_code', 'This code is wrong or was already used.', extra);
    case 'wrong set-up code':
      return new SessionError('wrong_code', 'This code is wrong. Enter the code that the app shows now.', extra);
    case 'set-up needed':
      return new SessionError(
        'second_factor_needed',
        'Your organization requires a second factor. Set it up with an authenticator app.',
        extra,
      );
    case 'other sign-in':
      return new SessionError('other_sign_in', 'This organization does not allow sign-in by password.', extra);
  }
}

function refusalOf(result: Exclude<SignInResult, { state: 'signed in' }>): SessionError {
  switch (result.state) {
    case 'wrong':
      return new SessionError('wrong_credentials', 'The address or the password is wrong.');
    case 'expired':
      return new SessionError('sign_in_expired', 'That took too long. Start again.');
    case 'deactivated':
      return new SessionError('deactivated', 'This account is deactivated.');
    case 'choose organization': {
      const { organizations, challenge } = result;
      return new SessionError('choose_organization', 'Choose an organization.', { organizations, challenge });
    }
    default:
      return codeRefusal(result);
  }
}
