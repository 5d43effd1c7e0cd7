import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';

/** How far the log was read for pushes. */
export const PUSHES_CURSOR = 'driver-pushes';

export interface PushSubscriptionRow {
  organizationId: string;
  workerId: string;
  endpointHash: Buffer;
  sealed: Buffer;
  credentialId: string;
}

export async function hasSubscriptions(reader: Reader, organizationId: string): Promise<boolean> {
  const row = await reader.first(sql`
    select from dispatch.push_subscriptions where organization_id = ${organizationId} limit 1`);
  return row !== undefined;
}

/** Keeps a subscription, at most `limit` for a worker: the oldest ones go. */
export async function saveSubscription(tx: Tx, row: PushSubscriptionRow, limit: number): Promise<void> {
  const { organizationId, workerId } = row;
  await tx.run(sql`
    insert into dispatch.push_subscriptions (organization_id, worker_id, endpoint_hash, sealed, credential_id, created_at)
    values (${organizationId}, ${workerId}, ${row.endpointHash}, ${row.sealed}, ${row.credentialId}, ${tx.now})
    on conflict (organization_id, worker_id, endpoint_hash)
      do update set sealed = excluded.sealed, credential_id = excluded.credential_id, created_at = excluded.created_at`);
  await tx.run(sql`
    delete from dispatch.push_subscriptions s using (
      select endpoint_hash from dispatch.push_subscriptions
      where organization_id = ${organizationId} and worker_id = ${workerId}
      order by created_at desc, endpoint_hash offset ${limit}) old
    where s.organization_id = ${organizationId} and s.worker_id = ${workerId} and s.endpoint_hash = old.endpoint_hash`);
}

export async function deleteSubscription(
  tx: Tx,
  { organizationId, workerId, endpointHash }: Omit<PushSubscriptionRow, 'sealed' | 'credentialId'>,
): Promise<void> {
  await tx.run(sql`
    delete from dispatch.push_subscriptions
    where organization_id = ${organizationId} and worker_id = ${workerId} and endpoint_hash = ${endpointHash}`);
}

/** Those of a worker whose devices are still signed in. */
export function listSubscriptions(
  reader: Reader,
  organizationId: string,
  workerId: string,
): Promise<PushSubscriptionRow[]> {
  return reader.all(sql<PushSubscriptionRow>`
    select s.organization_id as "organizationId", s.worker_id as "workerId", s.endpoint_hash as "endpointHash", s.sealed,
      s.credential_id as "credentialId"
    from dispatch.push_subscriptions s
      join platform.credentials c on c.organization_id = s.organization_id and c.id = s.credential_id
        and c.revoked_at is null
    where s.organization_id = ${organizationId} and s.worker_id = ${workerId} order by s.created_at`);
}

/** Which of these workers have a subscription. */
export async function whoSubscribed(
  reader: Reader,
  organizationId: string,
  workerIds: readonly string[],
): Promise<Set<string>> {
  const rows = await reader.all(sql<{ id: string }>`
    select distinct worker_id as id from dispatch.push_subscriptions
    where organization_id = ${organizationId} and worker_id = any(${workerIds}::text[])`);
  return new Set(rows.map((row) => row.id));
}
