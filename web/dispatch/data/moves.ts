import { signal } from '@preact/signals';
import { Refusal } from '../../shared/session/request.ts';
import { request } from '../../shared/session/session.ts';
import { timeOfDay } from '../../shared/ui/time.tsx';
import { dismissToast, showToast } from '../../shared/ui/toast.tsx';
import { uniqueId } from '../../shared/unique-id.ts';
import { indexOfMove, inverse, type ListOwner, listKey, type Move, moved } from '../../store/outbox/moves.ts';
import { sendable, withAction, withoutAction, withStage } from '../../store/outbox/outbox.ts';
import { words } from '../texts/index.ts';
import { conflictOf } from './conflict.ts';
import { watchMoved } from './conflicting-moves.ts';
import { asOf, closedSince } from './connection.ts';
import { movingOf } from './days.ts';
import { floor, listOfTask, lists, noteSent, outbox, serverLists, settle } from './floor.ts';
import { organizationId } from './me.ts';
import { nameOfOwner, taskLabel } from './names.ts';

/** Shared object of all moves, so that one is sent at a time: the second counts its positions after the first. */
const OBJECT = 'lists';
const PATHS = { ORGANIZATION: 'organizations', TEAM: 'teams', WORKER: 'workers' } as const;

/** A move that can be taken back. */
interface UndoEntry {
  /** ID of its action in the outbox. */
  id: string;
  tasks: readonly string[];
  to: ListOwner;
  /** Moves that restore the former places. */
  back: readonly Move[];
  /** Toast for the move, with a button that undoes this move and no other. */
  toast: number;
}

/** The newest move of this page, also one that takes another back: where its tasks can be looked for. */
export const newestMove = signal<{ task: string; list: string } | undefined>(undefined);

/** Moves that can be undone, newest last. */
const done = signal<readonly UndoEntry[]>([]);
/** Maximum number of moves that can be undone. */
const MAX_UNDO = 50;

/** The actions in the outbox that take a move back: which move, and what tells of it. */
const undoActions = new Map<string, { undoes: string; toast: number }>();

/** Why nothing can be changed now; undefined when it can. */
export function whyNot(): string | undefined {
  const since = closedSince.value ?? asOf.value;
  return since && words.refusals.offline({ time: timeOfDay(since) });
}

/**
 * Puts tasks into a list, before a task of it or at its end. It shows at once; who depends on each other goes together to another
 * list; what was started stays.
 */
export function moveTasks(ids: readonly string[], to: ListOwner, before: string | null): void {
  const reason = whyNot();
  if (reason) {
    showToast(reason, undefined, 'refused');
    return;
  }
  const isOther = ids.some((id) => listOfTask.value.get(id) !== listKey(to));
  const { waiting, group: all } = movingOf(ids);
  const group = isOther ? all : waiting;
  if (group.length === 0) {
    showToast(words.refusals.started, undefined, 'refused');
    return;
  }
  const back = inverse(lists.value, group);
  dismissConflicting(group);
  const id = uniqueId();
  add({ tasks: group, to, before: before !== null && group.includes(before) ? null : before }, id);
  const along = group.length - waiting.length;
  const what = nameOfTasks(group);
  const sentence = isOther
    ? words.moves.to({ what, whom: nameOfOwner(to) })
    : words.moves.within({ what, whom: nameOfOwner(to) });
  const toast = showToast(along > 0 ? `${sentence} ${words.moves.along({ count: along })}` : sentence, () =>
    undoMove(id),
  );
  done.value = [...done.value, { id, tasks: group, to, back, toast }].slice(-MAX_UNDO);
}

function nameOfTasks(ids: readonly string[]): string {
  return ids.length === 1 ? taskLabel(ids[0]!) : words.countOfTasks({ count: ids.length });
}

/** A toast whose tasks have all gone elsewhere since says what is no longer so. Ctrl Z still goes back step by step. */
function dismissConflicting(gone: readonly string[]): void {
  for (const { tasks, toast } of done.value) if (tasks.every((id) => gone.includes(id))) dismissToast(toast);
}

/** Back to nobody: the organization's list. */
export function unassignTasks(ids: readonly string[]): void {
  moveTasks(ids, { type: 'ORGANIZATION', id: organizationId.value }, null);
}

/** Takes the newest move back, whole. */
export function undo(): void {
  const last = done.value.at(-1);
  if (last) undoMove(last.id);
  else showToast(whyNot() ?? words.moves.nothingToUndo, undefined, 'refused');
}

