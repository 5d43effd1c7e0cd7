import { CONTENT_SECURITY_POLICY } from '../http/headers.ts';

/** Of the HTML of every app. It holds nothing of anybody, so it may be kept; whether it is still right is asked each time. */
export const APP_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-cache',
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

/** The same of the driver's app: it looks through the camera, knows where it is, and may bring a reader of barcodes along. */
export const DRIVER_HEADERS: Readonly<Record<string, string>> = {
  ...APP_HEADERS,
  'content-security-policy': CONTENT_SECURITY_POLICY.replace(
    "script-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
  ),
  'permissions-policy': 'camera=(self), geolocation=(self), microphone=()',
};

/** Of what is named by its content. */
export const ASSET_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'same-origin',
};

/** Of what keeps its name and changes: pictures of the site, a service worker. */
export const FILE_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-cache',
  'cross-origin-resource-policy': 'same-origin',
};
