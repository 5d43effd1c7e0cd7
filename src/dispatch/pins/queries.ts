import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';

/** A sealed PIN, and the actions of a device that were wrong tries of it. */
export interface PinRow {
  sealed: Buffer;
  tried: string[];
}

export function findPin(reader: Reader, taskId: string): Promise<PinRow | undefined> {
  return reader.first(sql<PinRow>`
    select sealed, tried from dispatch.task_pins where organization_id = ${reader.organizationId} and task_id = ${taskId}`);
}

/** The sealed PINs of some tasks. */
export function listPins(reader: Reader, taskIds: readonly string[]): Promise<{ taskId: string; sealed: Buffer }[]> {
  return reader.all(sql<{ taskId: string; sealed: Buffer }>`
    select task_id as "taskId", sealed from dispatch.task_pins
    where organization_id = ${reader.organizationId} and task_id = any(${taskIds}::text[])`);
}

/** Puts a PIN in the place of the task's. */
export async function upsertPin(tx: Tx, taskId: string, sealed: Buffer): Promise<void> {
  await tx.run(sql`
    insert into dispatch.task_pins (organization_id, task_id, sealed) values (${tx.organizationId}, ${taskId}, ${sealed})
    on conflict (organization_id, task_id) do update set sealed = excluded.sealed, tried = '{}'`);
}

export async function deletePin(tx: Tx, taskId: string): Promise<void> {
  await tx.run(
    sql`delete from dispatch.task_pins where organization_id = ${tx.organizationId} and task_id = ${taskId}`,
  );
}

/** Notes which action of a device was a wrong try. */
export async function noteTried(tx: Tx, taskId: string, actionId: string): Promise<void> {
  await tx.run(sql`
    update dispatch.task_pins set tried = tried || ${[actionId]}::text[]
    where organization_id = ${tx.organizationId} and task_id = ${taskId}`);
}
