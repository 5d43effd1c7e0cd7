import { OutgoingRequestError } from '../http-client/request.ts';

/**
 * Result of handing a message to a provider. `again`: it was certainly not accepted and may be retried; `unknown`: it
 * may have been accepted.
 */
export type SendResult =
  | { state: 'sent'; providerId: string; segments?: number }
  | { state: 'stored' }
  | { state: 'failed' | 'unknown' | 'again'; detail: string };

/** Failures after which the provider has surely seen nothing of the message. */
const NEVER_REACHED = /ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|certificate|CERT_|ERR_TLS/;

/** Returns the result of a request without a response. */
export function resultOfFailure(error: unknown): SendResult {
  if (!(error instanceof OutgoingRequestError)) throw error;
  const { reason, message } = error;
  const isUnseen = reason === 'unknownHost' || (reason === 'unreachable' && NEVER_REACHED.test(message));
  if (isUnseen) return { state: 'again', detail: message };
  return { state: reason === 'notHttps' || reason === 'notPublic' ? 'failed' : 'unknown', detail: message };
}

/**
 * Returns the result of an unsuccessful response: only 429 and 503 guarantee that the message was not accepted and may
 * be later.
 */
export function resultOfRefusal(status: number, detail: string): SendResult {
  if (status === 429 || status === 503) return { state: 'again', detail };
  // After an error of the provider, its progress is unknown.
  return { state: status >= 500 || status < 400 ? 'unknown' : 'failed', detail };
}
