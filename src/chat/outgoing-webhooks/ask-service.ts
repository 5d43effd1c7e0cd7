import { OutgoingRequestError, sendRequest } from '../../platform/http-client/request.ts';
import type { Services } from '../../platform/services.ts';
import { limits } from '../settings/realm-settings.ts';
import type { Payload } from './payload.ts';

const TIMEOUT_MS = 10_000;
/** The longest message in JSON, which may write a character as two times `\uXXXX`, and what stands around it. */
const MAX_ANSWER_BYTES = 12 * limits.maxMessageLength + 10_000;

/** Answer of a service to a call. */
export type ServiceAnswer =
  | { kind: 'reply'; content: string }
  | { kind: 'nothing' }
  /** @property again whether a later attempt may do better */
  | { kind: 'failure'; reason: string; again: boolean };

/** Calls a bot's service once. Redirects are not followed. */
export async function askService(
  { config, closing }: Services,
  baseUrl: string,
  body: Payload,
  signal: AbortSignal,
): Promise<ServiceAnswer> {
  try {
    const { status, text } = await sendRequest({
      url: new URL(baseUrl),
      method: 'POST',
      headers: { 'content-type': body.type },
      body: body.text,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
      longer: 'fail',
      allowInsecure: config.webhookAllowInsecure,
      hosts: config.outgoingHosts,
      signal: AbortSignal.any([signal, closing]),
    });
    if (status < 200 || status > 299)
      return failure(`The bot's service responded with status ${status}.`, status >= 500);
    return readAnswer(text);
  } catch (error) {
    if (!(error instanceof OutgoingRequestError)) throw error;
    return failure(error.message, error.reason === 'timeout' || error.reason === 'unreachable');
  }
}

/**
 * client: `{"response_not_required": true}` or `{"content": "…"}`, as bot frameworks answer, older ones `""` or
 * `{"response_string": "…"}`; `{"text": "…"}`, as Slack's do.
 */
export function readAnswer(text: string): ServiceAnswer {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return failure("The response of the bot's service is not JSON.", false);
  }
  if (answer === '') return { kind: 'nothing' };
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer))
    return failure("The response of the bot's service is not a JSON object.", false);
  const { response_not_required, response_string, content: own, text: slacks } = answer as Record<string, unknown>;
  const content = response_string ?? own ?? slacks;
  if (response_not_required === true || content === undefined) return { kind: 'nothing' };
  if (typeof content !== 'string')
    return failure("`content` in the response of the bot's service is not a string.", false);
  return content.trim() === '' ? { kind: 'nothing' } : { kind: 'reply', content };
}

const failure = (reason: string, again: boolean): ServiceAnswer => ({ kind: 'failure', reason, again });
