import type { WriteRequest } from '../http/operation.ts';
import { lockMarks } from '../messages/edit/move-lock.ts';
import { readAnchorWindow } from '../messages/fetch/anchor-window.ts';
import { compileNarrow } from '../messages/query/compile-narrow.ts';
import { parseNarrow } from '../narrow/parse.ts';
import { doUpdateFlags } from './actions.ts';
import { loadMarkable } from './queries.ts';

const READ = { op: 'add', flag: 'read' } as const;
/** Messages of one event. */
const BATCH = 5000;

/**
 * Marks all of the caller's unread messages of a narrow as read, the oldest first; false when the time ran out.
 * @param terms of the narrow, beside that they are unread
 */
export async function markAsRead(
  { tx, services, caller }: WriteRequest,
  terms: readonly { operator: string; operand: string | number }[],
  budgetMs: number,
): Promise<boolean> {
  const end = performance.now() + budgetMs;
  await lockMarks(tx, caller.userId);
  const narrow = parseNarrow([...terms, { operator: 'is', operand: 'unread' }]);
  const { query } = await compileNarrow(services, tx, caller, narrow);
  const window = { anchor: 'oldest', includeAnchor: true, before: 0, after: BATCH } as const;
  for (;;) {
    const { ids, foundNewest } = (await readAnchorWindow(tx, query, window)).window;
    const messages = await loadMarkable(tx, query.view, READ, ids);
    const { updatedIds } = await doUpdateFlags(tx, query.view, READ, messages);
    if (foundNewest || updatedIds.length === 0) return true;
    if (performance.now() >= end) return false;
  }
}
