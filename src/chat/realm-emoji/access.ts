import { defineFact, type FactSource } from '../../platform/events/facts.ts';
import type { ChatCaller } from '../http/caller.ts';
import { isAdministrator } from '../http/caller.ts';
import { badRequest, noRight } from '../http/errors.ts';
import { realmOf } from '../realms/access.ts';
import { isInGroupSetting } from '../user-groups/access.ts';
import { presentRealmEmoji } from './present.ts';
import { loadRealmEmoji } from './queries.ts';
import { pictureAddress, type RealmEmoji } from './realm-emoji.ts';

const emoji = defineFact('realm emoji', ['chat.realm_emoji']);
const emojiPictures = defineFact('realm emoji pictures', ['chat.realm_emoji']);

/** All of the organization's own emoji, also those that are no longer in use. */
export function realmEmojiOf(facts: FactSource): Promise<readonly RealmEmoji[]> {
  return facts.read(emoji, '', (reader) => loadRealmEmoji(reader));
}

/** Addresses of the pictures of the emoji that are in use, by name. */
export function realmEmojiPictures(facts: FactSource): Promise<ReadonlyMap<string, string>> {
  return facts.read(emojiPictures, '', async () => {
    const all = await realmEmojiOf(facts);
    return new Map(all.filter((each) => !each.isDeactivated).map((each) => [each.name, pictureAddress(each)]));
  });
}

/** The wire form of the organization's own emoji. */
export async function presentedRealmEmoji(facts: FactSource) {
  return presentRealmEmoji(await realmEmojiOf(facts));
}

/**
 * The emoji of that name that the caller may take out of use: their own, or any for administrators.
 * @throws {ChatError} `BAD_REQUEST`
 */
export async function accessEmojiToDeactivate(
  facts: FactSource,
  caller: ChatCaller,
  name: string,
): Promise<RealmEmoji> {
  const all = await realmEmojiOf(facts);
  const emoji = all.find((each) => each.name === name && !each.isDeactivated);
  if (!emoji) throw badRequest(`Emoji '${name}' does not exist`);
  if (!isAdministrator(caller) && emoji.authorId !== caller.userId)
    throw noRight('Must be an organization administrator or emoji author');
  return emoji;
}

/** @throws {ChatError} `BAD_REQUEST` */
export async function checkMayAddEmoji(facts: FactSource, caller: ChatCaller): Promise<void> {
  const { permissions } = await realmOf(facts);
  if (!(await isInGroupSetting(facts, caller, permissions.can_add_custom_emoji_group)))
    throw noRight('Insufficient permission');
}
