import type { Tx } from '../../../platform/db/tx.ts';
import type { Services } from '../../../platform/services.ts';
import type { Actor } from '../../events/actor.ts';
import { doCreateBatch, lockBatches, type PreparedTask } from '../batch/actions.ts';
import type { TaskFailure } from '../batch/failure.ts';
import type { Task } from '../present.ts';
import { deleteImportedLines, insertImportedLines, renewImportedLines } from './queries.ts';

/** A line of a file that can become a task. */
export interface PreparedLine {
  /** Digest of its content, hexadecimal. */
  digest: string;
  prepared: PreparedTask;
  /** True: the line becomes a task once more if it was noted before. */
  again: boolean;
}

/** Result of creating the tasks of lines. */
export interface CreatedLines {
  tasks: Task[];
  errors: TaskFailure[];
  /** Places of lines that became tasks before, also at the same time elsewhere. */
  before: number[];
  /** Reasons why lines were refused, by their digests. */
  refused: ReadonlyMap<string, string>;
}

/**
 * Creates the tasks of lines and notes the lines, in one transaction: a line that was noted before makes no second task.
 * Two requests with the same lines wait for each other.
 */
export async function doCreateFromLines(
  tx: Tx,
  services: Services,
  actor: Actor,
  lines: readonly PreparedLine[],
): Promise<CreatedLines> {
  await lockBatches(tx);
  const digests = lines.map(({ digest }) => digest);
  const fresh = new Set(await insertImportedLines(tx, digests));
  const taken = lines.filter(({ digest, again }) => again || fresh.has(digest));
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
  // A line that became a task before stays noted as it was, though its repetition was refused.
  const unnoted = [...refused.keys()].filter((digest) => fresh.has(digest));
  if (unnoted.length > 0) await deleteImportedLines(tx, unnoted);
  const renewed = taken.flatMap(({ digest }) => (fresh.has(digest) || refused.has(digest) ? [] : [digest]));
  if (renewed.length > 0) await renewImportedLines(tx, renewed);
  const before = [...lines.entries()].flatMap(([at, { digest, again }]) => (again || fresh.has(digest) ? [] : [at]));
  return { tasks, errors, before, refused };
}
