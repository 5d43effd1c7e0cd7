import type { Tx } from '../../platform/db/tx.ts';
import type { Location } from '../geography/location.ts';
import { lockContainers, type Owner } from './actions.ts';
import { containerId } from './container-id.ts';
import { type ContainerRow, insertContainers, updateAppended } from './queries.ts';
import { POSITION_GAP } from './reserved-positions.ts';
import { routeExtended } from './route.ts';

/** A task that an import is about to write. */
export interface ImportedMember {
  id: string;
  owner: Owner;
  /** As a task has it: active and completed ones take no place in the list. */
  state: number;
  stop: Location;
}

/** The place of an imported task. */
export interface ImportedPlace {
  /** Its own, or 1 for a task that another one keeps from being the active one. */
  state: number;
  containerId: string;
  position: number | null;
}

/**
 * Gives tasks that an import writes their places at the ends of their lists, in their order. Nothing is emitted. Lists take as
 * many as there are: the limit is for what somebody puts in, and dropped tasks go beyond it on the other server too.
 * @returns the places, in the order of the tasks
 * @throws {DispatchError} 2400 when another request holds a list for too long
 */
export async function doAppendImported(tx: Tx, members: readonly ImportedMember[]): Promise<ImportedPlace[]> {
  const owners = new Map(members.map(({ owner }) => [containerId(tx.organizationId, owner.type, owner.id), owner]));
  if (owners.size === 0) return [];
  await insertContainers(tx, [...owners.values()]);
  const containers = await lockContainers(tx, [...owners.values()]);
  const changed = new Set<string>();
  const places = members.map((member): ImportedPlace => {
    const id = containerId(tx.organizationId, member.owner.type, member.owner.id);
    const before = containers.get(id)!;
    // A worker has one active task at most.
    const state = member.state === 2 && before.activeTask !== null ? 1 : member.state;
    const after = changedBy(before, { ...member, state });
    if (after !== before) {
      containers.set(id, after);
      changed.add(id);
    }
    return { state, containerId: id, position: state < 2 ? after.lastPosition : null };
  });
  const rows = [...changed].map((id) => containers.get(id)!);
  if (rows.length > 0) await updateAppended(tx, rows);
  return places;
}

function changedBy(row: ContainerRow, { id, state, stop }: ImportedMember): ContainerRow {
  if (state === 2) return { ...row, activeTask: id, activeLon: stop[0], activeLat: stop[1] };
  if (state > 2) return row;
  return {
    ...row,
    taskCount: row.taskCount + 1,
    lastPosition: row.lastPosition + POSITION_GAP,
    ...(row.type === 'WORKER' ? routeExtended(row, stop) : {}),
  };
}
