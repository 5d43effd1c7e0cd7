import { withoutMentions } from '../messages/foreign-text.ts';
import type { WebhookMessage } from './webhook-message.ts';

interface SlackPayload {
  text?: unknown;
  attachments?: unknown;
  blocks?: unknown;
}

/** Slack's incoming webhooks: `text`, the texts of `blocks`, and `attachments` with their titles and fields. */
export function readSlack(payload: unknown): WebhookMessage | undefined {
  const { text, attachments, blocks } = payload as SlackPayload;
  const parts = [textOf(text), ...listOf(blocks).map(blockText), ...listOf(attachments).map(attachmentText)];
  const content = parts.filter((part) => part !== '').join('\n\n');
  return content === '' ? undefined : { topic: 'Slack', content: withoutMentions(content, 9000) };
}

/** Slack's markup as ours. */
export function fromMrkdwn(text: string): string {
  return text
    .replaceAll(/<(https?:\/\/[^|>\s]+)\|([^>]+)>/g, (_all, url, shown) => `[${shown}](${url})`)
    .replaceAll(/<((?:https?|mailto):[^>\s]+)>/g, '$1')
    .replaceAll(/(?<![\w*])\*([^*\n]+)\*(?![\w*])/g, '**$1**')
    .replaceAll(/(?<![\w_])_([^_\n]+)_(?![\w_])/g, '*$1*')
    .replaceAll(/(?<![\w~])~([^~\n]+)~(?![\w~])/g, '~~$1~~')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

const textOf = (value: unknown) => (typeof value === 'string' ? fromMrkdwn(value.trim()) : '');
const listOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null).slice(0, 50) : [];

function blockText({ text, fields }: Record<string, unknown>): string {
  const own = textOf((text as { text?: unknown } | undefined)?.text);
  return [own, ...listOf(fields).map((field) => textOf(field.text))].filter((part) => part !== '').join('\n');
}

function attachmentText({ pretext, title, title_link, text, fields, fallback }: Record<string, unknown>): string {
  const heading = typeof title_link === 'string' && title ? `[${textOf(title)}](${title_link})` : textOf(title);
  const rows = listOf(fields).map((field) => `**${textOf(field.title)}**: ${textOf(field.value)}`);
  const parts = [textOf(pretext), heading, textOf(text), ...rows].filter((part) => part !== '');
  return parts.length > 0 ? parts.join('\n') : textOf(fallback);
}
