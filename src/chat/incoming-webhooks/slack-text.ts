import { foreignText, link, plainLine } from '../messages/foreign-text.ts';

/** Names that somebody here has for what Slack's markup calls by ID; undefined: nobody knows it. */
export interface SlackNames {
  /** Markdown of a mention, by the ID of a person. */
  user(id: string): string | undefined;
  /** Markdown of a link to a channel. */
  channel(id: string): string | undefined;
  /** Markdown of `here`, `channel` and `everyone`. */
  everybody(word: string): string | undefined;
  /** Markdown of a link by its address, where it leads to something that is here. */
  link(url: string): string | undefined;
}

/** Nobody here knows Slack's people and channels: what is called by an ID alone keeps it. */
const NOBODY: SlackNames = {
  user: () => undefined,
  channel: () => undefined,
  everybody: () => undefined,
  link: () => undefined,
};

const FENCE = '```';

/**
 * Slack's markup as ours; code stays as it is. Nothing within `<…>` holds another `<` (Slack writes `&lt;`), so the work
 * grows with the text alone.
 */
export function fromMrkdwn(text: string, names: SlackNames = NOBODY): string {
  const parts = text.split(FENCE);
  // A fence that nothing closes is text.
  const unclosed = parts.length % 2 === 0 ? FENCE + parts.pop()! : '';
  const closed = parts.map((part, index) => (index % 2 === 1 ? fencedCode(part) : withCode(part, names)));
  return closed.join('') + proseOf(unclosed, names);
}

/** Text with code in its lines. */
function withCode(text: string, names: SlackNames): string {
  return text
    .split(/(`[^`\n]+`)/)
    .map((part, index) => (index % 2 === 1 ? codeOf(part) : proseOf(part, names)))
    .join('');
}

function proseOf(text: string, names: SlackNames): string {
  return decoded(
    text
      .replaceAll(/<(https?:\/\/[^|<>\s]+)\|([^<>]+)>/g, (_all, url, shown) => names.link(url) ?? `[${shown}](${url})`)
      .replaceAll(/<mailto:([^|<>\s]+)(?:\|[^<>]*)?>/g, '$1')
      .replaceAll(/<(https?:[^<>\s]+)>/g, (_all, url) => names.link(url) ?? url)
      .replaceAll(/<([@#!])([^<>|]*)(?:\|([^<>]*))?>/g, (_all, sign, id, shown) => reference(names, sign, id, shown))
      .replaceAll(/(?<![\w*])\*([^*\n]+)\*(?![\w*])/g, '**$1**')
      .replaceAll(/(?<![\w_])_([^_\n]+)_(?![\w_])/g, '*$1*')
      .replaceAll(/(?<![\w~])~([^~\n]+)~(?![\w~])/g, '~~$1~~'),
  );
}

const decoded = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/** Code: addresses in it are text. */
const codeOf = (code: string) =>
  decoded(code.replaceAll(/<((?:https?:|mailto:)[^|<>\s]+)(?:\|([^<>]*))?>/g, (_all, url, shown) => shown || url));

/** Slack's fences may stand within a line, ours do not. */
const fencedCode = (code: string) =>
  `\n${FENCE}text\n${codeOf(code).replace(/^\n/, '').replace(/\n$/, '')}\n${FENCE}\n`;

/** `<@U1|name>`, `<#C1|general>`, `<!here>`, `<!subteam^S1|@team>`, `<!date^1392734382^…|February 18th>`. */
function reference(names: SlackNames, sign: string, id: string, shown = ''): string {
  if (sign === '#') return names.channel(id) ?? `#${shown || id}`;
  if (sign === '@') return names.user(id) ?? `@${(shown || id).replace(/^@/, '')}`;
  const [kind, value = ''] = id.split('^');
  if (kind === 'date') return shown || time(Number(value));
  if (kind === 'here' || kind === 'channel' || kind === 'everyone') {
    const everybody = names.everybody(kind);
    if (everybody !== undefined) return everybody;
  }
  const name = shown || (kind === 'subteam' ? value : id);
  return `@${name.replace(/^@/, '')}`;
}

/** Bold text; nothing of nothing. */
export const bold = (text: string): string => (text === '' ? '' : `**${text.replaceAll('**', '')}**`);

/** A link; the text alone where the address is none. */
export const webLink = (text: string, url: unknown): string => {
  if (url === undefined || url === null) return text;
  return link(text || foreignText(url), url);
};

/** A picture as a link, which clients show. */
export const picture = (title: unknown, url: unknown): string =>
  /^https?:/.test(foreignText(url)) ? link(plainLine(title) || 'image', url) : '';

/** A time that each reader sees in their own zone. @param seconds since 1970 */
export function time(seconds: unknown): string {
  const date = new Date(Number(foreignText(seconds) || Number.NaN) * 1000);
  return Number.isNaN(date.getTime()) ? '' : `<time:${date.toISOString().replace(/\.\d+/, '')}>`;
}
