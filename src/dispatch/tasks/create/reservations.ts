import type { Tx } from '../../../platform/db/tx.ts';
import type { Services } from '../../../platform/services.ts';
import { type AutoAssign, chooseWorker, findCandidate, maxAssigned } from '../../assignment/auto-assign.ts';
import type { Nearby } from '../../assignment/nearby.ts';
import type { ContainerRow } from '../../containers/access.ts';
import type { Owner } from '../../containers/actions.ts';
import {
  lastStopOf,
  type ReservedPosition,
  reserveAtEnd,
  reserveAtLockedEnd,
} from '../../containers/reserve-at-end.ts';
import { type Actor, actorWithin } from '../../events/actor.ts';
import type { Location } from '../../geography/location.ts';
import { doPlaceTasks } from '../assign.ts';
import { chooseForDependencyGroup, type DependencyGroup } from '../dependency-group.ts';

/** Facts that a place for a new task depends on. */
export interface PlaceRequest {
  tx: Tx;
  services: Services;
  actor: Actor;
  stop: Location;
  skills: readonly string[];
  /** The workers near the stop, if the task is assigned automatically. */
  nearby: Nearby | undefined;
  /** The container of a task that nobody is found for, or that is not assigned automatically. */
  owner: Owner;
  /** Undefined if the task is not assigned automatically. */
  autoAssign: AutoAssign | undefined;
  /** The tasks that are assigned with it (spec: dispatch 4, considerDependencies). */
  group: DependencyGroup | undefined;
}

/**
 * Places for a new task, the best first: each is an attempt, to be written before the next is asked for. Attempts without
 * locks come before those with locks; the last one holds or throws.
 * @throws {DispatchError} 1000 when the container is full, 2400 when another request holds it for too long
 */
export async function* reservations(request: PlaceRequest): AsyncGenerator<ReservedPosition> {
  const { autoAssign, group } = request;
  if (autoAssign && group) yield* withDependencyGroup(request, autoAssign, group);
  else if (autoAssign) yield* ofCandidates(request, autoAssign);
  yield* atEndOf(request);
}

/** The best candidate as read without a lock; if another request was quicker, the best one with locks. */
async function* ofCandidates(
  { tx, services, actor, stop, skills, nearby }: PlaceRequest,
  options: AutoAssign,
): AsyncGenerator<ReservedPosition> {
  const { organizationId } = actor.caller;
  const candidate = await findCandidate(tx, services, stop, options, { skills, nearby });
  if (!candidate) return;
  yield reserveAtEnd(tx, candidate.owner, stop, {
    lastStop: candidate.lastStop,
    most: maxAssigned(options),
    onDuty: true,
    skills,
    by: actorWithin(actor, organizationId),
  });
  const container = await chooseWorker(tx, services, stop, options, { skills });
  if (container) yield* held(inLocked({ tx, actor, stop }, container));
}

/** One worker for the group; the unassigned tasks that the new one depends on come along, before it. */
async function* withDependencyGroup(
  { tx, services, actor, stop }: PlaceRequest,
  options: AutoAssign,
  group: DependencyGroup,
): AsyncGenerator<ReservedPosition> {
  const { organizationId } = actor.caller;
  const container = await chooseForDependencyGroup(tx, services, stop, options, group, 1);
  if (!container) return;
  const owner: Owner = { type: 'WORKER', id: container.ownerId };
  await doPlaceTasks(tx, actor, { owner, tasks: group.unassigned, place: 'end' });
  yield* held(await reserveAtLockedEnd(tx, owner, stop, actorWithin(actor, organizationId)));
}

async function* atEndOf({ tx, actor, stop, owner }: PlaceRequest): AsyncGenerator<ReservedPosition> {
  const { organizationId } = actor.caller;
  const by = actorWithin(actor, organizationId);
  // A route is measured from its last stop, so a worker's container must be read first; others need no look.
  if (owner.type !== 'WORKER') yield reserveAtEnd(tx, owner, stop, { by });
  yield* held(await reserveAtLockedEnd(tx, owner, stop, by));
}

function inLocked(
  { tx, actor, stop }: Pick<PlaceRequest, 'tx' | 'actor' | 'stop'>,
  container: ContainerRow,
): ReservedPosition {
  const { organizationId } = actor.caller;
  const owner: Owner = { type: 'WORKER', id: container.ownerId };
  return reserveAtEnd(tx, owner, stop, {
    lastStop: lastStopOf(container),
    by: actorWithin(actor, organizationId),
  });
}

/** A place in a locked container: nobody takes it meanwhile, so no attempt comes after it. */
async function* held(reserved: ReservedPosition): AsyncGenerator<ReservedPosition> {
  yield reserved;
  throw new Error(`no place in the locked container ${reserved.containerId}`);
}
