import type { Reader } from '../../../platform/db/reader.ts';
import { sql } from '../../../platform/db/sql.ts';
import { isUnread } from '../../reading/fragments.ts';
import type { ReaderView } from '../../reading/view.ts';
import { isMuted } from '../query/fragments.ts';

/** Messages, of whichever conversation, that are looked at before the conversations are asked one by one. */
export const SCANNED_AT_ONCE = 200;

/** The oldest unread and not muted of the messages that begin at an ID, how many were looked at, and where the next ones begin. */
export async function scanToUnread(
  reader: Reader,
  view: ReaderView,
  from: number,
): Promise<{ id: number | null; looked: number; next: number }> {
  const scanned = sql`
    select m.* from chat.messages m where m.organization_id = ${view.organizationId} and m.id >= ${from}
    order by m.id limit ${sql.raw(String(SCANNED_AT_ONCE))}`;
  const row = await reader.first(sql<{ id: number | null; looked: number; next: number }>`
    select (select m.id from (${scanned}) m where ${isUnread(view)} and not ${isMuted(view)} order by m.id limit 1) as id,
      count(*) as looked, coalesce(max(w.id) + 1, ${from}) as next
    from (${scanned}) w`);
  return row!;
}

/** Every message up to it is there to be read: IDs come in the order of commits. */
export async function newestMessageId(reader: Reader): Promise<number> {
  const head = await reader.first(sql<{ id: number }>`
    select message_id as id from platform.log_heads where organization_id = ${reader.organizationId}`);
  return head?.id ?? 0;
}
