import { Trigger } from '../../../rules/webhook-triggers.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { newObjectId, newShortId } from '../../platform/ids.ts';
import { lockMembers, type Owner } from '../containers/actions.ts';
import type { Actor } from '../events/actor.ts';
import { actionContext, viewerOf } from '../http/caller.ts';
import { invalidValue } from '../http/errors.ts';
import { isChange } from '../organization/changes.ts';
import { unseenAmong } from '../sight/access.ts';
import { accessTasks } from '../tasks/access.ts';
import { doPlaceTasks } from '../tasks/assign.ts';
import { emitTasks } from '../tasks/events.ts';
import { accessRoutePlan, accessRoutePlanForUpdate } from './access.ts';
import { emitRoutePlan, emitRoutePlanDeleted } from './events.ts';
import { MAX_PLAN_TASKS } from './input.ts';
import {
  addTasks,
  deleteRoutePlanRow,
  insertRoutePlan,
  type RoutePlanRow,
  type RoutePlanValues,
  updateRoutePlanRow,
} from './queries.ts';

/**
 * Creates a route plan; its tasks go to the end of its worker's list, or of its team's.
 * @throws {DispatchError} what {@link doAddTasks} throws
 */
export async function doCreateRoutePlan(
  tx: Tx,
  actor: Actor,
  values: RoutePlanValues,
  tasks: readonly string[],
): Promise<RoutePlanRow> {
  const id = newObjectId();
  await insertRoutePlan(tx, id, newShortId(), values);
  await put(tx, actor, await accessRoutePlan(tx, id), tasks);
  const plan = await accessRoutePlan(tx, id);
  emitRoutePlan(tx, Trigger.routePlanCreated, plan, { by: actionContext(actor.caller) });
  return plan;
}

/**
 * Changes a plan that is locked. Tasks that are not started follow it to another worker.
 * @throws {DispatchError} 1000 for a completed plan, and what {@link doAddTasks} throws
 */
export async function doUpdateRoutePlan(
  tx: Tx,
  actor: Actor,
  plan: RoutePlanRow,
  values: RoutePlanValues,
  tasks: readonly string[],
): Promise<RoutePlanRow> {
  const { id } = plan;
  const added = tasks.filter((task) => !plan.tasks.includes(task));
  if (!isChange(plan, values) && added.length === 0) return plan;
  if (plan.actualEndTime) throw invalidValue('A completed route plan cannot be changed.');
  const { workerId, teamId, ...others } = values;
  await updateRoutePlanRow(tx, id, values);
  const changed = { ...plan, ...values };
  if (ownerOf(changed).id !== ownerOf(plan).id) await moveWaiting(tx, actor, changed);
  await put(tx, actor, changed, added);
  const updated = await accessRoutePlan(tx, id);
  const change = { by: actionContext(actor.caller), before: plan };
  if (isChange(plan, { ...others, teamId }) || added.length > 0)
    emitRoutePlan(tx, Trigger.routePlanUpdated, updated, change);
  if (workerId !== plan.workerId)
    emitRoutePlan(tx, workerId ? Trigger.routePlanAssigned : Trigger.routePlanUnassigned, updated, change);
  return updated;
}

/**
 * Adds tasks to the end of a plan; those that it has stay where they are.
 * @throws {DispatchError} 1000 for tasks that are started or in another plan, and for too many; 1402 for a plan or task
 *   that does not exist
 */
export async function doAddTasks(tx: Tx, actor: Actor, id: string, tasks: readonly string[]): Promise<RoutePlanRow> {
  const plan = await accessRoutePlanForUpdate(tx, id);
  return doUpdateRoutePlan(tx, actor, plan, plan, tasks);
}

/** Deletes a plan; its tasks stay where they are. */
export async function doDeleteRoutePlan(tx: Tx, actor: Actor, plan: RoutePlanRow): Promise<void> {
  await deleteRoutePlanRow(tx, plan.id);
  emitRoutePlanDeleted(tx, plan, actionContext(actor.caller));
}

/** Returns the owner of the list in which a plan's tasks wait: the worker, else the team, else the organization. */
function ownerOf({ organizationId, workerId, teamId }: RoutePlanRow): Owner {
  if (workerId) return { type: 'WORKER', id: workerId };
  return teamId ? { type: 'TEAM', id: teamId } : { type: 'ORGANIZATION', id: organizationId };
}

async function put(tx: Tx, actor: Actor, plan: RoutePlanRow, tasks: readonly string[]): Promise<void> {
  if (tasks.length === 0) return;
  if (new Set(tasks).size < tasks.length) throw invalidValue('tasks must not name a task twice.');
  if (plan.tasks.length + tasks.length > MAX_PLAN_TASKS)
    throw invalidValue(`A route plan can have at most ${MAX_PLAN_TASKS} tasks.`);
  const { id } = plan;
  const isAssigned = plan.workerId !== null || plan.teamId !== null;
  const owner = ownerOf(plan);
  // Lock order: containers before tasks.
  const { members } = await lockMembers(tx, tasks, isAssigned ? [owner] : []);
  const added = await addTasks(tx, id, tasks, actionContext(actor.caller));
  // `doPlaceTasks` refuses a task that does not exist.
  const refused = tasks.find((task) => members.has(task) && !added.includes(task));
  if (refused) throw invalidValue(`Task ${refused} has been started or is in another route plan.`);
  const unknown = tasks.some((task) => !members.has(task));
  if (isAssigned || unknown) await doPlaceTasks(tx, actor, { owner, tasks, place: 'end' });
  else
    await emitTasks(
      tx,
      actor,
      (await accessTasks(tx, tasks)).map((task) => ({ trigger: null, task })),
    );
}

/** Moves the plan's waiting tasks to its new owner, but for those that have gone out of the sight of whoever changes it. */
async function moveWaiting(tx: Tx, actor: Actor, plan: RoutePlanRow): Promise<void> {
  const owner = ownerOf(plan);
  const { members } = await lockMembers(tx, plan.tasks, [owner]);
  const unseen = await unseenAmong(tx, viewerOf(actor.caller), plan.tasks);
  const tasks = plan.tasks.filter((task) => members.get(task)?.position != null && !unseen.has(task));
  if (tasks.length > 0) await doPlaceTasks(tx, actor, { owner, tasks, place: 'end' });
}
