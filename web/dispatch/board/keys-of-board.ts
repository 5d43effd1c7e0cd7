import { isKey } from '../../shared/keys.ts';
import { showToast } from '../../shared/ui/toast.tsx';
import { ownerOfKey } from '../../store/outbox/moves.ts';
import { listOfTask, lists } from '../data/floor.ts';
import { moveTasks } from '../data/moves.ts';
import { select, selection, toggle } from '../data/selection.ts';
import { words } from '../texts/index.ts';

/**
 * Moves the focus on the board: up and down in a list, to the sides from list to list; with Shift it selects on the way.
 * @returns whether the key was one of these
 */
export function stepOnBoard(event: KeyboardEvent, board: HTMLElement, card: HTMLElement): boolean {
  if (isKey('select', event) || event.key === ' ') {
    event.preventDefault();
    toggle(card.dataset.task!);
    return true;
  }
  const to = isKey('earlier', event) || isKey('later', event) ? undefined : neighbour(event.key, board, card);
  if (!to) return false;
  event.preventDefault();
  if (event.shiftKey) select([...selection.value, card.dataset.task!, to.dataset.task!]);
  to.focus();
  to.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  return true;
}

function neighbour(key: string, board: HTMLElement, card: HTMLElement): HTMLElement | undefined {
  const lists = [...board.querySelectorAll<HTMLElement>('.cards')].map((list) => [
    ...list.querySelectorAll<HTMLElement>('.card'),
  ]);
  const column = lists.findIndex((cards) => cards.includes(card));
  const cards = lists[column]!;
  const at = cards.indexOf(card);
  const isMirrored = getComputedStyle(board).direction === 'rtl';
  const side = (step: number) => {
    const next = lists[column + step];
    return next?.[Math.min(at, next.length - 1)];
  };
  const inList = (step: number) => cards[at + step];
  // In rows the lists lie below each other, and their tasks beside each other.
  const isRows = board.classList.contains('rows');
  const [along, across] = isRows ? [side, inList] : [inList, side];
  const mirror = isMirrored ? -1 : 1;
  const steps: Record<string, () => HTMLElement | undefined> = {
    ArrowDown: () => along(1),
    ArrowUp: () => along(-1),
    ArrowRight: () => across(mirror),
    ArrowLeft: () => across(-mirror),
    Home: () => cards[0],
    End: () => cards.at(-1),
  };
  return Object.hasOwn(steps, key) ? (steps[key]!() ?? card) : undefined;
}

/** Earlier or later in its own list: the keyboard's way of what a drag does. */
export function moveWithin(id: string, step: -1 | 1): void {
  const key = listOfTask.value.get(id);
  const list = key && lists.value.get(key);
  if (!list) {
    showToast(words.refusals.started);
    return;
  }
  const at = list.indexOf(id);
  if (at + step < 0 || at + step >= list.length) return;
  const before = step < 0 ? list[at - 1]! : (list[at + 2] ?? null);
  moveTasks([id], ownerOfKey(key), before);
}
