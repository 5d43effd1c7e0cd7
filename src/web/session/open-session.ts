import { Type } from 'typebox';
import { isLinkHostOf, organizationAt } from '../../platform/organizations/hosts.ts';
import { labelOf } from '../../platform/sessions/session.ts';
import { signInByLink } from '../phone-sign-in/sign-in-by-link.ts';
import { SessionError } from './session-errors.ts';
import { presentSession, SessionObject } from './session-object.ts';
import { type SessionRequest, sessionOperation } from './session-operation.ts';
import { type SignInResult, signIn } from './sign-in.ts';

const text = (maxLength: number) => Type.Optional(Type.String({ maxLength }));

export const openSession = sessionOperation({
  method: 'POST',
  path: '',
  summary:
    'Sign in with this browser: by password, by the link that a dispatcher shows a worker, or by the challenge that an earlier answer brought',
  access: 'anyone',
  body: Type.Object({
    email: text(254),
    phone: text(100),
    password: text(1000),
    challenge: text(8192),
    /** The end of a link that a dispatcher shows a worker, in the place of phone and password. */
    link: text(100),
    /** ID of one organization. */
    organization: text(100),
    /** Of the second factor: of an app, or a recovery code. */
    code: text(100),
    /** The session ends with the browser. */
    shared: Type.Optional(Type.Boolean()),
  }),
  answer: SessionObject,
  errors: [
    ...(['wrong_credentials', 'sign_in_expired', 'deactivated', 'choose_organization'] as const),
    ...(['code_needed', 'wrong_code', 'other_sign_in'] as const),
  ],
  async serve(request, body) {
    const { services, address, host, userAgent, origin, setCookie, findSession } = request;
    const { email, phone, password, challenge, code, shared: isShared } = body;
    if (body.link !== undefined) return byLink(request, body.link, code);
    const organization = (await organizationAt(services, host)) ?? body.organization;
    const emailOrPhone = email ?? phone;
    const before = await findSession();
    const more = { organization, code, isShared, address, origin, before, label: labelOf(userAgent) };
    let result: SignInResult;
    if (challenge !== undefined) result = await signIn(services, { ...more, challenge });
    else if (emailOrPhone !== undefined && password !== undefined)
      result = await signIn(services, { ...more, emailOrPhone, password });
    else throw new SessionError('invalid_body', 'email or phone, and password, are required.');
    if (result.state !== 'signed in') throw refusalOf(result);
    setCookie(result.setCookie);
    return presentSession(services, result.session);
  },
});

async function byLink(
  { services, address, host, userAgent, origin, setCookie, findSession }: SessionRequest<undefined>,
  token: string,
  code: string | undefined,
) {
  const opens = (organizationId: string) => isLinkHostOf(services, host, organizationId);
  const [label, before] = [labelOf(userAgent), await findSession()];
  const result = await signInByLink(services, { token, code, address, origin, label, before, opens });
  if (result.state === 'gone')
    throw new SessionError('sign_in_expired', 'This link does not hold: it was used already, or it is too old.');
  if (result.state !== 'signed in') throw codeRefusal(result.state, { organization: result.organization });
  setCookie(result.setCookie);
  return presentSession(services, result.session);
}

function codeRefusal(state: 'code needed' | 'wrong code', extra: { organization: string; challenge?: string }) {
  return state === 'code needed'
    ? new SessionError('code_needed', 'The code of your app is needed.', extra)
    : new SessionError('wrong_code', 'This code is wrong, or was used before.', extra);
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
    case 'code needed':
    case 'wrong code': {
      const { organization, challenge } = result;
      return codeRefusal(result.state, { organization, challenge });
    }
    case 'other sign-in':
      return new SessionError('other_sign_in', 'This organization takes no passwords.', {
        organization: result.organization,
      });
  }
}
