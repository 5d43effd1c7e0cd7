import type { Task } from '../wire/dispatch.ts';
import { type QueuedAction, taskOf } from './action.ts';

/** A task as its driver sees it: what the server said last, with what was done here laid over it. */
export interface ShownTask {
  task: Task;
  state: 'open' | 'active' | 'arrived' | 'done';
  /** Actions of this phone on the task, in order; without settled ones. */
  actions: readonly QueuedAction[];
}

/** The states of the API's tasks. */
const ACTIVE = 2;

/** Whether what the server said by `fetchedAt` cannot know of an action yet. */
function isNews({ stage, answeredAt = 0 }: QueuedAction, fetchedAt: number): boolean {
  return stage === 'saved' || (stage === 'sent' && answeredAt >= fetchedAt);
}

/**
 * The tasks with what was done here laid over them.
 * @param fetchedAt when the server was asked for them, by the phone's clock
 */
export function shownTasks(tasks: readonly Task[], actions: readonly QueuedAction[], fetchedAt: number): ShownTask[] {
  const byTask = Map.groupBy(
    actions.filter((action) => isNews(action, fetchedAt)),
    taskOf,
  );
  return tasks.map((task) => {
    const own = (byTask.get(task.id) ?? []).toSorted((a, b) => a.seq - b.seq);
    return { task, state: own.reduce(after, stateOf(task)), actions: own };
  });
}

function stateOf({ state, completionDetails }: Task): ShownTask['state'] {
  if (state !== ACTIVE) return state === 3 ? 'done' : 'open';
  return completionDetails.events.some(({ name }) => name === 'arrival') ? 'arrived' : 'active';
}

function after(state: ShownTask['state'], { action }: QueuedAction): ShownTask['state'] {
  if (action.kind === 'start') return state === 'open' ? 'active' : state;
  if (action.kind === 'arrive') return state === 'active' ? 'arrived' : state;
  return action.kind === 'complete' ? 'done' : state;
}

/** Whether the driver is on duty: as the server said, or as was said here since. */
export function shownDuty(onDuty: boolean, actions: readonly QueuedAction[], fetchedAt: number): boolean {
  return actions
    .filter((action) => isNews(action, fetchedAt))
    .toSorted((a, b) => a.seq - b.seq)
    .reduce((duty, { action }) => (action.kind === 'duty' ? action.onDuty : duty), onDuty);
}
