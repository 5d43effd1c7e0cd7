import { taskName } from '../../store/dispatch/select/tasks.ts';
import type { ActionFile, Completion } from '../../store/driver/action.ts';
import type { ShownTask } from '../../store/driver/shown.ts';
import { act } from '../data/actions.ts';
import { dropDraft } from '../data/drafts.ts';
import { dropFile, keepFile, readFile } from '../data/files.ts';
import type { StopDraft } from './draft.ts';

/** For a hand that does not look: it was kept. */
const BUZZ_MS = [60, 40, 60];

/** One task that is finished, and what is said of it. */
export interface Finished {
  shown: ShownTask;
  completion: Completion;
}

/**
 * Keeps the end of one task, or of several at one place: each is begun where it was not, since a worker does one after the other,
 * and each has the pictures as its own.
 * @throws {StorageFull} nothing is lost then: what was kept is kept, the rest is still filled in
 */
export async function finish(draft: StopDraft, [first, ...others]: readonly Finished[]): Promise<void> {
  const { photos, signature } = draft;
  const own = [...photos, ...(signature ? [signature] : [])];
  // The copies first: without room for them nothing has happened yet.
  const copies: ActionFile[][] = [];
  try {
    for (const { shown } of others) copies.push(await copiesFor(shown.task.id, own));
  } catch (error) {
    for (const { id } of copies.flat()) await dropFile(id);
    throw error;
  }
  await finishOne(first!, own);
  await dropDraft(first!.shown.task.id);
  for (const [index, other] of others.entries()) await finishOne(other, copies[index]!);
  navigator.vibrate?.(BUZZ_MS);
}

async function finishOne(
  { shown: { task, state }, completion }: Finished,
  files: readonly ActionFile[],
): Promise<void> {
  const title = taskName(task);
  if (state === 'open') await act({ deed: { kind: 'start', taskId: task.id }, title });
  await act({ deed: { kind: 'complete', taskId: task.id, completion }, title, files });
}

async function copiesFor(taskId: string, files: readonly ActionFile[]): Promise<ActionFile[]> {
  const copies: ActionFile[] = [];
  for (const { id, kind } of files) {
    const blob = await readFile(id);
    if (blob) copies.push(await keepFile(taskId, kind, blob));
  }
  return copies;
}
