import { createPrivateKey, type KeyObject } from 'node:crypto';
import { type ClientHttp2Session, connect } from 'node:http2';
import { SignJWT } from 'jose';
import type { ApnsPayload, Push, PushResult } from './push-service.ts';

/** Apple takes a token for an hour, and no newer one for twenty minutes. */
const JWT_MS = 40 * 60_000;
const TIMEOUT_MS = 15_000;
const MAX_ANSWER = 10_000;
/** For how long Apple keeps what a device cannot be given. */
const KEPT_SECONDS = 86_400;

export interface ApnsAccount {
  /** `https://api.push.apple.com`, or who speaks the same. */
  url: string;
  /** PEM of the key that signs. */
  key: string;
  keyId: string;
  teamId: string;
}

/** Reasons for which a token is of no use any more. */
const GONE = new Set(['Unregistered', 'BadDeviceToken', 'DeviceTokenNotForTopic', 'ExpiredToken']);

/**
 * Hands pushes to Apple by HTTP/2 with a signed token
 * (https://developer.apple.com/documentation/usernotifications/sending-notification-requests-to-apns).
 */
export class ApnsClient {
  readonly #account: ApnsAccount;
  readonly #key: KeyObject;
  readonly #now: () => number;
  #session: ClientHttp2Session | undefined;
  /** Signed once for all pushes that wait for it: Apple refuses whoever brings many. */
  #jwt: { text: Promise<string>; until: number } | undefined;
  #isClosed = false;

  constructor(account: ApnsAccount, now: () => number) {
    this.#account = account;
    this.#key = createPrivateKey(account.key);
    this.#now = now;
  }

  /** @param appId the app that the token is of */
  async send(push: Push<ApnsPayload> & { appId: string }, signal: AbortSignal): Promise<PushResult> {
    let answer: { status: number; text: string };
    try {
      answer = await this.#ask(push, signal);
    } catch (error) {
      signal.throwIfAborted();
      return { state: 'again', detail: (error as Error).message };
    }
    if (answer.status === 200) return { state: 'sent' };
    const reason = reasonOf(answer.text);
    if (answer.status === 410 || GONE.has(reason)) return { state: 'gone' };
    if (answer.status === 403) this.#jwt = undefined;
    const isForNow = answer.status === 429 || answer.status >= 500 || reason === 'ExpiredProviderToken';
    return { state: isForNow ? 'again' : 'failed', detail: `${answer.status} ${reason}` };
  }

  close(): void {
    this.#isClosed = true;
    this.#session?.destroy();
  }

  async #ask(
    { token, appId, payload, isAlert }: Push<ApnsPayload> & { appId: string },
    signal: AbortSignal,
  ): Promise<{ status: number; text: string }> {
    const now = this.#now();
    const jwt = await this.#token(now);
    if (this.#isClosed) throw new Error('the connection was closed');
    return new Promise((resolve, reject) => {
      const session = this.#open();
      const request = session.request(
        {
          ':method': 'POST',
          ':path': `/3/device/${token}`,
          authorization: `bearer ${jwt}`,
          'apns-topic': appId,
          'apns-push-type': isAlert ? 'alert' : 'background',
          'apns-priority': isAlert ? '10' : '5',
          'apns-expiration': String(Math.floor(now / 1000) + KEPT_SECONDS),
        },
        { signal },
      );
      let status = 0;
      let text = '';
      request.setEncoding('utf8');
      request.setTimeout(TIMEOUT_MS, () => {
        request.destroy(new Error('no response in time'));
        // The connection may have died without a word: the next push opens another; what else waits here may still end.
        if (this.#session === session) this.#session = undefined;
        session.close();
      });
      request.on('response', (headers) => {
        status = headers[':status'] ?? 0;
      });
      request.on('data', (part: string) => {
        if (text.length < MAX_ANSWER) text += part;
      });
      request.on('end', () => (status === 0 ? reject(new Error('no response')) : resolve({ status, text })));
      request.on('error', reject);
      request.on('close', () => reject(new Error('the connection was closed')));
      request.end(JSON.stringify(payload));
    });
  }

  /** One connection for all pushes, as Apple asks for; a new one when it was closed. */
  #open(): ClientHttp2Session {
    if (this.#session && !this.#session.closed && !this.#session.destroyed) return this.#session;
    const session = connect(this.#account.url);
    // Each request gets the error itself.
    session.on('error', () => session.destroy());
    session.on('goaway', () => session.close());
    session.unref();
    this.#session = session;
    return session;
  }

  #token(now: number): Promise<string> {
    if (this.#jwt === undefined || this.#jwt.until <= now) {
      const { keyId, teamId } = this.#account;
      const claims = { iss: teamId, iat: Math.floor(now / 1000) };
      const text = new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: keyId }).sign(this.#key);
      this.#jwt = { text, until: now + JWT_MS };
    }
    return this.#jwt.text;
  }
}

function reasonOf(text: string): string {
  try {
    return String((JSON.parse(text) as { reason?: unknown }).reason ?? '');
  } catch {
    return '';
  }
}
