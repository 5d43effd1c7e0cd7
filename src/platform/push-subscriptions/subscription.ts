import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import type { CredentialKind } from '../credentials/credentials.ts';
import { described } from '../http/described.ts';

/** The address at which a browser's maker takes its pushes. */
export const PushEndpoint = Type.String({ pattern: '^https?://', maxLength: 2048 });
const Key = Type.String({ pattern: '^[A-Za-z0-9_=+/-]+$', minLength: 16, maxLength: 200 });

/** A browser's subscription, as it makes JSON of it (https://www.w3.org/TR/push-api/, PushSubscription.toJSON). */
export const PushSubscription = Type.Object({
  endpoint: described(PushEndpoint, 'Address that the browser gave for its pushes.'),
  keys: Type.Object(
    {
      p256dh: described(Key, 'Public key of the browser, as base64url.'),
      auth: described(Key, 'Secret of the browser, as base64url.'),
    },
    { description: 'Keys that pushes are encrypted with.' },
  ),
});

/** By which a subscription is found; the address itself is sealed. */
export function endpointHashOf(endpoint: string): Buffer {
  return createHash('sha256').update(endpoint).digest();
}

/** By what a browser holds its subscription: a session or a device's token. */
export interface SubscriptionHolder {
  organizationId: string;
  credentialId: string;
}

/** Owner of the sessions or tokens. */
export interface SubscriptionOwner {
  kind: CredentialKind;
  subject: string;
}
