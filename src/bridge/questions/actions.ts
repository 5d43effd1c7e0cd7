import { parseTaskCommand } from '../../../rules/task-command.ts';
import { audienceOfLists } from '../../dispatch/events/audience.ts';
import { emitDispatchEvent } from '../../dispatch/events/emit.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { loadOwners, loadWritten, saveAsked, saveSeen, type TopicPostRow } from './queries.ts';

/**
 * Takes note of what was written in tasks' topics: a driver's message is a question until a person writes after it. Each
 * note moves forward only, so a message that is read twice, or after its answer was marked as read, changes nothing.
 * @returns the messages that are in topics of tasks, oldest first
 */
export async function doFollowQuestions(tx: Tx, messageIds: readonly number[]): Promise<TopicPostRow[]> {
  const written = await loadWritten(tx, messageIds);
  const byPeople = written.filter(({ isBot }) => !isBot);
  const newest = (rows: readonly TopicPostRow[]) => new Map(rows.map(({ taskId, messageId }) => [taskId, messageId]));
  // The bot answers a command.
  const asked = newest(byPeople.filter(({ isByDriver, text }) => isByDriver && !parseTaskCommand(text)));
  const answered = newest(byPeople.filter(({ isByDriver }) => !isByDriver));
  if (asked.size > 0) await saveAsked(tx, asked);
  if (answered.size > 0) await saveSeen(tx, answered);
  await emitConversations(tx, [...new Set(byPeople.map(({ taskId }) => taskId))]);
  return written;
}

/** Marks a task's topic as read up to a message, for all dispatchers. */
export async function doMarkRead(tx: Tx, taskId: string, messageId: number): Promise<void> {
  if ((await saveSeen(tx, new Map([[taskId, messageId]]))) > 0) await emitConversations(tx, [taskId]);
}

/** Notifies the live views in which the tasks are. */
async function emitConversations(tx: Tx, taskIds: readonly string[]): Promise<void> {
  if (taskIds.length === 0) return;
  for (const { taskId, ...owner } of await loadOwners(tx, taskIds))
    emitDispatchEvent(tx, {
      organizationId: tx.organizationId,
      kind: 'conversation',
      audience: audienceOfLists(owner),
      payload: { taskId },
    });
}
