import { useMemo, useRef } from 'preact/hooks';
import { wordsOf } from '../../../rules/words-of.ts';
import { type BoardColumn, boardColumns, isEverybodyShown } from '../../store/dispatch/select/board.ts';
import { type Day, type DoneSpan, doneSince } from '../../store/dispatch/select/day.ts';
import { matchesTask } from '../../store/dispatch/select/tasks.ts';
import type { LiveWorker, Task } from '../../store/wire/dispatch.ts';
import { useAddress } from '../data/address.ts';
import { dayOfWorker, tasksInOrder } from '../data/days.ts';
import { floor, lists } from '../data/floor.ts';
import { organizationId } from '../data/me.ts';
import { placedCount } from '../data/positions.ts';
import { speeds } from '../data/travel.ts';

/** A worker's row. */
export interface TimelineRow {
  key: string;
  worker: LiveWorker;
  day: Day;
  done: readonly DoneSpan[];
}

export interface TimelineRows {
  rows: readonly TimelineRow[];
  /** Tasks that nobody, or only a team, has. */
  waiting: readonly BoardColumn[];
}

const NOTHING: Day = { stops: [], finish: undefined, late: 0 };

/** Returns the rows for the address's filters, as of `now`. */
export function useRows(now: number): TimelineRows {
  const [{ team, q, late, everybody }] = useAddress();
  const daysOf = useDays(now);
  const since = useMemo(() => new Date(now).setHours(0, 0, 0, 0), [now]);
  return useMemo(() => {
    const { state } = floor.value;
    const done = doneSince(state.tasks, since);
    const source = { ...state, organizationId: organizationId.value, lists: lists.value, now };
    const columns = boardColumns(source, { team, everybody: isEverybodyShown(state.workers, everybody !== undefined) });
    const rows = columns.flatMap(({ key, worker }): TimelineRow[] => {
      if (!worker) return [];
      const row = { key, worker, day: daysOf(worker), done: done.get(worker.id) ?? [] };
      return (!late || row.day.late > 0) && (!q || fits(row, q)) ? [row] : [];
    });
    const waiting = columns.filter(({ worker, tasks }, index) => !worker && (index === 0 || tasks.length > 0));
    return { rows, waiting: q ? waiting.map((column) => narrowed(column, q)) : waiting };
  }, [floor.value, lists.value, speeds.value, placedCount.value, now, team, q, late, everybody]);
}

const narrowed = (column: BoardColumn, text: string): BoardColumn => ({
  ...column,
  tasks: column.tasks.filter((task) => matchesTask(task, text)),
});

/** A worker by name, or one who has or had such a task. */
function fits({ worker, day, done }: TimelineRow, text: string): boolean {
  const names = wordsOf(worker.name);
  if (wordsOf(text).every((word) => names.some((name) => name.startsWith(word)))) return true;
  return [...day.stops, ...done].some(({ task }) => matchesTask(task, text));
}

/** A day, and what it was reckoned from. */
interface KnownDay {
  worker: LiveWorker;
  tasks: readonly Task[];
  now: number;
  paces: typeof speeds.value;
  placed: number;
  day: Day;
}

/** Days, reckoned anew only where something became another: of thousands of workers a few change at a time. */
function useDays(now: number): (worker: LiveWorker) => Day {
  const known = useRef(new Map<string, KnownDay>());
  const { value: paces } = speeds;
  const { value: placed } = placedCount;
  return (worker) => {
    const tasks = tasksInOrder(worker.id);
    const before = known.current.get(worker.id);
    const isSame =
      before?.now === now &&
      before.paces === paces &&
      before.placed === placed &&
      before.worker === worker &&
      before.tasks.length === tasks.length &&
      tasks.every((task, index) => task === before.tasks[index]);
    if (isSame) return before.day;
    const day = dayOfWorker(worker, tasks, now) ?? NOTHING;
    known.current.set(worker.id, { worker, tasks, now, paces, placed, day });
    return day;
  };
}
