import { useState } from 'preact/hooks';
import { metresBetween } from '../../../rules/sphere.ts';
import { isWithMod } from '../../shared/keys.ts';
import { distance } from '../../shared/texts/distance.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { timeOfDay } from '../../shared/ui/time.tsx';
import { compareDays, type Day } from '../../store/dispatch/select/day.ts';
import { taskPlace } from '../../store/dispatch/select/tasks.ts';
import type { LiveWorker, Task } from '../../store/wire/dispatch.ts';
import { dragged, dropPlace, moving, wasDragged } from '../board/drag.tsx';
import { useSheet } from '../data/address.ts';
import { dayOfWorker, listWith, tasksInOrder } from '../data/days.ts';
import { floor, lists, positions } from '../data/floor.ts';
import { changeText } from '../shared/lateness.ts';
import { words } from '../texts/index.ts';
import { type Axis, pxOf } from './axis.ts';
import { DoneBar, StopBar } from './bar.tsx';
import { placeBars } from './bar-places.ts';
import { barsAt, NearStops } from './near-stops.tsx';
import type { TimelineRow } from './rows.ts';
import { breaksOf, type Spans } from './shifts.ts';
import { timelineWords } from './texts/index.ts';

interface RowProps {
  row: TimelineRow;
  axis: Axis;
  now: number;
  shifts: Spans;
  /** Index and number of rows. */
  index: number;
  count: number;
  rowPx: number;
  /** The task that was come to last. */
  current: string | undefined;
}

/** A worker's day: what was done, what is being done and what comes, and what all of it becomes while something is dragged. */
export function Row({ row, axis, now, shifts, index, count, rowPx, current }: RowProps) {
  const { done } = row;
  const [hovered, setHovered] = useState<string>();
  const shown = dayWhileDragged(row, now);
  const spans = [...done, ...shown.stops];
  const tasks = spans.map(({ task }) => task);
  const places = placeBars(spans, axis);
  const [near, setNear] = useState<readonly string[]>();
  const stop = tasks.some(({ id }) => id === current) ? current : (shown.stops[0] ?? done[0])?.task.id;
  const isOver = dropPlace.value?.key === row.key;
  const name = rowName(row, shifts);
  return (
    <li
      class={isOver ? 'timeline-row over' : 'timeline-row'}
      style={{ insetBlockStart: `${index * rowPx}px`, blockSize: `${rowPx}px` }}
      aria-setsize={count}
      aria-posinset={index + 1}
      aria-label={name}
      data-list={row.key}
      data-row={index}
    >
      <RowHead row={row} shown={shown} now={now} />
      <div
        class="timeline-track"
        onPointerOver={({ target }) => setHovered((target as Element).closest<HTMLElement>('.stop-bar')?.dataset.task)}
        onPointerLeave={() => setHovered(undefined)}
        onClickCapture={(event) => {
          if (!(event instanceof PointerEvent) || event.shiftKey || isWithMod(event) || wasDragged()) return;
          const hit = barsAt(event.currentTarget, event);
          if (hit.length < 2) return;
          event.stopPropagation();
          setNear(hit);
        }}
      >
        <Shifts spans={shifts} axis={axis} />
        {tasks
          // When what is done was to be done is seen where it is asked for.
          .filter(({ id, state }) => state < 3 || id === hovered || id === current)
          .map((task) => (
            <WindowLine key={task.id} task={task} axis={axis} isMarked={task.id === hovered || task.id === current} />
          ))}
        {tasks.length > 0 && (
          <div class="bars" role="listbox" aria-multiselectable="true" aria-orientation="horizontal" aria-label={name}>
            {done.map((span, n) => (
              <DoneBar key={span.task.id} span={span} place={places[n]!} isStop={span.task.id === stop} />
            ))}
            {shown.stops.map((each, n) => (
              <StopBar
                key={each.task.id}
                stop={each}
                place={places[done.length + n]!}
                axis={axis}
                isStop={each.task.id === stop}
              />
            ))}
          </div>
        )}
      </div>
      {near && (
        <NearStops spans={spans.filter(({ task }) => near.includes(task.id))} onClose={() => setNear(undefined)} />
      )}
    </li>
  );
}

/** The day as it is, or as it becomes where what is dragged comes from or would go to. */
function dayWhileDragged({ key, worker, day }: TimelineRow, now: number): Day {
  const [what, place] = [moving.value, dropPlace.value];
  if (!what || !place) return day;
  const list = lists.value.get(key) ?? [];
  if (place.key === key)
    return dayOfWorker(worker, tasksInOrder(worker.id, listWith(worker.id, what, place.before)), now) ?? day;
  const rest = list.filter((id) => !what.group.includes(id));
  return rest.length === list.length ? day : (dayOfWorker(worker, tasksInOrder(worker.id, rest), now) ?? day);
}

const clock = (time: number) => timeOfDay(new Date(time));

