import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';

/** Name of the log cursor for pushes. */
export const PUSHES_CURSOR = 'driver-pushes';

/** Whether an organization's log is read for pushes. */
export async function isReadForPushes(reader: Reader): Promise<boolean> {
  const row = await reader.first(sql`
    select from platform.log_cursors where organization_id = ${reader.organizationId} and reader = ${PUSHES_CURSOR}`);
  return row !== undefined;
}

/** Returns the workers with a subscribed browser: by one of their devices or by their own session. */
export async function whoSubscribed(reader: Reader, workerIds: readonly string[]): Promise<Set<string>> {
  const rows = await reader.all(sql<{ id: string }>`
    select w.id from dispatch.workers w
    where w.organization_id = ${reader.organizationId} and w.id = any(${workerIds}::text[]) and exists (
      select from (values ('worker', w.id), ('session', w.person_id)) as o (kind, subject)
        join platform.credentials c on c.organization_id = w.organization_id and c.kind = o.kind and c.subject = o.subject
          and c.revoked_at is null
        join platform.push_subscriptions s on s.organization_id = c.organization_id and s.credential_id = c.id)`);
  return new Set(rows.map((row) => row.id));
}
