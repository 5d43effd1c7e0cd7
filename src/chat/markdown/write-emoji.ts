import { escapeHtml } from './escape.ts';
import type { EmojiMeta } from './split-texts.ts';

/** An emoji as clients know it (clients B.8): a character by its class, a picture by its address. */
export function writeEmoji(emoji: EmojiMeta): { html: string; text: string } {
  const title = escapeHtml(emoji.name.replaceAll('_', ' '));
  const text = `:${emoji.name}:`;
  if ('src' in emoji) {
    const src = escapeHtml(emoji.src);
    return { html: `<img alt="${escapeHtml(text)}" class="emoji" src="${src}" title="${title}">`, text };
  }
  const html =
    `<span aria-label="${title}" class="emoji emoji-${emoji.code}" role="img" title="${title}">` +
    `${escapeHtml(text)}</span>`;
  return { html, text };
}
