import { Trigger } from '../../../../rules/webhook-triggers.ts';
import type { SecretBox } from '../../../platform/credentials/secret-box.ts';
import type { Tx } from '../../../platform/db/tx.ts';
import { actorWithin } from '../../events/actor.ts';
import { invalidValue } from '../../http/errors.ts';
import type { ExpectedVersions } from '../../http/if-match.ts';
import { findPin } from '../../pins/access.ts';
import { doKeepPin, doNoteTry } from '../../pins/actions.ts';
import { isPin, sealNewPin, triesLeft } from '../../pins/pin.ts';
import { lockTask, lockTaskIfAny } from '../actions.ts';
import { emitTasks } from '../events.ts';
import { saveWrongPins } from '../queries.ts';
import type { TaskRow } from '../task-row.ts';

type Actor = Parameters<typeof emitTasks>[1];

/** Outcome of a PIN attempt. */
export interface PinTry {
  isRight: boolean;
  /** Remaining attempts; 0 means that dispatch must create a new PIN. */
  triesLeft: number;
}

/**
 * Checks a PIN against that of a locked task, which asks for one, and counts a wrong one. While no tries are left, the right one is refused
 * as well.
 * @param actionId of the device: an action that is repeated is one try
 * @returns with the task as it is now; of a wrong try nobody is told yet
 */
export async function doTryPin(
  tx: Tx,
  actor: Actor,
  secrets: SecretBox,
  task: TaskRow,
  { pin, actionId }: { pin: string; actionId: string | null },
): Promise<PinTry & { task: TaskRow }> {
  const { organizationId, id } = task;
  const left = triesLeft(task) ?? 0;
  if (left === 0) return { isRight: false, triesLeft: 0, task };
  const found = await findPin(tx, id);
  if (found && isPin(secrets, found.sealed, pin)) return { isRight: true, triesLeft: left, task };
  if (actionId && found?.tried.includes(actionId)) return { isRight: false, triesLeft: left, task };
  if (actionId) await doNoteTry(tx, id, actionId);
  const counted = await saveWrongPins(tx, task, task.wrongPins + 1, actorWithin(actor, organizationId));
  return { isRight: false, triesLeft: triesLeft(counted) ?? 0, task: counted };
}

/**
 * As {@link doTryPin}, of a task that is not locked yet; a wrong try is emitted.
 * @param may whether the caller may complete the task as it is; otherwise nothing is tried
 * @returns undefined when nothing was tried, since no PIN is asked for, or the task is gone: what is done of one that was deleted is a report
 */
export async function doTryPinOf(
  tx: Tx,
  actor: Actor,
  secrets: SecretBox,
  id: string,
  attempt: { pin: string; actionId: string | null },
  may: (task: TaskRow) => boolean,
): Promise<PinTry | undefined> {
  const task = (await lockTaskIfAny(tx, id))?.task;
  if (!task?.requirements.pin || task.state !== 2 || !may(task)) return undefined;
  const { task: after, ...tried } = await doTryPin(tx, actor, secrets, task, attempt);
  if (after !== task) await emitTasks(tx, actor, [{ trigger: Trigger.taskUpdated, task: after }]);
  return tried;
}

/**
 * Makes a new PIN, which may be wrong as often as the first one.
 * @returns the task, and the PIN
 * @throws {DispatchError} 1000 for a task that is completed or asks for none, 1402 when it is gone, 2401 when it has another version than
 *   is expected
 */
export async function doRenewPin(
  tx: Tx,
  actor: Actor,
  secrets: SecretBox,
  id: string,
  expected: ExpectedVersions | undefined,
): Promise<{ row: TaskRow; sealed: Buffer }> {
  const { organizationId } = actor.caller;
  const { task } = await lockTask(tx, id, { expected });
  if (triesLeft(task) === undefined)
    throw invalidValue(task.state === 3 ? 'A completed task needs no PIN.' : 'The task does not require a PIN.');
  const sealed = sealNewPin(secrets);
  await doKeepPin(tx, id, sealed);
  const row = await saveWrongPins(tx, task, 0, actorWithin(actor, organizationId));
  await emitTasks(tx, actor, [{ trigger: Trigger.taskUpdated, task: row }]);
  return { row, sealed };
}
