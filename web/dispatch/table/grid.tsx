// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot leave rows out
// biome-ignore-all lint/a11y/useFocusableInteractive: of a grid, the cells are focused, one at a time
// biome-ignore-all lint/a11y/useKeyWithClickEvents: keys are dealt with once, by the grid
import { useMemo, useRef } from 'preact/hooks';
import { isKey, isWithMod } from '../../shared/keys.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import type { TableSource } from '../../store/dispatch/select/table.ts';
import { taskName } from '../../store/dispatch/select/tasks.ts';
import type { Task } from '../../store/wire/dispatch.ts';
import type { TableColumn } from './columns.tsx';
import { contentOf } from './columns.tsx';
import { isPicked, pickRange, togglePicked } from './picked.ts';
import type { Sort } from './table-address.ts';
import { tableWords } from './texts/index.ts';
import { type Cursor, useCursor } from './use-cursor.ts';
import { useGridRows } from './use-grid-rows.ts';
import { useIsNarrow } from './use-is-narrow.ts';

interface GridProps {
  columns: readonly TableColumn[];
  tasks: readonly Task[];
  source: TableSource;
  sort: Sort;
  onSort(column: string): void;
  /** Object beside the table. */
  open: string | undefined;
  onOpen(id: string): void;
}

/** A column is no wider on a phone, in rem: two of them are seen. */
const ON_PHONE_REM = 10;

/** Tasks in rows: as many as are seen are drawn, and each of them is reached by keys. */
export function Grid({ columns, tasks, source, sort, onSort, open, onOpen }: GridProps) {
  const ids = useMemo(() => tasks.map(({ id }) => id), [tasks]);
  const isNarrow = useIsNarrow();
  const widths = columns.map(({ width }) => (isNarrow ? Math.min(width, ON_PHONE_REM) : width));
  const rowOf = useMemo(() => new Map(ids.map((id, row) => [id, row])), [ids]);
  const { scroller, rowHeight, first, end, rowsOfPage, show } = useGridRows(tasks.length);
  const cells = useCursor({ ids, rowOf, columns: columns.length + 1, rowsOfPage, scroller, show });
  const { cursor, row } = cells;
  // From here a click with Shift selects.
  const anchor = useRef<string | undefined>(undefined);
  const shown = tasks.slice(first, end).map((task, n) => ({ task, at: first + n }));
  // The one that has the focus keeps it, wherever one scrolls.
  if (row >= 0 && (row < first || row >= end)) shown.push({ task: tasks[row]!, at: row });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    const task = row < 0 ? undefined : tasks[row]!;
    const to = cells.step(event);
    if (to) {
      event.preventDefault();
      if (event.shiftKey && task && to.id) pickRange(tasks, [row, rowOf.get(to.id)!]);
    } else if (task && (isKey('select', event) || event.key === ' ')) {
      event.preventDefault();
      anchor.current = task.id;
      togglePicked(task);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (task) onOpen(task.id);
      else if (cursor.column > 0) onSort(columns[cursor.column - 1]!.id);
    } else if (task && (isKey('assign', event) || isKey('unassign', event)) && !isPicked(task))
      togglePicked(task, true);
  };
  const onClick = (event: MouseEvent, task: Task, at: number) => {
    const isTick = (event.target as Element).closest('.table-tick') !== null;
    const from = anchor.current === undefined ? undefined : rowOf.get(anchor.current);
    if (event.shiftKey) pickRange(tasks, [from ?? at, at]);
    else if (isTick || isWithMod(event)) togglePicked(task);
    else onOpen(task.id);
    if (!event.shiftKey) anchor.current = task.id;
  };
  return (
    <div
      ref={scroller}
      class="table-grid"
      role="grid"
      aria-label={tableWords.title}
      aria-multiselectable="true"
      aria-rowcount={tasks.length + 1}
      aria-colcount={columns.length + 1}
      onKeyDown={onKeyDown}
      onFocusOut={cells.onBlur}
      style={{
        '--table-columns': `2.5rem ${widths.map((width) => `minmax(${width}rem, ${width}fr)`).join(' ')}`,
        '--table-width': `${2.5 + widths.reduce((sum, width) => sum + width, 0)}rem`,
        '--table-row': `${rowHeight}px`,
      }}
    >
      <Head columns={columns} cursor={cursor} sort={sort} onSort={onSort} onFocus={cells.onFocus} />
      <div role="rowgroup" class="table-body" style={{ height: `${tasks.length * rowHeight}px` }}>
        {shown.map(({ task, at }) => (
          <Row
            key={task.id}
            task={task}
            row={at}
            top={at * rowHeight}
            columns={columns}
            source={source}
            cursorColumn={cursor.id === task.id ? cursor.column : undefined}
            isOpen={task.id === open}
            isPicked={isPicked(task)}
            onFocus={cells.onFocus}
            onClick={(event) => onClick(event, task, at)}
          />
        ))}
      </div>
    </div>
  );
}

