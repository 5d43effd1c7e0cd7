/** Owner of a list. */
export interface ListOwner {
  type: 'ORGANIZATION' | 'TEAM' | 'WORKER';
  id: string;
}

/** Tasks go to a list together, in their order: before a task of it, or to its end. */
export interface Move {
  tasks: readonly string[];
  to: ListOwner;
  /** Whoever else changes the list meanwhile, the place is meant by its neighbour, not by its number. */
  before: string | null;
}

/** Lists of tasks by `listKey`. */
export type Lists = ReadonlyMap<string, readonly string[]>;

export function listKey({ type, id }: ListOwner): string {
  return `${type} ${id}`;
}

export function ownerOfKey(key: string): ListOwner {
  const [type, id] = key.split(' ') as [ListOwner['type'], string];
  return { type, id };
}

/** The lists as they are after the moves. Moving what lies there already changes nothing. */
export function moved(lists: Lists, moves: readonly Move[]): Lists {
  if (moves.length === 0) return lists;
  const result = new Map(lists);
  for (const { tasks, to, before } of moves) {
    const moving = new Set(tasks);
    for (const [key, list] of result)
      if (list.some((id) => moving.has(id)))
        result.set(
          key,
          list.filter((id) => !moving.has(id)),
        );
    const rest = result.get(listKey(to)) ?? [];
    const at = before === null ? -1 : rest.indexOf(before);
    const index = at < 0 ? rest.length : at;
    result.set(listKey(to), [...rest.slice(0, index), ...tasks, ...rest.slice(index)]);
  }
  return result;
}

/**
 * Returns the API's index for a move: before the task that has this index in the present list, including the moved ones
 * already in it (spec: dispatch 4, Containers); -1 appends.
 */
export function indexOfMove(lists: Lists, { to, before }: Move): number {
  return before === null ? -1 : (lists.get(listKey(to)) ?? []).indexOf(before);
}

/**
 * Returns the moves that undo a move: each run of neighbours returns to its place. One after the other, the last of a
 * list first.
 */
export function inverse(lists: Lists, tasks: readonly string[]): Move[] {
  const moving = new Set(tasks);
  const moves: Move[] = [];
  for (const [key, list] of lists) {
    let next: string | null = null;
    for (let end = list.length; end > 0; ) {
      if (!moving.has(list[end - 1]!)) {
        next = list[--end]!;
        continue;
      }
      let start = end - 1;
      while (start > 0 && moving.has(list[start - 1]!)) start--;
      moves.push({ tasks: list.slice(start, end), to: ownerOfKey(key), before: next });
      end = start;
    }
  }
  return moves;
}

/** Whether the tasks of a move lie where it puts them. */
export function isWhereMoved(lists: Lists, move: Move): boolean {
  const key = listKey(move.to);
  const list = lists.get(key) ?? [];
  return moved(lists, [move])
    .get(key)!
    .every((id, index) => id === list[index]);
}

/**
 * Returns the answered moves that the lists show, newest to oldest: also those whose tasks a later shown move put elsewhere,
 * which the lists may never have shown.
 */
export function shownMoves(lists: Lists, answered: readonly { id: string; body: Move }[]): ReadonlySet<string> {
  const ids = new Set<string>();
  const tasks = new Set<string>();
  for (const { id, body } of answered.toReversed()) {
    if (!isWhereMoved(lists, body) && !body.tasks.every((task) => tasks.has(task))) continue;
    ids.add(id);
    for (const task of body.tasks) tasks.add(task);
  }
  return ids;
}
