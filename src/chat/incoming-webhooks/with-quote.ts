import { foreignText, withoutMentions } from '../messages/foreign-text.ts';
import { fenced } from '../notification-bot/names.ts';

/** A sentence, and below it what somebody wrote there. */
export function withQuote(head: string, text: unknown): string {
  const said = foreignText(text).trim();
  return said === '' ? `${head}.` : `${head}:\n\n${fenced('quote', withoutMentions(said))}`;
}
