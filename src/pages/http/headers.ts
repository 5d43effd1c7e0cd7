import { createHash } from 'node:crypto';

/**
 * The policy of all pages: nothing runs or loads but what this server sent as a file, and text becomes HTML or a script's
 * address by a named policy only.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "font-src 'self'",
  "media-src 'self' blob:",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types hubbub-message default',
].join('; ');

/** The same for a page that brings its stylesheet along. */
export function policyWithStylesheet(text: string): string {
  const digest = createHash('sha256').update(text).digest('base64');
  return CONTENT_SECURITY_POLICY.replace("style-src 'self'", `style-src 'sha256-${digest}'`);
}

/**
 * The same for a page with a map whose tiles come from another server too. The map's library asks for them; nothing else of
 * that server can be shown or run.
 * @param policy of the page as it is without
 */
export function policyWithTiles(origin: string, policy: string): string {
  return policy.replace("connect-src 'self'", `connect-src 'self' ${origin}`);
}

/** The same for a page whose form leads to an app: browsers hold the policy against where a form's answer leads, too. */
export function policyToApp(scheme: string): string {
  return CONTENT_SECURITY_POLICY.replace("form-action 'self'", `form-action 'self' ${scheme}`);
}

/**
 * Headers of every page beside its policy. The referrer stays within our pages: with `no-referrer` browsers send
 * `Origin: null` with a form, and where they send no `Sec-Fetch-Site` either (plain HTTP), no form could be trusted.
 */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'same-origin',
  vary: 'Accept-Language, Cookie',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex',
};
