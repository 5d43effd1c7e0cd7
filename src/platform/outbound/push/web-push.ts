import { createECDH } from 'node:crypto';
import type { RequestDetails } from 'web-push';
import { type OutgoingRequest, OutgoingRequestError, sendRequest } from '../../http-client/request.ts';
import type { PushResult } from './push-service.ts';

/** Services answer within a second. Whose an endpoint is nobody knows, and others' pushes wait behind it. */
const TIMEOUT_MS = 5_000;
/** For so long a service that did not answer in time is left alone. */
const PAUSE_MS = 20_000;
const MAX_READ = 4096;
/** For how long a push service keeps what a browser cannot be given. */
const KEPT_SECONDS = 3600;

/** A browser's push subscription (https://www.w3.org/TR/push-api/, PushSubscription.toJSON). */
export interface WebPushSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** By what this server is known to push services (RFC 8292). */
export interface VapidAccount {
  /** `mailto:` or `https:` of whoever runs this server. */
  subject: string;
  /** 32 bytes in base64url. */
  privateKey: string;
}

/** The key that browsers subscribe with, of a private one; both in base64url. */
function publicKeyOf(privateKey: string): string {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  return pair.getPublicKey('base64url');
}

/** Hands pushes to browsers' push services (RFC 8030), encrypted for the browser (RFC 8291). */
export class WebPushClient {
  readonly publicKey: string;
  readonly #account: VapidAccount;
  readonly #reach: Pick<OutgoingRequest, 'allowInsecure' | 'hosts'>;
  readonly #now: () => number;
  /** Services that did not answer in time, and until when they are left alone. */
  readonly #silent = new Map<string, number>();

  /** @param reach which endpoints are asked: it is the browser that names them */
  constructor(account: VapidAccount, reach: Pick<OutgoingRequest, 'allowInsecure' | 'hosts'>, now: () => number) {
    this.#account = account;
    this.#reach = reach;
    this.#now = now;
    this.publicKey = publicKeyOf(account.privateKey);
  }

  /** @param topic a later push of the same topic takes the place of one that was not delivered yet; at most 32 letters */
  async send(
    subscription: WebPushSubscription,
    payload: object,
    { topic, signal }: { topic: string; signal: AbortSignal },
  ): Promise<PushResult> {
    // Loaded with the first push: nothing else needs it.
    const { default: webPush } = await import('web-push');
    const { subject, privateKey } = this.#account;
    let request: RequestDetails;
    try {
      request = webPush.generateRequestDetails(subscription, JSON.stringify(payload), {
        vapidDetails: { subject, publicKey: this.publicKey, privateKey },
        TTL: KEPT_SECONDS,
        urgency: 'high',
        topic,
      });
    } catch {
      // Nobody can encrypt for its keys: it never was a browser's.
      return { state: 'gone' };
    }
    const { endpoint, headers, body } = request;
    const service = new URL(endpoint).origin;
    if (this.#isLeftAlone(service)) return { state: 'again', detail: 'the push service did not respond a moment ago' };
    try {
      const answer = await sendRequest({
        url: new URL(endpoint),
        method: 'POST',
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        body: body ?? Buffer.alloc(0),
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_READ,
        longer: 'cut',
        ...this.#reach,
        signal,
      });
      if (answer.status >= 200 && answer.status < 300) return { state: 'sent' };
      if (answer.status === 404 || answer.status === 410) return { state: 'gone' };
      const isForNow = answer.status === 429 || answer.status >= 500;
      return { state: isForNow ? 'again' : 'failed', detail: `the push service answered ${answer.status}` };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof OutgoingRequestError)) throw error;
      if (error.reason === 'timeout') this.#silent.set(service, this.#now() + PAUSE_MS);
      const isForNow = error.reason === 'timeout' || error.reason === 'unreachable' || error.reason === 'unknownHost';
      return { state: isForNow ? 'again' : 'failed', detail: error.message };
    }
  }

  #isLeftAlone(service: string): boolean {
    const now = this.#now();
    for (const [each, until] of this.#silent) if (until <= now) this.#silent.delete(each);
    return this.#silent.has(service);
  }
}
