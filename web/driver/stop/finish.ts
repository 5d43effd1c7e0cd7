import { taskName } from '../../store/dispatch/select/tasks.ts';
import type { ActionFile, Completion } from '../../store/driver/action.ts';
import { withEarlier } from '../../store/driver/earlier.ts';
import type { ShownTask } from '../../store/driver/shown.ts';
import { type NewAction, queueActions } from '../data/actions.ts';
import { draftOf, dropDraft } from '../data/drafts.ts';
import { dropFile, keepFile, readFile } from '../data/files.ts';
import { known } from '../data/tasks.ts';
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
 * and each has the pictures as its own, beside what was brought of it alone.
 * @throws {StorageFull} nothing has happened then: all of it is still filled in
 */
export async function finish(draft: StopDraft, [first, ...others]: readonly Finished[]): Promise<void> {
  const { photos, signature } = draft;
  const own = [...photos, ...(signature ? [signature] : [])];
  const together = [first!, ...others].map(({ shown }) => shown.task);
  const fields = known.value?.customFields ?? [];
  const ends = [...endOf(first!, own)];
  const copies: ActionFile[] = [];
  const leftOut: ActionFile[] = [];
  try {
    for (const other of others) {
      const { shown, completion } = other;
      const files = await copiesFor(shown.task.id, own, copies);
      const theirs = await draftOf<StopDraft>(shown.task.id);
      const end = theirs && withEarlier({ completion, files }, theirs, { task: shown.task, together, fields });
      leftOut.push(...(end?.leftOut ?? []));
      ends.push(...endOf({ shown, completion: end?.completion ?? completion }, end?.files ?? files));
    }
    await queueActions(ends);
  } catch (error) {
    for (const { id } of copies) await dropFile(id);
    throw error;
  }
  for (const { shown } of [first!, ...others]) await dropDraft(shown.task.id).catch(() => undefined);
  for (const { id } of leftOut) await dropFile(id).catch(() => undefined);
  navigator.vibrate?.(BUZZ_MS);
}

function endOf({ shown: { task, state }, completion }: Finished, files: readonly ActionFile[]): NewAction[] {
  const title = taskName(task);
  return [
    ...(state === 'open' ? [{ action: { kind: 'start', taskId: task.id }, title } as const] : []),
    { action: { kind: 'complete', taskId: task.id, completion }, title, files },
  ];
}

/** @param made what was copied is added to it, also where the rest fails */
async function copiesFor(taskId: string, files: readonly ActionFile[], made: ActionFile[]): Promise<ActionFile[]> {
  const copies: ActionFile[] = [];
  for (const { id, kind } of files) {
    const blob = await readFile(id);
    if (!blob) continue;
    const copy = await keepFile(taskId, kind, blob);
    copies.push(copy);
    made.push(copy);
  }
  return copies;
}
