import type { Writer } from '../db/reader.ts';
import { sql } from '../db/sql.ts';

/**
 * Starts a log reader (`log-reader.ts`) for an organization, unless it is started.
 * @param afterEvent undefined: at the log's head
 */
export async function startLogReader(
  tx: Writer,
  organizationId: string,
  reader: string,
  afterEvent?: number,
): Promise<void> {
  await tx.run(sql`
    insert into platform.log_cursors (organization_id, reader, event_id)
    values (${organizationId}, ${reader}, coalesce(${afterEvent ?? null}::bigint,
      (select event_id from platform.log_heads where organization_id = ${organizationId}), 0))
    on conflict do nothing`);
}
