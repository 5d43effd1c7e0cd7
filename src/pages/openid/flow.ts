import type { IncomingHttpHeaders } from 'node:http';
import type { Services } from '../../platform/services.ts';
import { flowCookie, flowInCookie } from '../../platform/sessions/cookie.ts';

/** Maximum time at a provider. */
const MINUTES = 10;

/** A sign-in that has gone to a provider, as the browser keeps it, sealed. */
export interface OpenIdFlow {
  kind: 'openid';
  /** Its name. */
  provider: string;
  state: string;
  nonce: string;
  /** PKCE verifier (RFC 7636). */
  verifier: string;
  /** Path of ours to open after the sign-in. */
  to: string;
  /** Token of an invitation that is accepted with it. */
  invitation: string | undefined;
  until: number;
}

/** The `Set-Cookie` header by which a browser takes a flow along. */
export function takeAlong(services: Services, flow: Omit<OpenIdFlow, 'kind' | 'until'>): string {
  const until = services.clock.now().getTime() + MINUTES * 60_000;
  const sealed = services.secrets.seal(JSON.stringify({ ...flow, kind: 'openid', until } satisfies OpenIdFlow));
  return flowCookie(services, sealed.toString('base64url'), MINUTES * 60);
}

/** The `Set-Cookie` header by which a browser forgets it. */
export const forgetFlow = (services: Services): string => flowCookie(services, '', 0);

/** The flow with a provider that a browser has brought back; undefined when there is none of ours, or it is too old. */
export function flowOf(
  services: Services,
  headers: Pick<IncomingHttpHeaders, 'cookie'>,
  provider: string,
): OpenIdFlow | undefined {
  const { secrets, clock } = services;
  const value = flowInCookie(services, headers);
  if (value === undefined) return undefined;
  try {
    const flow = JSON.parse(secrets.open(Buffer.from(value, 'base64url'))) as OpenIdFlow;
    const isOurs = flow.kind === 'openid' && flow.provider === provider;
    return isOurs && flow.until > clock.now().getTime() ? flow : undefined;
  } catch {
    return undefined;
  }
}
