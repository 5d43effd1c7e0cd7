import { fenced } from '../notices/names.ts';
import { fillTemplate } from './template.ts';
import type { WebhookFormat, WebhookReading } from './webhook-message.ts';

const MAX_JSON = 9000;

/**
 * Any program's JSON. `template` (and `topic_template`) of the address say what is written; else the member `content` or `text` is the
 * message and `topic` its topic; else the payload itself is shown.
 */
function read(payload: object, { query }: { query: ReadonlyMap<string, string> }): WebhookReading {
  const { content, text, topic } = payload as { content?: unknown; text?: unknown; topic?: unknown };
  const template = query.get('template');
  const body = template === undefined ? [content, text].find(isText) : fillTemplate(template, payload);
  const named = query.get('topic_template');
  const chosen = named === undefined ? topic : fillTemplate(named, payload);
  return {
    topic: isText(chosen) ? chosen.trim() : 'Webhook',
    content: isText(body) ? body : fenced('json', JSON.stringify(payload, null, 2).slice(0, MAX_JSON)),
  };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

export const generic: WebhookFormat = { title: 'Any JSON', names: ['generic', 'json', 'zapier', 'ifttt'], read };
