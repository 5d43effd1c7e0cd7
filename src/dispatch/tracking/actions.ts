import { Trigger } from '../../../rules/webhook-triggers.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { audienceOfLists } from '../events/audience.ts';
import { emitDispatchEvent } from '../events/emit.ts';
import type { TriggerOf } from '../events/kinds.ts';
import { DispatchError, invalidValue } from '../http/errors.ts';
import { emitToOrderers } from '../tasks/events.ts';
import { ownerOf } from '../tasks/input.ts';
import { presentTask, referencesOf } from '../tasks/present.ts';
import type { TrackedRow } from './access.ts';
import { markViewed, saveFeedback, saveMessage } from './queries.ts';

type Row = Parameters<typeof presentTask>[0];

/** Records the recipient's first view. Webhooks are not notified: the delivery has not changed. */
export async function doMarkViewed(tx: Tx, { id }: TrackedRow, publicUrl: string): Promise<void> {
  const viewed = await markViewed(tx, id);
  if (viewed) await emitByRecipient(tx, viewed, null, publicUrl);
}

/**
 * Saves a recipient's feedback, once. Repeating it changes nothing.
 * @throws {DispatchError} 1000 before the task is completed, or after other feedback
 */
export async function doGiveFeedback(
  tx: Tx,
  row: TrackedRow,
  { rating, comments }: { rating: number; comments: string },
  publicUrl: string,
): Promise<void> {
  const [known] = row.feedback;
  if (known?.rating === rating && known.comments === comments) return;
  if (row.state !== 3) throw invalidValue('Feedback can only be given after the task is completed.');
  const saved = await saveFeedback(tx, row.id, { rating, comments, time: tx.now.getTime() });
  if (!saved) throw new DispatchError(1000, 'Feedback has already been given.');
  await emitByRecipient(tx, saved, Trigger.taskUpdated, publicUrl);
}

/**
 * Saves the recipient's message to the driver; the last one counts.
 * @throws {DispatchError} 1000 when the task is completed
 */
export async function doLeaveMessage(tx: Tx, row: TrackedRow, text: string, publicUrl: string): Promise<void> {
  if (row.recipientMessage?.text === text) return;
  const saved = await saveMessage(tx, row.id, { text, time: tx.now.getTime() });
  if (!saved) throw invalidValue('The task is completed.');
  await emitByRecipient(tx, saved, Trigger.taskUpdated, publicUrl);
}

async function emitByRecipient(tx: Tx, row: Row, trigger: TriggerOf<'task'> | null, publicUrl: string): Promise<void> {
  const { organizationId } = row;
  const references = await referencesOf(tx, [row], tx.now);
  const task = presentTask(row, references, { publicUrl, now: tx.now });
  emitDispatchEvent(tx, {
    organizationId,
    kind: 'task',
    audience: audienceOfLists(ownerOf(task.container)),
    trigger,
    payload: { taskId: task.id, workerId: task.worker, data: { task } },
  });
  await emitToOrderers(tx, { publicUrl }, [{ trigger, task: row }]);
}
