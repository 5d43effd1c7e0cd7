import type { Tx } from '../../../platform/db/tx.ts';
import type { Services } from '../../../platform/services.ts';
import type { Actor } from '../../events/actor.ts';
import { doCreateBatch, type PreparedTask } from '../batch/actions.ts';
import { deleteImportedLines, insertImportedLines, renewImportedLines } from './queries.ts';

/** A line of a file that can become a task. */
export interface PreparedLine {
  /** Digest of its content, hexadecimal. */
  digest: string;
  prepared: PreparedTask;
}

/** Result of creating the tasks of lines. */
export interface CreatedLines {
  created: number;
  /** Lines that became tasks before, also at the same time elsewhere. */
  before: number;
  /** Reasons why lines were refused, by their digests. */
  refused: ReadonlyMap<string, string>;
}

/**
 * Creates the tasks of lines and notes the lines, in one transaction: a line that was noted before makes no second task.
 * @param again whether lines that were noted before become tasks once more
 */
export async function doCreateFromLines(
  tx: Tx,
  services: Services,
  actor: Actor,
  lines: readonly PreparedLine[],
  again: boolean,
): Promise<CreatedLines> {
  const digests = lines.map(({ digest }) => digest);
  if (again) await renewImportedLines(tx, digests);
  const noted = new Set(again ? digests : await insertImportedLines(tx, digests));
  const taken = lines.filter(({ digest }) => noted.has(digest));
  const { tasks, errors } = await doCreateBatch(
    tx,
    services,
    actor,
    taken.map(({ prepared }) => prepared),
  );
  const reasons = new Map(errors.map(({ task, error }) => [task, error.cause]));
  const refused = new Map<string, string>();
  for (const { digest, prepared } of taken) {
    const reason = reasons.get('error' in prepared ? prepared.task : prepared.body);
    if (reason !== undefined) refused.set(digest, reason);
  }
  if (refused.size > 0) await deleteImportedLines(tx, [...refused.keys()]);
  return { created: tasks.length, before: lines.length - taken.length, refused };
}
