import { signal } from '@preact/signals';
import type { Task } from '../../store/wire/dispatch.ts';
import { select, selection, toggle } from '../data/selection.ts';

/**
 * The completed tasks that are selected, with what they were: only the table shows them, and they can be duplicated. What is still to
 * be done is in the selection that all screens share.
 */
const completed = signal<ReadonlyMap<string, Task>>(new Map());

export function isPicked({ id }: Task): boolean {
  return selection.value.has(id) || completed.value.has(id);
}

export function togglePicked(task: Task, on = !isPicked(task)): void {
  if (task.state === 3) {
    const next = new Map(completed.value);
    if (on) next.set(task.id, task);
    else next.delete(task.id);
    completed.value = next;
  } else if (on !== selection.value.has(task.id)) toggle(task.id);
}

export function pick(tasks: readonly Task[]): void {
  select(tasks.flatMap(({ id, state }) => (state < 3 ? [id] : [])));
  completed.value = new Map(tasks.flatMap((task) => (task.state === 3 ? [[task.id, task] as const] : [])));
}

/** Also all from one row to another. */
export function pickRange(tasks: readonly Task[], [one, other]: [number, number]): void {
  const added = tasks.slice(Math.min(one, other), Math.max(one, other) + 1);
  select([...selection.value, ...added.flatMap(({ id, state }) => (state < 3 ? [id] : []))]);
  completed.value = new Map([
    ...completed.value,
    ...added.flatMap((task) => (task.state === 3 ? [[task.id, task] as const] : [])),
  ]);
}

/** Returns the selected tasks that are known. */
export function pickedTasks(known: ReadonlyMap<string, Task>): Task[] {
  return [...[...selection.value].flatMap((id) => known.get(id) ?? []), ...completed.value.values()];
}
