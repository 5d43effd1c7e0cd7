import { batch, computed, signal } from '@preact/signals';
import type { LiveEvent } from '../../shared/live/event-source.ts';
import { LiveState } from '../../store/dispatch/live-state.ts';
import type { DispatchState, Touched } from '../../store/dispatch/state.ts';
import { type Lists, listKey, type Move, moved, shownMoves } from '../../store/outbox/moves.ts';
import { type Outbox, reconcile } from '../../store/outbox/outbox.ts';
import type { Task, WatchLiveChanges } from '../../store/wire/dispatch.ts';
import { isMe } from './me.ts';

/** Author and time of the last change. */
export interface LastChange {
  by: { type: string; id: string } | undefined;
  at: number;
}

/** State of the feed; changed in place, so screens read it through the signals below. */
const live = new LiveState();
const taskChanges = new Map<string, LastChange>();

const changes = signal(0);

/**
 * Workers who moved or changed since screens were last drawn; a new set each time. `floor` signals all other changes.
 */
export const movedWorkers = signal<ReadonlySet<string>>(new Set());

/** Whether the state is whole: nothing is shown before. */
export const isWhole = signal(false);

/** Milliseconds after the state is whole in which positions come: before, nobody knows whether a worker has one. */
const POSITIONS_MS = 10_000;
let wholeSince = Number.POSITIVE_INFINITY;

/** Whether the positions of workers have had time to come. */
export const havePositionsCome = (now: number): boolean => now - wholeSince >= POSITIONS_MS;

/** Local actions that the state does not include yet. */
export const outbox = signal<Outbox<Move>>([]);

/** Known state, for parts that are drawn again on every change (except positions). */
export const floor = computed<{ state: DispatchState; taskChanges: ReadonlyMap<string, LastChange> }>(() => {
  changes.value;
  return { state: live.state, taskChanges };
});

/** Positions of workers, which change every second. */
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

/** Active tasks of each worker: they are in no list. */
export const activeOf = computed<ReadonlyMap<string, readonly Task[]>>(() => {
  const found = new Map<string, Task[]>();
  for (const task of floor.value.state.tasks.values())
    if (task.state === 2 && task.worker) found.set(task.worker, [...(found.get(task.worker) ?? []), task]);
  return found;
});

/** Before the ID of a worker who was touched. */
const WORKER = 'worker ';

/** Number of reported changes to objects that are not held here, by kind; `all` for a complete reload. */
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
  if (isWhole.value !== (live.state.event !== undefined))
    batch(() => {
      isWhole.value = live.state.event !== undefined;
      if (isWhole.value) wholeSince = Date.now();
      // Whatever is drawn because the state is whole sees all of it.
      changes.value++;
    });
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

/** Takes over the state of another tab of this browser. */
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

/** Changes that screens have not been notified of yet. */
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

/** Last changes of each move's tasks at the time it was sent. */
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
  const shown = shownMoves(
    serverLists.value,
    outbox.value.filter(({ stage }) => stage === 'done'),
  );
  outbox.value = reconcile(outbox.value, (action) => shown.has(action.id) || isInConflict(action), Date.now());
}
