import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { ChatCaller } from '../http/caller.ts';

/** What a request's caller is judged by. */
export function loadCaller(
  reader: Reader,
  organizationId: string,
  userId: number,
): Promise<(Omit<ChatCaller, 'credentialId'> & { isActive: boolean }) | undefined> {
  return reader.first(sql`
    select organization_id as "organizationId", id as "userId", email, full_name as "fullName", role,
      bot_type is not null as "isBot", is_active as "isActive"
    from chat.users where organization_id = ${organizationId} and id = ${userId}`);
}
