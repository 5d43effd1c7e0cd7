import { OutgoingRequestError } from '../../platform/http-client/request.ts';
import { openIdConfiguration, ProviderUnreachable } from '../../platform/openid/client.ts';
import type { OpenIdProvider } from '../../platform/openid/provider.ts';
import type { OpenIdClaims } from '../../platform/people/openid-claims.ts';
import type { PageRequest } from '../http/page.ts';
import type { OpenIdFlow } from './flow.ts';

const SCOPE = 'openid email profile';

/** Returns the address to which a provider sends people back, at the host they came from; the provider must know it. */
function returnAddress(url: string, { name }: OpenIdProvider): string {
  return `${url}/sign-in/with/${name}/back`;
}

/**
 * Returns the sign-in address of a provider, and the data the browser must bring back.
 * @throws {ProviderUnreachable}
 */
export async function beginAt(
  { services, url: here }: Pick<PageRequest, 'services' | 'url'>,
  provider: OpenIdProvider,
): Promise<{ url: string } & Pick<OpenIdFlow, 'state' | 'nonce' | 'verifier'>> {
  const configuration = await openIdConfiguration(services, provider);
  const openId = await import('openid-client');
  const verifier = openId.randomPKCECodeVerifier();
  const state = openId.randomState();
  const nonce = openId.randomNonce();
  const url = openId.buildAuthorizationUrl(configuration, {
    redirect_uri: returnAddress(here, provider),
    scope: SCOPE,
    state,
    nonce,
    code_challenge: await openId.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  return { url: url.href, state, nonce, verifier };
}

/** Person who came back, with the provider's claims. */
export interface ProviderAnswer extends OpenIdClaims {
  /** Names of the person, best first. */
  names: string[];
  /** An address that the provider tells and does not vouch for. */
  unverified: string | undefined;
}

/**
 * Asks the provider who came back, by the code that the browser brings.
 * @returns undefined when the provider, or what came back, says that nobody has signed in there
 * @throws {ProviderUnreachable}
 */
export async function whoCameBack(
  { services, url: here, query }: Pick<PageRequest, 'services' | 'url' | 'query'>,
  provider: OpenIdProvider,
  flow: OpenIdFlow,
): Promise<ProviderAnswer | undefined> {
  const configuration = await openIdConfiguration(services, provider);
  const openId = await import('openid-client');
  const url = new URL(returnAddress(here, provider));
  for (const [name, value] of query) url.searchParams.set(name, value);
  try {
    const tokens = await openId.authorizationCodeGrant(configuration, url, {
      pkceCodeVerifier: flow.verifier,
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims()!;
    // Many providers tell of the person only there (OpenID Connect Core, 5.4).
    const isAsked = claims.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined;
    const claimed = isAsked ? await openId.fetchUserInfo(configuration, tokens.access_token, claims.sub) : claims;
    return { issuer: claims.iss, subject: claims.sub, ...readClaims(claimed) };
  } catch (error) {
    const isDown = isOfConnection(error);
    services.log.warn(
      { provider: provider.name, err: error },
      isDown ? 'a sign-in provider did not respond' : 'a sign-in through a provider failed',
    );
    if (isDown) throw new ProviderUnreachable('the provider did not answer', { cause: error });
    return undefined;
  }
}

function readClaims(claims: Readonly<Record<string, unknown>>): Omit<ProviderAnswer, 'issuer' | 'subject'> {
  const text = (name: string) => (typeof claims[name] === 'string' ? claims[name] : undefined);
  const email = text('email');
  const isVerified = claims.email_verified === true;
  const names = [text('name'), text('preferred_username'), email?.split('@')[0]];
  return {
    email: isVerified ? email : undefined,
    unverified: isVerified ? undefined : email,
    names: names.filter((name) => name !== undefined),
  };
}

/** Whether the provider, and not what came back, is why it failed: no answer, in time and of a bearable length, or an error of its own. */
function isOfConnection(error: unknown): boolean {
  const { status, cause } = error as { status?: number; cause?: { status?: number } };
  return (
    error instanceof OutgoingRequestError ||
    cause instanceof OutgoingRequestError ||
    (status ?? cause?.status ?? 0) >= 500
  );
}
