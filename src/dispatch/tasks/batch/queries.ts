import type { Reader } from '../../../platform/db/reader.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { PlainTx, Tx } from '../../../platform/db/tx.ts';
import type { KeyCaller } from '../../http/caller.ts';
import type { TaskFailure } from './failure.ts';

/**
 * Longest wait for other batches, before the client is asked to retry. Nothing is held meanwhile, and there may be
 * several ahead: with the three seconds of a container's lock, the last of twelve was refused on a busy machine.
 */
const PATIENCE_MS = 30_000;

/** From here to the commit no other batch of the organization is created; 55P03 when that is waited for too long. */
export async function lockBatches(tx: Tx): Promise<void> {
  await tx.run(sql`
    with patience as materialized (select set_config('lock_timeout', ${String(PATIENCE_MS)}, true))
    select pg_advisory_xact_lock(hashtextextended(${`batch ${tx.organizationId}`}, 0)) from patience`);
}

export interface BatchRow {
  organizationId: string;
  id: string;
  submittedAt: Date;
  received: number;
  finishedAt: Date | null;
  createdIds: string[];
  failures: TaskFailure[];
}

export async function insertBatch(tx: Tx, id: string, caller: KeyCaller, tasks: readonly unknown[]): Promise<void> {
  await tx.run(sql`
    insert into dispatch.task_batches (organization_id, id, submitted_at, caller, received, tasks)
    values (${caller.organizationId}, ${id}, ${tx.now}, ${JSON.stringify(caller)}, ${tasks.length},
      ${JSON.stringify(tasks)})`);
}

export function findBatch(reader: Reader, id: string): Promise<BatchRow | undefined> {
  return reader.first(sql<BatchRow>`
    select organization_id as "organizationId", id, submitted_at as "submittedAt", received,
      finished_at as "finishedAt", created_ids as "createdIds", failures
    from dispatch.task_batches where organization_id = ${reader.organizationId} and id = ${id}`);
}

/** Returns the pending work of a batch; undefined once it is done. */
export function findBatchWork(
  reader: Reader,
  id: string,
): Promise<{ submittedAt: Date; caller: KeyCaller; tasks: unknown[] } | undefined> {
  return reader.first(sql<{ submittedAt: Date; caller: KeyCaller; tasks: unknown[] }>`
    select submitted_at as "submittedAt", caller, tasks from dispatch.task_batches
    where organization_id = ${reader.organizationId} and id = ${id} and finished_at is null`);
}

/** Locks a batch for whoever works on it; false when somebody else has finished it. */
export async function claimBatch(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.first(sql`
    select from dispatch.task_batches
    where organization_id = ${tx.organizationId} and id = ${id} and finished_at is null for update`);
  return row !== undefined;
}

export async function finishBatch(
  tx: Tx,
  id: string,
  createdIds: readonly string[],
  failures: readonly TaskFailure[],
): Promise<void> {
  await tx.run(sql`
    update dispatch.task_batches
    set finished_at = ${tx.now}, tasks = null, created_ids = ${createdIds}, failures = ${JSON.stringify(failures)}
    where organization_id = ${tx.organizationId} and id = ${id}`);
}

export function deleteOldBatches(tx: PlainTx, before: Date): Promise<number> {
  return tx.run(sql`delete from dispatch.task_batches where finished_at < ${before}`);
}
