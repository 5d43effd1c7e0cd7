import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { Services } from '../../platform/services.ts';
import type { ContainerRow } from '../containers/access.ts';
import { lockContainer, MAX_CONTAINER_TASKS, type Owner } from '../containers/actions.ts';
import { lastStopOf } from '../containers/reserve-at-end.ts';
import { travelTo } from '../containers/route.ts';
import type { Location } from '../geography/location.ts';
import { DispatchError } from '../http/errors.ts';
import { missingSkills } from '../skills/skills.ts';
import { accessWorker } from '../workers/access.ts';
import { type CandidateFilter, findCandidates } from './candidates.ts';
import { bestNearby, type Nearby, type NearbyWorker } from './nearby.ts';

export interface CandidateTeam {
  id: string;
  /** IDs of its members. */
  workers: readonly string[];
}

/** Spec: dispatch 4, autoAssign. */
export interface AutoAssign {
  mode: 'distance' | 'load';
  /** Members of one of these; undefined: everybody. */
  teams: readonly CandidateTeam[] | undefined;
  maxAssignedTaskCount: number | undefined;
  excludedWorkerIds: readonly string[];
  considerDependencies: boolean;
}

/** A worker who may be assigned a task, read without a lock. */
export interface WorkerCandidate {
  owner: Owner;
  /** Last stop of the worker's list before the assignment. */
  lastStop: Location | undefined;
}

/** Candidates of mode `load` that are read first. */
const FIRST_LOOK = 16;
/**
 * Up to this number, members are found one by one and then sorted. For a few among thousands, the search by place
 * would skip nearly everybody first (5 of 10,000: 60 ms).
 */
const SMALL_TEAMS = 500;

/** Workers with this many assigned tasks, or more, are no candidates. */
export const maxAssigned = ({ maxAssignedTaskCount }: AutoAssign): number =>
  Math.min(maxAssignedTaskCount ?? MAX_CONTAINER_TASKS, MAX_CONTAINER_TASKS);

/** Limits the search to some workers, or excludes some. */
export interface CandidateScope {
  /** Workers who turned out not to be candidates. */
  passedOver?: readonly string[];
  /** Only these. */
  among?: readonly string[];
  /** Only workers who have all of these. */
  skills?: readonly string[];
  /** Workers near the destination, read for these skills: mostly the candidate is one of them, and no search is made. */
  nearby?: Nearby | undefined;
}

/** The worker to assign the task to; undefined when there is no candidate. */
export async function findCandidate(
  reader: Reader,
  services: Services,
  destination: Location,
  options: AutoAssign,
  { passedOver = [], among, skills = [], nearby }: CandidateScope = {},
): Promise<WorkerCandidate | undefined> {
  const members = options.teams?.flatMap((team) => team.workers);
  const small = members !== undefined && members.length <= SMALL_TEAMS;
  const filter: CandidateFilter = {
    teams: small ? undefined : options.teams?.map((team) => team.id),
    among: small ? members.filter((id) => !among || among.includes(id)) : among,
    excluded: [...options.excludedWorkerIds, ...passedOver],
    maxAssigned: maxAssigned(options),
    skills,
  };
  const isCandidate = ({ workerId, assignedTasks, missingSkills: missing }: NearbyWorker) =>
    assignedTasks < filter.maxAssigned &&
    missing.length === 0 &&
    !filter.excluded.includes(workerId) &&
    (among?.includes(workerId) ?? true) &&
    (members?.includes(workerId) ?? true);
  const known = nearby && bestNearby(nearby, options.mode, isCandidate);
  if (known !== undefined) return known === null ? undefined : candidateOf(known);
  const search = options.mode === 'load' ? leastTravel : nearest;
  const found = await search(reader, services, destination, filter);
  return found && candidateOf(found);
}

const candidateOf = (worker: Pick<Found, 'workerId' | 'lastLon' | 'lastLat'>): WorkerCandidate => ({
  owner: { type: 'WORKER', id: worker.workerId },
  lastStop: lastStopOf(worker),
});

/**
 * The locked container of the worker to assign the task to; undefined when there is no candidate.
 *
 * Two requests may choose the same worker at once. The second one to get the lock checks again whether the worker may
 * have another task; if not, it releases the lock and continues the search without that worker.
 */
export async function chooseWorker(
  tx: Tx,
  services: Services,
  destination: Location,
  options: AutoAssign,
  { passedOver = [], among, skills = [] }: CandidateScope = {},
): Promise<ContainerRow | undefined> {
  const rejected = [...passedOver];
  for (;;) {
    const scope = { passedOver: rejected, among, skills };
    const candidate = await findCandidate(tx, services, destination, options, scope);
    if (!candidate) return undefined;
    await tx.run(sql`savepoint choice`);
    const container = await stillCandidate(tx, candidate.owner, maxAssigned(options), skills);
    if (container) return container;
    await tx.run(sql`rollback to savepoint choice`);
    rejected.push(candidate.owner.id);
  }
}

async function stillCandidate(
  tx: Tx,
  owner: Owner,
  most: number,
  skills: readonly string[],
): Promise<ContainerRow | undefined> {
  try {
    const container = await lockContainer(tx, owner);
    if (container.taskCount >= most) return undefined;
    const worker = await accessWorker(tx, owner.id);
    return worker.onDuty && missingSkills(skills, worker.skills).length === 0 ? container : undefined;
  } catch (error) {
    // The worker was deleted meanwhile.
    if (error instanceof DispatchError && error.number === 1402) return undefined;
    throw error;
  }
}

type Found = Awaited<ReturnType<typeof findCandidates>>[number];

async function nearest(
  reader: Reader,
  services: Services,
  destination: Location,
  filter: CandidateFilter,
): Promise<Found | undefined> {
  return (await findCandidates(reader, services, destination, filter, 1))[0];
}

/**
 * The worker with the shortest travel: from the present position through the active task and the ordered tasks to the
 * new destination. Travel is never shorter than the straight distance, so the search, nearest first, ends as soon as
 * the next worker's distance is no less than the shortest travel found.
 */
async function leastTravel(
  reader: Reader,
  services: Services,
  destination: Location,
  filter: CandidateFilter,
): Promise<Found | undefined> {
  for (let count = FIRST_LOOK; ; count *= 4) {
    const near = await findCandidates(reader, services, destination, filter, count);
    let least = Number.POSITIVE_INFINITY;
    let chosen: Found | undefined;
    for (const worker of near) {
      const travel = travelTo(worker, worker.location, destination);
      if (travel < least) {
        least = travel;
        chosen = worker;
      }
    }
    if (near.length < count || near.at(-1)!.distance >= least) return chosen;
  }
}
