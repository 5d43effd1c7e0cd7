import { type Static, Type } from 'typebox';
import { MAX_DRIVER_ACTIONS } from '../../../../rules/limits.ts';
import type { Reader } from '../../../platform/db/reader.ts';
import type { Tx } from '../../../platform/db/tx.ts';
import { cachedTaskFields } from '../../custom-fields/access.ts';
import type { CustomField } from '../../custom-fields/custom-field.ts';
import type { WorkerCaller } from '../../http/caller.ts';
import { DispatchError, dispatchErrors, missing } from '../../http/errors.ts';
import { type DispatchRequest, dispatchOperation } from '../../http/operation.ts';
import { Nullable, ObjectId } from '../../http/validate.ts';
import { isOutOfHands } from '../../tasks/access.ts';
import { doArriveAtTask, doStartTask } from '../../tasks/actions.ts';
import { DriverCompletionInput } from '../../tasks/completion.ts';
import { actionAnswer, checkWhose, taskActionFields, whoseField } from '../action.ts';
import { doOwnCompletion } from '../own-completion.ts';
import { doStepOnce } from '../own-task-step.ts';
import { doSetDutyOnce } from '../set-duty.ts';
import { doTakeOnce } from './self-assign-task.ts';

/**
 * Actions in one transaction, each of which is a part of it (`tx.attempt`): of more than 64, PostgreSQL has to look up on disk whose rows
 * are whose, for everybody.
 */
const MAX_TOGETHER = 50;
/** A transaction takes up no further action after so long: it holds the worker's list, which dispatch waits for. */
const MAX_HOLD_MS = 200;

const Action = Type.Object({
  kind: Type.Enum(['start', 'arrive', 'complete', 'self-assign', 'duty'], { description: 'What the worker did.' }),
  taskId: Type.Optional(Nullable(ObjectId, { description: 'ID of the task; required, except for `duty`.' })),
  onDuty: Type.Optional(Nullable(Type.Boolean(), { description: 'True: on duty; only for `duty`.' })),
  ...taskActionFields,
  actionId: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'ID that the device gives the action. A repeat with the same ID changes nothing.',
  }),
  ...Type.Partial(DriverCompletionInput).properties,
});
type Action = Static<typeof Action>;

const Result = Type.Object({
  actionId: Type.String({ description: 'ID that the device gave it.' }),
  status: Type.Integer({
    description:
      '200: done, now or before; 424: not tried, because an earlier action on the task was refused; else ' +
      'the status that it alone would get.',
  }),
  error: Type.Optional(
    Type.Object(
      {
        error: Type.Integer({ description: 'Number of the error, for programs.' }),
        cause: Type.String({ description: 'What exactly is wrong.' }),
      },
      { description: 'Why it was refused; absent if it was done.' },
    ),
  ),
  overruled: Type.Optional(
    Type.Boolean({ description: 'True if it was refused because dispatch completed the task or reassigned it.' }),
  ),
  reported: Type.Optional(
    Type.Boolean({ description: 'True for a completion that did not count and was stored as a report.' }),
  ),
  wrongPin: Type.Optional(
    Type.Boolean({ description: 'True if a completion did not count because its PIN was wrong.' }),
  ),
  ...actionAnswer,
});
type Result = Static<typeof Result>;

type ActionRequest = DispatchRequest<WorkerCaller> & { tx: Tx };

export const sendActions = dispatchOperation({
  method: 'POST',
  path: '/driver/actions',
  summary: `Send what the worker did without a network: up to ${MAX_DRIVER_ACTIONS} actions in their order, each answered by itself`,
  access: 'worker',
  body: Type.Object({
    actions: Type.Array(Action, {
      maxItems: MAX_DRIVER_ACTIONS,
      description: 'Actions in the order in which they were done.',
    }),
    ...whoseField,
  }),
  answer: Type.Object({ results: Type.Array(Result, { description: 'Results in the order of the actions.' }) }),
  errors: [1402, 2400],
  // Before the transaction of the answer: an action that ends in an error takes nothing along of what came before it.
  prepare(request, { body }) {
    checkWhose(request.caller, body.worker);
    return doAll(request, body.actions);
  },
  write: async (_request, _input, results) => ({ results }),
});

async function doAll(request: DispatchRequest<WorkerCaller>, actions: readonly Action[]): Promise<Result[]> {
  const { caller, services, origin } = request;
  const { organizationId } = caller;
  const fields = await cachedTaskFields(services, organizationId);
  const results: Result[] = [];
  while (results.length < actions.length) {
    const held = heldUp(actions, results);
    const rest = actions.slice(results.length);
    const done = await services.database.transaction(
      (tx) => doTogether({ ...request, tx, now: tx.now }, rest, new Set(held), fields),
      { organizationId, origin },
    );
    results.push(...done);
  }
  return results;
}

/** Tasks of which something was refused that stays to be done. */
function heldUp(actions: readonly Action[], results: readonly Result[]): string[] {
  return results.flatMap(({ error, overruled }, index) => (error && !overruled && actions[index]!.taskId) || []);
}

/**
 * Does the first of the actions in one transaction, each as if it had its own: what one is refused for takes nothing along. It ends early
 * where others would wait for it, and before what ends in an error, which is then the first of the next. Only the first waits for lists
 * that others hold: the list of whoever has a task by now may be kept for seconds, and the worker's own is not to be kept with it.
 * @param held tasks of which nothing is looked at; those of what is refused are added
 * @throws what the first of them ends in, if it is no refusal
 */
async function doTogether(
  request: ActionRequest,
  actions: readonly Action[],
  held: Set<string>,
  fields: readonly CustomField[],
): Promise<Result[]> {
  const until = performance.now() + MAX_HOLD_MS;
  const results: Result[] = [];
  for (const [index, action] of actions.slice(0, MAX_TOGETHER).entries()) {
    const isFirst = index === 0;
    if (!isFirst && (performance.now() > until || beginsAnew(action, actions[index - 1]!))) break;
    const { actionId, taskId } = action;
    if (taskId && held.has(taskId)) {
      results.push({ actionId, status: 424 });
      continue;
    }
    try {
      const result = await doOne(request, action, fields, isFirst);
      if (taskId && result.error && !result.overruled) held.add(taskId);
      results.push(result);
    } catch (error) {
      if (isFirst) throw error;
      break;
    }
  }
  return results;
}

/**
 * Whether an action needs locks that come before those which others have taken: of the worker before the worker's list, of a team's list
 * together with that. Taken later, they would be waited for in circles.
 */
function beginsAnew({ kind }: Action, before: Action): boolean {
  return kind === 'self-assign' || (kind === 'duty' && before.kind !== 'duty');
}

async function doOne(
  request: ActionRequest,
  action: Action,
  fields: readonly CustomField[],
  mayWait: boolean,
): Promise<Result> {
  const { tx, caller } = request;
  try {
    const done = await tx.attempt(() => perform(request, action, fields), { mayWait });
    return { actionId: action.actionId, status: 200, ...done };
  } catch (error) {
    const refusal = refusalIn(error);
    if (!refusal) throw error;
    const overruled = await isOverruled(tx, caller, action, refusal.status);
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
  request: ActionRequest,
  action: Action,
  fields: readonly CustomField[],
): Promise<Pick<Result, 'reported' | 'wrongPin' | 'deviceClockAhead'>> {
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
  const { report, notice } = await doOwnCompletion(request, taskId, { ...action, success }, fields, 'report');
  return { ...notice, ...(report && { reported: true }), ...(report?.wrongPin && { wrongPin: true }) };
}
