import { isDeepStrictEqual } from 'node:util';
import type { Static } from 'typebox';
import { Trigger } from '../../../../rules/webhook-triggers.ts';
import type { SecretBox } from '../../../platform/credentials/secret-box.ts';
import type { Tx } from '../../../platform/db/tx.ts';
import { newObjectId } from '../../../platform/ids.ts';
import type { CustomField } from '../../custom-fields/custom-field.ts';
import { type CustomValues, changedValues } from '../../custom-fields/value.ts';
import { emitChange } from '../../events/emit.ts';
import type { Location } from '../../geography/location.ts';
import { actionContext } from '../../http/caller.ts';
import { invalidValue, notFound } from '../../http/errors.ts';
import { doBindUploads } from '../../uploads/actions.ts';
import { completeLockedTask, lockTaskIfAny, type WorkerActor } from '../actions.ts';
import { checkRequirements, completionTime, uploadsOf } from '../completion.ts';
import { lockDeletedTask } from '../deleted/access.ts';
import { doAppendReportOnDeleted } from '../deleted/actions.ts';
import { emitTasks } from '../events.ts';
import { doTryPin } from '../pin/actions.ts';
import { appendReport } from '../queries.ts';
import type { Completion, StoredReport, TaskRow } from '../task-row.ts';

/** Late reports on one task (docs/decisions/0014-late-completions.md): more come from no honest device. */
const MAX_REPORTS = 20;

/** A completion as a worker's device reports it. */
export interface DriverCompletion {
  completion: Completion;
  at: Date;
  actionId: string | null;
  /** Location reported by the device. */
  location: Location | undefined;
  /** Laid over the task's own. */
  customFields: Static<typeof CustomValues> | null | undefined;
  /** The PIN that the recipient has said, unless it was tried before. */
  pin: { typed: string; secrets: SecretBox } | undefined;
}

/**
 * A worker completes a task that is or was theirs (`accessReports`). Where dispatch has completed or deleted it meanwhile, or moved it to
 * somebody else, the completion is kept as a report on the task and emitted: a device without a network must not lose a delivery. The same
 * is done of one with a wrong PIN that was not tried before.
 * @returns the report, when there is one
 * @param fields the custom fields of tasks that a worker may set
 * @throws {DispatchError} 1000 for a task that is not active, missing requirements, or too many reports; 1402 for a task that is gone
 *   and was not the worker's, or an upload that is not
 */
export async function doCompleteOwnTask(
  tx: Tx,
  actor: WorkerActor,
  id: string,
  given: DriverCompletion,
  fields: readonly CustomField[],
): Promise<StoredReport | undefined> {
  const { workerId } = actor.caller;
  const locked = await lockTaskIfAny(tx, id);
  if (!locked) return doReportOnDeleted(tx, actor, id, given);
  const { task } = locked;
  const isOwn = task.workerId === workerId;
  if (isOwn && task.state === 2) {
    const { location } = given;
    const isAsked = given.completion.success && task.requirements.pin && given.pin;
    // A refusal for another reason does not count as an attempt.
    checkRequirements(task, isAsked ? { ...given.completion, isPinRight: true } : given.completion);
    const tried =
      isAsked && (await doTryPin(tx, actor, isAsked.secrets, task, { pin: isAsked.typed, actionId: given.actionId }));
    if (tried && !tried.isRight) return doReportCompletion(tx, actor, tried.task, given, { wrongPin: true });
    const completion: Completion = tried ? { ...given.completion, isPinRight: true } : given.completion;
    await doBindUploads(tx, workerId, id, uploadsOf(completion));
    const customFields = changedValues(fields, task.customFields, given.customFields, task, 'worker');
    await completeLockedTask(tx, actor, locked, completionTime(task, given.at), completion, { location, customFields });
    return undefined;
  }
  const wasOverruled = isOwn ? task.state === 3 && !isBy(task, workerId) : true;
  if (!wasOverruled) throw invalidValue('Only an active task can be completed.');
  return doReportCompletion(tx, actor, task, given);
}

const isBy = ({ completion }: TaskRow, workerId: string) =>
  completion?.by?.type === 'WORKER' && completion.by.id === workerId;

async function doReportCompletion(
  tx: Tx,
  actor: WorkerActor,
  task: TaskRow,
  given: DriverCompletion,
  why: Pick<StoredReport, 'wrongPin'> = {},
): Promise<StoredReport> {
  return doKeepReport(tx, actor, task, given, why, async (report) => {
    const reported = await appendReport(tx, task.id, report, actionContext(actor.caller));
    await emitTasks(tx, actor, [{ trigger: Trigger.taskUpdated, task: reported }]);
  });
}

async function doReportOnDeleted(
  tx: Tx,
  actor: WorkerActor,
  id: string,
  given: DriverCompletion,
): Promise<StoredReport> {
  const { organizationId } = actor.caller;
  const deleted = await lockDeletedTask(tx, id);
  if (!deleted) throw notFound('There is no such task.');
  return doKeepReport(tx, actor, deleted, given, {}, async (report) => {
    await doAppendReportOnDeleted(tx, id, report);
    // Which task it is about, not everybody may know who follows the organization live.
    emitChange(tx, 'lateReport', { id: organizationId });
  });
}

/** Keeps a completion as a report, once. @param save adds it to those of the task */
async function doKeepReport(
  tx: Tx,
  { caller: { workerId } }: WorkerActor,
  { id, completionReports }: Pick<TaskRow, 'id' | 'completionReports'>,
  { completion, at, actionId }: DriverCompletion,
  why: Pick<StoredReport, 'wrongPin'>,
  save: (report: StoredReport) => Promise<void>,
): Promise<StoredReport> {
  const completionReport = { ...completion, ...why, workerId, at: at.getTime() };
  // A device that gives its actions no ID may repeat itself too.
  const earlier = completionReports.find(({ id: _id, actionId: _action, receivedAt: _received, ...earlierReport }) =>
    isDeepStrictEqual(earlierReport, completionReport),
  );
  if (earlier) return earlier;
  if (completionReports.length >= MAX_REPORTS)
    throw invalidValue(`A task can have at most ${MAX_REPORTS} late reports.`);
  await doBindUploads(tx, workerId, id, uploadsOf(completion));
  const report: StoredReport = { ...completionReport, id: newObjectId(), actionId, receivedAt: tx.now.getTime() };
  await save(report);
  return report;
}
