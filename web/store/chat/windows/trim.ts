import type { ChatState } from '../state.ts';
import type { MessageWindow } from './message-windows.ts';
import { covering, nearest } from './ranges.ts';

/** Messages in memory at most. */
export const MAX_MESSAGES = 20_000;
/** Messages that stay when there were too many: not each further one is a reason to look again. */
const KEPT_MESSAGES = 18_000;
/** Messages of one window that stay, around what was looked at. */
const KEPT_OF_WINDOW = 6_000;

/**
 * Forgets messages when there are more than `MAX_MESSAGES`: first those that stand in no window, then the windows that
 * were not looked at for longest; of the last one what lies far from what is looked at.
 */
export function trim(state: ChatState): void {
  if (state.messages.size <= MAX_MESSAGES) return;
  const windows = [...state.windows].sort(([, a], [, b]) => b.lookedAt - a.lookedAt);
  const retained = new Set<number>();
  for (const [key, known] of windows) {
    const isLatest = key === windows[0]![0];
    if (isLatest) shorten(known);
    const ids = known.ranges.flatMap((range) => range.ids);
    if (!isLatest && retained.size + ids.length > KEPT_MESSAGES) state.windows.delete(key);
    else for (const id of ids) retained.add(id);
  }
  const loose = [...state.messages.keys()].filter((id) => !retained.has(id)).sort((a, b) => b - a);
  // Of those that no window has, the newest stay: they show what a conversation was last about.
  for (const id of loose.slice(Math.max(0, KEPT_MESSAGES - retained.size))) state.messages.delete(id);
}

function shorten(known: MessageWindow): void {
  const total = known.ranges.reduce((sum, { ids }) => sum + ids.length, 0);
  if (total <= KEPT_MESSAGES) return;
  const range = covering(known.ranges, known.lookedFor) ?? known.ranges.at(-1)!;
  known.ranges = [nearest(range, known.lookedFor, KEPT_OF_WINDOW)];
}
