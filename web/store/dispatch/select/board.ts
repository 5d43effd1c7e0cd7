import type { ListOwner, Lists } from '../../outbox/moves.ts';
import { listKey } from '../../outbox/moves.ts';
import type { LiveTeam, LiveWorker, Task } from '../../wire/dispatch.ts';
import { isLate, matchesTask } from './tasks.ts';

/** Filters of the board; each is a part of the page's address. */
export interface BoardFilter {
  team?: string | undefined;
  text?: string | undefined;
  late?: boolean | undefined;
  /** Also workers who are off duty and have nothing to do. */
  everybody?: boolean | undefined;
  /** Workers who are shown whether they are on duty or not. */
  keep?: ReadonlySet<string> | undefined;
}

/** Order of the workers' lists; `late` and `load`: most first. */
export const boardOrders = ['late', 'name', 'load'] as const;
export type BoardOrder = (typeof boardOrders)[number];

/** A list of tasks and whose it is. */
export interface BoardColumn {
  key: string;
  owner: ListOwner;
  /** Nobody has this one: the organization's. */
  name: string | null;
  worker?: LiveWorker;
  /** Active tasks of the worker; they are in no list. */
  active: readonly Task[];
  /** Tasks that the filter shows, in the list's order. */
  tasks: readonly Task[];
  /** Number of tasks in the list. */
  count: number;
  /** Number of all tasks, active ones too, that the filter leaves or not. */
  all: number;
  /** Number of shown tasks that are or will be late. */
  late: number;
}

export interface BoardSource {
  organizationId: string;
  tasks: ReadonlyMap<string, Task>;
  workers: ReadonlyMap<string, LiveWorker>;
  teams: ReadonlyMap<string, LiveTeam>;
  lists: Lists;
  now: number;
}

/** Number of workers up to which nobody is hidden: a driver who was just made is off duty. */
const FEW_WORKERS = 8;

/** Whether workers are shown who are off duty and have no task. */
export const isEverybodyShown = (workers: BoardSource['workers'], isAskedFor: boolean): boolean =>
  isAskedFor || workers.size <= FEW_WORKERS;

/** First what nobody has, the organization's and the teams', then a column for each worker, by name. */
export function boardColumns(source: BoardSource, filter: BoardFilter): BoardColumn[] {
  const active = activeByWorker(source.tasks);
  const shownTeams = [...source.teams.values()].filter(({ id }) => !filter.team || id === filter.team);
  const inTeam = ({ teams }: LiveWorker) => !filter.team || teams.includes(filter.team);
  const workers = [...source.workers.values()]
    .filter(inTeam)
    .filter(
      ({ id, onDuty }) =>
        filter.everybody ||
        filter.keep?.has(id) ||
        onDuty ||
        active.has(id) ||
        (source.lists.get(listKey({ type: 'WORKER', id }))?.length ?? 0) > 0,
    );
  return [
    column(source, filter, { type: 'ORGANIZATION', id: source.organizationId }, null),
    ...shownTeams.sort(byName).map(({ id, name }) => column(source, filter, { type: 'TEAM', id }, name)),
    ...workers.sort(byName).map((worker) => ({
      ...column(source, filter, { type: 'WORKER', id: worker.id }, worker.name, active.get(worker.id)),
      worker,
    })),
  ];
}

/** Sorts the workers' lists; pinned ones come first. What nobody has stays before them. */
export function sortedColumns(
  columns: readonly BoardColumn[],
  order: BoardOrder,
  pinned: ReadonlySet<string>,
): BoardColumn[] {
  const rank: Record<BoardOrder, (column: BoardColumn) => number> = {
    late: ({ late }) => late,
    load: ({ all }) => all,
    name: () => 0,
  };
  const isPinned = ({ owner }: BoardColumn) => Number(pinned.has(owner.id));
  const workers = columns.filter(({ worker }) => worker);
  // Equals stay in the order of their names.
  workers.sort((a, b) => isPinned(b) - isPinned(a) || rank[order](b) - rank[order](a));
  return [...columns.filter(({ worker }) => !worker), ...workers];
}

function column(
  source: BoardSource,
  filter: BoardFilter,
  owner: ListOwner,
  name: string | null,
  underWay: readonly Task[] = [],
): BoardColumn {
  const list = source.lists.get(listKey(owner)) ?? [];
  const waiting = list.flatMap((id) => source.tasks.get(id) ?? []);
  const [tasks, active] = [waiting, underWay].map((of) => of.filter((task) => isShown(task, source, filter)));
  return {
    key: listKey(owner),
    owner,
    name,
    active: active!,
    tasks: tasks!,
    count: waiting.length,
    all: waiting.length + underWay.length,
    late: [...active!, ...tasks!].filter((task) => isLate(task, source.now)).length,
  };
}

function isShown(task: Task, { now }: BoardSource, { text, late }: BoardFilter): boolean {
  return (!late || isLate(task, now)) && (!text || matchesTask(task, text));
}

function activeByWorker(tasks: ReadonlyMap<string, Task>): ReadonlyMap<string, Task[]> {
  const found = new Map<string, Task[]>();
  for (const task of tasks.values())
    if (task.state === 2 && task.worker) found.set(task.worker, [...(found.get(task.worker) ?? []), task]);
  return found;
}

function byName(one: { name: string }, other: { name: string }): number {
  return one.name.localeCompare(other.name);
}
