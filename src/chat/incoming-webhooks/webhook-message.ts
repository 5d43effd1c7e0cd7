import type { IncomingHttpHeaders } from 'node:http';

/** What a foreign program says, as a message. */
export interface WebhookMessage {
  /** Where the address of the webhook names none; longer ones are cut. */
  topic: string;
  content: string;
  /** A message with the same mark is sent once in 30 days. Without one the delivery's ID, where it has one, is the mark. */
  once?: string;
}

/** What is read of a delivery. `silent`: understood, and by design nothing is said of it. `unknown`: nothing was understood. */
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
  /** Where the service signs in a way of its own; else `X-Hub-Signature-256` is the body's HMAC-SHA-256. */
  isSigned?(secret: string, body: Buffer, headers: IncomingHttpHeaders): boolean;
  /** The ID under which the service repeats a delivery, where it has one of its own. */
  deliveryId?(payload: object, headers: IncomingHttpHeaders): unknown;
  /** The whole answer, where callers expect one of their own. */
  answer?: string;
}
