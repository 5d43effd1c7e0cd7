import { type OutgoingRequest, OutgoingRequestError, sendRequest } from '../../platform/http-client/request.ts';

/** Why a receiver is not asked, or did not answer. Safe to show: it says nothing about the network behind us. */
export class ReceiverError extends Error {}

export interface ReceiverRequest {
  url: URL;
  method: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  timeoutMs: number;
  /** Whether plain HTTP and private addresses are allowed (setting WEBHOOK_ALLOW_INSECURE). */
  allowInsecure: boolean;
  /** Hosts that may be asked (setting OUTGOING_HOSTS). */
  hosts: readonly string[] | undefined;
  /** Ends the request when the program stops. */
  signal?: AbortSignal;
  /** Connections to receivers that are kept. */
  agents?: OutgoingRequest['agents'];
}

export interface ReceiverAnswer {
  status: number;
  /** The beginning of the body. */
  text: string;
}

/** A receiver's answer is a word; the rest of a longer one is not read. */
const MAX_READ = 4096;

/**
 * Makes one request to a webhook's receiver, whose address is checked first. Redirects are not followed.
 * @throws {ReceiverError} when it is not allowed, or there is no answer in time
 */
export async function askReceiver(request: ReceiverRequest): Promise<ReceiverAnswer> {
  try {
    return await sendRequest({ ...request, maxBytes: MAX_READ, longer: 'cut' });
  } catch (error) {
    if (!(error instanceof OutgoingRequestError)) throw error;
    if (error.reason === 'timeout') throw new ReceiverError('The receiver did not respond in time.');
    if (error.reason === 'unreachable') throw new ReceiverError(error.message.replace('The host', 'The receiver'));
    throw new ReceiverError(error.message);
  }
}
