import type { ComponentChildren } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { rowPxOf, useWindow } from '../../shared/ui/use-window.ts';
import './long-list.css';
import { useRoving } from './use-roving.ts';

interface LongListProps<T> {
  label: string;
  items: readonly T[];
  idOf(item: T): string;
  /** Height of a row relative to the text: all are equal. */
  rowRem: number;
  /** Selector of a row's part that arrows go to. */
  stops: string;
  /** Whether the focus goes to the first row at once. */
  isBegun?: boolean;
  /** Renders the content of a row. */
  render(item: T): ComponentChildren;
}

/** A list of any length that scrolls by itself: only the rows in view are drawn, and the one with the focus. */
export function LongList<T>({ label, items, idOf, rowRem, stops, isBegun = false, render }: LongListProps<T>) {
  const scroller = useRef<HTMLDivElement>(null);
  const rowPx = useMemo(() => rowPxOf(rowRem), [rowRem]);
  const { first, end } = useWindow(scroller, items.length, rowPx);
  const [focused, setFocused] = useState<string>();
  useRoving(scroller, stops, { isBegun });
  const at = focused === undefined ? -1 : items.findIndex((item) => idOf(item) === focused);
  const shown = items.slice(first, end).map((item, index) => ({ item, index: first + index }));
  if (at >= 0 && at < first) shown.unshift({ item: items[at]!, index: at });
  else if (at >= end) shown.push({ item: items[at]!, index: at });
  return (
    <div
      class="long-list"
      ref={scroller}
      onFocusIn={({ target }) => setFocused((target as HTMLElement).closest<HTMLElement>('li')?.dataset.id)}
      onFocusOut={() => setFocused(undefined)}
    >
      <ul aria-label={label} style={{ blockSize: `${items.length * rowPx}px` }}>
        {shown.map(({ item, index }) => (
          <li
            key={idOf(item)}
            data-id={idOf(item)}
            aria-setsize={items.length}
            aria-posinset={index + 1}
            style={{ insetBlockStart: `${index * rowPx}px`, blockSize: `${rowPx}px` }}
          >
            {render(item)}
          </li>
        ))}
      </ul>
    </div>
  );
}
