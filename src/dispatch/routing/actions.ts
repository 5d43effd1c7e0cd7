import { Trigger } from '../../../rules/webhook-triggers.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { containerId, listMembers } from '../containers/access.ts';
import { lockMembers } from '../containers/actions.ts';
import type { Actor } from '../events/actor.ts';
import { emitDispatchEvent } from '../events/emit.ts';
import type { TriggerOf } from '../events/kinds.ts';
import { actionContext } from '../http/caller.ts';
import { doPlaceTasks } from '../tasks/assign.ts';
import { accessTeam, teamsAmong } from '../teams/access.ts';
import type { LeftOutReason } from './left-out.ts';
import { presentDispatch, presentProgress } from './present.ts';
import {
  type DispatchResult,
  type DispatchRow,
  listBeyondSkills,
  listUnchanged,
  listUnfinishedDependencies,
  type StoredPlan,
  saveDispatch,
  saveSearchProgress,
} from './queries.ts';
import type { SearchProgress } from './solver/problem.ts';

type Ended = 'COMPLETED' | 'CANCELLED' | 'FAILED';

/** Keeps a plan for somebody to accept, and tells that it is there (trigger 20). */
export async function doPropose(tx: Tx, actor: Actor, row: DispatchRow, plan: StoredPlan): Promise<void> {
  await saveDispatch(tx, row.id, { state: 'PROPOSED', plan, result: null });
  emitDispatch(tx, actor, Trigger.routeOptimizationJobCompleted, row.id);
}

/**
 * Gives the tasks that are as they were to the workers who still are in the team, and tells what became of the dispatch
 * (trigger 18). A worker's list is put into the plan's order, unless it has become another one: then what is new comes
 * at its end.
 */
export async function doApplyPlan(tx: Tx, actor: Actor, row: DispatchRow, plan: StoredPlan): Promise<DispatchRow> {
  return doEndDispatch(tx, actor, row, 'COMPLETED', plan, await assign(tx, actor, row, plan));
}

/** Ends a dispatch, and tells it (trigger 18). */
export async function doEndDispatch(
  tx: Tx,
  actor: Actor,
  row: DispatchRow,
  state: Ended,
  plan: StoredPlan | null,
  result: DispatchResult | null,
): Promise<DispatchRow> {
  await saveDispatch(tx, row.id, { state, plan, result });
  const ended = { ...row, state, plan, result, finishedAt: tx.now };
  // An optimization only fires trigger 20.
  const trigger = row.options.chosen ? null : Trigger.autoDispatchJobCompleted;
  emitDispatch(tx, actor, trigger, row.id, { data: { dispatch: presentDispatch(ended) } });
  if (!row.onlyProposes) emitDispatch(tx, actor, Trigger.routeOptimizationJobCompleted, row.id);
  return ended;
}

/** Saves how far the search for routes is, and tells live views; false when it is not wanted any more. */
export async function doReportProgress(tx: Tx, actor: Actor, id: string, progress: SearchProgress): Promise<boolean> {
  if (!(await saveSearchProgress(tx, id, progress))) return false;
  emitDispatch(tx, actor, null, id, { progress: presentProgress(progress) });
  return true;
}

function emitDispatch(
  tx: Tx,
  actor: Actor,
  trigger: TriggerOf<'teamDispatch'> | null,
  dispatchId: string,
  more: object = {},
): void {
  const { organizationId } = actor.caller;
  const by = actionContext(actor.caller);
  const event = { organizationId, kind: 'teamDispatch' as const, audience: ['organization'], by };
  emitDispatchEvent(tx, { ...event, trigger, payload: { dispatchId, ...more } });
}

/** The workers of a dispatch's team; of an optimization, those who were chosen and still are in the team they were chosen of. */
async function membersOf(tx: Tx, { teamId, options: { chosen } }: DispatchRow): Promise<ReadonlySet<string>> {
  if (!chosen) return new Set((await accessTeam(tx, teamId)).workers);
  const teams = new Map((await teamsAmong(tx, chosen.teams)).map((team) => [team.id, team.workers]));
  return new Set(
    Object.entries(chosen.workers).flatMap(([worker, team]) => (teams.get(team)?.includes(worker) ? [worker] : [])),
  );
}

async function assign(tx: Tx, actor: Actor, row: DispatchRow, plan: StoredPlan): Promise<DispatchResult> {
  const { organizationId } = actor.caller;
  const members = await membersOf(tx, row);
  const isNew = (id: string) => id in plan.modified;
  const left: DispatchResult['unassignedTasks'] = [...plan.unassigned];
  const present = plan.routes.filter(({ worker, tasks }) => {
    if (members.has(worker)) return true;
    left.push(...tasks.filter(isNew).map((task) => ({ task, reason: 'WORKER_GONE' as const })));
    return false;
  });
  // All at once, in the order in which everybody locks them.
  const planned = present.flatMap((route) => route.tasks);
  const owners = present.map(({ worker }) => ({ type: 'WORKER' as const, id: worker }));
  await lockMembers(tx, planned, owners);
  const lists = Map.groupBy(
    await listMembers(
      tx,
      owners.map(({ type, id }) => containerId(organizationId, type, id)),
    ),
    (task) => task.containerId,
  );
  const container = row.options.chosen ? undefined : containerId(organizationId, 'TEAM', row.teamId);
  const unchanged = new Set(
    (await listUnchanged(tx, container, planned.filter(isNew)))
      .filter((task) => task.modifiedAt.getTime() === plan.modified[task.id])
      .map((task) => task.id),
  );
  // A worker may have lost a skill since.
  const pairs = present.flatMap(({ worker, tasks }) => tasks.filter(isNew).map((task) => ({ task, worker })));
  const beyond = new Set(await listBeyondSkills(tx, pairs));
  for (const id of beyond) unchanged.delete(id);
  // Whatever waits for a task that stays stays too, and so on.
  const waiting = new Set<string>();
  const links = await listUnfinishedDependencies(tx, [...unchanged]);
  for (let before = -1; before !== unchanged.size; ) {
    before = unchanged.size;
    for (const { taskId, dependsOn } of links)
      if (isNew(dependsOn) && !unchanged.has(dependsOn) && unchanged.delete(taskId)) waiting.add(taskId);
  }
  const reasonOf = (task: string): LeftOutReason =>
    beyond.has(task) ? 'SKILL' : waiting.has(task) ? 'DEPENDENCY' : 'CHANGED';
  const assignedTasks: DispatchResult['assignedTasks'] = [];
  for (const { worker, tasks, had } of present) {
    const given = tasks.filter((id) => unchanged.has(id));
    left.push(
      ...tasks.filter((id) => isNew(id) && !unchanged.has(id)).map((task) => ({ task, reason: reasonOf(task) })),
    );
    if (given.length === 0) continue;
    const owner = { type: 'WORKER' as const, id: worker };
    const has = (lists.get(containerId(organizationId, 'WORKER', worker)) ?? []).map((task) => task.id);
    const order = tasks.filter((id) => !isNew(id) || unchanged.has(id));
    const isReordered = had.some((id, n) => order[n] !== id) && had.join() === has.join();
    await doPlaceTasks(tx, actor, {
      owner,
      tasks: isReordered ? order : given,
      place: isReordered ? 'replace' : 'end',
      isAutomatic: true,
    });
    assignedTasks.push({ worker, tasks: given });
  }
  return { assignedTasks, unassignedTasks: left };
}
