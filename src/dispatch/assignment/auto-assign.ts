import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { type ContainerRow, containersOf } from '../containers/access.ts';
import { lockContainer, MOST_TASKS } from '../containers/actions.ts';
import { travelTo } from '../containers/route.ts';
import type { Location } from '../geography/location.ts';
import { DispatchError } from '../http/errors.ts';
import { nearestOnDuty } from '../positions/access.ts';
import { accessWorker } from '../workers/access.ts';
import { isCandidate, type Wanted } from './queries.ts';

/** Spec: dispatch 4, autoAssign. */
export interface AutoAssign {
  mode: 'distance' | 'load';
  /** Members of one of these; undefined: everybody. */
  teams: readonly string[] | undefined;
  maxAssignedTaskCount: number | undefined;
  excludedWorkerIds: readonly string[];
}

/** Candidates of mode `load` that are looked at first. */
const FIRST_LOOK = 64;

/**
 * The container of the worker who is to have the task, locked; undefined when there is no candidate.
 *
 * Two requests may choose the same worker at once. Whoever comes second to the lock looks again whether the worker
 * still may have another task, and otherwise lets go of the lock and searches on without that worker.
 */
export async function chooseWorker(
  tx: Tx,
  organizationId: string,
  destination: Location,
  wishes: AutoAssign,
): Promise<ContainerRow | undefined> {
  const mostAssigned = Math.min(wishes.maxAssignedTaskCount ?? MOST_TASKS, MOST_TASKS);
  const passedOver: string[] = [];
  for (;;) {
    const excluded = [...wishes.excludedWorkerIds, ...passedOver];
    const wanted: Wanted = { teams: wishes.teams, excluded, mostAssigned };
    const worker = await (wishes.mode === 'load' ? leastTravel : nearest)(tx, organizationId, destination, wanted);
    if (!worker) return undefined;
    await tx.run(sql`savepoint choice`);
    const container = await stillCandidate(tx, organizationId, worker, mostAssigned);
    if (container) return container;
    await tx.run(sql`rollback to savepoint choice`);
    passedOver.push(worker);
  }
}

async function stillCandidate(
  tx: Tx,
  organizationId: string,
  workerId: string,
  mostAssigned: number,
): Promise<ContainerRow | undefined> {
  try {
    const container = await lockContainer(tx, organizationId, { type: 'WORKER', id: workerId });
    if (container.taskCount >= mostAssigned) return undefined;
    const worker = await accessWorker(tx, organizationId, workerId);
    return worker.onDuty ? container : undefined;
  } catch (error) {
    // The worker was deleted meanwhile.
    if (error instanceof DispatchError && error.number === 1402) return undefined;
    throw error;
  }
}

async function nearest(
  reader: Reader,
  organizationId: string,
  destination: Location,
  wanted: Wanted,
): Promise<string | undefined> {
  const [first] = await nearestOnDuty(reader, organizationId, destination, isCandidate(wanted));
  return first?.workerId;
}

/**
 * Whoever travels least in all: from the present position through the active task and the ordered tasks to the new
 * destination. Nobody travels less than the straight distance, so the search, nearest first, is over as soon as the
 * next one's distance alone is no less than the least travel found.
 */
async function leastTravel(
  reader: Reader,
  organizationId: string,
  destination: Location,
  wanted: Wanted,
): Promise<string | undefined> {
  for (let count = FIRST_LOOK; ; count *= 4) {
    const near = await nearestOnDuty(reader, organizationId, destination, isCandidate(wanted), count);
    const containers = await containersOf(
      reader,
      organizationId,
      'WORKER',
      near.map((worker) => worker.workerId),
    );
    let least = Number.POSITIVE_INFINITY;
    let chosen: string | undefined;
    for (const worker of near) {
      const container = containers.get(worker.workerId);
      const travel = container ? travelTo(container, worker.location, destination) : worker.distance;
      if (travel < least) {
        least = travel;
        chosen = worker.workerId;
      }
    }
    if (near.length < count || near.at(-1)!.distance >= least) return chosen;
  }
}
