import { useMemo, useRef } from 'preact/hooks';
import { rowPxOf, useWindow } from '../../shared/ui/use-window.ts';

/** Height of a row in rem: all rows are equal, so positions are products. */
const ROW_REM = 2.5;

/** Returns the rows of a grid to draw, and a function that scrolls to others. */
export function useGridRows(count: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = useMemo(() => rowPxOf(ROW_REM), []);
  const { first, end, fitting } = useWindow(scroller, count, rowHeight);
  return {
    scroller,
    rowHeight,
    first,
    end,
    // The headings cover one, and one stays in view.
    rowsOfPage: Math.max(1, fitting - 2),
    /** Scrolls no more than is needed to see a row below the headings. */
    show: (row: number) => {
      const element = scroller.current!;
      const above = row * rowHeight;
      if (above < element.scrollTop) element.scrollTop = above;
      else if (above + 2 * rowHeight > element.scrollTop + element.clientHeight)
        element.scrollTop = above + 2 * rowHeight - element.clientHeight;
    },
  };
}
