import type { Tx } from '../../platform/db/tx.ts';
import { doForgetFiles, doStoreFile } from '../../platform/files/files.ts';
import type { StoredPicture } from '../../platform/files/store-picture.ts';
import { usersByIds } from '../users/access.ts';
import { emitBotChange, emitUser } from '../users/actions.ts';
import { avatarChange, ownAvatarUrl } from '../users/avatar.ts';
import { updateAvatar } from './queries.ts';

/**
 * Gives a person another picture, or takes it away, and tells everybody.
 * @param quota bytes; undefined: no limit
 * @returns its address
 * @throws {QuotaExceeded}
 */
export async function doSetAvatar(
  tx: Tx,
  userId: number,
  picture: StoredPicture | null,
  quota?: number,
): Promise<string> {
  await tx.position();
  if (picture) await doStoreFile(tx, picture, quota);
  const { before, version } = await updateAvatar(tx, userId, picture?.id ?? null);
  if (before !== null) await doForgetFiles(tx, tx.organizationId, [before]);
  const user = { id: userId, avatarVersion: version, hasAvatar: picture !== null };
  emitUser(tx, { op: 'update', person: { user_id: userId, ...avatarChange(user) } });
  return ownAvatarUrl(user);
}

/**
 * Gives a person who has none a picture, and notifies nobody: the organization is being imported.
 * @throws {QuotaExceeded}
 */
export async function doImportAvatar(
  tx: Tx,
  userId: number,
  picture: StoredPicture,
  quota: number | undefined,
): Promise<void> {
  await tx.position();
  await doStoreFile(tx, picture, quota);
  await updateAvatar(tx, userId, picture.id);
}

/** As `doSetAvatar`, for an account that was there before: those who manage a bot are told as well. */
export async function doChangeAvatar(
  tx: Tx,
  userId: number,
  picture: StoredPicture | null,
  quota?: number,
): Promise<string> {
  const avatar_url = await doSetAvatar(tx, userId, picture, quota);
  const user = (await usersByIds(tx, [userId])).get(userId)!;
  emitBotChange(tx, user, { avatar_url });
  return avatar_url;
}
