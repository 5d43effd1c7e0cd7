import type { Reader } from '../../platform/db/reader.ts';
import type { Services } from '../../platform/services.ts';
import { travelTo } from '../containers/route.ts';
import type { Location } from '../geography/location.ts';
import { missingSkills } from '../skills/skills.ts';
import { findNearby } from './candidates.ts';
import type { ConsideredWorker } from './decision.ts';

/** Workers on duty that are read at once. A decision names all of them. */
const MAX_NEARBY = 10;

/** A worker on duty, before anybody is chosen. Metres are not rounded. */
export interface NearbyWorker extends Required<Omit<ConsideredWorker, 'refusedBecause'>> {
  /** Last stop of the worker's list. */
  lastLon: number | null;
  lastLat: number | null;
}

/** The workers on duty near a destination, as one look sees them. */
export interface Nearby {
  /** Nearest first. */
  workers: readonly NearbyWorker[];
  /** Whether nobody else is on duty. */
  areAll: boolean;
}

/**
 * The nearest workers on duty.
 * @param skills what the task asks for
 */
export async function findNearbyWorkers(
  reader: Reader,
  services: Services,
  destination: Location,
  skills: readonly string[],
): Promise<Nearby> {
  const near = await findNearby(reader, services, destination, MAX_NEARBY);
  const workers = near.map((worker) => ({
    workerId: worker.workerId,
    distance: worker.distance,
    travel: travelTo(worker, worker.location, destination),
    assignedTasks: worker.taskCount ?? 0,
    missingSkills: missingSkills(skills, worker.skills),
    lastLon: worker.lastLon,
    lastLat: worker.lastLat,
  }));
  return { workers, areAll: near.length < MAX_NEARBY };
}

/**
 * The best candidate of all workers, where those nearby tell it: the travel of whoever is farther off than all of them
 * is at least the straight way.
 * @returns null when there is no candidate, undefined when those nearby do not tell
 */
export function bestNearby(
  { workers, areAll }: Nearby,
  mode: 'distance' | 'load',
  isCandidate: (worker: NearbyWorker) => boolean,
): NearbyWorker | null | undefined {
  const measure = mode === 'load' ? 'travel' : 'distance';
  let best: NearbyWorker | null = null;
  for (const worker of workers) {
    if (isCandidate(worker) && (best === null || worker[measure] < best[measure])) best = worker;
  }
  if (areAll) return best;
  return best !== null && best[measure] <= workers.at(-1)!.distance ? best : undefined;
}
