import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a request provably comes from one of our own pages: the browser says so itself (Fetch Metadata), or, where it
 * does not (plain HTTP, older ones), names an origin that is ours. Sites beside ours count as strangers.
 */
export function isFromOwnPages(headers: IncomingHttpHeaders, ownOrigins: readonly string[]): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return headers.origin !== undefined && ownOrigins.includes(headers.origin);
}
