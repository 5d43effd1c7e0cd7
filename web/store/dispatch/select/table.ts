import { wordsOf } from '../../../../rules/words-of.ts';
import type { LiveTeam, LiveWorker, Task } from '../../wire/dispatch.ts';
import { isLate, matchesTask } from './tasks.ts';

/** State of a task in the table. */
export const tableStates = ['unassigned', 'assigned', 'active', 'succeeded', 'failed'] as const;
export type TableState = (typeof tableStates)[number];

/** Filters of the table; each is a part of the page's address. Times are milliseconds, the later one excluded. */
export interface TableFilter {
  text?: string | undefined;
  state?: TableState | undefined;
  team?: string | undefined;
  worker?: string | undefined;
  late?: boolean | undefined;
  /** Tasks whose window has a part in this time. */
  window?: { from: number; to: number } | undefined;
  /** Tasks that were completed in this time. */
  completed?: { from: number; to: number } | undefined;
  /** Tasks that ask for this. */
  skill?: string | undefined;
  /** Tasks whose value of this custom field has these words. */
  field?: { key: string; text: string } | undefined;
}

export interface TableSource {
  workers: ReadonlyMap<string, LiveWorker>;
  teams: ReadonlyMap<string, LiveTeam>;
  /** In whose list each task lies, by `listKey`. */
  listOfTask: ReadonlyMap<string, string>;
  now: number;
}

export function stateOf({ state, completionDetails }: Task): TableState {
  if (state === 3) return completionDetails.success === false ? 'failed' : 'succeeded';
  return (['unassigned', 'assigned', 'active'] as const)[state];
}

/** Returns the worker who has or had a task, or the team that has it for all of its workers. */
export function holderOf(
  task: Task,
  { listOfTask }: Pick<TableSource, 'listOfTask'>,
): { worker?: string; team?: string } {
  const [type, id] = listOfTask.get(task.id)?.split(' ') ?? [];
  if (type === 'WORKER') return { worker: id! };
  if (type === 'TEAM') return { team: id! };
  if (type === undefined && task.worker) return { worker: task.worker };
  return {};
}

/** The teams that a task is of: the one that has it, or those of its worker. */
export function teamsOf(task: Task, source: TableSource): readonly string[] {
  const { worker, team } = holderOf(task, source);
  if (team) return [team];
  return worker ? (source.workers.get(worker)?.teams ?? []) : [];
}

export function isInTable(task: Task, filter: TableFilter, source: TableSource): boolean {
  const { text, state, team, worker, late, window, completed, skill, field } = filter;
  return (
    (!state || stateOf(task) === state) &&
    (!team || teamsOf(task, source).includes(team)) &&
    (!worker || holderOf(task, source).worker === worker) &&
    (!late || isLate(task, source.now)) &&
    (!window || isWithin(task, window)) &&
    (!completed || isCompletedWithin(task, completed)) &&
    (!skill || task.skills.includes(skill)) &&
    (!field || hasValue(task, field)) &&
    (!text || matchesTask(task, text))
  );
}

function isWithin({ completeAfter, completeBefore }: Task, { from, to }: { from: number; to: number }): boolean {
  if (completeAfter === null && completeBefore === null) return false;
  return (completeAfter ?? Number.NEGATIVE_INFINITY) < to && (completeBefore ?? Number.POSITIVE_INFINITY) >= from;
}

function isCompletedWithin({ state, completionDetails: { time } }: Task, between: { from: number; to: number }) {
  return state === 3 && time !== null && time >= between.from && time < between.to;
}

function hasValue(task: Task, { key, text }: { key: string; text: string }): boolean {
  const value = fieldValueOf(task, key);
  if (value === undefined) return false;
  const hay = wordsOf(value);
  return wordsOf(text).every((word) => hay.some((each) => each.startsWith(word)));
}

/** Returns a task's custom field as text; undefined if it is not set. */
export function fieldValueOf({ customFields }: Pick<Task, 'customFields'>, key: string): string | undefined {
  const value = customFields.find((each) => each.key === key)?.value;
  if (value === undefined || value === null) return undefined;
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** In the order of a key; what has none comes last either way, and equals are in the order in which they were created. */
export function sortedBy(
  tasks: readonly Task[],
  keyOf: (task: Task) => string | number | null,
  isDescending: boolean,
): Task[] {
  const sign = isDescending ? -1 : 1;
  return tasks
    .map((task) => ({ task, key: keyOf(task) }))
    .sort(
      ({ task: one, key: a }, { task: other, key: b }) =>
        Number(a === null) - Number(b === null) ||
        (a === b ? 0 : sign * (a! < b! ? -1 : 1)) ||
        one.timeCreated - other.timeCreated ||
        (one.id < other.id ? -1 : 1),
    )
    .map(({ task }) => task);
}
