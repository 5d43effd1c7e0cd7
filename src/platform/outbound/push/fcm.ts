import { createPrivateKey, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { OutgoingRequestError, sendRequest } from '../../http-client/request.ts';
import type { FcmPayload, Push, PushResult } from './push-service.ts';

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const TIMEOUT_MS = 15_000;
const MAX_READ = 65_536;
/** An access token is renewed so long before its end. */
const SPARE_SECONDS = 120;

/** Used members of Google's service account file. */
export interface FcmAccount {
  project_id: string;
  client_email: string;
  private_key: string;
  token_uri: string;
}

/** A failure with what is to be done about it. */
class NoAccess extends Error {}

/**
 * Hands pushes to Google by FCM's HTTP v1 API
 * (https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages/send).
 */
export class FcmClient {
  readonly #url: string;
  readonly #account: FcmAccount;
  readonly #key: KeyObject;
  readonly #now: () => number;
  #access: { token: string; until: number } | undefined;

  constructor(url: string, account: FcmAccount, now: () => number) {
    this.#url = url;
    this.#account = account;
    this.#key = createPrivateKey(account.private_key);
    this.#now = now;
  }

  async send({ token, payload, isAlert }: Push<FcmPayload>, signal: AbortSignal): Promise<PushResult> {
    const message = { token, data: payload, android: { priority: isAlert ? 'HIGH' : 'NORMAL' } };
    try {
      const answer = await post(
        `${this.#url}/v1/projects/${encodeURIComponent(this.#account.project_id)}/messages:send`,
        { 'content-type': 'application/json', authorization: `Bearer ${await this.#token(signal)}` },
        JSON.stringify({ message }),
        signal,
      );
      if (answer.status === 200) return { state: 'sent' };
      const { status, errorCode } = errorOf(answer.text);
      if (errorCode === 'UNREGISTERED' || errorCode === 'SENDER_ID_MISMATCH') return { state: 'gone' };
      if (answer.status === 401) this.#access = undefined;
      const isForNow = answer.status === 401 || answer.status === 429 || answer.status >= 500;
      return { state: isForNow ? 'again' : 'failed', detail: `${answer.status} ${errorCode || status}` };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof OutgoingRequestError || error instanceof NoAccess)) throw error;
      return { state: 'again', detail: error.message };
    }
  }

  /** The service account's access token (RFC 7523). */
  async #token(signal: AbortSignal): Promise<string> {
    const seconds = Math.floor(this.#now() / 1000);
    if (this.#access && this.#access.until > seconds) return this.#access.token;
    const { client_email, token_uri } = this.#account;
    const claims = { iss: client_email, scope: SCOPE, aud: token_uri, iat: seconds, exp: seconds + 3600 };
    const form = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', typ: 'JWT' }).sign(this.#key),
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await post(token_uri, headers, form.toString(), signal);
    const reply = membersOf(answer.text);
    if (answer.status !== 200 || typeof reply.access_token !== 'string')
      throw new NoAccess(`Google gave no access token: ${answer.status} ${String(reply.error ?? '')}`);
    const lifetime = typeof reply.expires_in === 'number' ? reply.expires_in : 3600;
    this.#access = { token: reply.access_token, until: seconds + lifetime - SPARE_SECONDS };
    return reply.access_token;
  }
}

/** The addresses are the operator's own, so they may be anywhere. */
function post(url: string, headers: Record<string, string>, body: string, signal: AbortSignal) {
  return sendRequest({
    url: new URL(url),
    method: 'POST',
    headers,
    body,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_READ,
    longer: 'cut',
    allowInsecure: true,
    signal,
  });
}

function membersOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function errorOf(text: string): { status: string; errorCode: string } {
  const error = membersOf(text).error as { status?: unknown; details?: unknown } | undefined;
  const details = Array.isArray(error?.details) ? (error.details as { errorCode?: unknown }[]) : [];
  const errorCode = details.find((detail) => typeof detail?.errorCode === 'string')?.errorCode;
  return { status: String(error?.status ?? ''), errorCode: String(errorCode ?? '') };
}
