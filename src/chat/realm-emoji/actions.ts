import type { Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { doStoreFile } from '../../platform/files/files.ts';
import type { StoredPicture } from '../../platform/files/store-picture.ts';
import { emitChatEvent } from '../events/emit.ts';
import { badRequest } from '../http/errors.ts';
import { presentedRealmEmoji, realmEmojiOf } from './access.ts';
import { deactivateRealmEmoji, insertRealmEmoji } from './queries.ts';
import { MAX_EMOJI, type RealmEmoji } from './realm-emoji.ts';

/**
 * Makes an emoji of a picture whose bytes are in the store.
 * @param quota bytes; undefined: no limit
 * @throws {ChatError} `BAD_REQUEST` @throws {QuotaExceeded}
 */
export async function doAddEmoji(
  tx: Tx,
  given: { organizationId: string; name: string; authorId: number; picture: StoredPicture },
  quota: number | undefined,
): Promise<void> {
  const { organizationId, name, authorId, picture } = given;
  // Two of one name at once are added one after the other.
  await tx.position();
  const all = await realmEmojiOf(uncachedFacts(tx));
  if (all.some((each) => each.name === name && !each.isDeactivated))
    throw badRequest('A custom emoji with this name already exists.');
  if (all.length >= MAX_EMOJI) throw badRequest(`Too many custom emoji (limit: ${MAX_EMOJI})`);
  await doStoreFile(tx, picture, quota);
  const { id: fileId, size, contentType, isAnimated } = picture;
  tx.audit({ organizationId, action: 'emoji.added', object: { kind: 'emoji', id: name, name } });
  await insertRealmEmoji(tx, { name, authorId, fileId, size, contentType, isAnimated, isDeactivated: false });
  await emitRealmEmoji(tx);
}

/**
 * Makes an emoji of a picture whose bytes are in the store, and notifies nobody: its organization is being imported.
 * @returns its ID
 * @throws {QuotaExceeded}
 */
export async function doImportEmoji(
  tx: Tx,
  given: { name: string; authorId: number | null; isDeactivated: boolean; picture: StoredPicture },
  quota: number | undefined,
): Promise<number> {
  const { name, authorId, isDeactivated, picture } = given;
  await tx.position();
  await doStoreFile(tx, picture, quota);
  const { id: fileId, size, contentType, isAnimated } = picture;
  return insertRealmEmoji(tx, { name, authorId, fileId, size, contentType, isAnimated, isDeactivated });
}

/** Takes an emoji out of use: messages and reactions keep it. */
export async function doDeactivateEmoji(tx: Tx, emoji: RealmEmoji): Promise<void> {
  const { organizationId } = tx;

  await deactivateRealmEmoji(tx, emoji.id);
  const { name } = emoji;
  tx.audit({ organizationId, action: 'emoji.removed', object: { kind: 'emoji', id: name, name } });
  await emitRealmEmoji(tx);
}

async function emitRealmEmoji(tx: Tx): Promise<void> {
  const realm_emoji = await presentedRealmEmoji(uncachedFacts(tx));
  const event = { type: 'realm_emoji', op: 'update', realm_emoji } as const;
  emitChatEvent(tx, tx.organizationId, ['organization'], event, { state: true });
}
