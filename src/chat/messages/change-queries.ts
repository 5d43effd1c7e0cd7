import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { Rendered } from '../markdown/index.ts';
import { flagBits } from './flags.ts';
import type { EditHistoryItem } from './message.ts';

export type PropagateMode = 'change_one' | 'change_later' | 'change_all';

/** Locks a message until the commit, so that two changes of it come one after the other. */
export async function lockMessage(tx: Tx, organizationId: string, id: number): Promise<boolean> {
  const row = await tx.first(sql`
    select 1 from chat.messages where organization_id = ${organizationId} and id = ${id} for no key update`);
  return row !== undefined;
}

/** Gives a message new content. People named only now get their flag; those no longer named lose it. */
export async function updateContent(
  tx: Tx,
  organizationId: string,
  id: number,
  content: string,
  rendered: Rendered,
  history: EditHistoryItem,
): Promise<void> {
  await tx.run(sql`
    update chat.messages set content = ${content}, rendered_content = ${rendered.html}, plain_text = ${rendered.plainText},
      is_me_message = ${rendered.isMeMessage}, has_link = ${rendered.hasLink}, has_image = ${rendered.hasImage},
      has_attachment = ${rendered.hasAttachment}, mentioned_user_ids = ${rendered.mentionedUserIds}::bigint[],
      mentioned_group_ids = ${rendered.mentionedGroupIds}::bigint[],
      wildcard = ${(rendered.channelWildcard ? 1 : 0) + (rendered.topicWildcard ? 2 : 0)},
      edit_history = ${JSON.stringify([history])}::jsonb || coalesce(edit_history, '[]'), last_edit_at = ${tx.now}
    where organization_id = ${organizationId} and id = ${id}`);
  await tx.run(sql`
    update chat.message_flags set flags = flags & ~${flagBits.mentioned}::int
    where organization_id = ${organizationId} and message_id = ${id} and flags & ${flagBits.mentioned}::int <> 0
      and user_id <> all(${rendered.mentionedUserIds}::bigint[])`);
  await tx.run(sql`
    insert into chat.message_flags (organization_id, user_id, message_id, flags)
    select ${organizationId}, user_id, ${id}, ${flagBits.mentioned}::int
    from unnest(${rendered.mentionedUserIds}::bigint[]) as user_id
    on conflict (organization_id, user_id, message_id) do update set flags = message_flags.flags | excluded.flags`);
}

/** IDs of the messages that a move takes along, ascending. */
export async function loadMovedIds(
  reader: Reader,
  organizationId: string,
  message: { id: number; channelId: number; topic: string },
  mode: PropagateMode,
): Promise<number[]> {
  if (mode === 'change_one') return [message.id];
  const from = mode === 'change_later' ? message.id : 0;
  const rows = await reader.all(sql<{ id: number }>`
    select id from chat.messages
    where organization_id = ${organizationId} and channel_id = ${message.channelId}
      and lower(topic) = lower(${message.topic}) and id >= ${from}
    order by id`);
  return rows.map(({ id }) => id);
}

/** Puts messages into another topic, or another channel, or both. */
export async function moveMessages(
  tx: Tx,
  organizationId: string,
  ids: readonly number[],
  to: { channelId: number; recipientId: number; topic: string },
  history: EditHistoryItem,
  counts: boolean,
): Promise<void> {
  await tx.run(sql`
    update chat.messages set channel_id = ${to.channelId}, recipient_id = ${to.recipientId}, topic = ${to.topic},
      edit_history = ${JSON.stringify([history])}::jsonb || coalesce(edit_history, '[]'),
      last_moved_at = case when ${counts}::boolean then ${tx.now}::timestamptz else last_moved_at end
    where organization_id = ${organizationId} and id = any(${ids}::bigint[])`);
}

/** What people have read of messages that move to another channel, they have read there too. */
export async function carryReadMarks(
  tx: Tx,
  organizationId: string,
  ids: readonly number[],
  from: { recipientId: number },
  to: { recipientId: number },
): Promise<void> {
  await tx.run(sql`
    with moved as (
      select range_agg(int8range(id, id, '[]')) as ids from unnest(${ids}::bigint[]) as id
    )
    insert into chat.read_ranges as known (organization_id, user_id, recipient_id, ranges)
    select r.organization_id, r.user_id, ${to.recipientId}, r.ranges * moved.ids
    from chat.read_ranges r cross join moved
    where r.organization_id = ${organizationId} and r.recipient_id = ${from.recipientId} and r.ranges && moved.ids
    on conflict (organization_id, user_id, recipient_id) do update set ranges = known.ranges + excluded.ranges`);
}

/** Deletes messages with all that hangs on them; gives those that were still there. */
export async function deleteMessages(tx: Tx, organizationId: string, ids: readonly number[]): Promise<number[]> {
  const rows = await tx.all(sql<{ id: number }>`
    delete from chat.messages where organization_id = ${organizationId} and id = any(${ids}::bigint[]) returning id`);
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

/** The oldest message of a channel. */
export async function firstMessageId(
  reader: Reader,
  organizationId: string,
  recipientId: number,
): Promise<number | null> {
  const row = await reader.first(sql<{ id: number }>`
    select id from chat.messages where organization_id = ${organizationId} and recipient_id = ${recipientId}
    order by id limit 1`);
  return row?.id ?? null;
}