interface HeadProps extends Pick<GridProps, 'columns' | 'sort' | 'onSort'> {
  cursor: Cursor;
  onFocus(cursor: Cursor): void;
}

function Head({ columns, cursor, sort, onSort, onFocus }: HeadProps) {
  const focus = (column: number) => ({
    tabIndex: cursor.id === undefined && cursor.column === column ? 0 : -1,
    'data-cursor': cursor.id === undefined && cursor.column === column ? '' : undefined,
    onFocus: () => onFocus({ id: undefined, column }),
  });
  return (
    <div role="rowgroup" class="table-head">
      <div role="row" aria-rowindex={1} class="table-row">
        <div role="columnheader" class="table-cell" aria-colindex={1} {...focus(0)}>
          <span class="unseen">{tableWords.selected}</span>
        </div>
        {columns.map(({ id, name, isNumber }, index) => {
          const isSorted = sort.column === id;
          return (
            <div
              key={id}
              role="columnheader"
              class={isNumber ? 'table-cell number' : 'table-cell'}
              aria-colindex={index + 2}
              aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : 'none'}
              onClick={() => onSort(id)}
              {...focus(index + 1)}
            >
              <span class="table-name" dir="auto">
                {name}
              </span>
              {isSorted && <Icon name={sort.isDescending ? 'arrow-down' : 'arrow-up'} />}
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface RowProps extends Pick<GridProps, 'columns' | 'source'> {
  task: Task;
  row: number;
  top: number;
  /** Column of the cursor, if it is in this row. */
  cursorColumn: number | undefined;
  isOpen: boolean;
  isPicked: boolean;
  onFocus(cursor: Cursor): void;
  onClick(event: MouseEvent): void;
}

function Row({ task, row, top, columns, source, cursorColumn, isOpen, isPicked, onFocus, onClick }: RowProps) {
  const focus = (column: number) => ({
    tabIndex: cursorColumn === column ? 0 : -1,
    'data-cursor': cursorColumn === column ? '' : undefined,
    onFocus: () => onFocus({ id: task.id, column }),
  });
  return (
    <div
      role="row"
      class={isOpen ? 'table-row open' : 'table-row'}
      aria-rowindex={row + 2}
      aria-selected={isPicked}
      aria-current={isOpen ? 'true' : undefined}
      data-task={task.id}
      style={{ top: `${top}px` }}
      onClick={onClick}
    >
      <div role="gridcell" class="table-cell table-tick" aria-colindex={1} {...focus(0)}>
        <Icon name={isPicked ? 'square-check' : 'square'} />
        <span class="unseen">{tableWords.selectRow({ name: taskName(task) })}</span>
      </div>
      {columns.map((column, index) => (
        <div
          key={column.id}
          role="gridcell"
          class={column.isNumber ? 'table-cell number' : 'table-cell'}
          {...(!column.isNumber && { dir: 'auto' })}
          aria-colindex={index + 2}
          {...focus(index + 1)}
        >
          {contentOf(column, task, source)}
        </div>
      ))}
    </div>
  );
}
