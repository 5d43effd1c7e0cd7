import { modeOf } from '../../../rules/travel.ts';
import type { Reader } from '../../platform/db/reader.ts';
import { containersOf } from '../containers/access.ts';
import { type StopTimeRow, stopTimesOf, travelModelOf } from '../estimates/access.ts';
import { speedAt } from '../estimates/travel.ts';
import type { Location } from '../geography/location.ts';
import { DispatchError } from '../http/errors.ts';
import { accessHub } from '../hubs/access.ts';
import type { TeamRow } from '../teams/access.ts';
import { type Chosen, defaultShiftsOf, type RoutePoint } from './chosen.ts';
import type { DispatchOptions } from './dispatch-options.ts';
import { type AvailableWorkerRow, listAssignedTasks, listAvailableWorkers, type OpenTaskRow } from './queries.ts';
import type { Vehicle } from './solver/problem.ts';

/** Workers of one dispatch at most. */
const MAX_WORKERS = 300;
/** Tasks that the workers have already and that are put into a new order. */
const MAX_OWN_TASKS = 1000;

/** A worker as a vehicle, with the tasks that may be put into another order. */
export interface Driver {
  vehicle: Vehicle;
  own: OpenTaskRow[];
}

const placeOf = (lon: number | null | undefined, lat: number | null | undefined): Location | undefined =>
  typeof lon === 'number' && typeof lat === 'number' ? [lon, lat] : undefined;

/**
 * The members of a team, or the workers who were chosen, who work now or within the span, where it is known where they begin; in seconds from
 * now.
 * @param teams the team, or those of the chosen workers
 */
export async function driversOf(
  reader: Reader,
  teams: readonly TeamRow[],
  options: DispatchOptions,
  now: Date,
): Promise<Driver[]> {
  const [from, to] = options.scheduleTimeWindow.map((seconds) => new Date(seconds * 1000)) as [Date, Date];
  const span = [from > now ? from : now, to] as const;
  const { chosen } = options;
  const whom = chosen ? { workers: Object.keys(chosen.workers) } : { team: teams[0]!.id };
  const workers = await listAvailableWorkers(reader, whom, span, MAX_WORKERS);
  const ids = workers.map((worker) => worker.id);
  const model = await travelModelOf(reader);
  const times = await stopTimesOf(reader, ids, now);
  const byWorker = Map.groupBy(times.values(), (time: StopTimeRow) => time.workerId);
  const containers = await containersOf(reader, 'WORKER', ids);
  // An optimization puts new tasks after those that somebody has, unless it is one on demand.
  const movable = !chosen || chosen.isOnDemand ? workers : [];
  const ownLists = await movableLists(reader, movable, containers);
  const hubOfTeam = await hubsOf(reader, teams);
  const pointOf = await routePoints(reader, [options.end, ...(chosen ? [chosen.start] : [])]);
  return workers.flatMap((worker) => {
    const list = containers.get(worker.id);
    const own = (list && ownLists.get(list.id)) ?? [];
    const home = placeOf(worker.homeLon, worker.homeLat);
    const teamHub = hubOfTeam.get(chosen ? chosen.workers[worker.id]! : teams[0]!.id);
    const time = workingTime(worker, span, now, chosen);
    if (!time) return [];
    const isOut = !chosen || (chosen.isOnDemand && worker.onDuty);
    const begin = chosen && pointOf(chosen.start, { teamHub, home });
    // Preceding stops: the active task, and a list whose order must stay.
    const start =
      (own.length > 0 ? undefined : placeOf(list?.lastLon, list?.lastLat)) ??
      placeOf(list?.activeLon, list?.activeLat) ??
      (isOut ? placeOf(worker.lon, worker.lat) : begin) ??
      placeOf(worker.lon, worker.lat) ??
      home ??
      teamHub;
    if (!start) return [];
    const end = pointOf(options.end, { teamHub, home });
    const before = (byWorker.get(worker.id) ?? []).filter(
      ({ taskId }) => own.length === 0 || taskId === list?.activeTask,
    );
    const busy = Math.max(0, ...before.map(({ through }) => through ?? 0));
    const { timeWindow, breaks } = time;
    const carried = (d: number) => worker.load[d]! - own.reduce((sum, { amounts }) => sum + amounts[d]!, 0);
    const vehicle: Vehicle = {
      id: worker.id,
      skills: worker.skills,
      start,
      timeWindow: [Math.max(timeWindow[0], busy), timeWindow[1]],
      breaks,
      capacity: [
        options.maxTasksPerRoute - (worker.tasks - own.length),
        // A capacity of 0 was never set: it is no limit.
        ...worker.capacities.map((most, d) => (most > 0 ? most - carried(d) : Number.POSITIVE_INFINITY)),
      ],
      speed: speedAt(model, modeOf(worker.vehicle), now),
    };
    return [{ vehicle: end ? { ...vehicle, end } : vehicle, own }];
  });
}

