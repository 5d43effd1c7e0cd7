import { batch, computed, signal } from '@preact/signals';
import type { LiveEvent } from '../../shared/live/event-source.ts';
import { LiveState } from '../../store/dispatch/live-state.ts';
import type { DispatchState, Touched } from '../../store/dispatch/state.ts';
import { isWhereMoved, type Lists, listKey, type Move, moved } from '../../store/outbox/moves.ts';
import { type Outbox, reconcile } from '../../store/outbox/outbox.ts';
import type { Task, WatchLiveChanges } from '../../store/wire/dispatch.ts';
import { isMe } from './me.ts';

/** Who changed something last, and when. */
export interface LastChange {
  by: { type: string; id: string } | undefined;
  at: number;
}

/** What the feed has said; changed in place, so that screens look at it through the signals below. */
const live = new LiveState();
const taskChanges = new Map<string, LastChange>();

const changes = signal(0);

/** Who has moved, or is another than before, since screens were drawn last; a set of its own each time. What else changes is told by `floor`. */
export const movedWorkers = signal<ReadonlySet<string>>(new Set());

/** Whether the state is whole: nothing is shown before. */
export const isWhole = signal(false);

/** What was done here and the state does not show yet. */
export const outbox = signal<Outbox<Move>>([]);

/** What is known, for what is drawn anew whenever it changes (positions aside). */
export const floor = computed<{ state: DispatchState; taskChanges: ReadonlyMap<string, LastChange> }>(() => {
  changes.value;
  return { state: live.state, taskChanges };
});

/** Where workers are, for what shows it: that changes every second. */
export const positions = computed<Pick<DispatchState, 'positions' | 'devices'>>(() => {
  movedWorkers.value;
  changes.value;
  return { positions: live.state.positions, devices: live.state.devices };
});

/** The lists of tasks as the server knows them. */
export const serverLists = computed<Lists>(
  () =>
    new Map(
      [...floor.value.state.containers.values()].map(({ type, owner, tasks }) => [listKey({ type, id: owner }), tasks]),
    ),
);

/** The lists with what was done here. */
export const lists = computed<Lists>(() =>
  moved(
    serverLists.value,
    outbox.value.filter(({ stage }) => stage !== 'refused').map(({ body }) => body),
  ),
);

/** In whose list each task is shown. */
export const listOfTask = computed<ReadonlyMap<string, string>>(
  () => new Map([...lists.value].flatMap(([key, ids]) => ids.map((id) => [id, key] as const))),
);

/** What each worker is doing: it lies in no list. */
export const activeOf = computed<ReadonlyMap<string, readonly Task[]>>(() => {
  const found = new Map<string, Task[]>();
  for (const task of floor.value.state.tasks.values())
    if (task.state === 2 && task.worker) found.set(task.worker, [...(found.get(task.worker) ?? []), task]);
  return found;
});

/** Before the ID of a worker who was touched. */
const WORKER = 'worker ';

/** How often it was said that something changed which is not held here, by its kind; `all` when everything came anew. */
const touchedCounts = signal<Readonly<Record<string, number>>>({});

/** Another number whenever things of a kind may have changed that whoever shows them has to ask for again. */
export function changeCountOf(kind: string): number {
  return (touchedCounts.value[kind] ?? 0) + (touchedCounts.value.all ?? 0);
}

/**
 * Takes what came over the stream.
 * @throws {Gap} when the stream has to begin anew
 */
export function takeFrame(event: LiveEvent): void {
  const touched = live.take(event);
  if (event.kind === 'changes') noteWho(event.data as WatchLiveChanges);
  isWhole.value = live.state.event !== undefined;
  if (touched.size === 0) return;
  if (event.kind === 'positions') raise({ moved: touched });
  else {
    countTouched(touched);
    raise({ isChanged: true, moved: workersIn(touched) });
  }
}

function workersIn(touched: Touched): Touched {
  return new Set([...touched].flatMap((each) => (each.startsWith(WORKER) ? each.slice(WORKER.length) : [])));
}

function countTouched(touched: ReadonlySet<string>): void {
  const kinds = new Set([...touched].map((each) => each.split(' ')[0]!));
  if (kinds.size === 0) return;
  touchedCounts.value = {
    ...touchedCounts.value,
    ...Object.fromEntries([...kinds].map((kind) => [kind, (touchedCounts.value[kind] ?? 0) + 1])),
  };
}

function noteWho({ at, changes: all }: WatchLiveChanges): void {
  for (const change of all) {
    if (change.kind !== 'task' || change.op === 'touch') continue;
    if (change.op === 'put') taskChanges.set((change.item as { id: string }).id, { by: byOf(change), at });
    if (change.op === 'remove') taskChanges.delete(change.id);
  }
}

const byOf = (change: object) => (change as { by?: LastChange['by'] }).by;

/** What another tab of this browser knows. */
export function takeState(known: DispatchState): void {
  live.state = known;
  isWhole.value = true;
  raise({ isChanged: true });
}

export function stateToHandOver(): DispatchState | undefined {
  return isWhole.value ? live.state : undefined;
}

/** The stream has ended; what is known stays. */
export function streamClosed(): void {
  live.closed();
}

/** What screens have not been told yet. */
let pending: { isChanged: boolean; moved: Set<string> } | undefined;

/**
 * Screens are drawn once for all that came since they were drawn last.
 * @param what.moved workers
 */
function raise({ isChanged = false, moved: who }: { isChanged?: boolean; moved?: Touched }): void {
  if (!pending) {
    pending = { isChanged: false, moved: new Set() };
    requestAnimationFrame(flush);
  }
  pending.isChanged ||= isChanged;
  for (const id of who ?? []) pending.moved.add(id);
}

function flush(): void {
  const { isChanged, moved: who } = pending!;
  pending = undefined;
  batch(() => {
    if (who.size > 0) movedWorkers.value = who;
    if (isChanged) changes.value++;
  });
  if (outbox.value.length > 0) settle();
}

/** What was known of the tasks of each move when it was sent. */
const knownBefore = new Map<string, ReadonlyMap<string, LastChange | undefined>>();

/** An action goes on its way: what others do to its tasks from here on is later. */
export function noteSent({ id, body }: { id: string; body: Move }): void {
  knownBefore.set(id, new Map(body.tasks.map((task) => [task, taskChanges.get(task)])));
}

/** Whether somebody else has changed tasks of a move after it was sent. */
function isInConflict({ id, body }: { id: string; body: Move }): boolean {
  const before = knownBefore.get(id);
  return body.tasks.some((task) => {
    const last = taskChanges.get(task);
    return last !== undefined && last !== before?.get(task) && last.by !== undefined && !isMe(last.by);
  });
}

/** Forgets what the state shows by now. */
export function settle(): void {
  outbox.value = reconcile(
    outbox.value,
    (action) => isWhereMoved(serverLists.value, action.body) || isInConflict(action),
    Date.now(),
  );
}
