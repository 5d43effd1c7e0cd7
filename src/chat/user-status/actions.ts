import type { Tx } from '../../platform/db/tx.ts';
import { emitChatEvent } from '../events/emit.ts';
import { deleteStatus, loadStatus, saveStatus } from './queries.ts';
import { NO_STATUS, type UserStatus } from './user-status.ts';

/** Changes the parts of a person's status that are given, and tells everybody when that makes a difference. */
export async function doUpdateStatus(tx: Tx, userId: number, changes: Partial<UserStatus>): Promise<void> {
  // Two simultaneous changes of different parts: the second keeps the first.
  await tx.position();
  const before = (await loadStatus(tx, userId)) ?? NO_STATUS;
  const after: UserStatus = { ...before, ...changes };
  const parts = Object.keys(NO_STATUS) as (keyof UserStatus)[];
  if (parts.every((part) => after[part] === before[part])) return;
  if (after.text === '' && after.emojiName === '') await deleteStatus(tx, userId);
  else await saveStatus(tx, userId, after);
  emitChatEvent(
    tx,
    tx.organizationId,
    ['organization'],
    {
      type: 'user_status',
      user_id: userId,
      ...(changes.text === undefined ? {} : { status_text: after.text }),
      ...(changes.emojiName === undefined
        ? {}
        : { emoji_name: after.emojiName, emoji_code: after.emojiCode, reaction_type: after.reactionType }),
    },
    { state: false },
  );
}
