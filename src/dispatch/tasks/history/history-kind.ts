import { Trigger } from '../../../../rules/webhook-triggers.ts';
import type { AppendedEvent } from '../../../platform/events/log.ts';
import { placesOf } from '../../events/audience.ts';
import { isOfBatch } from '../../events/of-batch.ts';
import type { ActionContext } from '../../http/caller.ts';
import type { Task } from '../present.ts';
import type { HistoryKind } from './history-entry.ts';

/** A task's event as the log has it. */
export interface TaskPayload {
  taskId: string;
  triggerId?: number;
  actionContext?: ActionContext;
  data: { task: Task };
}

const OF_TRIGGER: Partial<Record<number, HistoryKind>> = {
  [Trigger.taskCreated]: 'created',
  [Trigger.taskCloned]: 'cloned',
  [Trigger.taskAssigned]: 'assigned',
  [Trigger.taskUnassigned]: 'unassigned',
  [Trigger.taskStarted]: 'started',
  [Trigger.taskCompleted]: 'completed',
  [Trigger.taskFailed]: 'failed',
};

/** Returns what an event means for its task's history; undefined for nothing, as of another order within a list. */
export function historyKindOf(event: AppendedEvent): HistoryKind | undefined {
  const payload = event.payload as TaskPayload;
  const { triggerId } = payload;
  if (isOfBatch(event)) return 'created';
  if (triggerId === undefined) return placesOf(event.audience).length > 1 ? 'moved' : undefined;
  return triggerId === Trigger.taskUpdated ? kindOfUpdate(event.at, payload) : OF_TRIGGER[triggerId];
}

/** An arrival and a report come as updates. */
function kindOfUpdate(at: Date, { actionContext, data: { task } }: TaskPayload): HistoryKind {
  if (task.completionReports?.some(({ timeReceived }) => timeReceived === at.getTime())) return 'reported';
  const hasArrived = task.completionDetails.events.some(({ name }) => name === 'arrival');
  return actionContext?.type === 'WORKER' && task.state === 2 && hasArrived ? 'arrived' : 'edited';
}
