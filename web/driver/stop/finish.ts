import { taskName } from '../../store/dispatch/select/tasks.ts';
import type { ActionFile, Completion } from '../../store/driver/action.ts';
import type { ShownTask } from '../../store/driver/shown.ts';
import { actAll, type NewAction } from '../data/actions.ts';
import { draftOf, dropDraft } from '../data/drafts.ts';
import { dropFile, keepFile, readFile } from '../data/files.ts';
import { MAX_PHOTOS, type StopDraft } from './draft.ts';

/** For a hand that does not look: it was kept. */
const BUZZ_MS = [60, 40, 60];

/** One task that is finished, and what is said of it. */
export interface Finished {
  shown: ShownTask;
  completion: Completion;
}

/**
 * Keeps the end of one task, or of several at one place: each is begun where it was not, since a worker does one after the other,
 * and each has the pictures as its own, beside those that were taken of it alone.
 * @throws {StorageFull} nothing has happened then: all of it is still filled in
 */
export async function finish(draft: StopDraft, [first, ...others]: readonly Finished[]): Promise<void> {
  const { photos, signature } = draft;
  const own = [...photos, ...(signature ? [signature] : [])];
  const ends = [...endOf(first!, own)];
  const copies: ActionFile[] = [];
  const leftOut: ActionFile[] = [];
  try {
    for (const other of others) {
      const files = await copiesFor(other.shown.task.id, own, copies);
      const theirs = await withTheirs(other.shown.task.id, files);
      leftOut.push(...theirs.leftOut);
      ends.push(...endOf(other, theirs.files));
    }
    await actAll(ends);
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
    ...(state === 'open' ? [{ deed: { kind: 'start', taskId: task.id }, title } as const] : []),
    { deed: { kind: 'complete', taskId: task.id, completion }, title, files },
  ];
}

/** With the pictures that were taken of a task at a visit of its own, as far as there is room; of signatures the one that was just made. */
async function withTheirs(
  taskId: string,
  files: readonly ActionFile[],
): Promise<{ files: ActionFile[]; leftOut: ActionFile[] }> {
  const theirs = await draftOf<StopDraft>(taskId);
  if (!theirs) return { files: [...files], leftOut: [] };
  const photos = files.filter(({ kind }) => kind === 'photo');
  const signatures = files.filter(({ kind }) => kind === 'signature');
  const room = Math.max(0, MAX_PHOTOS - photos.length);
  const signature = theirs.signature ? [theirs.signature] : [];
  const isSigned = signatures.length > 0;
  return {
    files: [...theirs.photos.slice(0, room), ...photos, ...(isSigned ? signatures : signature)],
    leftOut: [...theirs.photos.slice(room), ...(isSigned ? signature : [])],
  };
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
