import type { Reader } from '../../platform/db/reader.ts';
import { containerId, containersOf } from '../containers/access.ts';
import { type StopTimeRow, stopTimesOf, travelModelOf } from '../estimates/access.ts';
import { speedAt } from '../estimates/travel.ts';
import type { Location } from '../geography/location.ts';
import { DispatchError } from '../http/errors.ts';
import { accessHub } from '../hubs/access.ts';
import type { TeamRow } from '../teams/access.ts';
import type { DispatchOptions } from './options.ts';
import type { Job, Reason, RoutingProblem, Vehicle } from './problem.ts';
import {
  type AvailableWorkerRow,
  listAvailableWorkers,
  listUnfinishedDependencies,
  listWaitingTasks,
  type WaitingTaskRow,
} from './queries.ts';

/** Tasks and workers of one dispatch at most; those beyond wait for the next one. */
const MAX_TASKS = 1000;
const MAX_WORKERS = 300;

/** Why a task stays where it is. */
type LeftOutReason = Reason | 'NOT_LOCATED' | 'CHANGED' | 'WORKER_GONE';

/** What a dispatch is about. */
export interface Gathered {
  tasks: WaitingTaskRow[];
  problem: RoutingProblem;
  leftOut: { task: string; reason: LeftOutReason }[];
}

const at = (seconds: number) => new Date(seconds * 1000);
const placeOf = (lon: number | null | undefined, lat: number | null | undefined): Location | undefined =>
  typeof lon === 'number' && typeof lat === 'number' ? [lon, lat] : undefined;

/** A team's waiting tasks and its workers as a problem, in seconds from now. */
export async function gather(
  reader: Reader,
  organizationId: string,
  team: TeamRow,
  options: DispatchOptions,
  now: Date,
): Promise<Gathered> {
  const [from, to] = options.taskTimeWindow.map(at) as [Date, Date];
  const container = containerId(organizationId, 'TEAM', team.id);
  const tasks = await listWaitingTasks(reader, organizationId, container, [from, to], MAX_TASKS);
  const vehicles = await vehiclesOf(reader, organizationId, team, options, now);
  const { jobs, leftOut } = await jobsOf(reader, organizationId, tasks, vehicles, options, now);
  return { tasks, problem: { vehicles, jobs }, leftOut };
}

async function vehiclesOf(
  reader: Reader,
  organizationId: string,
  team: TeamRow,
  options: DispatchOptions,
  now: Date,
): Promise<Vehicle[]> {
  const [from, to] = options.scheduleTimeWindow;
  const span = [at(Math.max(from, now.getTime() / 1000)), at(to)] as const;
  const workers = await listAvailableWorkers(reader, organizationId, team.id, span, MAX_WORKERS);
  const ids = workers.map((worker) => worker.id);
  const model = await travelModelOf(reader, organizationId);
  const times = await stopTimesOf(reader, organizationId, ids, now);
  const byWorker = Map.groupBy(times.values(), (time: StopTimeRow) => time.workerId);
  const containers = await containersOf(reader, organizationId, 'WORKER', ids);
  const hubAt = async (id: string | null): Promise<Location | undefined> => {
    if (!id) return undefined;
    try {
      const hub = await accessHub(reader, organizationId, id);
      return [hub.longitude, hub.latitude];
    } catch (error) {
      // Deleted since it was asked for: the way ends anywhere.
      if (error instanceof DispatchError) return undefined;
      throw error;
    }
  };
  const teamHub = await hubAt(team.hubId);
  const endHub = options.end.type === 'HUB' ? await hubAt(options.end.id) : teamHub;
  return workers.flatMap((worker) => {
    const list = containers.get(worker.id);
    const home = placeOf(worker.homeLon, worker.homeLat);
    // What the worker has to do already comes before.
    const start =
      placeOf(list?.lastLon, list?.lastLat) ??
      placeOf(list?.activeLon, list?.activeLat) ??
      placeOf(worker.lon, worker.lat) ??
      home ??
      teamHub;
    if (!start) return [];
    const ends = { TEAM: endHub, HUB: endHub, WORKER: home, ANYWHERE: undefined };
    const end = ends[options.end.type];
    const busy = Math.max(0, ...(byWorker.get(worker.id) ?? []).map(({ through }) => through ?? 0));
    const [opens, closes] = workingTime(worker, span, now);
    const vehicle: Vehicle = {
      id: worker.id,
      start,
      timeWindow: [Math.max(opens, busy), closes],
      capacity: [options.maxTasksPerRoute - worker.tasks, ...worker.capacities.map(room(worker))],
      speed: speedAt(model, worker.vehicle ?? 'FOOT', now),
    };
    return [end ? { ...vehicle, end } : vehicle];
  });
}

/** A capacity of 0 was never set: it is no limit. */
const room = (worker: AvailableWorkerRow) => (capacity: number, dimension: number) =>
  capacity > 0 ? capacity - worker.load[dimension]! : Number.POSITIVE_INFINITY;

/** Whoever is on duty works for the whole span, the others for their shift in it. */
function workingTime(worker: AvailableWorkerRow, span: readonly [Date, Date], now: Date): [from: number, to: number] {
  const [from, to] = span.map((time) => time.getTime()) as [number, number];
  const [start, end] = worker.onDuty || !worker.shift ? [from, to] : worker.shift;
  return [(Math.max(from, start) - now.getTime()) / 1000, (Math.min(to, end) - now.getTime()) / 1000];
}

async function jobsOf(
  reader: Reader,
  organizationId: string,
  tasks: readonly WaitingTaskRow[],
  vehicles: readonly Vehicle[],
  options: DispatchOptions,
  now: Date,
): Promise<{ jobs: Job[]; leftOut: Gathered['leftOut'] }> {
  const ids = tasks.map((task) => task.id);
  const links = Map.groupBy(await listUnfinishedDependencies(reader, organizationId, ids), (link) => link.taskId);
  const drivers = new Set(vehicles.map((vehicle) => vehicle.id));
  const reasons = new Map<string, LeftOutReason>();
  for (const task of tasks) if (!task.located) reasons.set(task.id, 'NOT_LOCATED');
  const own = new Set(ids);
  const isOpen = (id: string) => own.has(id) && !reasons.has(id);
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
  const seconds = (time: Date) => (time.getTime() - now.getTime()) / 1000;
  const jobs = tasks
    .filter((task) => !reasons.has(task.id))
    .map((task): Job => {
      const parents = links.get(task.id) ?? [];
      const vehicle = parents.find(({ workerId }) => workerId !== null)?.workerId;
      const service = task.serviceTime > 0 ? task.serviceTime * 60 : options.serviceSeconds;
      const until = task.completeBefore ? seconds(task.completeBefore) + options.delaySeconds - service : Infinity;
      return {
        id: task.id,
        location: [task.lon, task.lat],
        service,
        timeWindow: [task.completeAfter ? seconds(task.completeAfter) : Number.NEGATIVE_INFINITY, until],
        amount: [1, ...task.amounts],
        ...(vehicle ? { vehicle } : {}),
        after: parents.filter(({ workerId }) => workerId === null).map(({ dependsOn }) => dependsOn),
      };
    });
  return { jobs, leftOut: [...reasons].map(([task, reason]) => ({ task, reason })) };
}
