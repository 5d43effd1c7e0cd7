import { readOpenIdProviders } from '../openid/provider.ts';
import { integer, readOwnFile } from './readers.ts';
import { ConfigError, type Settings, type ValuesOf } from './setting.ts';

/** Signing in: how often one may try, how long a browser stays signed in, who signs people in beside the password. */
export const signInSettings = {
  failedSignInsPerMinute: {
    variable: 'FAILED_SIGN_INS_PER_MINUTE',
    about: 'Wrong credentials from one address in a minute.',
    fallback: '30',
    read: integer(1, 1_000_000),
  },
  signInsWaiting: {
    variable: 'SIGN_INS_WAITING',
    about: 'Sign-ins that may wait for their password to be looked at; more are answered 503.',
    fallback: '500',
    read: integer(1, 100_000),
  },
  sessionDays: {
    variable: 'SESSION_DAYS',
    about:
      'Days after which a browser has to sign in anew, however much it is used: in its first pause of four hours, so not in the middle of a shift, and a day later at the latest.',
    fallback: '90',
    read: integer(1, 36_500),
  },
  openIdProviders: {
    variable: 'OPENID_PROVIDERS',
    about:
      'Providers by which people sign in (OpenID Connect), a JSON array of `{name, label, issuer, clientId, clientSecret, organization, secondFactor}`, the last two optional.',
    isSecret: true,
    read: readOpenIdProviders,
  },
  openIdProvidersOfFile: {
    variable: 'OPENID_PROVIDERS_FILE',
    about: 'File that holds the same; it has secrets, so only Hubbub should read it.',
    read: (file: string) => readOpenIdProviders(readOwnFile(file)),
  },
} satisfies Settings;

type SignInValues = ValuesOf<typeof signInSettings>;

/** @throws {ConfigError} where providers stand in two places */
export function checkSignIn({ openIdProviders, openIdProvidersOfFile }: SignInValues): void {
  if (openIdProviders && openIdProvidersOfFile)
    throw new ConfigError(
      'OPENID_PROVIDERS_FILE must not be set beside OPENID_PROVIDERS: providers stand in one place.',
    );
}
