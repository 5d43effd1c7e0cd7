import type { Tx } from '../../platform/db/tx.ts';
import {
  type ContainerRow,
  type MemberPosition,
  type MemberRow,
  membersFrom,
  positionAtIndex,
  positionBefore,
  respaceMembers,
} from './queries.ts';

/** Room left between neighbours: twenty tasks can be put between two before any other has to give way. */
export const POSITION_GAP = 2 ** 20;
/** Neighbours that give way at first when there is no room; doubled until they have room. */
const WINDOW = 32;

/** Position to insert tasks at: an index into the list before the move, or its end. */
export type InsertionPoint = number | 'end';

/** Positions for `ids` at the end of a container, after every one it ever gave out. */
function positionsAtEnd(container: ContainerRow, ids: readonly string[]): MemberPosition[] {
  return ids.map((id, n) => ({ id, position: container.lastPosition + (n + 1) * POSITION_GAP }));
}

/**
 * Positions for `ids` before the task that stands at `place`. Tasks that are both in the container and in `ids` do
 * not count as neighbours, but they do count in the index (spec: dispatch 4: an ID already in the container before the
 * index is moved to its inserted position).
 */
export async function reservePositions(
  tx: Tx,
  container: ContainerRow,
  ids: readonly string[],
  place: InsertionPoint,
): Promise<MemberPosition[]> {
  const at = place === 'end' ? undefined : await positionAtIndex(tx, container, place);
  const right = at === undefined ? undefined : (await membersFrom(tx, container, at, ids, 1))[0]?.position;
  if (at === undefined || right === undefined) return positionsAtEnd(container, ids);
  const left = await positionBefore(tx, container, right, ids);
  if (left === undefined) return ids.map((id, n) => ({ id, position: right - (ids.length - n) * POSITION_GAP }));
  const spaced = spread(left, right, ids);
  if (spaced) return spaced;
  for (let width = WINDOW; ; width *= 2) {
    const found = await membersFrom(tx, container, right, ids, width + 1);
    const end = found.length > width ? found.pop()!.position : undefined;
    const all = [...ids, ...found.map((member) => member.id)];
    const positions =
      end === undefined
        ? all.map((id, n) => ({ id, position: left + (n + 1) * POSITION_GAP }))
        : spread(left, end, all, all.length);
    if (!positions) continue;
    await respaceMembers(tx, container, positions.slice(ids.length));
    return positions.slice(0, ids.length);
  }
}

/** The place as an index into the list as it is without those of the tasks that are in it already. */
export async function indexAmongOthers(
  tx: Tx,
  container: ContainerRow,
  staying: readonly MemberRow[],
  place: InsertionPoint,
): Promise<number> {
  const others = container.taskCount - staying.length;
  if (place === 'end' || place >= container.taskCount) return others;
  if (staying.length === 0) return place;
  const at = await positionAtIndex(tx, container, place);
  return at === undefined ? others : place - staying.filter((task) => task.position! < at).length;
}

/** Evenly between two positions; undefined when less than `least` would lie between neighbours. */
function spread(left: number, right: number, ids: readonly string[], least = 1): MemberPosition[] | undefined {
  const step = Math.floor((right - left) / (ids.length + 1));
  return step < least ? undefined : ids.map((id, n) => ({ id, position: left + (n + 1) * step }));
}
