import { storedContent } from '../../../rules/message-content.ts';
import { isStorable } from '../../platform/http/text.ts';
import { badRequest } from '../http/errors.ts';
import { limits } from '../settings/realm-settings.ts';

/**
 * A message's text as it is kept: no blanks at its end, no empty lines before it, cut to the limit.
 * @throws {ChatError} `BAD_REQUEST` when nothing is left
 */
export function readContent(given: string): string {
  // Text from HTTP was checked before; text from a bot's service or an e-mail was not.
  if (!isStorable(given)) throw badRequest('Message contains characters that cannot be stored');
  const content = storedContent(given);
  if (content === '') throw badRequest('Message must not be empty');
  return truncate(content, limits.maxMessageLength, '\n[message truncated]');
}

/** Cuts a text to `limit` characters (code points), `end` included, as the API's clients expect of a longer one. */
export function truncate(text: string, limit: number, end: string): string {
  if (text.length <= limit) return text;
  // Only a text with surrogate pairs has fewer characters than units; the slice bounds what is spread.
  const characters = [...text.slice(0, 2 * limit + 2)];
  if (characters.length <= limit) return text;
  return characters.slice(0, limit - end.length).join('') + end;
}
