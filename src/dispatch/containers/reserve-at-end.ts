import type { Sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { Location } from '../geography/location.ts';
import type { ActionContext } from '../http/caller.ts';
import { checkCapacity, lockContainer, MAX_CONTAINER_TASKS, type Owner, PATIENCE_MS } from './actions.ts';
import { containerId } from './container-id.ts';
import { type ContainerRow, reservationClaim } from './queries.ts';
import { POSITION_GAP } from './reserved-positions.ts';
import { millimetres } from './route.ts';

/** A place at the end of a container for a task that is about to be written, as part of its statement. */
export interface ReservedPosition {
  owner: Owner;
  containerId: string;
  /** Gives `position`, or no row: then look again, with the container locked. */
  claim: Sql;
}

/**
 * Reserves a place at the end of an owner's container.
 * @param lastStop where a worker's list is believed to end
 * @param most tasks that the container may have afterwards
 * @param onDuty whether the worker must be on duty
 * @param skills what the worker must be able to do
 * @param by who puts it there
 */
export function reserveAtEnd(
  tx: Tx,
  owner: Owner,
  stop: Location,
  {
    lastStop,
    most = MAX_CONTAINER_TASKS,
    onDuty = false,
    skills = [],
    by,
  }: {
    lastStop?: Location;
    most?: number;
    onDuty?: boolean;
    skills?: readonly string[];
    by: ActionContext | undefined;
  },
): ReservedPosition {
  const { organizationId } = tx;

  const claim = reservationClaim(tx, {
    organizationId,
    type: owner.type,
    ownerId: owner.id,
    stop,
    lastStop,
    legMm: lastStop ? millimetres(lastStop, stop) : 0,
    gap: POSITION_GAP,
    mostTasks: most,
    onDuty,
    skills,
    patienceMs: PATIENCE_MS,
    by,
  });
  return { owner, containerId: containerId(organizationId, owner.type, owner.id), claim };
}

/**
 * As `reserveAtEnd`, in a container that is locked (and made, if there was none), so that the claim holds.
 * @throws {DispatchError} 1000 when it is full, 2400 when another request holds it for too long
 */
export async function reserveAtLockedEnd(
  tx: Tx,
  owner: Owner,
  stop: Location,
  by: ActionContext | undefined,
): Promise<ReservedPosition> {
  const container = await lockContainer(tx, owner);
  checkCapacity(container, 1);
  return reserveAtEnd(tx, owner, stop, { lastStop: lastStopOf(container), by });
}

/** Returns the last stop of a worker's list. */
export function lastStopOf({ lastLon, lastLat }: Pick<ContainerRow, 'lastLon' | 'lastLat'>): Location | undefined {
  return lastLon === null || lastLat === null ? undefined : [lastLon, lastLat];
}
