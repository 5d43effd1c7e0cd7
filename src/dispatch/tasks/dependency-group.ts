import type { Reader } from '../../platform/db/reader.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { Services } from '../../platform/services.ts';
import { type AutoAssign, chooseWorker, maxAssigned } from '../assignment/auto-assign.ts';
import { type ContainerRow, findMembers } from '../containers/access.ts';
import type { Location } from '../geography/location.ts';
import { unseenAmong } from '../sight/access.ts';
import type { Viewer } from '../sight/fragments.ts';
import { findDependencies, findDependents } from './dependency-queries.ts';

/**
 * The tasks that a task depends on and those that depend on it, one step in both directions; of what is out of sight nothing comes
 * along, for nobody may move it.
 */
export interface DependencyGroup {
  /** Unassigned tasks of the group: parents, the task itself unless it is new, children. */
  unassigned: readonly string[];
  /** Workers who have, or are at, one of them. */
  workers: readonly string[];
  /** Skills that the unassigned tasks require together. */
  skills: readonly string[];
}

/** The dependency group of a task that is about to be created: it has no children yet. */
export function dependencyGroupOfNew(reader: Reader, dependencies: readonly string[]): Promise<DependencyGroup> {
  return dependencyGroupAmong(reader, dependencies);
}

/** A task's dependency group, the task among it. */
export async function dependencyGroupOf(reader: Reader, viewer: Viewer, id: string): Promise<DependencyGroup> {
  return dependencyGroupAmong(reader, await relatedTasks(reader, viewer, [id]));
}

async function dependencyGroupAmong(reader: Reader, ids: readonly string[]): Promise<DependencyGroup> {
  const members = new Map((await findMembers(reader, ids)).map((task) => [task.id, task]));
  const known = ids.flatMap((id) => members.get(id) ?? []);
  const unassigned = known.filter((task) => task.state === 0);
  return {
    unassigned: unassigned.map((task) => task.id),
    workers: [...new Set(known.flatMap((task) => (task.state < 3 && task.workerId ? [task.workerId] : [])))],
    skills: unassigned.flatMap((task) => task.skills),
  };
}

/**
 * The tasks with the unfinished tasks they depend on before them and those that depend on them after them: one step
 * in both directions (spec: dispatch 4, considerDependencies).
 */
export async function withDependencyGroups(tx: Tx, viewer: Viewer, tasks: readonly string[]): Promise<string[]> {
  const related = await relatedTasks(tx, viewer, tasks);
  const named = new Set(tasks);
  const inContainers = new Set(
    (await findMembers(tx, related)).filter((task) => task.position !== null).map((task) => task.id),
  );
  return related.filter((id) => named.has(id) || inContainers.has(id));
}

async function relatedTasks(reader: Reader, viewer: Viewer, tasks: readonly string[]): Promise<string[]> {
  const parents = Map.groupBy(await findDependencies(reader, tasks), (link) => link.taskId);
  const children = Map.groupBy(await findDependents(reader, tasks), (link) => link.dependsOn);
  const related = tasks.flatMap((id) => [
    ...(parents.get(id) ?? []).map((link) => link.dependsOn),
    id,
    ...(children.get(id) ?? []).map((link) => link.taskId),
  ]);
  const unseen = await unseenAmong(reader, viewer, related);
  return [...new Set(related)].filter((id) => !unseen.has(id));
}

/**
 * Chooses one worker for a dependency group and locks that worker's container: a candidate who has a task of the group
 * already, if there is one, or else as for a single task.
 * @param more tasks that come with the unassigned ones
 */
export async function chooseForDependencyGroup(
  tx: Tx,
  services: Services,
  destination: Location,
  options: AutoAssign,
  { unassigned, workers, skills }: DependencyGroup,
  more: number,
): Promise<ContainerRow | undefined> {
  // The whole group counts against the worker's greatest number of tasks.
  const limited = { ...options, maxAssignedTaskCount: maxAssigned(options) - (unassigned.length + more - 1) };
  const among = workers.length > 0 ? { among: workers, skills } : undefined;
  return (
    (among && (await chooseWorker(tx, services, destination, limited, among))) ??
    (await chooseWorker(tx, services, destination, limited, { skills }))
  );
}
