import { foreignText } from '../messages/foreign-text.ts';
import { blockText, type Part, partsOf } from './slack-blocks.ts';
import { bold, fromMrkdwn, picture, time, webLink } from './slack-text.ts';
import type { WebhookFormat, WebhookReading } from './webhook-message.ts';

/**
 * Slack's incoming webhooks: `text`, `blocks`, and `attachments` with all that is shown of them. `text` is the notification where there are
 * blocks, which say the same; `fallback` stands for an attachment of which nothing else is understood.
 */
export function readSlack(payload: object): WebhookReading {
  const { text, attachments, blocks } = payload as Record<string, unknown>;
  const shown = joined(partsOf(blocks).map(blockText));
  const content = joined([shown || mrkdwn(text), ...partsOf(attachments).map(attachmentText)]);
  return content === '' ? 'unknown' : { topic: 'Slack', content };
}

const joined = (parts: readonly string[], between = '\n\n') => parts.filter((part) => part !== '').join(between);
const mrkdwn = (value: unknown) => fromMrkdwn(foreignText(value).trim());

function attachmentText(attachment: Part): string {
  const { pretext, author_name, author_link, title, title_link, text, image_url, thumb_url, footer, ts } = attachment;
  const rows = partsOf(attachment.fields).map(fieldText);
  const buttons = partsOf(attachment.actions).map((action) => webLink(mrkdwn(action.text), action.url));
  const lines = joined(
    [
      mrkdwn(pretext),
      webLink(mrkdwn(author_name), author_link),
      webLink(mrkdwn(title), title_link),
      mrkdwn(text),
      ...rows,
      ...partsOf(attachment.blocks).map(blockText),
      picture(title ?? attachment.fallback, image_url),
      picture(title ?? attachment.fallback, thumb_url),
      joined(buttons, ' · '),
    ],
    '\n',
  );
  // A footer alone says nothing.
  if (lines === '') return mrkdwn(attachment.fallback);
  return joined([lines, joined([mrkdwn(footer), time(ts)], ' · ')], '\n');
}

/** A field has a title, a value, or both. */
function fieldText({ title, value }: Part): string {
  const [name, body] = [mrkdwn(title), mrkdwn(value)];
  return name === '' || body === '' ? body || bold(name) : `${bold(name)}: ${body}`;
}

export const slack: WebhookFormat = {
  title: 'Slack',
  names: ['slack', 'slack_incoming'],
  read: readSlack,
  answer: 'ok',
};
