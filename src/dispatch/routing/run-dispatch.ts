import type { Tx } from '../../platform/db/tx.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { containerId } from '../containers/access.ts';
import { lockMembers } from '../containers/actions.ts';
import type { Actor } from '../events/actor.ts';
import { emitTriggered } from '../events/emit.ts';
import { Trigger } from '../events/triggers.ts';
import { actionContext } from '../http/caller.ts';
import { doPlaceTasks } from '../tasks/assign.ts';
import { accessTeam } from '../teams/access.ts';
import { type Gathered, gather } from './gather.ts';
import type { Route } from './problem.ts';
import {
  claimDispatch,
  type DispatchWorkRow,
  deleteOldDispatches,
  findDispatchWork,
  finishDispatch,
  listUnchanged,
} from './queries.ts';
import { solve } from './solve.ts';

export const DISPATCH_QUEUE = 'dispatch-team-dispatch';

const KEEP_DAYS = 7;
/** What is looked for better routes, in milliseconds. */
const BUDGET_MS = 5000;
/** The same tasks and workers have the same routes. */
const SEED = 1;

/**
 * Plans a team's routes, and gives the tasks to its workers. All of that, and the dispatch's end, are one transaction: a
 * job that is killed starts over.
 */
export const runDispatch = defineJob<{ organizationId: string; dispatchId: string }>({
  queue: DISPATCH_QUEUE,
  expireInSeconds: 120,
  retryLimit: 10,
  retryDelay: 5,
  concurrency: 1,
  async handle({ database, clock, publicUrl }, { organizationId, dispatchId }, signal) {
    const { reader } = database;
    const work = await findDispatchWork(reader, organizationId, dispatchId);
    if (!work) return;
    const team = await accessTeam(reader, organizationId, work.teamId);
    const gathered = await gather(reader, organizationId, team, work.options, clock.now());
    const { routes, unassigned } = await solve(gathered.problem, { budgetMs: BUDGET_MS, seed: SEED, signal });
    const leftOut = [...gathered.leftOut, ...unassigned.map(({ job, reason }) => ({ task: job, reason }))];
    await database.transaction(async (tx) => {
      if (!(await claimDispatch(tx, organizationId, dispatchId))) return;
      const actor = { caller: work.caller, publicUrl: publicUrl() };
      const done = await assign(tx, actor, work, gathered, routes);
      const dispatch = {
        id: dispatchId,
        team: work.teamId,
        timeCreated: work.submittedAt.getTime(),
        timeCompleted: tx.now.getTime(),
        assignedTasks: done.routes.map(({ vehicle, jobs }) => ({ worker: vehicle, tasks: jobs })),
        unassignedTasks: [...leftOut, ...done.leftOut],
      };
      await finishDispatch(tx, organizationId, dispatchId, dispatch);
      const by = actionContext(work.caller);
      const event = { organizationId, kind: 'teamDispatch', audience: ['organization'], by };
      const payloads = { dispatchId, data: { dispatch } };
      emitTriggered(tx, { ...event, trigger: Trigger.autoDispatchJobCompleted, payload: payloads });
      emitTriggered(tx, { ...event, trigger: Trigger.routeOptimizationJobCompleted, payload: { dispatchId } });
    });
  },
});

/** Gives the tasks that are as they were to the workers who still are in the team; tells which ones stay. */
async function assign(
  tx: Tx,
  actor: Actor,
  { teamId, caller: { organizationId } }: DispatchWorkRow,
  { tasks }: Gathered,
  routes: readonly Route[],
): Promise<{ routes: Route[]; leftOut: Gathered['leftOut'] }> {
  const members = new Set((await accessTeam(tx, organizationId, teamId)).workers);
  const present = routes.filter((route) => members.has(route.vehicle));
  const leftOut: Gathered['leftOut'] = routes
    .filter((route) => !members.has(route.vehicle))
    .flatMap(({ jobs }) => jobs.map((task) => ({ task, reason: 'WORKER_GONE' as const })));
  // All at once, in the order in which everybody locks them.
  const planned = present.flatMap((route) => route.jobs);
  const owners = present.map(({ vehicle }) => ({ type: 'WORKER' as const, id: vehicle }));
  await lockMembers(tx, organizationId, planned, owners);
  const container = containerId(organizationId, 'TEAM', teamId);
  const known = new Map(tasks.map((task) => [task.id, task.modifiedAt.getTime()]));
  const unchanged = new Set(
    (await listUnchanged(tx, organizationId, container, planned))
      .filter((task) => task.modifiedAt.getTime() === known.get(task.id))
      .map((task) => task.id),
  );
  const given: Route[] = [];
  for (const { vehicle, jobs } of present) {
    const kept = jobs.filter((task) => unchanged.has(task));
    leftOut.push(...jobs.filter((task) => !unchanged.has(task)).map((task) => ({ task, reason: 'CHANGED' as const })));
    if (kept.length === 0) continue;
    const owner = { type: 'WORKER' as const, id: vehicle };
    await doPlaceTasks(tx, actor, { owner, tasks: kept, place: 'end', isAutomatic: true });
    given.push({ vehicle, jobs: kept });
  }
  return { routes: given, leftOut };
}

export const forgetDispatches = defineJob({
  queue: 'dispatch-forget-team-dispatches',
  expireInSeconds: 300,
  retryLimit: 1,
  retryDelay: 60,
  concurrency: 1,
  cron: '43 3 * * *',
  async handle({ database, clock }) {
    const before = new Date(clock.now().getTime() - KEEP_DAYS * 24 * 3_600_000);
    await database.transaction((tx) => deleteOldDispatches(tx, before));
  },
});
