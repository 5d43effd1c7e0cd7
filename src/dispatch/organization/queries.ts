import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';

/**
 * Returns an organization that tasks can be delegated to. An organization in deletion is excluded because it would take
 * the task with it.
 */
export function findDelegatee(reader: Reader, delegateeId: string): Promise<{ isFulfillment: boolean } | undefined> {
  return reader.first(sql<{ isFulfillment: boolean }>`
    select is_fulfillment as "isFulfillment" from dispatch.delegatees
    where organization_id = ${reader.organizationId} and delegatee_id = ${delegateeId} and revoked_at is null
      and delegatee_id in (select id from platform.open_organizations)`);
}

export async function listDelegatees(reader: Reader): Promise<string[]> {
  const rows = await reader.all(sql<{ id: string }>`
    select delegatee_id as id from dispatch.delegatees
    where organization_id = ${reader.organizationId} and revoked_at is null
      and delegatee_id in (select id from platform.open_organizations) order by created_at, delegatee_id`);
  return rows.map((row) => row.id);
}

export async function insertDelegatee(tx: Tx, delegateeId: string, isFulfillment: boolean): Promise<void> {
  await tx.run(sql`
    insert into dispatch.delegatees (organization_id, delegatee_id, is_fulfillment, created_at)
    values (${tx.organizationId}, ${delegateeId}, ${isFulfillment}, ${tx.now})
    on conflict (organization_id, delegatee_id) do update set is_fulfillment = excluded.is_fulfillment, revoked_at = null`);
}

/** Whether there was a delegation. */
export async function revokeDelegatee(tx: Tx, delegateeId: string): Promise<boolean> {
  const count = await tx.run(sql`
    update dispatch.delegatees set revoked_at = ${tx.now}
    where organization_id = ${tx.organizationId} and delegatee_id = ${delegateeId} and revoked_at is null`);
  return count > 0;
}

/** Whether it works, or once worked, for another organization. */
export async function isDelegatee(reader: Reader): Promise<boolean> {
  const row = await reader.first(sql`
    select from dispatch.delegatees where delegatee_id = ${reader.organizationId} limit 1`);
  return row !== undefined;
}

/** Whether an organization has fewer than `most` rows in one of the fleet's tables. */
export async function hasFewer(
  reader: Reader,
  table: 'administrators' | 'hubs' | 'teams' | 'workers',
  most: number,
): Promise<boolean> {
  const rows = sql.raw(`dispatch.${table}`);
  const last = await reader.first(sql`
    select from ${rows} where organization_id = ${reader.organizationId} offset ${most - 1} limit 1`);
  return last === undefined;
}
