import type { Task } from '../../wire/dispatch.ts';

/**
 * These tasks and those that depend on them or that they depend on, as far as they can move: a pickup and its drop-off belong to
 * one worker. In the order given; what comes along stands where the dependencies put it, before or after.
 */
export function withDependents(tasks: ReadonlyMap<string, Task>, ids: readonly string[]): string[] {
  const dependents = new Map<string, string[]>();
  for (const { id, dependencies } of tasks.values())
    for (const each of dependencies) dependents.set(each, [...(dependents.get(each) ?? []), id]);
  const found = new Set<string>();
  const add = (id: string): void => {
    const task = tasks.get(id);
    if (!task || task.state > 1 || found.has(id)) return;
    found.add(id);
    task.dependencies.forEach(add);
    dependents.get(id)?.forEach(add);
  };
  ids.forEach(add);
  return inOrderOfDependencies(tasks, [...found]);
}

/** Sorts tasks after the ones they depend on; the order stays otherwise. */
function inOrderOfDependencies(tasks: ReadonlyMap<string, Task>, ids: readonly string[]): string[] {
  const wanted = new Set(ids);
  const ordered = new Set<string>();
  const visiting = new Set<string>();
  const visit = (id: string): void => {
    if (!wanted.has(id) || ordered.has(id) || visiting.has(id)) return;
    visiting.add(id);
    tasks.get(id)?.dependencies.forEach(visit);
    ordered.add(id);
  };
  ids.forEach(visit);
  return [...ordered];
}
