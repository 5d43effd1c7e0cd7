import { useMemo } from 'preact/hooks';
import { Empty } from '../../shared/ui/states.tsx';
import { rowPxOf, useWindow } from '../../shared/ui/use-window.ts';
import { type Axis, pxOf } from './axis.ts';
import { Hours } from './hours.tsx';
import { Row } from './row.tsx';
import type { TimelineRow } from './rows.ts';
import { useShifts } from './shifts.ts';
import { timelineWords } from './texts/index.ts';

/** Height of a row relative to the text. */
const ROW_REM = 3.5;

interface RowsProps {
  scroller: { current: HTMLDivElement | null };
  rows: readonly TimelineRow[];
  axis: Axis;
  now: number;
  current: string | undefined;
}

/** Visible rows, and the focused one. */
export function Rows({ scroller, rows, axis, now, current }: RowsProps) {
  const rowPx = useMemo(() => rowPxOf(ROW_REM), []);
  const { first, end } = useWindow(scroller, rows.length, rowPx);
  const { shifts, isRefused } = useShifts(axis.from, axis.to);
  const focused = useMemo(
    () => rows.findIndex(({ day, done }) => [...day.stops, ...done].some(({ task }) => task.id === current)),
    [rows, current],
  );
  const shown = rows.map((_row, index) => index).slice(first, end);
  if (focused >= 0 && !shown.includes(focused)) shown.push(focused);
  const width = pxOf(axis, axis.to);
  return (
    <section
      ref={scroller}
      class="timeline-scroll"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard (WCAG 2.1.1)
      tabIndex={0}
      aria-label={timelineWords.label({ count: rows.length })}
    >
      <Hours axis={axis} now={now} />
      {isRefused && <p class="timeline-note">{timelineWords.refused}</p>}
      {rows.length === 0 ? (
        <Empty level={2} icon="users" title={timelineWords.nobody} text={timelineWords.nobodyText} />
      ) : (
        <div
          class="timeline-rows"
          style={{
            blockSize: `${rows.length * rowPx}px`,
            inlineSize: `calc(var(--head) + ${width}px)`,
            '--hour': `${axis.pxPerHour}px`,
          }}
        >
          <ul>
            {shown.map((index) => {
              const row = rows[index]!;
              return (
                <Row
                  key={row.key}
                  {...{ row, axis, now, index, rowPx, current }}
                  count={rows.length}
                  shifts={shifts.get(row.worker.id) ?? []}
                />
              );
            })}
          </ul>
          <span
            class="timeline-now"
            style={{ insetInlineStart: `calc(var(--head) + ${pxOf(axis, now)}px)` }}
            aria-hidden="true"
          />
        </div>
      )}
    </section>
  );
}
