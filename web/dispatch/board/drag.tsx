import { computed, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ownerOfKey } from '../../store/outbox/moves.ts';
import { movingOf } from '../data/days.ts';
import { listOfTask, lists } from '../data/floor.ts';
import { moveTasks } from '../data/moves.ts';
import { taskLabel } from '../data/names.ts';
import { select, selection } from '../data/selection.ts';
import { words } from '../texts/index.ts';

/** Dragged tasks in order; undefined if there are none. */
export const dragged = signal<readonly string[] | undefined>(undefined);
/** A place in somebody's list. */
export interface DropPlace {
  key: string;
  before: string | null;
}
/** Place at which the dragged tasks would be inserted. */
export const dropPlace = signal<DropPlace | undefined>(undefined);
/** Tasks that move along. */
export const moving = computed(() => dragged.value && movingOf(dragged.value));
const pointer = signal({ x: 0, y: 0 });

/** Less is a click with an unsteady hand. */
const LEAST_PX = 6;
/** So near to the edge, the board goes on to that side. */
const EDGE_PX = 56;

let pressed: { id: string; x: number; y: number } | undefined;
let justDropped = false;

/** Whether the click that comes now is only the end of a drag. */
export function wasDragged(): boolean {
  return justDropped;
}

/** Differences between the screens with drag and drop. */
interface DragOptions {
  /** Element that scrolls when the pointer is near its edges. */
  scroller?: { current: HTMLElement | null };
  placeAt?: (x: number, y: number) => DropPlace | undefined;
}

/** Dragging by mouse or pen. A finger scrolls: it has the selection's bar, as the keyboard has its keys. */
export function useDrag(
  board: { current: HTMLElement | null },
  isAllowed: boolean,
  { scroller = board, placeAt = placeOnBoard }: DragOptions = {},
) {
  useEffect(() => {
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !dragged.value) return;
      event.preventDefault();
      end();
    };
    document.addEventListener('keydown', cancel, true);
    return () => {
      document.removeEventListener('keydown', cancel, true);
      end();
    };
  }, []);
  if (!isAllowed) return {};
  return {
    onPointerDown: (event: PointerEvent) => {
      justDropped = false;
      const id = (event.target as HTMLElement).closest<HTMLElement>('[data-task]')?.dataset.task;
      if (id && event.button === 0 && event.pointerType !== 'touch')
        pressed = { id, x: event.clientX, y: event.clientY };
    },
    onPointerMove: (event: PointerEvent) => {
      if (!pressed) return;
      const { clientX: x, clientY: y } = event;
      if (!dragged.value) {
        if (Math.hypot(x - pressed.x, y - pressed.y) < LEAST_PX) return;
        board.current!.setPointerCapture(event.pointerId);
        dragged.value = inShownOrder(selection.value.has(pressed.id) ? selection.value : new Set([pressed.id]));
        scrollAtEdges(scroller.current!);
      }
      pointer.value = { x, y };
      dropPlace.value = placeAt(x, y);
    },
    onPointerUp: () => {
      const [ids, place] = [dragged.value, dropPlace.value];
      justDropped = ids !== undefined;
      end();
      if (!ids || !place) return;
      moveTasks(ids, ownerOfKey(place.key), place.before);
      select([]);
    },
    onPointerCancel: end,
  };
}

function end(): void {
  pressed = undefined;
  dragged.value = undefined;
  dropPlace.value = undefined;
}

/** As they stand in their lists: what goes together keeps its order. */
export function inShownOrder(ids: ReadonlySet<string>): string[] {
  const inLists = [...lists.value.values()].flatMap((list) => list.filter((id) => ids.has(id)));
  return [...inLists, ...[...ids].filter((id) => !listOfTask.value.has(id))];
}

/** Returns the place in the list at a point of the page. */
export function placeOnBoard(x: number, y: number): DropPlace | undefined {
  const column = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-list]');
  if (!column) return undefined;
  const waiting = [...column.querySelectorAll<HTMLElement>('.card:not(.active)')];
  const isRow = column.closest('.board.rows') !== null;
  const isMirrored = getComputedStyle(column).direction === 'rtl';
  const next = waiting.find((card) => {
    const { left, top, width, height } = card.getBoundingClientRect();
    const middle = left + width / 2;
    const isBefore = !isRow ? y < top + height / 2 : isMirrored ? x > middle : x < middle;
    return isBefore && !dragged.value?.includes(card.dataset.task!);
  });
  return { key: column.dataset.list!, before: next?.dataset.task ?? null };
}

function scrollAtEdges(board: HTMLElement): void {
  if (!dragged.value) return;
  const { left, right, top, bottom } = board.getBoundingClientRect();
  const { x, y } = pointer.value;
  board.scrollBy(stepAtEdge(x, left, right), stepAtEdge(y, top, bottom));
  requestAnimationFrame(() => scrollAtEdges(board));
}

const stepAtEdge = (at: number, from: number, to: number) => (at < from + EDGE_PX ? -12 : at > to - EDGE_PX ? 12 : 0);

/** Image under the pointer during a drag. */
export function DragGhost() {
  const ids = dragged.value;
  if (!ids) return null;
  const { x, y } = pointer.value;
  return (
    <div class="drag-ghost" style={{ translate: `${x + 12}px ${y + 12}px` }} aria-hidden="true" dir="auto">
      {ids.length === 1 ? taskLabel(ids[0]!) : words.countOfTasks({ count: ids.length })}
    </div>
  );
}
