import { effect, signal } from '@preact/signals';
import { floor } from './floor.ts';

/** The tasks that are selected: one selection for board, map and table. */
export const selection = signal<ReadonlySet<string>>(new Set());

/** Tasks that are there, but that the feed has not told of yet: they are selected when it does. */
let awaited: ReadonlySet<string> = new Set();

export function select(ids: Iterable<string>): void {
  awaited = new Set();
  selection.value = new Set(ids);
}

/** Selects tasks that were made a moment ago; whoever selects something else meanwhile no longer wants them. */
export function selectOnceThere(ids: readonly string[]): void {
  select([]);
  awaited = new Set(ids);
  takeAwaited();
}

function takeAwaited(): void {
  const { tasks } = floor.value.state;
  const come = [...awaited].filter((id) => tasks.has(id));
  if (come.length === 0) return;
  awaited = new Set([...awaited].filter((id) => !come.includes(id)));
  selection.value = new Set([...selection.value, ...come]);
}

export function toggle(id: string): void {
  awaited = new Set();
  const next = new Set(selection.value);
  if (!next.delete(id)) next.add(id);
  selection.value = next;
}

/** Removes completed and deleted tasks from the selection, because no action applies to them. */
effect(() => {
  if (awaited.size > 0) takeAwaited();
  const { tasks } = floor.value.state;
  const there = [...selection.value].filter((id) => (tasks.get(id)?.state ?? 3) < 3);
  if (there.length < selection.value.size) selection.value = new Set(there);
});
