import { type Static, Type } from 'typebox';
import type { Reader } from '../../../platform/db/reader.ts';
import type { Tx } from '../../../platform/db/tx.ts';
import { cachedTaskFields } from '../../custom-fields/access.ts';
import type { CustomField } from '../../custom-fields/custom-field.ts';
import { actionAnswer, checkWhose, taskActionFields, whoseField } from '../../driver/action.ts';
import { doOwnCompletion } from '../../driver/own-completion.ts';
import { doStepOnce } from '../../driver/own-task-step.ts';
import { doSetDutyOnce } from '../../driver/set-duty.ts';
import type { WorkerCaller } from '../../http/caller.ts';
import { DispatchError, dispatchErrors, missing } from '../../http/errors.ts';
import { type DispatchRequest, dispatchOperation } from '../../http/operation.ts';
import { Nullable, ObjectId } from '../../http/validate.ts';
import { isOutOfHands } from '../access.ts';
import { doArriveAtTask, doStartTask } from '../actions.ts';
import { DriverCompletionInput } from '../completion.ts';
import { doTakeOnce } from './self-assign-task.ts';

/** Actions in one request: one after the other, each in a transaction of its own. */
const MAX_ACTIONS = 100;

const Action = Type.Object({
  kind: Type.Enum(['start', 'arrive', 'complete', 'self-assign', 'duty']),
  taskId: Type.Optional(Nullable(ObjectId)),
  onDuty: Type.Optional(Nullable(Type.Boolean())),
  ...taskActionFields,
  actionId: Type.String({ minLength: 1, maxLength: 100 }),
  ...Type.Partial(DriverCompletionInput).properties,
});
type Action = Static<typeof Action>;

const Result = Type.Object({
  actionId: Type.String(),
  status: Type.Integer({
    description:
      '200: done, now or when it was sent before; 424: not looked at, since an action on the same task before it was refused; else as the operation of its own would answer',
  }),
  error: Type.Optional(Type.Object({ error: Type.Integer(), cause: Type.String() })),
  overruled: Type.Optional(
    Type.Boolean({ description: 'Refused, since dispatch has completed the task or given it to somebody else.' }),
  ),
  reported: Type.Optional(Type.Boolean({ description: 'A completion that came too late, kept as a report.' })),
  ...actionAnswer,
});
type Result = Static<typeof Result>;

export const sendActions = dispatchOperation({
  method: 'POST',
  path: '/driver/actions',
  summary: `What the worker has done while there was no network, in its order: up to ${MAX_ACTIONS} actions, each answered by itself`,
  access: 'worker',
  body: Type.Object({
    actions: Type.Array(Action, { maxItems: MAX_ACTIONS }),
    ...whoseField,
  }),
  answer: Type.Object({ results: Type.Array(Result) }),
  errors: [1402, 2400],
  // Before the transaction of the answer: each has its own, so one that is refused takes nothing along.
  prepare(request, { body }) {
    checkWhose(request.caller, body.worker);
    return doAll(request, body.actions);
  },
  write: async (_request, _input, results) => ({ results }),
});

async function doAll(request: DispatchRequest<WorkerCaller>, actions: readonly Action[]): Promise<Result[]> {
  const fields = await cachedTaskFields(request.services, request.caller.organizationId);
  const results: Result[] = [];
  /** Tasks of which something was refused that stays to be done. */
  const held = new Set<string>();
  for (const action of actions) {
    const { actionId, taskId } = action;
    if (taskId && held.has(taskId)) {
      results.push({ actionId, status: 424 });
      continue;
    }
    const result = await doOne(request, action, fields);
    if (taskId && result.error && !result.overruled) held.add(taskId);
    results.push(result);
  }
  return results;
}

async function doOne(
  request: DispatchRequest<WorkerCaller>,
  action: Action,
  fields: readonly CustomField[],
): Promise<Result> {
  const { caller, services } = request;
  const { organizationId } = caller;
  try {
    const done = await services.database.transaction((tx) => perform({ ...request, tx, now: tx.now }, action, fields), {
      organizationId,
    });
    return { actionId: action.actionId, status: 200, ...done };
  } catch (error) {
    const refusal = refusalIn(error);
    if (!refusal) throw error;
    const overruled = await isOverruled(services.database.reader, caller, action, refusal.status);
    return { actionId: action.actionId, ...refusal, ...(overruled && { overruled }) };
  }
}

/** Whether dispatch is why an action was refused; a task to be taken was never in the worker's hands: it is, when the task is gone. */
async function isOverruled(
  reader: Reader,
  caller: WorkerCaller,
  { kind, taskId }: Action,
  status: number,
): Promise<boolean> {
  if (kind === 'duty' || !taskId) return false;
  return kind === 'self-assign' ? status === 404 : isOutOfHands(reader, caller, taskId);
}

/** A refusal that stays one; undefined of what may be tried again as it is, which ends the request. */
function refusalIn(error: unknown): Pick<Result, 'status' | 'error'> | undefined {
  if (!(error instanceof DispatchError)) return undefined;
  const { status } = dispatchErrors[error.number];
  if (status !== 400 && status !== 404) return undefined;
  return { status, error: { error: error.number, cause: error.message } };
}

async function perform(
  request: DispatchRequest<WorkerCaller> & { tx: Tx },
  action: Action,
  fields: readonly CustomField[],
): Promise<Pick<Result, 'reported' | 'deviceClockAhead'>> {
  const { kind, taskId, onDuty } = action;
  if (kind === 'duty') {
    if (typeof onDuty !== 'boolean') throw missing('onDuty is required.');
    return (await doSetDutyOnce(request, { ...action, onDuty })).notice;
  }
  if (!taskId) throw missing('taskId is required.');
  if (kind === 'self-assign') {
    await doTakeOnce(request, taskId, action.actionId);
    return {};
  }
  if (kind === 'start') return (await doStepOnce(request, taskId, action, kind, doStartTask)).notice;
  if (kind === 'arrive') return (await doStepOnce(request, taskId, action, kind, doArriveAtTask)).notice;
  const { success } = action;
  if (typeof success !== 'boolean') throw missing('success is required.');
  const { report, notice } = await doOwnCompletion(request, taskId, { ...action, success }, fields);
  return { ...notice, ...(report && { reported: true }) };
}
