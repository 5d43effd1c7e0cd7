import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import type { CredentialKind } from '../credentials/credentials.ts';

/** The address at which a browser's maker takes its pushes. */
export const PushEndpoint = Type.String({ pattern: '^https?://', maxLength: 2048 });
const Key = Type.String({ pattern: '^[A-Za-z0-9_=+/-]+$', minLength: 16, maxLength: 200 });

/** A browser's subscription, as it makes JSON of it (https://www.w3.org/TR/push-api/, PushSubscription.toJSON). */
export const PushSubscription = Type.Object({
  endpoint: PushEndpoint,
  keys: Type.Object({ p256dh: Key, auth: Key }),
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
