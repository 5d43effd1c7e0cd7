import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { Nullable } from '../http/validate.ts';
import { ContainerReference } from './present.ts';

/** One request that takes a move back: the body and the condition of `PUT /containers/…`. */
const UndoStep = Type.Object({
  container: described(ContainerReference, 'Whose list it changes.'),
  version: Type.Integer({ description: 'Version that the container has by then, for `If-Match`.' }),
  index: Nullable(
    Type.Integer({ description: 'Where the tasks go; -1: to the end; null: they become the whole list.' }),
  ),
  tasks: Type.Array(Type.String(), { description: 'IDs of the tasks that go there.' }),
});

/** Steps that take a move back, one after the other. */
export const Undo = Type.Array(UndoStep, {
  description:
    'Requests that undo the move, one after the other. Absent if nothing moved or there would be ' + 'too many.',
});

/** Place of a task before a move. */
export interface FormerPlace {
  id: string;
  containerId: string;
  index: number;
}

/** A step by the ID of the container. */
export interface StepBack {
  containerId: string;
  version: number;
  index: number | null;
  tasks: string[];
}

/** Result of a move. */
export interface MoveMade {
  targetId: string;
  /** Former places of the tasks, by container and index. */
  former: readonly FormerPlace[];
  /** The target's list as it is; of others than those that were in it before and moved, only their number counts. */
  list: readonly (string | null)[];
  /** The whole list of the target before, where it was replaced. */
  replaced: readonly string[] | undefined;
  /** Versions by container, after the move. */
  versions: ReadonlyMap<string, number>;
  /** Steps at most. */
  most: number;
}

/**
 * The requests that take a move back. What came from elsewhere goes first, lowest index first, so that each index holds when its turn
 * comes; then what only changed its place, or the whole list. Undefined: there would be too many.
 */
export function stepsBack({
  targetId,
  former,
  list,
  replaced,
  versions: after,
  most,
}: MoveMade): StepBack[] | undefined {
  const joined = runsOf(former.filter(({ containerId }) => containerId !== targetId));
  const staying = replaced ? [] : runsOf(former.filter(({ containerId }) => containerId === targetId));
  if (joined.length + staying.length > most) return undefined;
  const versions = new Map(after);
  const next = (containerId: string, more: readonly string[]) => {
    const version = versions.get(containerId)!;
    for (const id of [containerId, ...more]) versions.set(id, versions.get(id)! + 1);
    return version;
  };
  const steps: StepBack[] = [];
  for (const run of joined) {
    const { containerId, index } = run[0]!;
    steps.push({ containerId, version: next(containerId, [targetId]), index, tasks: run.map(({ id }) => id) });
  }
  if (replaced && replaced.length > 0)
    steps.push({ containerId: targetId, version: next(targetId, []), index: null, tasks: [...replaced] });
  for (const { index, tasks } of reorderings(list, staying))
    steps.push({ containerId: targetId, version: next(targetId, []), index, tasks });
  return steps;
}

/** Tasks that stood side by side. */
function runsOf(places: readonly FormerPlace[]): FormerPlace[][] {
  const runs: FormerPlace[][] = [];
  for (const place of places) {
    const last = runs.at(-1)?.at(-1);
    if (last && last.containerId === place.containerId && last.index === place.index - 1) runs.at(-1)!.push(place);
    else runs.push([place]);
  }
  return runs;
}

/** Moves within a list that put each run back to where it was, in terms of the list as it is at that move. */
function* reorderings(
  list: readonly (string | null)[],
  runs: readonly FormerPlace[][],
): Generator<{ index: number; tasks: string[] }> {
  let now = [...list];
  const displaced = new Set<string | null>(runs.flat().map(({ id }) => id));
  for (const run of runs) {
    const tasks = run.map(({ id }) => id);
    const own = new Set<string | null>(tasks);
    const others = [...now.keys()].filter((at) => !own.has(now[at]!));
    // As many as stood before it then and are in their places now.
    let [at, seen] = [0, 0];
    while (seen < run[0]!.index) if (!displaced.has(now[others[at++]!]!)) seen++;
    yield { index: others[at] ?? -1, tasks };
    for (const id of tasks) displaced.delete(id);
    now = [...others.slice(0, at).map((n) => now[n]!), ...tasks, ...others.slice(at).map((n) => now[n]!)];
  }
}
