import type { IncomingHttpHeaders } from 'node:http';
import type { Services } from '../services.ts';

/** The longest that browsers keep a cookie (RFC 6265bis, 5.5): how long a session lasts is decided here, not there. */
const MAX_AGE_SECONDS = 400 * 24 * 3600;

function isSecure(services: Pick<Services, 'publicUrl'>): boolean {
  return services.publicUrl().startsWith('https:');
}

/** `__Host-`: browsers take it from this very host over HTTPS only, so that no neighbour can set it (RFC 6265bis, 4.1.3). */
function nameOf(services: Pick<Services, 'publicUrl'>): string {
  return isSecure(services) ? '__Host-hubbub' : 'hubbub';
}

/** The session's key in a request's cookies; undefined without one. */
export function keyInCookie(
  services: Pick<Services, 'publicUrl'>,
  headers: Pick<IncomingHttpHeaders, 'cookie'>,
): string | undefined {
  if (headers.cookie === undefined) return undefined;
  const start = `${nameOf(services)}=`;
  const pair = headers.cookie
    .split(';')
    .map((each) => each.trim())
    .find((each) => each.startsWith(start));
  return pair?.slice(start.length) || undefined;
}

/** The `Set-Cookie` header that hands a browser the key of its session. */
export function cookieWith(services: Pick<Services, 'publicUrl'>, key: string, isShared: boolean): string {
  return cookie(services, key, isShared ? undefined : MAX_AGE_SECONDS);
}

/** The `Set-Cookie` header that makes a browser forget the key. */
export function emptyCookie(services: Pick<Services, 'publicUrl'>): string {
  return cookie(services, '', 0);
}

function cookie(services: Pick<Services, 'publicUrl'>, value: string, maxAge: number | undefined): string {
  return [
    `${nameOf(services)}=${value}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    ...(isSecure(services) ? ['Secure'] : []),
    ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
  ].join('; ');
}
