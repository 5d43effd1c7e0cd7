import { locale } from './texts/index.ts';

const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

/** A chat message as plain text: times in the reader's own zone, names and links by what they are called. */
export function plainMessage(content: string): string {
  return content
    .replaceAll(/<time:([^>]+)>/g, (all, iso: string) => {
      const at = Date.parse(iso);
      return Number.isNaN(at) ? all : moment.format(at);
    })
    .replaceAll(/@_?\*\*([^*|]+)(?:\|\d+)?\*\*/g, '@$1')
    .replaceAll(/\[([^\]]*)\]\((?:https?:|[#/])[^)\s]*\)/g, '$1')
    .replaceAll(/\*\*([^*\n]+)\*\*/g, '$1')
    .replaceAll(/(?<!`)`([^`\n]+)`(?!`)/g, '$1');
}
