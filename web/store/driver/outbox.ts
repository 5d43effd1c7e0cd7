import { MAX_DRIVER_ACTIONS } from '../../../rules/limits.ts';
import { isDefinite } from '../outbox/retry.ts';
import { type DriverRefusal, type QueuedAction, taskOf } from './action.ts';

const bySeq = (a: QueuedAction, b: QueuedAction) => a.seq - b.seq;

/** Steps that only make sense after those before them on the same task. */
const isStep = ({ action }: QueuedAction) => action.kind !== 'duty' && action.kind !== 'message';

/**
 * The refused action that another one waits for: an earlier step of the same task. What dispatch has overruled holds up
 * nothing: what was done after it is then a report.
 */
export function waitsFor(actions: readonly QueuedAction[], action: QueuedAction): QueuedAction | undefined {
  if (action.stage !== 'saved' || !isStep(action)) return undefined;
  const taskId = taskOf(action);
  return actions.find(
    (one) =>
      one.seq < action.seq &&
      one.stage === 'refused' &&
      isStep(one) &&
      taskOf(one) === taskId &&
      !one.refusal!.isOverruled &&
      !one.refusal!.isReported,
  );
}

/** Returns the actions that may be sent, in the order of their creation. */
export function sendableActions(actions: readonly QueuedAction[]): QueuedAction[] {
  return actions
    .filter((action) => action.stage === 'saved')
    .sort(bySeq)
    .filter((action) => !waitsFor(actions, action));
}

/** Next step of the outbox: pictures before the action that names them, and a message by itself. */
export type NextStep =
  | { kind: 'upload'; action: QueuedAction }
  | { kind: 'message'; action: QueuedAction }
  | { kind: 'batch'; actions: QueuedAction[] };

/**
 * The next step; undefined when nothing is to be sent. The order is kept over all tasks: a worker has one active task, so the
 * next is not started before the last was completed.
 */
export function nextStep(actions: readonly QueuedAction[], most = MAX_DRIVER_ACTIONS): NextStep | undefined {
  const waiting = sendableActions(actions);
  const [first] = waiting;
  if (!first) return undefined;
  if (!isUploaded(first)) return { kind: 'upload', action: first };
  if (first.action.kind === 'message') return { kind: 'message', action: first };
  const end = waiting.findIndex((queued) => !isUploaded(queued) || queued.action.kind === 'message');
  return { kind: 'batch', actions: waiting.slice(0, Math.min(most, end < 0 ? waiting.length : end)) };
}

function isUploaded({ files }: QueuedAction): boolean {
  return files.every(({ uploadId, isLost }) => uploadId !== undefined || isLost);
}

/** Server's answer to one action. */
export interface ActionResult {
  actionId: string;
  status: number;
  sentence?: string | undefined;
  isOverruled?: boolean | undefined;
  isReported?: boolean | undefined;
  isWrongPin?: boolean | undefined;
  requestId?: string | undefined;
}

/** Statuses that settle no action of a driver: a session of somebody else, a conflict, and one skipped after a refused one. */
const UNSETTLED: readonly number[] = [403, 412, 424];

/** The phone's time and, if its clock is wrong, by how much: the server's is the time of both less that. */
export interface PhoneTime {
  now: number;
  clockAhead: number;
}

/** An action after the answer to it. */
export function answered(action: QueuedAction, result: ActionResult, { now, clockAhead }: PhoneTime): QueuedAction {
  const { status, sentence = '', isOverruled = false, isReported = false, isWrongPin = false, requestId } = result;
  if (!isDefinite(status) || UNSETTLED.includes(status)) return action;
  const isTaken = status < 300 && !isReported;
  if (isTaken) return { ...withoutPin(action), stage: 'sent', answeredAt: now, clockAhead, refusal: undefined };
  const refusal: DriverRefusal = { sentence, status, isOverruled, isReported, isWrongPin, requestId };
  return { ...(isReported ? withoutPin(action) : action), stage: 'refused', answeredAt: now, clockAhead, refusal };
}

/**
 * Times of an action as its driver should read them. Of what the server took, they are the server's: when it came there, and the time of
 * the phone, but none later than that (`actionTime` of the server). Of the rest nobody knows better than the phone.
 */
export function timesOf({ stage, madeAt, answeredAt, clockAhead = 0 }: QueuedAction): {
  madeAt: number;
  sentAt: number;
} {
  const sentAt = (answeredAt ?? madeAt) - clockAhead;
  return { madeAt: stage === 'sent' ? Math.min(madeAt, sentAt) : madeAt, sentAt };
}

/** Once the server has had it, nobody needs a PIN any more. */
function withoutPin(queued: QueuedAction): QueuedAction {
  const { action } = queued;
  if (action.kind !== 'complete') return queued;
  const { pin: _pin, ...completion } = action.completion;
  return { ...queued, action: { ...action, completion } };
}

/** Whether the end of a task was reported with a wrong PIN: dispatch has to look at it, and the next one may be begun. */
export function waitsForDispatch(actions: readonly QueuedAction[], taskId: string): boolean {
  const ends = actions.filter(({ action }) => action.kind === 'complete' && action.taskId === taskId).sort(bySeq);
  return ends.at(-1)?.refusal?.isWrongPin ?? false;
}

/** A refused action that is to be tried once more. */
export function triedAgain(action: QueuedAction): QueuedAction {
  return { ...action, stage: 'saved', answeredAt: undefined, refusal: undefined };
}

/** Unsent actions and the time of the oldest; undefined if there are none. Refused actions count as sent. */
export function unsentOf(actions: readonly QueuedAction[]): { count: number; since: number } | undefined {
  const saved = actions.filter(({ stage }) => stage === 'saved');
  if (saved.length === 0) return undefined;
  return { count: saved.length, since: Math.min(...saved.map(({ madeAt }) => madeAt)) };
}

/**
 * Groups the refused actions for their driver until they are retried or dropped: the steps of one task that dispatch
 * has overruled belong together, in order.
 */
export function refusedTogether(actions: readonly QueuedAction[]): QueuedAction[][] {
  const refused = actions.filter(({ stage }) => stage === 'refused').sort(bySeq);
  return [...Map.groupBy(refused, (action) => (isOver(action) ? `task ${taskOf(action)}` : action.id)).values()];
}

/** Trying it again changes nothing: dispatch was first. */
export function isOver(action: QueuedAction): boolean {
  const { refusal } = action;
  return isStep(action) && refusal !== undefined && (refusal.isOverruled || refusal.isReported);
}

/** Time and maximum number for which finished actions can be looked up. */
const KEPT_MS = 3 * 24 * 3_600_000;
const MAX_KEPT = 1000;

/** Returns the actions that need not be shown any more. Actions that are neither sent nor dropped stay. */
export function forgettable(actions: readonly QueuedAction[], now: number): QueuedAction[] {
  const sent = actions.filter(({ stage }) => stage === 'sent').sort(bySeq);
  return sent.filter((action, index) => now - (action.answeredAt ?? now) > KEPT_MS || index < sent.length - MAX_KEPT);
}
