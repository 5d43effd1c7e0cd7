import type { Reader } from '../../platform/db/reader.ts';
import { containerId } from '../containers/access.ts';
import type { TeamRow } from '../teams/access.ts';
import type { Chosen } from './chosen.ts';
import type { DispatchOptions } from './dispatch-options.ts';
import { type Driver, driversOf } from './drivers.ts';
import type { LeftOutReason } from './left-out.ts';
import { neededSkills } from './needed-skills.ts';
import { withOwnList } from './own-list.ts';
import { listChosenTasks, listUnfinishedDependencies, listWaitingTasks, type OpenTaskRow } from './queries.ts';
import type { Job, RoutingProblem, Vehicle } from './solver/problem.ts';

/** Waiting tasks of one dispatch at most; those beyond wait for the next one, and are told. */
const MAX_TASKS = 1000;

/** Tasks and workers of a dispatch. */
export interface Gathered {
  tasks: OpenTaskRow[];
  problem: RoutingProblem;
  leftOut: { task: string; reason: LeftOutReason }[];
  /** Latest time of tasks, in seconds from now. */
  due: ReadonlyMap<string, number>;
}

interface Link {
  taskId: string;
  dependsOn: string;
  workerId: string | null;
}

const at = (seconds: number) => new Date(seconds * 1000);

/**
 * A team's waiting tasks and its workers, or those that were chosen, with what they have to do, as a problem; in seconds from now.
 * @param teams the team, or those of the chosen workers
 */
export async function gather(
  reader: Reader,
  teams: readonly TeamRow[],
  options: DispatchOptions,
  now: Date,
): Promise<Gathered> {
  const [from, to] = options.taskTimeWindow.map(at) as [Date, Date];
  const { chosen } = options;
  const waiting = chosen
    ? await listChosenTasks(reader, chosen.tasks)
    : await listWaitingTasks(reader, containerId(reader.organizationId, 'TEAM', teams[0]!.id), [from, to]);
  const [tasks, later] = [waiting.slice(0, MAX_TASKS), waiting.slice(MAX_TASKS)];
  const drivers = await driversOf(reader, teams, options, now);
  const own = drivers.flatMap((driver) => driver.own);
  const all = [...own, ...tasks].map((task) => task.id);
  const links = Map.groupBy(await listUnfinishedDependencies(reader, all), (link) => link.taskId);
  const job = (task: OpenTaskRow, more: Pick<Job, 'vehicle' | 'after' | 'skills'>) => jobOf(task, more, options, now);
  const withOwn = drivers.map((driver) => keepOwn(driver, links, job));
  const movable = new Set(own.map((task) => task.id));
  const { reasons, jobs } = waitingJobs(
    tasks,
    links,
    drivers.map(({ vehicle }) => vehicle),
    movable,
    job,
  );
  return {
    tasks,
    problem: {
      vehicles: withOwn.map(({ vehicle }) => vehicle),
      jobs: [...withOwn.flatMap(({ jobs }) => jobs), ...jobs],
    },
    leftOut: [
      ...[...reasons, ...gone(chosen, waiting)].map(([task, reason]) => ({ task, reason })),
      ...later.map(({ id }) => ({ task: id, reason: 'LATER' as const })),
    ],
    due: new Map(
      [...own, ...tasks].flatMap(({ id, completeBefore }) =>
        completeBefore ? [[id, (completeBefore.getTime() - now.getTime()) / 1000] as const] : [],
      ),
    ),
  };
}

/** Chosen tasks that somebody has by now. */
function gone(chosen: Chosen | undefined, tasks: readonly OpenTaskRow[]): [string, LeftOutReason][] {
  const waiting = new Set(tasks.map(({ id }) => id));
  return (chosen?.tasks ?? []).filter((id) => !waiting.has(id)).map((id) => [id, 'CHANGED']);
}

type MakeJob = (task: OpenTaskRow, more: Pick<Job, 'vehicle' | 'after' | 'skills'>) => Job;

/**
 * Keeps a worker's tasks in their order, except that a task may come before the ones it depends on if it already does.
 */
function keepOwn(
  { vehicle, own }: Driver,
  links: ReadonlyMap<string, readonly Link[]>,
  job: MakeJob,
): ReturnType<typeof withOwnList> {
  const seen = new Set<string>();
  const jobs = own.map((task) => {
    const after = (links.get(task.id) ?? []).flatMap(({ dependsOn }) => (seen.has(dependsOn) ? [dependsOn] : []));
    seen.add(task.id);
    return job(task, { vehicle: vehicle.id, after });
  });
  return withOwnList(vehicle, jobs);
}

function waitingJobs(
  tasks: readonly OpenTaskRow[],
  links: ReadonlyMap<string, readonly Link[]>,
  vehicles: readonly Vehicle[],
  movable: ReadonlySet<string>,
  job: MakeJob,
): { jobs: Job[]; reasons: Map<string, LeftOutReason> } {
  const reasons = new Map<string, LeftOutReason>();
  for (const task of tasks) if (!task.located) reasons.set(task.id, 'NOT_LOCATED');
  const drivers = new Set(vehicles.map(({ id }) => id));
  const waiting = new Set(tasks.map((task) => task.id));
  const isOpen = (id: string) => waiting.has(id) && !reasons.has(id);
  // Whatever waits for a task that stays stays too, and so on.
  for (let before = -1; before < reasons.size; ) {
    before = reasons.size;
    for (const task of tasks) {
      if (reasons.has(task.id)) continue;
      const parents = links.get(task.id) ?? [];
      const having = new Set(parents.flatMap(({ workerId }) => workerId ?? []));
      const isPossible = parents.every(({ dependsOn, workerId }) =>
        workerId === null ? isOpen(dependsOn) : drivers.has(workerId),
      );
      if (!isPossible || having.size > 1) reasons.set(task.id, 'DEPENDENCY');
    }
  }
  const open = tasks.filter((task) => !reasons.has(task.id));
  const skills = neededSkills(
    open,
    (id) => (links.get(id) ?? []).map(({ dependsOn }) => dependsOn).filter((parent) => waiting.has(parent)),
    vehicles.map((vehicle) => vehicle.skills ?? []),
  );
  const jobs = open.map((task) => {
    const parents = links.get(task.id) ?? [];
    const vehicle = parents.find(({ workerId }) => workerId !== null)?.workerId;
    const after = parents.map(({ dependsOn }) => dependsOn).filter((id) => waiting.has(id) || movable.has(id));
    return job(task, { ...(vehicle ? { vehicle } : {}), after, skills: skills.get(task.id)! });
  });
  return { jobs, reasons };
}

function jobOf(
  task: OpenTaskRow,
  more: Pick<Job, 'vehicle' | 'after' | 'skills'>,
  options: DispatchOptions,
  now: Date,
): Job {
  const seconds = (time: Date) => (time.getTime() - now.getTime()) / 1000;
  const service = task.serviceTime > 0 ? task.serviceTime * 60 : options.serviceSeconds;
  const until = task.completeBefore ? seconds(task.completeBefore) + options.delaySeconds - service : Infinity;
  return {
    ...more,
    id: task.id,
    location: [task.lon, task.lat],
    service,
    timeWindow: [task.completeAfter ? seconds(task.completeAfter) : Number.NEGATIVE_INFINITY, until],
    amount: [1, ...task.amounts],
  };
}
