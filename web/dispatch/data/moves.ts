import { signal } from '@preact/signals';
import { Refusal } from '../../shared/session/request.ts';
import { request } from '../../shared/session/session.ts';
import { timeOfDay } from '../../shared/ui/time.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { uniqueId } from '../../shared/unique-id.ts';
import { indexOfMove, inverse, type ListOwner, listKey, type Move, moved } from '../../store/outbox/moves.ts';
import { sendable, withAction, withoutAction, withStage } from '../../store/outbox/outbox.ts';
import { words } from '../texts/index.ts';
import { closedSince } from './connection.ts';
import { movingOf } from './days.ts';
import { floor, listOfTask, lists, noteSent, outbox, serverLists, settle } from './floor.ts';
import { organizationId } from './me.ts';
import { nameOfOwner, taskLabel } from './names.ts';
import { watchMoved } from './overtaken.ts';
import { whoWasQuicker } from './quicker.ts';

/** Of all moves together one is on its way at a time: the second counts its places after the first. */
const OBJECT = 'lists';
const PATHS = { ORGANIZATION: 'organizations', TEAM: 'teams', WORKER: 'workers' } as const;

/** What was done, for taking it back: the newest last. */
const done = signal<readonly { tasks: readonly string[]; back: readonly Move[] }[]>([]);
/** How many can be taken back. */
const MAX_UNDO = 50;

/** Why nothing can be changed now; undefined when it can. */
export function whyNot(): string | undefined {
  const since = closedSince.value;
  return since && words.refusals.offline(timeOfDay(since));
}

/**
 * Puts tasks into a list, before a task of it or at its end. It shows at once; who depends on each other goes together to another
 * list; what was started stays.
 */
export function moveTasks(ids: readonly string[], to: ListOwner, before: string | null): void {
  const reason = whyNot();
  if (reason) {
    showToast(reason);
    return;
  }
  const isOther = ids.some((id) => listOfTask.value.get(id) !== listKey(to));
  const { waiting, group: all } = movingOf(ids);
  const group = isOther ? all : waiting;
  if (group.length === 0) {
    showToast(words.refusals.started);
    return;
  }
  const back = inverse(lists.value, group);
  add({ tasks: group, to, before: before !== null && group.includes(before) ? null : before });
  done.value = [...done.value, { tasks: group, back }].slice(-MAX_UNDO);
  const along = group.length - waiting.length;
  const what = group.length === 1 ? taskLabel(group[0]!) : words.countOfTasks(group.length);
  const sentence = isOther ? words.moves.to(what, nameOfOwner(to)) : words.moves.within(what, nameOfOwner(to));
  showToast(along > 0 ? `${sentence} ${words.moves.along(along)}` : sentence, undo);
}

/** Back to nobody: the organization's list. */
export function unassignTasks(ids: readonly string[]): void {
  moveTasks(ids, { type: 'ORGANIZATION', id: organizationId.value }, null);
}

/** Takes the newest move back, whole. */
export function undo(): void {
  const last = done.value.at(-1);
  const reason = whyNot();
  if (reason || !last) {
    showToast(reason ?? words.moves.nothingToUndo);
    return;
  }
  done.value = done.value.slice(0, -1);
  const { tasks } = floor.value.state;
  for (const move of last.back) {
    const still = move.tasks.filter((id) => (tasks.get(id)?.state ?? 3) <= 1);
    if (still.length > 0) add({ ...move, tasks: still });
  }
  showToast(words.moves.undone);
}

function add(body: Move): void {
  outbox.value = withAction(outbox.value, {
    id: uniqueId(),
    object: OBJECT,
    body,
    madeAt: Date.now(),
  });
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
    watchMoved(move);
    settle();
    // What the state never shows (somebody was quicker) is forgotten as well.
    setTimeout(settle, 6000);
  } catch (error) {
    outbox.value = withoutAction(outbox.value, id);
    tellRefused(move, error as Error);
  }
  pump();
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
  const quicker = whoWasQuicker(error);
  if (quicker) return words.moves.slower(what, quicker.who, quicker.time);
  return words.moves.refused(what, error instanceof Refusal ? error.message : words.refusals.unreachable);
}

/** What was refused shows as it was before; whoever did it reads why, and may do it again. */
function tellRefused(move: Move, error: Error): void {
  const what = move.tasks.length === 1 ? taskLabel(move.tasks[0]!) : words.countOfTasks(move.tasks.length);
  done.value = done.value.filter(({ tasks }) => !tasks.every((id) => move.tasks.includes(id)));
  showToast(reasonOf(error, what), { label: words.moves.repeat, act: () => add(move) });
}