/**
 * The lists that may be put into another order, by container: not those that hold a task of a route plan, whose order
 * somebody has made, or a task whose place nobody knows.
 */
async function movableLists(
  reader: Reader,
  workers: readonly AvailableWorkerRow[],
  containers: Awaited<ReturnType<typeof containersOf>>,
): Promise<Map<string, OpenTaskRow[]>> {
  const ids: string[] = [];
  let room = MAX_OWN_TASKS;
  for (const { id } of workers) {
    const list = containers.get(id);
    if (!list || list.taskCount === 0 || list.taskCount > room) continue;
    room -= list.taskCount;
    ids.push(list.id);
  }
  const tasks = ids.length > 0 ? await listAssignedTasks(reader, ids) : [];
  const lists = Map.groupBy(tasks, (task) => task.containerId);
  for (const [id, list] of lists) if (list.some((task) => task.isPlanned || !task.located)) lists.delete(id);
  return lists;
}

/** The hub of each team that has one. */
async function hubsOf(reader: Reader, teams: readonly TeamRow[]): Promise<ReadonlyMap<string, Location | undefined>> {
  const hubs = new Map<string, Location | undefined>();
  for (const { id, hubId } of teams) hubs.set(id, await hubAt(reader, hubId));
  return hubs;
}

/** Gives where a point is for a worker of a team: undefined for anywhere, and where there is no such hub or address. */
async function routePoints(reader: Reader, points: readonly RoutePoint[]) {
  const hubs = new Map<string, Location | undefined>();
  for (const point of points) if (point.type === 'HUB') hubs.set(point.id, await hubAt(reader, point.id));
  return (point: RoutePoint, { teamHub, home }: { teamHub: Location | undefined; home: Location | undefined }) =>
    point.type === 'HUB' ? hubs.get(point.id) : { TEAM: teamHub, WORKER: home, ANYWHERE: undefined }[point.type];
}

async function hubAt(reader: Reader, id: string | null): Promise<Location | undefined> {
  if (!id) return undefined;
  try {
    const hub = await accessHub(reader, id);
    return [hub.longitude, hub.latitude];
  } catch (error) {
    // Deleted since it was asked for: the way ends anywhere.
    if (error instanceof DispatchError) return undefined;
    throw error;
  }
}

/**
 * Whoever is on duty works for the whole span, the others for their shifts in it, with breaks between. In an optimization of a day, duty at this
 * moment says nothing; undefined for whoever does not work on it.
 */
function workingTime(
  worker: AvailableWorkerRow,
  span: readonly [Date, Date],
  now: Date,
  chosen: Chosen | undefined,
): Required<Pick<Vehicle, 'timeWindow' | 'breaks'>> | undefined {
  const [from, to] = span.map((time) => time.getTime()) as [number, number];
  const seconds = (time: number) => (time - now.getTime()) / 1000;
  const isWhole = chosen ? chosen.isOnDemand && worker.onDuty : worker.onDuty || !worker.shifts;
  const own = worker.shifts ?? (chosen && defaultShiftsOf(chosen, worker.id)) ?? [];
  const shifts = isWhole ? [[from, to] as const] : own.filter(([start, stop]) => stop > from && start < to);
  if (shifts.length === 0) return undefined;
  const breaks: (readonly [number, number])[] = [];
  let [begin, end] = shifts[0]!;
  begin = Math.max(from, begin);
  for (const [start, stop] of shifts.slice(1)) {
    if (start > end) breaks.push([seconds(end), seconds(start)]);
    end = Math.max(end, stop);
  }
  return { timeWindow: [seconds(begin), seconds(Math.min(to, end))], breaks };
}
