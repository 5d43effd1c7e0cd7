import { Trigger } from '../../../../rules/webhook-triggers.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { AppendedEvent } from '../../../platform/events/log.ts';
import { defineLogReader } from '../../../platform/events/log-reader.ts';
import { historyKindOf, type TaskPayload } from './history-kind.ts';
import { deleteHistory, HISTORY_CURSOR, insertHistory, type NewHistoryEntry } from './queries.ts';

/** Events within this time share a statement. */
const GATHER_MS = 200;

/**
 * Writes the history of tasks from the log, so that no change of a task costs a statement more. The log itself forgets
 * after 15 to 22 days, and has no index by task.
 */
export const followTaskHistory = defineLogReader({
  name: HISTORY_CURSOR,
  gatherMs: GATHER_MS,
  concerns: ({ part, kind }) => part === 'dispatch' && kind === 'task',
  where: sql`part = 'dispatch' and kind = 'task'`,
  async read(tx, events) {
    const entries = events.flatMap(entryOf);
    if (entries.length > 0) await insertHistory(tx, entries);
    const deleted = events.map(({ payload }) => payload as TaskPayload);
    const ids = deleted.flatMap(({ triggerId, taskId }) => (triggerId === Trigger.taskDeleted ? [taskId] : []));
    if (ids.length > 0) await deleteHistory(tx, ids);
  },
});

function entryOf(event: AppendedEvent): NewHistoryEntry[] {
  const kind = historyKindOf(event);
  const { taskId, actionContext, data } = event.payload as TaskPayload;
  if (!kind || !taskId) return [];
  const { container, worker } = data.task;
  return [
    {
      taskId,
      eventId: event.id,
      kind,
      at: event.at,
      byType: actionContext?.type ?? null,
      byId: actionContext?.id ?? null,
      workerId: worker ?? container.worker ?? null,
      teamId: container.team ?? null,
    },
  ];
}
