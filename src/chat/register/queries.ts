import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import { isVisible } from '../reading/fragments.ts';
import type { ReaderView } from '../reading/view.ts';

/** Starred messages in the answer of `POST /register`. */
const MAX_STARRED = 10_000;
/** The newest direct messages that the recent conversations are taken from. */
const RECENT_CONVERSATIONS = 1000;

/** The newest starred messages that the person may still see, ascending. */
export async function loadStarredIds(reader: Reader, view: ReaderView): Promise<number[]> {
  const { organizationId, userId } = view;
  const rows = await reader.all(sql<{ id: number }>`
    select m.id from (
      select message_id as id from chat.message_flags
      where organization_id = ${organizationId} and user_id = ${userId} and flags & 1 <> 0
      order by message_id desc limit ${MAX_STARRED}) newest
    join chat.messages m on m.organization_id = ${organizationId} and m.id = newest.id
    where ${isVisible(view)} order by m.id`);
  return rows.map(({ id }) => id);
}

/** Conversations with their newest message, newest first; `user_ids` are the others. */
export function loadRecentDirectConversations(
  reader: Reader,
  userId: number,
): Promise<{ max_message_id: number; user_ids: number[] }[]> {
  return reader.all(sql<{ max_message_id: number; user_ids: number[] }>`
    select last.id as max_message_id, array_remove(c.user_ids, ${userId}::bigint) as user_ids
    from chat.direct_conversation_members m
      join chat.direct_conversations c on c.organization_id = m.organization_id and c.recipient_id = m.recipient_id
      cross join lateral (
        select id from chat.messages
        where organization_id = m.organization_id and recipient_id = m.recipient_id order by id desc limit 1) last
    where m.organization_id = ${reader.organizationId} and m.user_id = ${userId}
    order by last.id desc limit ${RECENT_CONVERSATIONS}`);
}
