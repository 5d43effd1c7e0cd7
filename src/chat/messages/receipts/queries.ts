import type { Reader } from '../../../platform/db/reader.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { ChatCaller } from '../../http/caller.ts';
import { cameInPeriod } from '../../reading/fragments.ts';
import { type Message, markedIn } from '../../reading/message.ts';

/**
 * People to whom a message came, who have read it and let others know; not its sender, and nobody who has muted the
 * caller or whom the caller has muted. Ascending by ID.
 */
export async function loadReaderIds(
  reader: Reader,
  { organizationId, userId }: Pick<ChatCaller, 'organizationId' | 'userId'>,
  message: Message,
): Promise<number[]> {
  const came =
    message.channelId === null
      ? sql`
        select unnest(${message.people.map(({ id }) => id)}::bigint[]) as user_id`
      : sql`
        select distinct p.user_id from chat.subscription_periods p
        where p.organization_id = ${organizationId} and p.channel_id = ${message.sent?.channelId ?? message.channelId}
          and ${cameInPeriod(sql`${message.id}`)}`;
  const rows = await reader.all(sql<{ id: number }>`
    select u.id from (${came}) came
      join chat.read_ranges r on r.organization_id = ${organizationId} and r.user_id = came.user_id
        and r.recipient_id = ${markedIn(message)} and r.ranges @> ${message.id}::bigint
      join chat.users u on u.organization_id = ${organizationId} and u.id = came.user_id
    where u.is_active and u.id <> ${message.sender.id} and coalesce((u.settings->>'send_read_receipts')::boolean, true)
      and not exists (
        select from chat.muted_users m where m.organization_id = ${organizationId}
          and ((m.user_id = ${userId} and m.muted_user_id = u.id) or (m.user_id = u.id and m.muted_user_id = ${userId})))
    order by u.id`);
  return rows.map(({ id }) => id);
}
