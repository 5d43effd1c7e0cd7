import { signal } from '@preact/signals';
import { type BoardOrder, boardOrders } from '../../store/dispatch/select/board.ts';
import { floor } from '../data/floor.ts';
import { readStored, writeStored } from '../data/stored.ts';

/** Densities of the board: columns of cards, the same at two thirds of the width, a row of chips for each list. */
export const boardDensities = ['wide', 'narrow', 'rows'] as const;
export type BoardDensity = (typeof boardDensities)[number];

/** Settings of the board that this browser stores for the signed-in person. */
interface BoardSettings {
  look: BoardDensity;
  order: BoardOrder;
  /** IDs of workers whose lists come first. */
  pinned: readonly string[];
}

/** More workers than this are shown in rows at first: their columns would fill several screens. */
const MANY_WORKERS = 12;

export const boardSettings = signal<BoardSettings>({ look: 'wide', order: 'late', pinned: [] });

/** Reads what is stored; whoever has chosen nothing gets a density for the size of the fleet. */
export function readBoardSettings(): void {
  const { look, order, pinned } = readStored<BoardSettings>('board') ?? {};
  const isLarge = floor.value.state.workers.size > MANY_WORKERS;
  boardSettings.value = {
    look: boardDensities.find((each) => each === look) ?? (isLarge ? 'rows' : 'wide'),
    order: boardOrders.find((each) => each === order) ?? 'late',
    pinned: Array.isArray(pinned) ? pinned : [],
  };
}

/** Changes settings and stores them; a density that was not chosen is not stored. */
export function changeBoardSettings(changes: Partial<BoardSettings>): void {
  boardSettings.value = { ...boardSettings.value, ...changes };
  writeStored('board', { ...readStored<BoardSettings>('board'), ...changes });
}

export function togglePin(workerId: string): void {
  const { pinned } = boardSettings.value;
  const others = pinned.filter((id) => id !== workerId);
  changeBoardSettings({ pinned: others.length < pinned.length ? others : [...pinned, workerId] });
}
