import { audienceOfLists } from '../../dispatch/events/audience.ts';
import { emitDispatchEvent } from '../../dispatch/events/emit.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { parseCommand } from '../commands/command.ts';
import { loadOwners, loadWritten, saveAsked, saveSeen } from './queries.ts';

/**
 * Takes note of what was written in tasks' topics: a driver's message is a question until a person writes after it. Each
 * note moves forward only, so a message that is read twice, or after its answer was marked as read, changes nothing.
 */
export async function doFollowQuestions(tx: Tx, messageIds: readonly number[]): Promise<void> {
  const written = (await loadWritten(tx, messageIds)).filter(({ isBot }) => !isBot);
  for (const { taskId, messageId, text, isByDriver } of written) {
    if (!isByDriver) await saveSeen(tx, taskId, messageId);
    // The bot answers a command.
    else if (!parseCommand(text)) await saveAsked(tx, taskId, messageId);
  }
  await emitConversations(tx, [...new Set(written.map(({ taskId }) => taskId))]);
}

/** Marks a task's topic as read up to a message, for all dispatchers. */
export async function doMarkRead(tx: Tx, taskId: string, messageId: number): Promise<void> {
  if (await saveSeen(tx, taskId, messageId)) await emitConversations(tx, [taskId]);
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
