import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';

/** A chat user that stands for a worker or an administrator. */
export interface StandInRow {
  /** The worker's or the administrator's. */
  id: string;
  userId: number;
}

/** Chat users that stand for workers. */
export function loadDriverUsers(reader: Reader, workerIds: readonly string[]): Promise<StandInRow[]> {
  return reader.all(sql<StandInRow>`
    select worker_id as id, user_id as "userId" from bridge.driver_users
    where organization_id = ${reader.organizationId} and worker_id = any(${workerIds}::text[])`);
}

export async function insertDriverUser(tx: Tx, workerId: string, userId: number): Promise<void> {
  await tx.run(sql`
    insert into bridge.driver_users (organization_id, worker_id, user_id)
    values (${tx.organizationId}, ${workerId}, ${userId})`);
}

/** Chat users that stand for administrators. */
export function loadAdministratorUsers(reader: Reader, administratorIds: readonly string[]): Promise<StandInRow[]> {
  return reader.all(sql<StandInRow>`
    select administrator_id as id, user_id as "userId" from bridge.administrator_users
    where organization_id = ${reader.organizationId} and administrator_id = any(${administratorIds}::text[])`);
}

/** The administrator for whom a chat user stands; undefined: none. */
export function loadAdministratorOfUser(reader: Reader, userId: number): Promise<{ id: string } | undefined> {
  return reader.first(sql<{ id: string }>`
    select administrator_id as id from bridge.administrator_users
    where organization_id = ${reader.organizationId} and user_id = ${userId}`);
}

export async function insertAdministratorUser(tx: Tx, administratorId: string, userId: number): Promise<void> {
  await tx.run(sql`
    insert into bridge.administrator_users (organization_id, administrator_id, user_id)
    values (${tx.organizationId}, ${administratorId}, ${userId})`);
}
