import type { Static } from 'typebox';
import type { Tx } from '../../platform/db/tx.ts';
import { type ContainerRow, indexesOf, listMembers, type MemberRow } from '../containers/access.ts';
import { referTo } from './present.ts';
import { type FormerPlace, stepsBack, type Undo } from './undo.ts';

/** A move that would take more requests back is not taken back so. */
const MAX_STEPS = 500;

/** State before a move, needed to undo it. */
export interface Before {
  former: readonly FormerPlace[];
  replaced: readonly string[] | undefined;
}

/** Returns the state before a move of these tasks, which are locked together with their containers. */
export async function placesBefore(
  tx: Tx,
  moving: readonly MemberRow[],
  replacedId: string | undefined,
): Promise<Before> {
  const sources = [...new Set(moving.map((task) => task.containerId))];
  const ids = moving.map((task) => task.id);
  const former = sources.length > 0 ? await indexesOf(tx, sources, ids) : [];
  const list = replacedId === undefined ? undefined : await listMembers(tx, [replacedId]);
  return { former, replaced: list?.map((task) => task.id) };
}

/** The requests that take a move back that was made; undefined when they would be too many. */
export async function undoOf(
  tx: Tx,
  containers: ReadonlyMap<string, ContainerRow>,
  target: ContainerRow,
  moved: readonly MemberRow[],
  { former, replaced }: Before,
): Promise<Static<typeof Undo> | undefined> {
  const versions = new Map([...containers.values()].map((row) => [row.id, row.version]));
  const list = replaced ? [] : await listBeside(tx, target, moved);
  const made = { targetId: target.id, former, list, replaced, versions, most: MAX_STEPS };
  return stepsBack(made)?.map(({ containerId, ...step }) => ({
    container: referTo(containers.get(containerId)!),
    ...step,
  }));
}

/** The list without those who came from elsewhere; of all others than those who only changed their places, it has null. */
async function listBeside(tx: Tx, target: ContainerRow, moved: readonly MemberRow[]): Promise<(string | null)[]> {
  const staying = moved.filter((task) => task.containerId === target.id).map((task) => task.id);
  if (staying.length === 0) return [];
  const now = await indexesOf(
    tx,
    [target.id],
    moved.map((task) => task.id),
  );
  const others = Array<null>(target.taskCount - moved.length).fill(null);
  const start = now[0]!.index;
  return [...others.slice(0, start), ...staying, ...others.slice(start)];
}
