import { signal } from '@preact/signals';

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
