import { readOpenIdProviders } from '../openid/provider.ts';
import { integer, readOwnFile } from './readers.ts';
import { ConfigError, type Settings, type ValuesOf } from './setting.ts';

/** Signing in: how often one may try, how long a browser stays signed in, who signs people in beside the password. */
export const signInSettings = {
  failedSignInsPerMinute: {
    variable: 'FAILED_SIGN_INS_PER_MINUTE',
    about: 'Maximum wrong credentials per minute from one address.',
    fallback: '30',
    read: integer(1, 1_000_000),
  },
  signInsWaiting: {
    variable: 'SIGN_INS_WAITING',
    about: 'Maximum sign-ins that wait for their password check; more get status 503.',
    fallback: '500',
    read: integer(1, 100_000),
  },
  sessionDays: {
    variable: 'SESSION_DAYS',
    about:
      'Days after which a browser must sign in again, even if it is used constantly. It happens in the first pause of four hours, so not during a shift, and at the latest one day later.',
    fallback: '90',
    read: integer(1, 36_500),
  },
  openIdProviders: {
    variable: 'OPENID_PROVIDERS',
    about:
      'Sign-in providers (OpenID Connect): a JSON array of `{name, label, issuer, clientId, clientSecret, organization, secondFactor}`, the last two optional.',
    isSecret: true,
    read: readOpenIdProviders,
  },
  openIdProvidersOfFile: {
    variable: 'OPENID_PROVIDERS_FILE',
    about: 'File with the same JSON. It contains secrets, so only Hubbub should be able to read it.',
    read: (file: string) => readOpenIdProviders(readOwnFile(file)),
  },
} satisfies Settings;

type SignInValues = ValuesOf<typeof signInSettings>;

/** @throws {ConfigError} where providers stand in two places */
export function checkSignIn({ openIdProviders, openIdProvidersOfFile }: SignInValues): void {
  if (openIdProviders && openIdProvidersOfFile)
    throw new ConfigError('OPENID_PROVIDERS_FILE and OPENID_PROVIDERS must not both be set.');
}
