import { foreignText, link, plainLine } from '../messages/foreign-text.ts';

/**
 * Slack's markup as ours. What is called by an ID alone keeps it: nobody here knows Slack's people and channels. Nothing within `<…>`
 * holds another `<` (Slack writes `&lt;`), so the work grows with the text alone.
 */
export function fromMrkdwn(text: string): string {
  return text
    .replaceAll(/<(https?:\/\/[^|<>\s]+)\|([^<>]+)>/g, (_all, url, shown) => `[${shown}](${url})`)
    .replaceAll(/<mailto:([^|<>\s]+)(?:\|[^<>]*)?>/g, '$1')
    .replaceAll(/<(https?:[^<>\s]+)>/g, '$1')
    .replaceAll(/<([@#!])([^<>|]*)(?:\|([^<>]*))?>/g, (_all, sign, id, shown) => reference(sign, id, shown))
    .replaceAll(/(?<![\w*])\*([^*\n]+)\*(?![\w*])/g, '**$1**')
    .replaceAll(/(?<![\w_])_([^_\n]+)_(?![\w_])/g, '*$1*')
    .replaceAll(/(?<![\w~])~([^~\n]+)~(?![\w~])/g, '~~$1~~')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/** `<@U1|name>`, `<#C1|general>`, `<!here>`, `<!subteam^S1|@team>`, `<!date^1392734382^…|February 18th>`. */
function reference(sign: string, id: string, shown = ''): string {
  if (sign === '#') return `#${shown || id}`;
  const [kind, value = ''] = id.split('^');
  if (sign === '!' && kind === 'date') return shown || time(Number(value));
  const name = shown || (sign === '!' && kind === 'subteam' ? value : id);
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
