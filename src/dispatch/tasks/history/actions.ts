import type { Tx } from '../../../platform/db/tx.ts';
import { startLogReader } from '../../../platform/events/log-cursors.ts';
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
