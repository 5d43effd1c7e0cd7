import { BUILT_IN_EMOJI } from '../emoji/built-in-emoji.ts';
import { badRequest } from '../http/errors.ts';

/**
 * A name for an emoji as it is kept.
 * @throws {ChatError} `BAD_REQUEST`
 */
export function readEmojiName(given: string): string {
  const name = given.trim().replaceAll(' ', '_');
  if (name === '') throw badRequest('Emoji name is missing');
  if (!/^[0-9a-z_.-]*$/.test(name))
    throw badRequest(
      'Emoji names must contain only lowercase English letters, digits, spaces, dashes, underscores, and periods.',
    );
  if (!/[0-9a-z]$/.test(name)) throw badRequest('Emoji names must end with either a letter or digit.');
  // Clients show their own picture for it.
  if (name === BUILT_IN_EMOJI) throw badRequest('A custom emoji with this name already exists.');
  return name;
}
