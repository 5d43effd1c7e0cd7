import type { Tx } from '../../platform/db/tx.ts';
import { emitChatEvent } from '../events/emit.ts';
import type { FlagName } from './flags.ts';

/** A flag that messages have, or no longer have, for some people. */
export interface FlagChangeOf {
  op: 'add' | 'remove';
  flag: FlagName;
  ids: readonly number[];
  userIds: readonly number[];
}

/**
 * Tells people's clients of a change of their flags.
 * @param details of messages that are unread again, by ID
 */
export function emitFlagChange(
  tx: Tx,
  { op, flag, ids, userIds }: FlagChangeOf,
  details?: Readonly<Record<number, object>>,
): void {
  emitChatEvent(
    tx,
    tx.organizationId,
    // Caches of what was read count on tags of people (`listenToReadMarks`).
    userIds.map((id) => `user:${id}` as const),
    {
      type: 'update_message_flags',
      op,
      operation: op,
      flag,
      messages: ids,
      all: false,
      ...(details ? { message_details: details } : {}),
    },
    { state: false },
  );
}