/** Returns the name and state of a row for screen readers. */
function rowName({ worker, day, done }: TimelineRow, shifts: Spans): string {
  return [
    words.listOf({ name: worker.name, count: day.stops.length + done.length }),
    ...(day.finish === undefined ? [] : [timelineWords.until({ time: clock(day.finish) })]),
    ...(day.late > 0 ? [timelineWords.lateCount({ count: day.late })] : []),
    ...(shifts.length > 0
      ? [timelineWords.shift({ spans: shifts.map(([from, to]) => `${clock(from)}–${clock(to)}`).join(', ') })]
      : []),
  ].join(', ');
}

function RowHead({ row: { key, worker, day }, shown, now }: { row: TimelineRow; shown: Day; now: number }) {
  const { openWorker } = useSheet();
  return (
    <div class="timeline-head">
      <button type="button" class="timeline-name" onClick={() => openWorker(worker.id)}>
        <span aria-hidden="true">
          <Avatar name={worker.name} id={worker.id} picture={worker.imageUrl ?? undefined} />
        </span>
        <span class="timeline-words">
          <span class="timeline-title" dir="auto">
            {worker.name}
          </span>
          <span class="timeline-line">
            {dragged.value ? (
              <Becomes listKey={key} worker={worker} day={day} shown={shown} now={now} />
            ) : (
              <DayState worker={worker} day={day} />
            )}
          </span>
        </span>
      </button>
    </div>
  );
}

function DayState({ worker, day }: { worker: LiveWorker; day: Day }) {
  if (day.finish === undefined) return <span>{worker.onDuty ? timelineWords.nothing : words.duty.off}</span>;
  return (
    <>
      <span>
        {day.stops.some(({ isKnown }) => isKnown)
          ? timelineWords.until({ time: clock(day.finish) })
          : timelineWords.noPosition}
      </span>
      {day.late > 0 && <LateCount count={day.late} />}
    </>
  );
}

function LateCount({ count }: { count: number }) {
  return (
    <strong class="timeline-late" data-count={count}>
      <Icon name="triangle-alert" />
      <span>{timelineWords.lateCount({ count })}</span>
    </strong>
  );
}

/** While something is dragged: how far away they are, and what the day becomes; at the end of the list, unless it is held over a place. */
function Becomes({
  listKey,
  worker,
  day,
  shown,
  now,
}: {
  listKey: string;
  worker: LiveWorker;
  day: Day;
  shown: Day;
  now: number;
}) {
  const isTouched = shown !== day || dropPlace.value?.key === listKey;
  const after = isTouched
    ? shown
    : dayOfWorker(worker, tasksInOrder(worker.id, listWith(worker.id, moving.value!, null)), now);
  if (!after) return null;
  const { minutes, late } = compareDays(day, after, now);
  const away = isTouched ? undefined : awayFrom(worker.id, floor.value.state.tasks.get(dragged.value![0]!));
  return (
    <>
      {away && <span>{away}</span>}
      <strong>{changeText(minutes, 0)}</strong>
      {late > 0 && <LateCount count={late} />}
    </>
  );
}

function awayFrom(workerId: string, task: Task | undefined): string | undefined {
  const { lon = null, lat = null } = positions.peek().positions.get(workerId) ?? {};
  if (!task || lon === null || lat === null) return undefined;
  return distance(metresBetween([lon, lat], taskPlace(task)));
}

/** Shifts of a worker; the gaps are breaks. */
function Shifts({ spans, axis }: { spans: Spans; axis: Axis }) {
  const place = ([from, to]: readonly [number, number]) => ({
    insetInlineStart: `${pxOf(axis, from)}px`,
    inlineSize: `${pxOf(axis, to) - pxOf(axis, from)}px`,
  });
  return (
    <>
      {spans.map((span) => (
        <span key={span[0]} class="timeline-shift" style={place(span)} aria-hidden="true" />
      ))}
      {breaksOf(spans).map((span) => (
        <span key={span[0]} class="timeline-break" style={place(span)} aria-hidden="true">
          <span>{timelineWords.break}</span>
        </span>
      ))}
    </>
  );
}

/** Time window of a task: a line below the bars, marked at its end if there is one. */
function WindowLine({ task, axis, isMarked }: { task: Task; axis: Axis; isMarked: boolean }) {
  const { completeAfter, completeBefore } = task;
  if (completeAfter === null && completeBefore === null) return null;
  const [from, to] = [pxOf(axis, completeAfter ?? axis.from), pxOf(axis, completeBefore ?? axis.to)];
  if (to <= from) return null;
  const ends = [completeAfter !== null && 'from', completeBefore !== null && 'until', isMarked && 'marked'];
  return (
    <span
      class={['timeline-window', ...ends].filter(Boolean).join(' ')}
      style={{ insetInlineStart: `${from}px`, inlineSize: `${to - from}px` }}
      aria-hidden="true"
    />
  );
}
