import { together } from '../../platform/db/together.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { Location } from '../geography/location.ts';
import type { ActionContext } from '../http/caller.ts';
import { DispatchError, invalidValue, notFound } from '../http/errors.ts';
import { containerId } from './container-id.ts';
import { emitListChange, type ListChange } from './events.ts';
import {
  type ContainerRow,
  type ContainerType,
  findMembers,
  insertContainer,
  listStops,
  lockContainerRows,
  type MemberRow,
  placeMembers,
  updateContainer,
} from './queries.ts';
import { type InsertionPoint, indexAmongOthers, reservePositions } from './reserved-positions.ts';
import { routeExtended, routeThrough } from './route.ts';

/** Spec: dispatch 8. */
export const MAX_CONTAINER_TASKS = 10_000;
/** Time that a request waits for another request on the same container before it is refused with 412. */
export const PATIENCE_MS = 3000;

/** Owner of a container. */
export interface Owner {
  type: ContainerType;
  id: string;
}

/** A task that went from one container to another (or only changed its place in one). */
export interface Moved {
  task: MemberRow;
  from: ContainerRow;
  to: ContainerRow;
}

/**
 * The owners' containers, locked until the commit.
 * @throws {DispatchError} 2400 when another request holds one for too long (spec: dispatch 7)
 */
export async function lockContainers(tx: Tx, owners: readonly Owner[]): Promise<Map<string, ContainerRow>> {
  const ownerOf = new Map(owners.map((owner) => [containerId(tx.organizationId, owner.type, owner.id), owner]));
  const ids = [...ownerOf.keys()];
  let locked = await lockIds(tx, ids);
  if (locked.size < ids.length) {
    for (const id of ids.filter((id) => !locked.has(id)).sort()) {
      const owner = ownerOf.get(id)!;
      await insertContainer(tx, owner.type, owner.id);
    }
    locked = await lockIds(tx, ids);
    if (locked.size < ids.length) throw notFound('The container no longer exists.');
  }
  return locked;
}

async function lockIds(
  tx: Tx,
  ids: readonly string[],
  taskIds: readonly string[] = [],
): Promise<Map<string, ContainerRow>> {
  try {
    const patience = { milliseconds: PATIENCE_MS, waits: tx.mayWait };
    const rows = await lockContainerRows(tx, { ids, taskIds }, patience);
    return new Map(rows.map((row) => [row.id, row]));
  } catch (error) {
    // lock_not_available
    if ((error as { code?: string }).code === '55P03')
      throw new DispatchError(2400, 'Another request is changing this container. Try again, one request at a time.');
    throw error;
  }
}

/** The one container of an owner, locked until the commit. */
export async function lockContainer(tx: Tx, owner: Owner): Promise<ContainerRow> {
  const locked = await lockContainers(tx, [owner]);
  return locked.values().next().value!;
}

/**
 * Locks those of the owners' containers that there are, for who will need one after the other in an order that is not
 * that of their IDs: taken so, two such requests would wait for each other.
 * @throws {DispatchError} 2400 when another request holds one for too long
 */
export async function lockKnownContainers(tx: Tx, owners: readonly Owner[]): Promise<void> {
  const ids = owners.map(({ type, id }) => containerId(tx.organizationId, type, id));
  await lockIds(tx, [...new Set(ids)]);
}

/**
 * Tasks and their containers, all locked: nobody else moves, starts or completes these tasks until the commit.
 * Tasks that do not exist are left out.
 */
export async function lockMembers(
  tx: Tx,
  taskIds: readonly string[],
  further: readonly Owner[] = [],
): Promise<{ members: Map<string, MemberRow>; containers: Map<string, ContainerRow> }> {
  const read = () => findMembers(tx, taskIds);
  const { containers, tasks: members } = await lockContainersOf(tx, taskIds, further, read);
  for (const task of members) checkIsLocked(containers, task);
  return { members: new Map(members.map((task) => [task.id, task])), containers };
}

/**
 * The containers that tasks are in, and those of the owners, locked until the commit, and the tasks as they are then. Whoever reads
 * them checks each (`checkIsLocked`). A container whose owner has gone is left out: nothing is in it any more.
 * @param read sends the one statement that reads the tasks, behind the lock
 * @throws {DispatchError} 1402 when a given owner has gone, 2400 when another request holds one for too long
 */
export async function lockContainersOf<Tasks>(
  tx: Tx,
  taskIds: readonly string[],
  further: readonly Owner[],
  read: () => Promise<Tasks>,
): Promise<{ containers: Map<string, ContainerRow>; tasks: Tasks }> {
  for (const owner of further) await insertContainer(tx, owner.type, owner.id);
  const needed = further.map((owner) => containerId(tx.organizationId, owner.type, owner.id));
  const [containers, tasks] = await together([lockIds(tx, needed, taskIds), read()]);
  if (needed.some((id) => !containers.has(id))) throw notFound('The container no longer exists.');
  return { containers, tasks };
}

/**
 * Checks a task that was read after the containers were locked: one that was moved to yet another container in between has
 * the database run the transaction again.
 */
export function checkIsLocked(
  containers: ReadonlyMap<string, ContainerRow>,
  { position, containerId: id }: Pick<MemberRow, 'position' | 'containerId'>,
): void {
  if (position !== null && !containers.has(id))
    throw Object.assign(new Error('a task changed its container'), { code: '40001' });
}

function appended(container: ContainerRow, lastPosition: number, stops: readonly Location[]): ContainerRow {
  let changed = { ...container, taskCount: container.taskCount + stops.length, lastPosition };
  if (container.type === 'WORKER') for (const stop of stops) changed = { ...changed, ...routeExtended(changed, stop) };
  return changed;
}

