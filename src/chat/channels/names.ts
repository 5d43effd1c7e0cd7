import type { FactSource } from '../../platform/events/facts.ts';
import { badRequest } from '../http/errors.ts';
import { linkifiersOf } from '../linkifiers/access.ts';
import { renderMessage } from '../markdown/index.ts';
import { realmEmojiPictures } from '../realm-emoji/access.ts';
import { limits } from '../settings/realm-settings.ts';

/**
 * A channel's name as it is kept.
 * @throws {ChatError} `BAD_REQUEST`
 */
export function checkChannelName(given: string): string {
  const name = given.trim();
  if (name === '') throw badRequest("Channel name can't be empty.");
  if ([...name].length > limits.maxStreamNameLength)
    throw badRequest(`Channel name too long (limit: ${limits.maxStreamNameLength} characters).`);
  // Control characters, unassigned code points: they cannot be seen, so names could look alike.
  const position = [...name].findIndex((character) => /[\p{Cc}\p{Cn}\p{Cs}]/u.test(character));
  if (position >= 0) throw badRequest(`Invalid character in channel name, at position ${position + 1}.`);
  return name;
}

/**
 * A channel's description as it is kept: one line.
 * @throws {ChatError} `BAD_REQUEST`
 */
export function checkChannelDescription(given: string): string {
  const description = given.replaceAll(/\r?\n/g, ' ').trim();
  if ([...description].length > limits.maxStreamDescriptionLength)
    throw badRequest(`description is too long (limit: ${limits.maxStreamDescriptionLength} characters)`);
  return description;
}

const nobody = {
  usersByName: new Map(),
  usersById: new Map(),
  groupsByName: new Map(),
  channelsByName: new Map(),
  topicMessages: new Map(),
};

/** A description as HTML, with the organization's emoji and linkifiers. It mentions nobody: names stay text. */
export async function renderDescription(facts: FactSource, description: string): Promise<string> {
  if (description === '') return '';
  const linkifiers = await linkifiersOf(facts);
  const customEmoji = await realmEmojiPictures(facts);
  return renderMessage(description, nobody, { linkifiers, customEmoji }).html;
}
