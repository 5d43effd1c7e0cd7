import { foreignText, withoutMentions } from '../messages/foreign-text.ts';
import { fenced } from '../notices/names.ts';

/** A sentence, and below it what somebody wrote there. */
export function withQuote(head: string, text: unknown): string {
  const message = foreignText(text).trim();
  return message === '' ? `${head}.` : `${head}:\n\n${fenced('quote', withoutMentions(message))}`;
}
