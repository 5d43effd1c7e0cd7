import type { Reader } from '../../platform/db/reader.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { ChatCaller } from '../http/caller.ts';
import type { User } from './user.ts';

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

const columns = sql`
  id, email, full_name as "fullName", role, is_active as "isActive", bot_type is not null as "isBot",
  bot_type as "botType", bot_owner_id as "botOwnerId", timezone, avatar_version as "avatarVersion",
  email_address_visibility as "emailVisibility", date_joined as "dateJoined", first_message_id as "firstMessageId",
  settings`;

function selectUsers(organizationId: string, condition: Sql): Sql<User> {
  return sql<User>`select ${columns} from chat.users where organization_id = ${organizationId} and ${condition} order by id`;
}

export function loadUsersByIds(reader: Reader, organizationId: string, ids: readonly number[]): Promise<User[]> {
  return reader.all(selectUsers(organizationId, sql`id = any(${ids}::bigint[])`));
}

/** @param emails in lower case */
export function loadUsersByEmails(reader: Reader, organizationId: string, emails: readonly string[]): Promise<User[]> {
  return reader.all(selectUsers(organizationId, sql`lower(email) = any(${emails}::text[])`));
}

export function loadAllUsers(reader: Reader, organizationId: string): Promise<User[]> {
  return reader.all(selectUsers(organizationId, sql`true`));
}

/** ID of the organization's newest message; 0 when it has none. */
export async function loadLastMessageId(reader: Reader, organizationId: string): Promise<number> {
  const head = await reader.first(sql<{ id: number }>`
    select message_id as id from platform.log_heads where organization_id = ${organizationId}`);
  return head?.id ?? 0;
}
