import { sql } from '../db/sql.ts';
import type { PlainTx } from '../db/tx.ts';

/** Use of a key. */
interface KeyUse {
  credentialId: string;
  at: Date;
}

/**
 * Writes uses down where none is known of about that time: another process may have noted the same. A key that is being revoked
 * at this moment is left out, so nobody waits for anybody.
 */
export async function updateKeyUses(
  tx: PlainTx,
  organizationId: string,
  uses: readonly KeyUse[],
  touchMs: number,
): Promise<void> {
  await tx.run(sql`
    update platform.credentials c set used_at = used.at
    from (
      select k.id, max(g.at) as at
      from unnest(${uses.map(({ credentialId }) => credentialId)}::text[],
          ${uses.map(({ at }) => at.toISOString())}::timestamptz[]) as g (id, at)
        join (
          select id, used_at from platform.credentials
          where organization_id = ${organizationId} and id = any(${uses.map(({ credentialId }) => credentialId)}::text[])
            and revoked_at is null
          for update skip locked) k on k.id = g.id
      where k.used_at is null or k.used_at < g.at - ${`${touchMs} milliseconds`}::interval
      group by k.id) used
    where c.organization_id = ${organizationId} and c.id = used.id`);
}
