import type { Reader } from '../../platform/db/reader.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { flagBits } from './flags.ts';
import type { ReaderView } from './reader-view.ts';
import { isVisible } from './visibility.ts';

/** Beside the bits of `message_flags`, in what this page's statement gives. */
export const READ_BIT = 128;

/** Messages as one person has them. */
export interface Page {
  /** The log's head in the snapshot: what is shown of the messages may not be older. */
  eventId: number;
  /** The last event that changed who sees what. */
  stateEventId: number;
  /** Ascending; those that the person may not see are left out. */
  ids: number[];
  /** Flags of each, and `READ_BIT`. */
  bits: number[];
}

/** Flags that belong to a message also where it did not come to the person. */
const KEPT = flagBits.starred | flagBits.collapsed;

/** The given messages as far as the person may see them. */
export function loadPage(reader: Reader, view: ReaderView, ids: readonly number[]): Promise<Page> {
  const given = sql`select unnest(${`{${ids.join(',')}}`}::bigint[]) as id`;
  return readPage(reader, view, given, isVisible(view));
}

/** The messages that a statement selects; it has judged who sees them. */
export function loadPageOf(reader: Reader, view: ReaderView, selected: Sql<{ id: number }>): Promise<Page> {
  return readPage(reader, view, selected, sql`true`);
}

/** The flags of messages, with the head of the log, in one snapshot. What was read is looked up once a conversation. */
async function readPage(reader: Reader, view: ReaderView, selected: Sql, visible: Sql): Promise<Page> {
  const { organizationId, userId, groupIds } = view;
  const statement = sql<Page>`
    with page as materialized (
      select m.id, m.recipient_id, m.channel_id, m.sender_id = ${userId} as own, m.read_by_sender,
        case when m.wildcard & 1 <> 0 then ${flagBits.stream_wildcard_mentioned}::int else 0 end
          | case when m.mentioned_group_ids && ${groupIds}::bigint[] then ${flagBits.mentioned}::int else 0 end as named
      from (${selected}) selected join chat.messages m on m.organization_id = ${organizationId} and m.id = selected.id
      where ${visible}),
    conversation as materialized (
      select c.recipient_id,
        case when c.channel_id is null then '{(,)}'::int8multirange else coalesce(p.received, '{}'::int8multirange) end as received,
        case when c.channel_id is null then 0 else p.after end as after,
        coalesce(r.ranges, '{}'::int8multirange) as read
      from (select distinct recipient_id, channel_id from page) c
      cross join lateral (
        select range_agg(int8range(s.after_message_id + 1,
            case when s.until_message_id is not null then greatest(s.until_message_id, s.after_message_id) + 1 end)) as received,
          max(s.after_message_id) filter (where s.until_message_id is null) as after
        from chat.subscription_periods s
        where s.organization_id = ${organizationId} and s.user_id = ${userId} and s.channel_id = c.channel_id) p
      left join chat.read_ranges r
        on r.organization_id = ${organizationId} and r.user_id = ${userId} and r.recipient_id = c.recipient_id),
    flagged as (
      select p.id,
        case when p.own or c.received @> p.id then coalesce(f.flags, 0) & ~${flagBits.historical}::int | p.named
          else coalesce(f.flags, 0) & ${KEPT}::int | ${flagBits.historical}::int end
        | case when p.own and p.read_by_sender or c.after is null or p.id <= c.after or c.read @> p.id
          then ${READ_BIT}::int else 0 end as bits
      from page p join conversation c using (recipient_id)
      left join chat.message_flags f
        on f.organization_id = ${organizationId} and f.user_id = ${userId} and f.message_id = p.id)
    select h.event_id as "eventId", h.state_event_id as "stateEventId",
      coalesce(a.ids, '{}') as ids, coalesce(a.bits, '{}') as bits
    from platform.log_heads h
    cross join (select array_agg(id order by id) as ids, array_agg(bits order by id) as bits from flagged) a
    where h.organization_id = ${organizationId}`;
  const page = await reader.first(selected.once ? sql.once(statement) : statement);
  if (!page) throw new Error(`organization ${organizationId} has no log head`);
  return page;
}

/** Rendered content and topic of messages, for what a search highlights. */
export function loadTexts(
  reader: Reader,
  organizationId: string,
  ids: readonly number[],
): Promise<{ id: number; content: string; topic: string }[]> {
  return reader.all(sql<{ id: number; content: string; topic: string }>`
    select id, rendered_content as content, topic from chat.messages
    where organization_id = ${organizationId} and id = any(${ids}::bigint[])`);
}
