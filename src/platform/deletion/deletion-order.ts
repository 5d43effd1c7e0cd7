import type { Table } from '../db/tables.ts';

/**
 * Tables whose rows are deleted some at a time, those that refer to others before these, so that no cascade takes more
 * than was asked for. What an organization has one row of stays to the last: the log's head is the lock of whoever still writes.
 */
export function inDeletionOrder(tables: readonly Table[]): Table[] {
  const left = new Map(
    tables.filter(({ key }) => key.join() !== 'organization_id').map((table) => [table.name, table]),
  );
  const ordered: Table[] = [];
  while (left.size > 0) {
    const referredTo = new Set([...left.values()].flatMap(({ refersTo }) => refersTo));
    const free = [...left.values()].filter(({ name }) => !referredTo.has(name));
    if (free.length === 0)
      throw new Error(`these tables refer to each other in a circle: ${[...left.keys()].join(', ')}`);
    for (const table of free) left.delete(table.name);
    ordered.push(...free);
  }
  return ordered;
}
