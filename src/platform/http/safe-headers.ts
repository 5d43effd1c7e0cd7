import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';
import type { Config } from '../config.ts';

/** Nothing of this server is shown in a frame of another page. */
export const NO_FRAMES = "frame-ancestors 'none'";

const YEAR_SECONDS = 365 * 24 * 3600;

/**
 * Told by itself where PUBLIC_URL is HTTPS at its usual port: the cookies are for HTTPS alone there, too. The promise binds browsers
 * for a year, also for what else runs under the name, at whatever port (RFC 6797, 11.4): names below this one only where somebody
 * says so.
 */
function transportSecurityOf({
  strictTransportSecurity: setting,
  publicUrl,
}: Config): false | { maxAge: number; includeSubDomains: boolean } {
  const { protocol, port } = new URL(publicUrl ?? 'http://localhost');
  const isOn = setting === 'auto' ? protocol === 'https:' && port === '' : setting !== 'off';
  return isOn && { maxAge: YEAR_SECONDS, includeSubDomains: setting === 'subdomains' };
}

/**
 * Returns the headers that every answer sends to browsers, built once because they are the same for all. Files and
 * pages add more.
 * @returns the headers of an answer; over plain HTTP without the promise of HTTPS (RFC 6797, 7.2)
 */
export function safeHeaders(config: Config): (isSecure: boolean) => Readonly<Record<string, string>> {
  const strictTransportSecurity = transportSecurityOf(config);
  const bySecurity = new Map(
    [true, false].map((isSecure) => [
      isSecure,
      headersOf({
        contentSecurityPolicy: false,
        crossOriginResourcePolicy: { policy: 'cross-origin' },
        strictTransportSecurity: isSecure && strictTransportSecurity,
      }),
    ]),
  );
  return (isSecure) => bySecurity.get(isSecure)!;
}

/** Returns the headers that helmet would set. */
function headersOf(options: Parameters<typeof helmet>[0]): Record<string, string> {
  const headers: Record<string, string> = { 'content-security-policy': NO_FRAMES };
  const answer = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => undefined,
  };
  helmet(options)({} as IncomingMessage, answer as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
}
