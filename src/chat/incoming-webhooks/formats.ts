import { NestingError, parseJson } from '../../platform/http/json-depth.ts';
import { decodeForm } from '../../platform/http/text.ts';
import { badRequest } from '../http/errors.ts';
import { decodeUtf8 } from '../http/form.ts';
import { alertmanager } from './alertmanager.ts';
import { generic } from './generic.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { grafana } from './grafana.ts';
import { sentry } from './sentry.ts';
import { shopify } from './shopify.ts';
import { slack } from './slack.ts';
import { stripe } from './stripe.ts';
import { uptimeKuma } from './uptime-kuma.ts';
import type { WebhookFormat } from './webhook-message.ts';

/** Every service whose webhooks are read, by the names in the address. */
export const webhookFormats: ReadonlyMap<string, WebhookFormat> = new Map(
  [generic, slack, github, gitlab, grafana, alertmanager, sentry, uptimeKuma, stripe, shopify].flatMap((format) =>
    format.names.map((name) => [name, format] as const),
  ),
);

/**
 * A webhook's body: JSON, or a form whose field `payload` is JSON, as Slack's and GitHub's callers send.
 * @throws {ChatError} `BAD_REQUEST`
 */
export function readPayload(body: Buffer, contentType: string): object {
  const text = decodeUtf8(body);
  let payload: unknown;
  try {
    const isForm = contentType.startsWith('application/x-www-form-urlencoded');
    payload = parseJson(isForm ? (decodeForm(text).get('payload') ?? '') : text);
  } catch (error) {
    throw badRequest(error instanceof NestingError ? error.message : 'Malformed JSON');
  }
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload))
    throw badRequest('The payload must be a JSON object');
  return payload;
}