/** Takes one move back: those of its tasks that are still where it put them, and that nobody has started. */
function undoMove(id: string): void {
  const entry = done.value.find((each) => each.id === id);
  const reason = whyNot();
  if (reason || !entry) {
    showToast(reason ?? words.moves.nothingToUndo, undefined, 'refused');
    return;
  }
  done.value = done.value.filter((each) => each !== entry);
  dismissToast(entry.toast);
  const { tasks } = floor.value.state;
  const isStill = (task: string) =>
    (tasks.get(task)?.state ?? 3) <= 1 && listOfTask.value.get(task) === listKey(entry.to);
  const back = entry.back.flatMap((move) => {
    const still = move.tasks.filter(isStill);
    return still.length > 0 ? [{ ...move, tasks: still }] : [];
  });
  const taken = back.flatMap((move) => move.tasks);
  if (taken.length === 0) {
    showToast(words.moves.notUndone({ what: nameOfTasks(entry.tasks) }), undefined, 'refused');
    return;
  }
  const toast = showToast(undoneSentence(nameOfTasks(taken), back), undefined, 'undone');
  for (const move of back) {
    const action = uniqueId();
    undoActions.set(action, { undoes: id, toast });
    add(move, action);
  }
}

function undoneSentence(what: string, back: readonly Move[]): string {
  const [first, ...others] = back;
  if (others.some(({ to }) => listKey(to) !== listKey(first!.to))) return words.moves.undone({ what });
  return first!.to.type === 'ORGANIZATION'
    ? words.moves.undoneToUnassigned({ what })
    : words.moves.undoneTo({ what, whom: nameOfOwner(first!.to) });
}

function add(body: Move, id = uniqueId()): void {
  outbox.value = withAction(outbox.value, {
    id,
    object: OBJECT,
    body,
    madeAt: Date.now(),
  });
  newestMove.value = { task: body.tasks[0]!, list: listKey(body.to) };
  pump();
}

function pump(): void {
  for (const { id, body } of sendable(outbox.value)) {
    outbox.value = withStage(outbox.value, id, { stage: 'sending' });
    noteSent({ id, body });
    void sendMove(id, body);
  }
}

async function sendMove(id: string, move: Move): Promise<void> {
  const earlier = outbox.value.filter((each) => each.stage === 'done').map(({ body }) => body);
  const index = indexOfMove(moved(serverLists.value, earlier), move);
  try {
    await request(`/api/v2/containers/${PATHS[move.to.type]}/${move.to.id}`, {
      method: 'PUT',
      body: { tasks: [index, ...move.tasks], versions: versionsOf(move, id) },
    });
    outbox.value = withStage(outbox.value, id, { stage: 'done', answeredAt: Date.now() });
    watchMoved(move, dismissConflicting);
    settle();
    // What the state never shows (somebody was quicker) is forgotten as well.
    setTimeout(settle, 6000);
  } catch (error) {
    outbox.value = withoutAction(outbox.value, id);
    showRefused(id, move, error as Error);
  }
  undoActions.delete(id);
  pump();
}

/**
 * Drops what would take back a move that never happened: it would take the tasks from whoever was quicker.
 * @returns whether there was any
 */
function dropUndosOf(move: string): boolean {
  const dropped = [...undoActions].filter(([, { undoes }]) => undoes === move);
  for (const [action, { toast }] of dropped) {
    outbox.value = withoutAction(outbox.value, action);
    undoActions.delete(action);
    dismissToast(toast);
  }
  return dropped.length > 0;
}

/**
 * The versions that the tasks have as far as is known: whoever was quicker wins. Those of a move of our own, which the feed has not
 * told yet, are not known.
 */
function versionsOf({ tasks }: Move, id: string): Record<string, number> {
  const unsettled = new Set(outbox.value.filter((each) => each.id !== id).flatMap(({ body }) => body.tasks));
  const known = floor.value.state.tasks;
  return Object.fromEntries(
    tasks.flatMap((task) => (unsettled.has(task) || !known.has(task) ? [] : [[task, known.get(task)!.version]])),
  );
}

function reasonOf(error: Error, what: string): string {
  const conflict = conflictOf(error);
  if (conflict) return words.moves.slower({ what, who: conflict.who, time: conflict.time });
  return words.moves.refused({ what, reason: error instanceof Refusal ? error.message : words.refusals.unreachable });
}

/** Restores a refused move and offers its author the reason and a retry. */
function showRefused(id: string, move: Move, error: Error): void {
  const entry = done.value.find((each) => each.id === id);
  if (entry) dismissToast(entry.toast);
  done.value = done.value.filter((each) => each !== entry);
  const reason = reasonOf(error, nameOfTasks(move.tasks));
  // Whoever took the move back does not want it again.
  if (dropUndosOf(id)) showToast(reason, undefined, 'refused');
  else showToast(reason, { label: words.moves.repeat, run: () => add(move) }, 'refused');
}
