import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import './list.css';
import { focusStep } from './roving.ts';

interface ListProps<T> {
  label: string;
  items: readonly T[];
  idOf(item: T): string;
  /** Renders a row; for screen readers the name comes first, then its state. */
  render(item: T): ComponentChildren;
  /** Whether something in the row waits to be read: its name stands out. */
  isUnread?(item: T): boolean;
  /** The row that is shown elsewhere on the page. */
  selected?: string | undefined;
  onOpen?(item: T): void;
}

/** Rows that are one stop for Tab: arrows go from row to row, Enter opens, Tab leaves the list. */
export function List<T>({ label, items, idOf, render, isUnread, selected, onOpen }: ListProps<T>) {
  const ref = useRef<HTMLUListElement>(null);
  const [stop, setStop] = useState<string>();
  const ids = items.map(idOf);
  const tabStop = [stop, selected].find((id) => id !== undefined && ids.includes(id)) ?? ids[0];
  return (
    <ul ref={ref} class="list" aria-label={label}>
      {items.map((item) => {
        const id = idOf(item);
        return (
          <li
            key={id}
            class={isUnread?.(item) ? 'row unread' : 'row'}
            aria-current={id === selected ? 'true' : undefined}
          >
            <button
              type="button"
              class="row-main"
              tabIndex={id === tabStop ? 0 : -1}
              onFocus={() => setStop(id)}
              onClick={() => onOpen?.(item)}
              onKeyDown={(event) => focusStep(event, ref.current!, '.row-main')}
            >
              {render(item)}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
