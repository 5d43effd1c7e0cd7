import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';

interface ConversationRow {
  recipientId: number;
}

/** The direct conversation of exactly these people. @param userIds sorted, without repeats */
export async function findDirectConversation(reader: Reader, userIds: readonly number[]): Promise<number | undefined> {
  const row = await reader.first(sql<ConversationRow>`
    select recipient_id as "recipientId" from chat.direct_conversations
    where organization_id = ${reader.organizationId} and user_ids = ${userIds}::bigint[]`);
  return row?.recipientId;
}

/** Undefined when somebody else has made it already. */
export async function insertConversation(tx: Tx, userIds: readonly number[]): Promise<number | undefined> {
  const { organizationId } = tx;

  const row = await tx.first(sql<ConversationRow>`
    with made as (
      insert into chat.direct_conversations (organization_id, user_ids) values (${organizationId}, ${userIds}::bigint[])
      on conflict do nothing returning recipient_id
    ),
    members as (
      insert into chat.direct_conversation_members (organization_id, user_id, recipient_id)
      select ${organizationId}, user_id, recipient_id from made, unnest(${userIds}::bigint[]) as user_id
    )
    select recipient_id as "recipientId" from made`);
  return row?.recipientId;
}
