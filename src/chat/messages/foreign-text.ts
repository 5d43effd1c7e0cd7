/** Characters of a foreign text that a message takes of it; the rest is cut. */
const MAX_TEXT = 5000;
const MAX_NAME = 200;

/** A foreign text that calls nobody: a mention in it stays text. */
export function withoutMentions(text: string, max = MAX_TEXT): string {
  const cut = text.length > max ? `${text.slice(0, max)}…` : text;
  return cut.replaceAll(/@(?=_?\*)/g, '@\u200b');
}

/** Returns a text from a foreign program; empty for anything but texts and numbers. */
export function foreignText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** A foreign name or title in one line, without what would be markup. */
export function plainLine(value: unknown): string {
  // Without asterisks there is no mention either.
  const line = foreignText(value)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[[\]`*~]/g, '')
    .trim();
  return line.length > MAX_NAME ? `${line.slice(0, MAX_NAME)}…` : line;
}

/** A link; only the text where the address is none of the web. */
export function link(text: unknown, url: unknown): string {
  const shown = plainLine(text);
  return typeof url === 'string' && /^https?:\/\/[^\s()<>]+$/.test(url) ? `[${shown}](${url})` : shown;
}
