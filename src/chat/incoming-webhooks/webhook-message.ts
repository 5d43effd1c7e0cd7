import type { IncomingHttpHeaders } from 'node:http';

/** Message of a foreign program. */
export interface WebhookMessage {
  /** Topic if the webhook's address names none; cut if too long. */
  topic: string;
  content: string;
  /** A message with the same mark is sent once in 30 days. Without one the delivery's ID, where it has one, is the mark. */
  once?: string;
}

/** Result of reading a delivery. `silent`: understood and deliberately not posted. `unknown`: not understood. */
export type WebhookReading = WebhookMessage | 'silent' | 'unknown';

/** Everything that is known of a delivery beside its payload. */
export interface WebhookDelivery {
  headers: IncomingHttpHeaders;
  query: ReadonlyMap<string, string>;
}

/** One service's deliveries: how they are read, signed and answered. */
export interface WebhookFormat {
  title: string;
  /** The words behind `/api/v1/external/`. */
  names: readonly string[];
  /** The names of the events that are told, where the service names events. */
  events?: readonly string[];
  /** @param payload whatever was sent: no member has the type that one expects */
  read(payload: object, delivery: WebhookDelivery): WebhookReading;
  /** Checks a service's own signature scheme; by default `X-Hub-Signature-256` is the body's HMAC-SHA-256. */
  isSigned?(secret: string, body: Buffer, headers: IncomingHttpHeaders): boolean;
  /** The ID under which the service repeats a delivery, where it has one of its own. */
  deliveryId?(payload: object, headers: IncomingHttpHeaders): unknown;
  /** The whole answer, where callers expect one of their own. */
  answer?: string;
}
