import { CONTENT_SECURITY_POLICY, policyWithTiles } from '../http/headers.ts';

/** Headers of every app's HTML. It contains no personal data, so it may be cached and is revalidated each time. */
export const APP_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-cache',
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

/**
 * The same of the driver's app: it looks through the camera, knows where it is, may bring a reader of barcodes along, and asks for tiles
 * of others through a document of this server (`tile-window/`).
 */
export const DRIVER_HEADERS: Readonly<Record<string, string>> = {
  ...APP_HEADERS,
  'content-security-policy': CONTENT_SECURITY_POLICY.replace(
    "script-src 'self'",
    "frame-src 'self'; script-src 'self' 'wasm-unsafe-eval'",
  ),
  'permissions-policy': 'camera=(self), geolocation=(self), microphone=()',
};

/** Headers of files named by content. */
export const ASSET_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'same-origin',
};

/** Headers of files that change under the same name: pictures of the site, a service worker. */
export const FILE_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-cache',
  'cross-origin-resource-policy': 'same-origin',
};

/**
 * Headers of an app's HTML for somebody whose organization has a tile server. They are theirs, so nobody keeps the answer: a
 * copy would open the policy for the next one too, or after the choice was taken back.
 */
export const headersWithTiles = (origin: string): Readonly<Record<string, string>> => ({
  ...APP_HEADERS,
  'cache-control': 'no-store',
  'content-security-policy': policyWithTiles(origin, CONTENT_SECURITY_POLICY),
});
