import { type Sql, sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { isMentioned, isMuted } from '../messages/query/fragments.ts';
import { flagBits } from '../reading/flags.ts';
import { isUnread, isVisible, readRangeStart, sentPlace, sentRecipientId } from '../reading/fragments.ts';
import type { SentTo } from '../reading/message.ts';
import type { ReaderView } from '../reading/view.ts';
import { type FlagChange, namesMessages } from './editable-flags.ts';

/** A message as far as a person's marks concern it. */
export interface MarkableMessageRow {
  id: number;
  /** Null for direct messages. */
  channelId: number | null;
  topic: string;
  /** Everybody of a direct conversation; empty for channel messages. */
  userIds: number[];
  isUnread: boolean;
  /** Bits of `message_flags`. */
  bits: number;
  isMentioned: boolean;
  /** In a muted topic, or a muted channel. */
  isMuted: boolean;
  sent: SentTo | null;
}

/** Returns the messages that the person may see, ascending. @param change before which none of them may be deleted, if it names them to clients */
export function loadMarkable(
  tx: Tx,
  view: ReaderView,
  change: FlagChange,
  ids: readonly number[],
): Promise<MarkableMessageRow[]> {
  const { organizationId, userId } = view;
  const held = namesMessages(change) ? sql`for key share of m` : sql``;
  return tx.all(sql<MarkableMessageRow>`
    select m.id, m.channel_id as "channelId", m.topic, ${isUnread(view)} as "isUnread", coalesce(f.flags, 0) as bits,
      ${isMentioned(view)} as "isMentioned", ${isMuted(view)} as "isMuted", ${sentPlace} as sent,
      case when m.channel_id is null then (
        select c.user_ids from chat.direct_conversations c
        where c.organization_id = ${organizationId} and c.recipient_id = m.recipient_id) else '{}' end as "userIds"
    from chat.messages m
      left join chat.message_flags f
        on f.organization_id = ${organizationId} and f.user_id = ${userId} and f.message_id = m.id
    where m.organization_id = ${organizationId} and m.id = any(${ids}::bigint[]) and ${isVisible(view)}
    order by m.id ${held}`);
}

/** Marks messages as read. */
export async function addToRead(tx: Tx, { organizationId, userId }: ReaderView, ids: readonly number[]): Promise<void> {
  await tx.run(sql`
    insert into chat.read_ranges as known (organization_id, user_id, recipient_id, ranges)
    select ${organizationId}, ${userId}, ${sentRecipientId}, range_agg(int8range(gap.id, m.id, '(]'))
    from chat.messages m cross join lateral ${readRangeStart(organizationId, sql`${userId}::bigint`)} gap
    where m.organization_id = ${organizationId} and m.id = any(${ids}::bigint[])
    group by 3 order by 3
    on conflict (organization_id, user_id, recipient_id) do update set ranges = known.ranges + excluded.ranges`);
}

/** Marks messages as unread; those that the person sent no longer count as read from the start. */
export async function removeFromRead(
  tx: Tx,
  { organizationId, userId }: ReaderView,
  ids: readonly number[],
): Promise<void> {
  await tx.run(sql`
    update chat.messages set read_by_sender = false
    where organization_id = ${organizationId} and id = any(${ids}::bigint[]) and sender_id = ${userId} and read_by_sender`);
  await tx.run(sql`
    update chat.read_ranges r set ranges = r.ranges - unread.ids
    from (
      select ${sentRecipientId} as recipient_id, range_agg(int8range(m.id, m.id, '[]')) as ids from chat.messages m
      where m.organization_id = ${organizationId} and m.id = any(${ids}::bigint[]) group by 1) unread
    where r.organization_id = ${organizationId} and r.user_id = ${userId} and r.recipient_id = unread.recipient_id`);
}

const bitOf = (flag: 'starred' | 'collapsed'): Sql => sql.raw(String(flagBits[flag]));

export async function addFlag(
  tx: Tx,
  { organizationId, userId }: ReaderView,
  flag: 'starred' | 'collapsed',
  ids: readonly number[],
): Promise<void> {
  await tx.run(sql`
    insert into chat.message_flags as known (organization_id, user_id, message_id, flags)
    select ${organizationId}, ${userId}, id, ${bitOf(flag)} from unnest(${ids}::bigint[]) as id
    on conflict (organization_id, user_id, message_id) do update set flags = known.flags | excluded.flags`);
}

/** Only messages with a flag have a row. */
export async function removeFlag(
  tx: Tx,
  { organizationId, userId }: ReaderView,
  flag: 'starred' | 'collapsed',
  ids: readonly number[],
): Promise<void> {
  const rows = sql`organization_id = ${organizationId} and user_id = ${userId} and message_id = any(${ids}::bigint[])`;
  await tx.run(sql`update chat.message_flags set flags = flags & ~${bitOf(flag)} where ${rows}`);
  await tx.run(sql`delete from chat.message_flags where ${rows} and flags = 0`);
}
