import type { IncomingHttpHeaders } from 'node:http';
import type { Services } from '../services.ts';

/** The longest that browsers keep a cookie (RFC 6265bis, 5.5): how long a session lasts is decided here, not there. */
const MAX_AGE_SECONDS = 400 * 24 * 3600;

function isSecure(services: Pick<Services, 'publicUrl'>): boolean {
  return services.publicUrl().startsWith('https:');
}

/** `__Host-`: browsers take it from this very host over HTTPS only, so that no neighbour can set it (RFC 6265bis, 4.1.3). */
function nameOf(services: Pick<Services, 'publicUrl'>, name = 'hubbub'): string {
  return isSecure(services) ? `__Host-${name}` : name;
}

/** The session's key in a request's cookies; undefined without one. */
export function keyInCookie(
  services: Pick<Services, 'publicUrl'>,
  headers: Pick<IncomingHttpHeaders, 'cookie'>,
): string | undefined {
  return valueIn(headers, nameOf(services));
}

function valueIn(headers: Pick<IncomingHttpHeaders, 'cookie'>, name: string): string | undefined {
  if (headers.cookie === undefined) return undefined;
  const start = `${name}=`;
  const pair = headers.cookie
    .split(';')
    .map((each) => each.trim())
    .find((each) => each.startsWith(start));
  return pair?.slice(start.length) || undefined;
}

/** The `Set-Cookie` header that hands a browser the key of its session. */
export function cookieWith(services: Pick<Services, 'publicUrl'>, key: string, isShared: boolean): string {
  return cookie(services, nameOf(services), key, isShared ? undefined : MAX_AGE_SECONDS);
}

/** The `Set-Cookie` header that makes a browser forget the key. */
export function emptyCookie(services: Pick<Services, 'publicUrl'>): string {
  return cookie(services, nameOf(services), '', 0);
}

/** Cookie of a sign-in that was sent to a provider: only this browser can complete it. */
const FLOW = 'hubbub-openid';

/** Returns the data that a browser took along to a provider; undefined if there is none or it has expired. */
export function flowInCookie(
  services: Pick<Services, 'publicUrl'>,
  headers: Pick<IncomingHttpHeaders, 'cookie'>,
): string | undefined {
  return valueIn(headers, nameOf(services, FLOW));
}

/** The `Set-Cookie` header for it. `Lax` lets the cookie come back from the provider's site. */
export function flowCookie(services: Pick<Services, 'publicUrl'>, value: string, maxAge: number): string {
  return cookie(services, nameOf(services, FLOW), value, maxAge);
}

/** The app that a browser had open last: the bare address leads there again. */
const LAST_APP = 'hubbub-app';

/** Undefined: none, or no more. */
export function lastAppInCookie(
  services: Pick<Services, 'publicUrl'>,
  headers: Pick<IncomingHttpHeaders, 'cookie'>,
): string | undefined {
  return valueIn(headers, nameOf(services, LAST_APP));
}

/** The `Set-Cookie` header that notes it. */
export function lastAppCookie(services: Pick<Services, 'publicUrl'>, app: string): string {
  return cookie(services, nameOf(services, LAST_APP), app, MAX_AGE_SECONDS);
}

/** Returns the language that somebody chose in the browser; undefined: none. A page's script sets the cookie (`web/shared/texts`). */
export function languageInCookie(headers: Pick<IncomingHttpHeaders, 'cookie'>): string | undefined {
  return valueIn(headers, 'hubbub-language');
}

function cookie(
  services: Pick<Services, 'publicUrl'>,
  name: string,
  value: string,
  maxAge: number | undefined,
): string {
  return [
    `${name}=${value}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    ...(isSecure(services) ? ['Secure'] : []),
    ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
  ].join('; ');
}
