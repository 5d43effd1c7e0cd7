import { effect, signal } from '@preact/signals';
import { floor } from './floor.ts';

/** The tasks that are selected: one selection for board, map and table. */
export const selection = signal<ReadonlySet<string>>(new Set());

export function select(ids: Iterable<string>): void {
  selection.value = new Set(ids);
}

export function toggle(id: string): void {
  const next = new Set(selection.value);
  if (!next.delete(id)) next.add(id);
  selection.value = next;
}

/** What is done, or was deleted, is nothing that one can do something with. */
effect(() => {
  const { tasks } = floor.value.state;
  const there = [...selection.value].filter((id) => (tasks.get(id)?.state ?? 3) < 3);
  if (there.length < selection.value.size) select(there);
});
