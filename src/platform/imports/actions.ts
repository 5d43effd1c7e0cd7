import type { PlainTx, Tx } from '../db/tx.ts';
import { doForgetFiles } from '../files/files.ts';
import { newObjectId } from '../ids.ts';
import {
  type ImportReportRow,
  type ImportRun,
  isUnwritten,
  MOVE_IN_QUEUE,
  type MoveInJob,
  mayWrite,
  takesArchive,
} from './import-run.ts';
import { insertRun, lockRun, moveRun, putRunFile, putRunToken } from './queries.ts';
import { importTokenHash, newImportToken } from './token.ts';

export { stepRun as doStepImportRun } from './queries.ts';

/** Notes an import that a command has begun. @returns its ID */
export async function doAddImportRun(tx: Tx, source: string, total: number): Promise<string> {
  const id = newObjectId();
  await insertRun(tx, { id, source, phase: 'writing', total, ownerUserId: null, begunBy: null, tokenHash: null });
  return id;
}

/**
 * Notes an import whose archive is yet to be uploaded.
 * @param begunBy the organization whose owner began it; undefined: by the first-run code
 * @returns the token that opens its page
 */
export async function doAwaitArchive(
  tx: Tx,
  given: { source: string; ownerUserId: number; begunBy: string | undefined },
): Promise<string> {
  const { source, ownerUserId, begunBy = null } = given;
  const token = newImportToken();
  const run = { id: newObjectId(), source, phase: 'uploading' as const, total: null, ownerUserId, begunBy };
  await insertRun(tx, { ...run, tokenHash: importTokenHash(token) });
  return token;
}

/** Makes a new token for the page of an import; the one before opens nothing any more. */
export async function doRenewImportToken(tx: PlainTx, id: string): Promise<string> {
  const token = newImportToken();
  await putRunToken(tx, id, importTokenHash(token));
  return token;
}

/** Takes an uploaded archive and has it read; the one before is forgotten. False when none is taken any more. */
export async function doTakeArchive(tx: PlainTx, id: string, fileId: string): Promise<boolean> {
  // Another one may have come while this one was on its way.
  const run = await lockRun(tx, id);
  if (!run || !takesArchive(run)) return false;
  await forgetArchive(tx, run);
  await moveRun(tx, id, [run.phase], { phase: 'reading' });
  await putRunFile(tx, id, fileId);
  enqueue(tx, run);
  return true;
}

/** Has an archive that was read written. False when it is no longer to be written, or is already. */
export async function doStartWriting(tx: PlainTx, id: string): Promise<boolean> {
  const run = await lockRun(tx, id);
  if (!run || !mayWrite(run)) return false;
  await moveRun(tx, id, [run.phase], { phase: 'writing' });
  enqueue(tx, run);
  return true;
}

function enqueue(tx: PlainTx, { id }: ImportRun): void {
  const data: MoveInJob = { run: id };
  tx.enqueue({ queue: MOVE_IN_QUEUE, data });
}

/** Notes what an archive holds. */
export async function doNoteReport(
  tx: PlainTx,
  { id }: ImportRun,
  { name, total, report }: { name: string; total: number; report: readonly ImportReportRow[] },
): Promise<void> {
  await moveRun(tx, id, ['reading'], { phase: 'checked', source: name, total, report });
}

/** Notes why an import does not go on; an archive that cannot be read is forgotten. @param sentence for people */
export async function doFailImportRun(tx: PlainTx, id: string, sentence: string): Promise<void> {
  const run = await lockRun(tx, id);
  if (!run || !(await moveRun(tx, id, ['reading', 'writing'], { phase: 'failed', failure: sentence }))) return;
  if (run.phase === 'reading') await forgetArchive(tx, run);
}

/** Notes the end of an import; its archive is not needed any more. */
export async function doEndImportRun(tx: PlainTx, run: ImportRun): Promise<void> {
  await moveRun(tx, run.id, ['writing', 'failed'], { phase: 'ended' });
  await forgetArchive(tx, run);
}

async function forgetArchive(tx: PlainTx, { id, organizationId, fileId }: ImportRun): Promise<void> {
  if (fileId === null) return;
  await putRunFile(tx, id, null);
  await doForgetFiles(tx, organizationId, [fileId]);
}

/** Gives up an import of which nothing was written. False when something was, or is being. */
export async function doGiveUpImport(tx: PlainTx, id: string): Promise<boolean> {
  const run = await lockRun(tx, id);
  return run !== undefined && isUnwritten(run) && (await moveRun(tx, id, [run.phase], { phase: 'failed' }));
}
