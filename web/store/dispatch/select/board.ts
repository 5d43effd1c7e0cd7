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
}

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
}

export interface BoardSource {
  organizationId: string;
  tasks: ReadonlyMap<string, Task>;
  workers: ReadonlyMap<string, LiveWorker>;
  teams: ReadonlyMap<string, LiveTeam>;
  lists: Lists;
  now: number;
}

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
        onDuty ||
        active.has(id) ||
        (source.lists.get(listKey({ type: 'WORKER', id }))?.length ?? 0) > 0,
    );
  return [
    column(source, filter, { type: 'ORGANIZATION', id: source.organizationId }, null),
    ...shownTeams.sort(byName).map(({ id, name }) => column(source, filter, { type: 'TEAM', id }, name)),
    ...workers.sort(byName).map((worker) => ({
      ...column(source, filter, { type: 'WORKER', id: worker.id }, worker.name),
      worker,
      active: (active.get(worker.id) ?? []).filter((task) => isShown(task, source, filter)),
    })),
  ];
}

function column(source: BoardSource, filter: BoardFilter, owner: ListOwner, name: string | null): BoardColumn {
  const list = source.lists.get(listKey(owner)) ?? [];
  const tasks = list.flatMap((id) => source.tasks.get(id) ?? []);
  return {
    key: listKey(owner),
    owner,
    name,
    active: [],
    tasks: tasks.filter((task) => isShown(task, source, filter)),
    count: tasks.length,
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
