import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { seesWorker, type Viewer } from '../sight/fragments.ts';

/**
 * Workers who came by an import: nobody has sent them a password or a link, and they sign in by nothing else. Who was
 * invited has a password, also after the invitation was revoked.
 */
const uninvited = (viewer: Viewer) => sql`
    dispatch.workers join platform.people p on p.organization_id = workers.organization_id and p.id = workers.person_id
    where workers.organization_id = ${viewer.organizationId} and workers.account_status = 'INVITED'
      and p.password_hash is null and p.email is null and p.phone_verified_at is null
      and not exists (select from dispatch.pretend_fleets f
        where f.organization_id = workers.organization_id and workers.id = any(f.worker_ids))
      and ${seesWorker(viewer, sql`workers.id`)}`;

export async function countUninvited(reader: Reader, viewer: Viewer): Promise<number> {
  const row = await reader.first(sql<{ count: number }>`select count(*)::int as count from ${uninvited(viewer)}`);
  return row!.count;
}

/** Locks the oldest of them with their people; those that another request is inviting are left out. */
export async function lockUninvited(tx: Tx, viewer: Viewer, limit: number): Promise<string[]> {
  const rows = await tx.all(sql<{ id: string }>`
    select workers.id from ${uninvited(viewer)}
    order by workers.created_at, workers.id limit ${limit} for update of workers, p skip locked`);
  return rows.map(({ id }) => id);
}