/** @throws {DispatchError} 1000 when the container would hold more than 10,000 tasks (spec: dispatch 8) */
export function checkCapacity(container: ContainerRow, more: number): void {
  // More tasks may have fallen into it; they can still be reordered.
  if (more > 0 && container.taskCount + more > MAX_CONTAINER_TASKS) throw isFull();
}

/** The refusal of a task for which a container has no room. */
export const isFull = (): DispatchError => invalidValue(`A container can have at most ${MAX_CONTAINER_TASKS} tasks.`);

/**
 * Puts tasks into a container, out of whichever they are in. All tasks and containers must be locked (`lockMembers`).
 * @param tasks in their new order
 * @param by who moves them
 * @throws {DispatchError} 1000 when the container would hold too many
 */
export async function doMoveTasks(
  tx: Tx,
  by: ActionContext | undefined,
  containers: Map<string, ContainerRow>,
  target: ContainerRow,
  tasks: readonly MemberRow[],
  place: InsertionPoint,
): Promise<Moved[]> {
  checkCapacity(target, tasks.filter((task) => task.containerId !== target.id).length);
  return move(tx, by, containers, target, tasks, place);
}

/**
 * As {@link doMoveTasks}, for tasks that have lost their place and fall to the end of an organization's container: as many as
 * there are, since the limit is for what somebody puts in.
 */
export function doDropTasks(
  tx: Tx,
  by: ActionContext | undefined,
  containers: Map<string, ContainerRow>,
  target: ContainerRow,
  tasks: readonly MemberRow[],
): Promise<Moved[]> {
  return move(tx, by, containers, target, tasks, 'end');
}

async function move(
  tx: Tx,
  by: ActionContext | undefined,
  containers: Map<string, ContainerRow>,
  target: ContainerRow,
  tasks: readonly MemberRow[],
  place: InsertionPoint,
): Promise<Moved[]> {
  if (tasks.length === 0) return [];
  const ids = tasks.map((task) => task.id);
  const joining = tasks.filter((task) => task.containerId !== target.id);
  const staying = tasks.filter((task) => task.containerId === target.id);
  const index = await indexAmongOthers(tx, target, staying, place);
  const positions = await reservePositions(tx, target, ids, place);
  await placeMembers(tx, target, positions, by);
  const moved = tasks.map((task) => ({ task, from: containers.get(task.containerId)!, to: target }));
  for (const [id, left] of Map.groupBy(joining, (task) => task.containerId))
    await settle(tx, containers, id, -left.length, { removed: left.map((task) => task.id), inserted: null, by });
  const change: ListChange = { removed: staying.map((task) => task.id), inserted: { index, ids }, by };
  const last = Math.max(target.lastPosition, ...positions.map((each) => each.position));
  const atEnd = joining.length === tasks.length && positions[0]!.position > target.lastPosition;
  if (atEnd) {
    const stops = tasks.map((task): Location => [task.lon, task.lat]);
    await save(tx, containers, appended(containers.get(target.id)!, last, stops), change);
  } else {
    containers.set(target.id, { ...containers.get(target.id)!, lastPosition: last });
    await settle(tx, containers, target.id, joining.length, change);
  }
  return moved;
}

/**
 * Takes a task that was started, completed or deleted out of its container's list, after its row says so.
 * @param active where it is, of one that was started; null: it was started before
 */
export async function updateAfterRemoval(
  tx: Tx,
  by: ActionContext | undefined,
  containers: Map<string, ContainerRow>,
  { id, containerId }: { id: string; containerId: string },
  active?: Location | null,
): Promise<void> {
  const row = containers.get(containerId)!;
  // Another task may have become active since one started to wait for dispatch (its PIN was wrong).
  if (active || (active === null && row.activeTask === id)) {
    containers.set(containerId, {
      ...row,
      activeTask: active ? id : null,
      activeLon: active?.[0] ?? null,
      activeLat: active?.[1] ?? null,
    });
  }
  // A completed task had left the list when it was started, so the route is as it was.
  if (active === null) await save(tx, containers, containers.get(containerId)!);
  else await settle(tx, containers, containerId, -1, { removed: [id], inserted: null, by });
}

/** Counts a container's tasks and measures its route anew after a change anywhere but at the end. */
async function settle(
  tx: Tx,
  containers: Map<string, ContainerRow>,
  id: string,
  more: number,
  change?: ListChange,
): Promise<void> {
  const row = containers.get(id)!;
  const route = row.type === 'WORKER' ? routeThrough(await listStops(tx, row)) : {};
  await save(tx, containers, { ...row, ...route, taskCount: row.taskCount + more }, change);
}

/**
 * Measures a worker's route anew after a task of the list, or the active one, got another place.
 * @param active the new place of the active task, if it is the one
 */
export function updateRoute(
  tx: Tx,
  containers: Map<string, ContainerRow>,
  id: string,
  active?: Location,
): Promise<void> {
  if (active) containers.set(id, { ...containers.get(id)!, activeLon: active[0], activeLat: active[1] });
  return settle(tx, containers, id, 0);
}

async function save(
  tx: Tx,
  containers: Map<string, ContainerRow>,
  given: ContainerRow,
  change?: ListChange,
): Promise<void> {
  const changed = change && { version: given.version + 1, changedBy: change.by ?? null, changedAt: tx.now };
  const row = { ...given, ...changed };
  containers.set(row.id, row);
  await updateContainer(tx, row);
  if (change) emitListChange(tx, row, change);
}

export type { InsertionPoint };
