import { useLayoutEffect, useRef } from 'preact/hooks';
import { newestMove } from '../data/moves.ts';

const MARK_MS = 1200;

/**
 * Brings what was moved into sight where it is now, and marks it for a moment; of a list too long to be drawn whole, the list.
 * A move that is older than the board is not looked for: who comes back finds the board's beginning.
 */
export function useMovedInSight(board: { current: HTMLElement | null }): void {
  const move = newestMove.value;
  const atFirst = useRef(move);
  useLayoutEffect(() => {
    if (move === atFirst.current) return;
    const list = move && board.current?.querySelector(`[data-list="${move.list}"]`);
    if (!list) return;
    const card = list.querySelector(`[data-task="${move.task}"]`);
    (card ?? list).scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches)
      card?.animate({ boxShadow: ['0 0 0 3px var(--accent)', '0 0 0 3px transparent'] }, MARK_MS);
  }, [move]);
}
