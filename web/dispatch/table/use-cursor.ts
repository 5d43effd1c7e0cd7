import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isKey } from '../../shared/keys.ts';

/** The cell that the keys go from: of a row by its ID (none: the headings), and a column by its place. */
export interface Cursor {
  id: string | undefined;
  column: number;
}

interface Cells {
  ids: readonly string[];
  rowOf: ReadonlyMap<string, number>;
  columns: number;
  rowsOfPage: number;
  scroller: { current: HTMLElement | null };
  show(row: number): void;
}

/** One stop for Tab, and arrows from cell to cell (ARIA, grid). The focus stays with its task when the rows change their order. */
export function useCursor({ ids, rowOf, columns, rowsOfPage, scroller, show }: Cells) {
  const [cursor, setCursor] = useState<Cursor>({ id: undefined, column: 0 });
  const wantsFocus = useRef(false);
  const lastRow = useRef(0);
  const known = cursor.id === undefined ? undefined : rowOf.get(cursor.id);
  // A row that went is followed by the one that stands there now.
  const id =
    cursor.id === undefined || known !== undefined ? cursor.id : ids[Math.min(lastRow.current, ids.length - 1)];
  const row = id === undefined ? -1 : rowOf.get(id)!;
  lastRow.current = Math.max(0, row);
  const column = Math.min(cursor.column, columns - 1);
  useLayoutEffect(() => {
    const isLost = document.activeElement === document.body && wantsFocus.current;
    if (!isLost && !scroller.current!.contains(document.activeElement)) return;
    const cell = scroller.current!.querySelector<HTMLElement>('[data-cursor]');
    if (wantsFocus.current && cell && cell !== document.activeElement) cell.focus({ preventScroll: true });
  });
  const go = (toRow: number, toColumn: number) => {
    const at = Math.max(-1, Math.min(toRow, ids.length - 1));
    wantsFocus.current = true;
    setCursor({ id: at < 0 ? undefined : ids[at], column: Math.max(0, Math.min(toColumn, columns - 1)) });
    if (at >= 0) show(at);
    return ids[at];
  };
  return {
    cursor: { id, column },
    row,
    /** The focus came to a cell, by a click or by Tab. */
    onFocus: (next: Cursor) => {
      wantsFocus.current = true;
      if (next.id !== id || next.column !== column) setCursor(next);
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      // A row that is taken away takes the focus with it; who goes elsewhere wants it there.
      if (relatedTarget) wantsFocus.current = false;
    },
    onPointerDown: ({ target }: PointerEvent) => {
      if (!scroller.current!.contains(target as Node)) wantsFocus.current = false;
    },
    /** @returns the task that a key went to; undefined when it was no such key */
    step: (event: KeyboardEvent): { id: string | undefined } | undefined => {
      const to = target(event, { row, column, rows: ids.length, columns, rowsOfPage });
      return to && { id: go(...to) };
    },
  };
}

interface Place {
  row: number;
  column: number;
  rows: number;
  columns: number;
  rowsOfPage: number;
}

function target(event: KeyboardEvent, { row, column, rows, columns, rowsOfPage }: Place): [number, number] | undefined {
  if (isKey('firstRow', event)) return [0, column];
  if (isKey('lastRow', event)) return [rows - 1, column];
  const isMirrored = document.documentElement.dir === 'rtl';
  const [start, end] = isMirrored ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight'];
  const steps: Record<string, [number, number]> = {
    ArrowDown: [row + 1, column],
    ArrowUp: [row - 1, column],
    PageDown: [row + rowsOfPage, column],
    PageUp: [Math.max(0, row - rowsOfPage), column],
    Home: [row, 0],
    End: [row, columns - 1],
    [start]: [row, column - 1],
    [end]: [row, column + 1],
  };
  return Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
}
