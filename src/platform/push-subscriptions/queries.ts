import type { PlainReader } from '../db/reader.ts';
import { sql } from '../db/sql.ts';
import type { PlainTx } from '../db/tx.ts';
import type { SubscriptionHolder, SubscriptionOwner } from './subscription.ts';

export interface PushSubscriptionRow extends SubscriptionHolder {
  endpointHash: Buffer;
  sealed: Buffer;
}

/** Keeps a subscription, and no other one of the same browser: who sat at it before is not told there any more. */
export async function saveSubscription(tx: PlainTx, row: PushSubscriptionRow): Promise<void> {
  const { organizationId, credentialId, endpointHash, sealed } = row;
  await tx.run(sql`
    delete from platform.push_subscriptions
    where endpoint_hash = ${endpointHash} and (organization_id, credential_id) <> (${organizationId}, ${credentialId})`);
  await tx.run(sql`
    insert into platform.push_subscriptions (organization_id, credential_id, endpoint_hash, sealed, created_at)
    values (${organizationId}, ${credentialId}, ${endpointHash}, ${sealed}, ${tx.now})
    on conflict (organization_id, credential_id, endpoint_hash)
      do update set sealed = excluded.sealed, created_at = excluded.created_at`);
}

/** Forgets all but the newest subscriptions of whoever a session or token is of. */
export async function keepNewestSubscriptions(
  tx: PlainTx,
  { organizationId, credentialId }: SubscriptionHolder,
  limit: number,
): Promise<void> {
  await tx.run(sql`
    delete from platform.push_subscriptions s using (
      select other.organization_id, other.credential_id, other.endpoint_hash
      from platform.credentials own
        join platform.credentials c on c.organization_id = own.organization_id and c.kind = own.kind
          and c.subject = own.subject
        join platform.push_subscriptions other on other.organization_id = c.organization_id and other.credential_id = c.id
      where own.organization_id = ${organizationId} and own.id = ${credentialId}
      order by other.created_at desc, other.endpoint_hash offset ${limit}) old
    where s.organization_id = old.organization_id and s.credential_id = old.credential_id
      and s.endpoint_hash = old.endpoint_hash`);
}

export async function deleteSubscription(
  tx: PlainTx,
  { organizationId, credentialId, endpointHash }: Omit<PushSubscriptionRow, 'sealed'>,
): Promise<void> {
  await tx.run(sql`
    delete from platform.push_subscriptions
    where organization_id = ${organizationId} and credential_id = ${credentialId} and endpoint_hash = ${endpointHash}`);
}

/** Returns the subscriptions of owners whose browsers are still signed in, oldest first. */
export function listSubscriptions(
  reader: PlainReader,
  organizationId: string,
  owners: readonly SubscriptionOwner[],
  now: Date,
): Promise<PushSubscriptionRow[]> {
  const kinds = owners.map(({ kind }) => kind);
  const subjects = owners.map(({ subject }) => subject);
  return reader.all(sql<PushSubscriptionRow>`
    select s.organization_id as "organizationId", s.credential_id as "credentialId", s.endpoint_hash as "endpointHash",
      s.sealed
    from unnest(${kinds}::text[], ${subjects}::text[]) as o (kind, subject)
      join platform.credentials c on c.organization_id = ${organizationId} and c.kind = o.kind and c.subject = o.subject
        and c.revoked_at is null and (c.expires_at is null or c.expires_at > ${now})
      join platform.push_subscriptions s on s.organization_id = c.organization_id and s.credential_id = c.id
    order by s.created_at, s.endpoint_hash`);
}
