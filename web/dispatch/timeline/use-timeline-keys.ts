import { useLayoutEffect, useRef } from 'preact/hooks';
import { isKey } from '../../shared/keys.ts';
import { moveWithin } from '../board/keys-of-board.ts';
import { useSheet } from '../data/address.ts';
import { mayWrite } from '../data/me.ts';
import { select, selection, toggle } from '../data/selection.ts';
import { neighbour } from './keys-of-timeline.ts';
import type { TimelineRow } from './rows.ts';

/** Keys of the bars and of the cards above. */
export function useTimelineKeys(
  root: { current: HTMLElement | null },
  rows: readonly TimelineRow[],
  setCurrent: (task: string) => void,
): (event: KeyboardEvent) => void {
  const { openTask } = useSheet();
  const wanted = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    const bar = wanted.current && root.current!.querySelector<HTMLElement>(`[data-task="${wanted.current}"]`);
    if (!bar) return;
    wanted.current = undefined;
    bar.focus({ preventScroll: true });
    bar.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  return (event) => {
    const item = (event.target as HTMLElement).closest<HTMLElement>('[data-task]');
    const id = item?.dataset.task;
    if (!item || !id || event.defaultPrevented) return;
    const isChange = isKey('earlier', event) || isKey('later', event);
    if (isKey('select', event) || event.key === ' ') toggle(id);
    else if (event.key === 'Enter') openTask(id);
    else if (mayWrite.value && isChange) moveWithin(id, isKey('earlier', event) ? -1 : 1);
    else {
      if (mayWrite.value && (isKey('assign', event) || isKey('unassign', event)) && !selection.value.has(id))
        select([id]);
      const to = isChange ? undefined : stepFrom(item, id, event);
      if (!to) return;
      if (event.shiftKey) select([...selection.value, id, to]);
      wanted.current = to;
      setCurrent(to);
    }
    event.preventDefault();
  };

  function stepFrom(item: HTMLElement, id: string, { key }: KeyboardEvent): string | undefined {
    const isMirrored = getComputedStyle(item).direction === 'rtl';
    const row = item.closest<HTMLElement>('[data-row]')?.dataset.row;
    if (row === undefined) return stepInTray(item, key, isMirrored);
    return neighbour(rows, { row: Number(row), task: id }, key, isMirrored)?.task;
  }
}

/** Along the cards above the rows. */
function stepInTray(item: HTMLElement, key: string, isMirrored: boolean): string | undefined {
  const step = { ArrowRight: isMirrored ? -1 : 1, ArrowLeft: isMirrored ? 1 : -1 }[key];
  if (step === undefined) return undefined;
  const cards = [...item.closest('.tray')!.querySelectorAll<HTMLElement>('[data-task]')];
  return cards[cards.indexOf(item) + step]?.dataset.task;
}
