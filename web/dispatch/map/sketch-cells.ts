import type { MapPoint } from './features.ts';
import { SKETCH } from './projection.ts';

/** Up to so many tasks are drawn one by one. */
const FEW = 200;
/** Width of a cell of a crowded sketch. */
const CELL = 32;

/** Several tasks in one place of a sketch. */
interface Cell {
  x: number;
  y: number;
  count: number;
}

interface Drawn {
  id: string;
  x: number;
  y: number;
  properties: MapPoint['properties'];
}

/** Divides tasks into those that are drawn, late and selected ones among them, and cells that show how many are in them. */
export function sketchCells(
  tasks: readonly MapPoint[],
  place: (at: MapPoint['at']) => [number, number],
): { single: readonly Drawn[]; cells: readonly Cell[] } {
  const drawn = tasks.map(({ id, at, properties }) => {
    const [x, y] = place(at);
    return { id, x, y, properties };
  });
  if (tasks.length <= FEW) return { single: drawn, cells: [] };
  const isMarked = ({ properties }: Drawn) => properties.late === true || properties.selected === true;
  const cells = new Map<number, Drawn[]>();
  for (const each of drawn) {
    if (isMarked(each)) continue;
    const cell = Math.floor(each.y / CELL) * SKETCH.width + Math.floor(each.x / CELL);
    const of = cells.get(cell);
    if (of) of.push(each);
    else cells.set(cell, [each]);
  }
  const all = [...cells.values()];
  return {
    single: [...all.filter(({ length }) => length === 1).flat(), ...drawn.filter(isMarked)],
    cells: all.filter(({ length }) => length > 1).map(cellOf),
  };
}

/** The middle of what is in a cell. */
function cellOf(of: readonly Drawn[]): Cell {
  const middle = (value: (each: Drawn) => number) => of.reduce((sum, each) => sum + value(each), 0) / of.length;
  return { x: middle(({ x }) => x), y: middle(({ y }) => y), count: of.length };
}
