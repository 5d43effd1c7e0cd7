import type { Tx } from '../../../platform/db/tx.ts';
import { startLogReader } from '../../../platform/events/log-cursors.ts';
import { emitChange } from '../../events/emit.ts';
import type { ActionContext } from '../../http/caller.ts';
import { HISTORY_CURSOR, insertHistory } from './queries.ts';

/** Starts the history of a new organization's tasks (migration 0745 for existing ones). */
export function doStartTaskHistory(tx: Tx): Promise<void> {
  return startLogReader(tx, tx.organizationId, HISTORY_CURSOR, 0);
}

/** Notes that recipients were written to because of events of their tasks. */
export function doNoteNotified(
  tx: Tx,
  events: readonly { taskId: string; eventId: number; at: Date }[],
): Promise<void> {
  const nobody = { byType: null, byId: null, workerId: null, teamId: null };
  return insertHistory(
    tx,
    events.map((event) => ({ ...event, kind: 'notified', ...nobody })),
  );
}

/** Notes that somebody wrote to a task's recipient, in an event that it emits: no other one may come before it. */
export async function doNoteMessage(tx: Tx, taskId: string, by: ActionContext): Promise<void> {
  const { eventId } = await tx.position();
  emitChange(tx, 'recipientMessaged', { taskId });
  const nowhere = { workerId: null, teamId: null };
  await insertHistory(tx, [
    { taskId, eventId: eventId + 1, kind: 'notified', at: tx.now, byType: by.type, byId: by.id, ...nowhere },
  ]);
}
