import { Trigger } from '../../../rules/webhook-triggers.ts';
import { sql } from '../../platform/db/sql.ts';
import type { AppendedEvent } from '../../platform/events/log.ts';
import { defineLogReader } from '../../platform/events/log-reader.ts';
import { emitChange } from '../events/emit.ts';
import { accessRoutePlan } from './access.ts';
import { emitRoutePlan } from './events.ts';
import { lockRoutePlans, ROUTE_PLANS_CURSOR, removeReassigned, updateProgress } from './queries.ts';

interface TaskPayload {
  data?: { task?: { routePlan?: string } };
}

const planOf = (event: AppendedEvent) => (event.payload as TaskPayload | null)?.data?.task?.routePlan;

/**
 * Keeps plans in step with their tasks: a plan starts with its first task and is completed with its last, and a task
 * that was assigned to another worker leaves it.
 */
export const followTasks = defineLogReader({
  name: ROUTE_PLANS_CURSOR,
  concerns: (event) => event.part === 'dispatch' && event.kind === 'task' && planOf(event) !== undefined,
  where: sql`part = 'dispatch' and kind = 'task' and payload #> '{data,task,routePlan}' is not null`,
  async read(tx, events) {
    const named = [...new Set(events.map(planOf).filter((id) => id !== undefined))];
    const plans = await lockRoutePlans(tx, named);
    if (plans.length === 0) return;
    const left = Map.groupBy(await removeReassigned(tx, plans), ({ planId }) => planId);
    for (const [id, own] of left) {
      const tasks = own.map(({ taskId }) => taskId);
      emitChange(tx, 'routePlanTasksLeft', { id, tasks });
    }
    const changed = new Set(left.keys());
    const { started, completed } = await updateProgress(tx, plans);
    for (const id of new Set([...changed, ...started, ...completed])) {
      const plan = await accessRoutePlan(tx, id);
      if (changed.has(id)) emitRoutePlan(tx, Trigger.routePlanUpdated, plan);
      if (started.has(id)) emitRoutePlan(tx, Trigger.routePlanStarted, plan);
      if (completed.has(id)) emitRoutePlan(tx, Trigger.routePlanCompleted, plan);
    }
  },
});
