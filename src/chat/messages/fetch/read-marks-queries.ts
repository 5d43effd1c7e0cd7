import type { Reader } from '../../../platform/db/reader.ts';
import { sql } from '../../../platform/db/sql.ts';

/** The ranges that a person has read, by conversation, as PostgreSQL writes a multirange; some conversations have none. */
export function loadReadRanges(
  reader: Reader,
  userId: number,
  recipientIds: readonly number[],
): Promise<{ recipientId: number; ranges: string }[]> {
  return reader.all(sql<{ recipientId: number; ranges: string }>`
    select recipient_id as "recipientId", ranges::text as ranges from chat.read_ranges
    where organization_id = ${reader.organizationId} and user_id = ${userId} and recipient_id = any(${recipientIds}::bigint[])`);
}
