import { createECDH } from 'node:crypto';
import type { RequestDetails } from 'web-push';
import { OutgoingRequestError, sendRequest } from '../../http-client/request.ts';
import type { PushResult } from './push-service.ts';

const TIMEOUT_MS = 15_000;
const MAX_READ = 4096;
/** For how long a push service keeps what a browser cannot be given. */
const KEPT_SECONDS = 3600;

/** Where and for whom a browser wants pushes (https://www.w3.org/TR/push-api/, PushSubscription.toJSON). */
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
  readonly #allowInsecure: boolean;

  /** @param allowInsecure whether an endpoint may be plain HTTP or a private address: it is the browser that names it */
  constructor(account: VapidAccount, allowInsecure: boolean) {
    this.#account = account;
    this.#allowInsecure = allowInsecure;
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
    try {
      const answer = await sendRequest({
        url: new URL(endpoint),
        method: 'POST',
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        body: body ?? Buffer.alloc(0),
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_READ,
        longer: 'cut',
        allowInsecure: this.#allowInsecure,
        signal,
      });
      if (answer.status >= 200 && answer.status < 300) return { state: 'sent' };
      if (answer.status === 404 || answer.status === 410) return { state: 'gone' };
      const isForNow = answer.status === 429 || answer.status >= 500;
      return { state: isForNow ? 'again' : 'failed', detail: `the push service answered ${answer.status}` };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof OutgoingRequestError)) throw error;
      const isForNow = error.reason === 'timeout' || error.reason === 'unreachable' || error.reason === 'unknownHost';
      return { state: isForNow ? 'again' : 'failed', detail: error.message };
    }
  }
}
