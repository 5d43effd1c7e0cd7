import { foreignText, plainLine } from '../messages/foreign-text.ts';
import { fenced } from '../notices/names.ts';
import { bold, fromMrkdwn, picture, time, webLink } from './slack-text.ts';

/** An object of a payload; no member has the type that one expects. */
export type Part = Record<string, unknown>;

const MAX_PARTS = 50;

/** The objects of a list. */
export const partsOf = (value: unknown): Part[] =>
  Array.isArray(value)
    ? value.filter((item): item is Part => typeof item === 'object' && item !== null).slice(0, MAX_PARTS)
    : [];
const partOf = (value: unknown): Part => partsOf([value])[0] ?? {};

const joined = (parts: readonly string[], between = '\n') => parts.filter((part) => part !== '').join(between);

/** A text object (`plain_text` is shown as it is written), or a bare text. */
function textOf(value: unknown): string {
  const { type, text } = typeof value === 'string' ? { type: 'mrkdwn', text: value } : partOf(value);
  const message = foreignText(text).trim();
  return type === 'plain_text' ? message : fromMrkdwn(message);
}

/** By `type` of the block. */
const blocks: Record<string, (block: Part) => string> = {
  section: ({ text, fields, accessory }) =>
    joined([textOf(text), ...partsOf(fields).map(textOf), elementText(partOf(accessory))]),
  header: ({ text }) => bold(plainLine(textOf(text))),
  context: ({ elements }) => joined(partsOf(elements).map(elementText), ' '),
  actions: ({ elements }) => joined(partsOf(elements).map(elementText), ' · '),
  image: (block) => picture(textOf(block.title) || block.alt_text, block.image_url ?? partOf(block.slack_file).url),
  divider: () => '---',
  markdown: ({ text }) => foreignText(text).trim(),
  video: ({ title, title_url, description }) => joined([webLink(textOf(title), title_url), textOf(description)]),
  rich_text: ({ elements }) => joined(partsOf(elements).map(richElement)),
};

/** A block as Markdown; of a type that is unknown, its text. */
export function blockText(block: Part): string {
  const type = foreignText(block.type);
  return Object.hasOwn(blocks, type) ? blocks[type]!(block) : textOf(block.text);
}

/**
 * Returns the text of an element in a context, in a row of actions, or beside a section. A button without an address
 * does nothing here; its text stays.
 */
function elementText(element: Part): string {
  if (element.type === 'image') return picture(element.alt_text, element.image_url);
  if (element.type === 'mrkdwn' || element.type === 'plain_text') return textOf(element);
  return webLink(textOf(element.text ?? element.placeholder), element.url);
}

/** An element of `rich_text`: a line, a list, a quote, or code. */
function richElement(element: Part): string {
  const { type, elements, style, indent } = element;
  if (type !== 'rich_text_list') {
    const line = partsOf(elements).map(richInline).join('');
    if (type === 'rich_text_preformatted') return fenced('text', line);
    return type === 'rich_text_quote' ? fenced('quote', line) : line;
  }
  const depth = Math.min(Math.max(Math.trunc(Number(foreignText(indent))) || 0, 0), 8);
  return partsOf(elements)
    .map((item, index) => `${'   '.repeat(depth)}${style === 'ordered' ? `${index + 1}.` : '*'} ${richElement(item)}`)
    .join('\n');
}

/** By `type` of the inline element. */
const inlines: Record<string, (part: Part) => string> = {
  link: ({ text, url }) => webLink(foreignText(text) || foreignText(url), url),
  user: ({ user_id }) => `@${foreignText(user_id)}`,
  usergroup: ({ usergroup_id }) => `@${foreignText(usergroup_id)}`,
  channel: ({ channel_id }) => `#${foreignText(channel_id)}`,
  broadcast: ({ range }) => `@${foreignText(range)}`,
  emoji: ({ name }) => `:${foreignText(name)}:`,
  date: ({ fallback, timestamp }) => foreignText(fallback) || time(timestamp),
  color: ({ value }) => foreignText(value),
};

function richInline(part: Part): string {
  const type = foreignText(part.type);
  const text = Object.hasOwn(inlines, type) ? inlines[type]!(part) : foreignText(part.text);
  return styled(text, partOf(part.style));
}

/** Signs of a style touch the text; blanks at its ends stay outside. */
function styled(text: string, style: Part): string {
  const signs = [style.bold && '**', style.italic && '*', style.strike && '~~', style.code && '`'].filter(
    (sign): sign is string => typeof sign === 'string',
  );
  const inner = text.trim();
  if (inner === '' || signs.length === 0) return text;
  const start = text.indexOf(inner);
  const marked = `${signs.join('')}${inner}${signs.toReversed().join('')}`;
  return text.slice(0, start) + marked + text.slice(start + inner.length);
}
