import type { IncomingHttpHeaders } from 'node:http';
import { decodeForm } from '../../platform/http/text.ts';
import { badRequest } from '../http/errors.ts';
import { decodeUtf8 } from '../http/form.ts';
import { readGithub } from './github.ts';
import { readSlack } from './slack.ts';
import type { WebhookMessage } from './webhook-message.ts';

interface WebhookFormat {
  /** @returns undefined when there is nothing to say of it */
  read(payload: unknown, headers: IncomingHttpHeaders): WebhookMessage | undefined;
  /** The whole answer, where callers expect one of their own. */
  answer?: string;
}

const generic: WebhookFormat = {
  read(payload) {
    const { content, text, topic } = payload as { content?: unknown; text?: unknown; topic?: unknown };
    const said = [content, text].find((value) => typeof value === 'string' && value.trim() !== '');
    const code = () =>
      `\`\`\`json\n${JSON.stringify(payload, null, 2).slice(0, 9000).replaceAll('```', "'''")}\n\`\`\``;
    return {
      topic: typeof topic === 'string' && topic.trim() !== '' ? topic.trim() : 'Webhook',
      content: (said as string | undefined) ?? code(),
    };
  },
};

const slack: WebhookFormat = { read: readSlack, answer: 'ok' };

/** By the name in the address. */
export const webhookFormats: ReadonlyMap<string, WebhookFormat> = new Map([
  ['generic', generic],
  ['json', generic],
  ['slack', slack],
  ['slack_incoming', slack],
  ['github', { read: (payload, headers) => readGithub(payload, String(headers['x-github-event'] ?? '')) }],
]);

/**
 * A webhook's body: JSON, or a form whose field `payload` is JSON, as Slack's and GitHub's callers send.
 * @throws {ChatError} `BAD_REQUEST`
 */
export function readPayload(body: Buffer, contentType: string): object {
  const text = decodeUtf8(body);
  let payload: unknown;
  try {
    const isForm = contentType.startsWith('application/x-www-form-urlencoded');
    payload = JSON.parse(isForm ? (decodeForm(text).get('payload') ?? '') : text);
  } catch {
    throw badRequest('Malformed JSON');
  }
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload))
    throw badRequest('The payload must be a JSON object');
  return payload;
}
