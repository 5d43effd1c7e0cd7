import type { Tx } from '../../platform/db/tx.ts';
import { emitChatEvent } from '../events/emit.ts';
import { deleteEnded, deleteStatus, loadStatus, saveStatus } from './queries.ts';
import { NO_STATUS, secondsOf, type UserStatus } from './user-status.ts';

/**
 * Changes the parts of a person's status that are given, and tells everybody when that makes a difference. A new text or
 * emoji without an end stays: the end was the older one's.
 */
export async function doUpdateStatus(tx: Tx, userId: number, changes: Partial<UserStatus>): Promise<void> {
  // Two simultaneous changes of different parts: the second keeps the first.
  await tx.position();
  const before = (await loadStatus(tx, userId)) ?? NO_STATUS;
  const changed: UserStatus = { ...before, ...changes };
  const isNew = isOther(before, changed);
  const isEmpty = changed.text === '' && changed.emojiName === '';
  const clearsAt = isEmpty || (isNew && changes.clearsAt === undefined) ? null : changed.clearsAt;
  const after: UserStatus = { ...changed, clearsAt };
  const isOtherEnd = after.clearsAt?.getTime() !== before.clearsAt?.getTime();
  if (!isNew && !isOtherEnd) return;
  if (isEmpty) await deleteStatus(tx, userId);
  else await saveStatus(tx, userId, after);
  emitStatus(tx, userId, {
    ...(changes.text === undefined ? {} : { status_text: after.text }),
    ...(changes.emojiName === undefined
      ? {}
      : { emoji_name: after.emojiName, emoji_code: after.emojiCode, reaction_type: after.reactionType }),
    ...(isOtherEnd ? { clears_at: after.clearsAt ? secondsOf(after.clearsAt) : 0 } : {}),
  });
}

function isOther(before: UserStatus, after: UserStatus): boolean {
  const parts = ['text', 'emojiName', 'emojiCode', 'reactionType'] as const;
  return parts.some((part) => after[part] !== before[part]);
}

/** Clears some statuses whose time is over, and tells everybody. @returns how many */
export async function doClearEnded(tx: Tx, limit: number): Promise<number> {
  await tx.position();
  const userIds = await deleteEnded(tx, tx.now, limit);
  const { text, emojiName, emojiCode, reactionType } = NO_STATUS;
  const nothing = { status_text: text, emoji_name: emojiName, emoji_code: emojiCode, reaction_type: reactionType };
  for (const userId of userIds) emitStatus(tx, userId, { ...nothing, clears_at: 0 });
  return userIds.length;
}

function emitStatus(tx: Tx, userId: number, parts: object): void {
  const event = { type: 'user_status', user_id: userId, ...parts } as const;
  emitChatEvent(tx, tx.organizationId, ['organization'], event, { state: false });
}
