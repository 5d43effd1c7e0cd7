import { type Sql, sql } from '../../../platform/db/sql.ts';
import { flagBits, MENTION_BITS } from '../../reading/flags.ts';
import { type IdWindow, inOrder, within } from './id-window.ts';
import { type Guarantee, isCoveredBy, type MessageQuery, predicateWithout } from './message-query.ts';
import { directRecipientsWith, isMentionedAmongMany } from './predicates.ts';
import { unreadIds } from './unread-path.ts';

/** Statements that find the messages of a message query without searches. */
export interface AccessPath {
  statement: Sql<{ id: number }>;
  /** Second statement if the first only covered a part and found too little. */
  fallback?: Sql<{ id: number }>;
}

/** A feed scans this many times the limit before it asks each conversation by itself. */
export const SCAN_FACTOR = 16;
/** Conversations up to this number are asked one by one at once. */
const SMALL = 12;

/** The access path that promises the fewest messages. */
export function chooseAccessPath(query: MessageQuery, window: IdWindow): AccessPath {
  const { view, indexable } = query;
  const { organizationId, userId } = view;
  const all = predicateWithout(query);
  const here = sql`m.organization_id = ${organizationId} and ${within(window)}`;
  const order = inOrder(window);
  const plain: AccessPath = { statement: sql`select m.id from chat.messages m where ${here} and ${all} ${order}` };
  if (indexable.id) return plain;
  if (indexable.is.has('starred')) return { statement: flagged(query, window, flagBits.starred, 'starred') };
  if (indexable.is.has('alerted')) return { statement: flagged(query, window, flagBits.has_alert_word, 'alerted') };
  if (indexable.is.has('mentioned')) {
    const alone = flagged(query, window, MENTION_BITS, 'mentioned');
    return { statement: withMentionsOfMany(query, window, alone) };
  }
  if (indexable.is.has('unread')) return { statement: unreadIds(query, window) };
  if (indexable.direct || indexable.channel) return plain;
  if (indexable.directIncluding) {
    const conversations = sql`
      select d.recipient_id, 0::bigint as after, null::bigint as until
      from (${directRecipientsWith(view, indexable.directIncluding)}) d`;
    return { statement: perConversation(query, window, conversations, 'scope') };
  }
  if (indexable.is.has('followed') && !indexable.is.has('dm')) {
    return {
      statement: eachTopic(
        query,
        window,
        sql`
        select v.channel_id, v.topic from chat.topic_visibility v
        where v.organization_id = ${organizationId} and v.user_id = ${userId} and v.policy = 3`,
      ),
    };
  }
  if (indexable.topic) {
    const channels = query.shared ? [...(indexable.channels?.channelIds ?? [])] : view.received.map(({ id }) => id);
    // One's own messages may stand in channels that one was never in, and so may what has moved.
    return {
      statement: sql`
        select id from (
          (${eachTopic(query, window, sql`select unnest(${channels}::bigint[]) as channel_id, ${indexable.topic.topic} as topic`)})
          union
          (select m.id from chat.messages m where ${here} and m.sender_id = ${userId} and ${all} ${order})
          union
          (${movedElsewhere(query, window)})
        ) m ${order}`,
    };
  }
  if (indexable.sender) return plain;
  if (indexable.has.has('reaction')) return { statement: reacted(query, window) };
  // Their partial indexes give the messages in order.
  if (indexable.has.size > 0) return plain;
  const own = sql`select m.id from chat.messages m where ${here} and m.sender_id = ${userId} and ${all} ${order}`;
  const conversations = conversationSpans(query);
  const everyOne = sql<{ id: number }>`
    select id from ((${perConversation(query, window, conversations.list, ...conversations.assured)})
      union (${own}) union (${movedElsewhere(query, window)})) m ${order}`;
  if (conversations.few) return { statement: everyOne };
  return {
    statement: recentScan(query, window),
    fallback: everyOne,
  };
}

/**
 * Finds starred messages, or those that name the reader, by the reader's flags alone. The messages themselves are not
 * read: the caller checks whether they are still the reader's. Undefined where a narrow asks
 * for more than that.
 */
export function flagIndexScan(query: MessageQuery, window: IdWindow): AccessPath | undefined {
  if (query.indexable.is.size !== 1) return undefined;
  const [what] = query.indexable.is;
  const bits = what && BITS.get(what);
  if (bits === undefined || !isCoveredBy(query, what as Guarantee, 'scope')) return undefined;
  const { organizationId, userId } = query.view;
  const id = sql`f.message_id`;
  const flags = sql<{ id: number }>`
    select f.message_id as id from chat.message_flags f
    where f.organization_id = ${organizationId} and f.user_id = ${userId} and f.flags & ${sql.raw(String(bits))} <> 0
      and ${within(window, id)}
    ${inOrder(window, id)}`;
  return { statement: what === 'mentioned' ? withMentionsOfMany(query, window, flags) : flags };
}

const BITS: ReadonlyMap<string, number> = new Map([
  ['starred', flagBits.starred],
  ['alerted', flagBits.has_alert_word],
  ['mentioned', MENTION_BITS],
]);

/** Adds to those that name the reader alone the messages that name a group of the reader's, or everybody. */
function withMentionsOfMany(query: MessageQuery, window: IdWindow, alone: Sql): Sql<{ id: number }> {
  const { view } = query;
  return sql`
    select id from (
      (${alone})
      union
      (select m.id from chat.messages m
        where m.organization_id = ${view.organizationId} and ${within(window)}
          and (m.wildcard <> 0 or m.mentioned_group_ids <> '{}') and ${isMentionedAmongMany(view)}
          and ${predicateWithout(query, 'mentioned')}
        ${inOrder(window)})
    ) m ${inOrder(window)}`;
}

/**
 * Searches the messages of all conversations nearest to the bound. Both limits are literals in the text, rounded up so
 * that few texts exist: with parameters PostgreSQL would expect a tenth of all rows, consider that expensive and plan
 * anew each time, which costs more than the scan (0.46 against 0.26 ms).
 */
function recentScan(query: MessageQuery, window: IdWindow): Sql<{ id: number }> {
  const limit = 2 ** Math.ceil(Math.log2(window.limit));
  const order = window.direction === 'older' ? 'desc' : 'asc';
  return sql`
    select m.id from (
      select m.* from chat.messages m where m.organization_id = ${query.view.organizationId} and ${within(window)}
      order by m.id ${sql.raw(`${order} limit ${limit * SCAN_FACTOR}`)}) m
    where ${predicateWithout(query)} order by m.id ${sql.raw(`${order} limit ${limit}`)}`;
}

/** The conversations that a feed is made of, each with the window of it that came to the reader. */
function conversationSpans({ view, indexable, shared }: MessageQuery): {
  list: Sql;
  few: boolean;
  assured: Guarantee[];
} {
  const { organizationId, userId } = view;
  const direct = sql`
    select d.recipient_id, 0::bigint as after, null::bigint as until from chat.direct_conversation_members d
    where d.organization_id = ${organizationId} and d.user_id = ${userId}`;
  if (indexable.is.has('dm')) return { list: direct, few: true, assured: ['scope', 'dm'] };
  if (shared) {
    const channels = (indexable.channels?.channelIds ?? []).map((id) => view.channels.get(id)!);
    return {
      list: sql`
        select unnest(${channels.map(({ recipientId }) => recipientId)}::bigint[]) as recipient_id, 0::bigint as after, null::bigint as until`,
      few: channels.length <= SMALL,
      assured: channels.every(({ id }) => view.open.has(id)) ? ['scope'] : [],
    };
  }
  return {
    list: sql`
      select c.recipient_id, p.after_message_id as after, p.until_message_id as until
      from chat.subscription_periods p join chat.channels c on c.organization_id = p.organization_id and c.id = p.channel_id
      where p.organization_id = ${organizationId} and p.user_id = ${userId}
        and p.channel_id <@ ${view.readableIds}::int8multirange
      union all ${direct}`,
    few: view.received.length <= SMALL,
    assured: ['scope'],
  };
}

/** The nearest messages of each span of a conversation, and the nearest of those. */
function perConversation(
  query: MessageQuery,
  window: IdWindow,
  spans: Sql,
  ...assured: Guarantee[]
): Sql<{ id: number }> {
  // Whether a reader received a message that moved into a span depends on where it was sent (`movedElsewhere`).
  const stays = query.shared ? sql`` : sql`and m.sent_recipient_id is null`;
  return sql`
    select m.id from (${spans}) r cross join lateral (
      select m.id from chat.messages m
      where m.organization_id = ${query.view.organizationId} and m.recipient_id = r.recipient_id ${stays}
        and m.id > r.after and m.id <= coalesce(r.until, 9223372036854775807) and ${within(window)}
        and ${predicateWithout(query, ...assured)}
      ${inOrder(window)}) m
    ${inOrder(window)}`;
}

/** Returns the messages that the reader received and that have moved to another channel since, nearest first. */
function movedElsewhere(query: MessageQuery, window: IdWindow): Sql {
  const { organizationId, userId } = query.view;
  return sql`
    select m.id from (
      select c.recipient_id, p.after_message_id as after, p.until_message_id as until
      from chat.subscription_periods p join chat.channels c on c.organization_id = p.organization_id and c.id = p.channel_id
      where p.organization_id = ${organizationId} and p.user_id = ${userId}) r
    cross join lateral (
      select m.id from chat.messages m
      where m.organization_id = ${organizationId} and m.sent_recipient_id = r.recipient_id
        and m.id > r.after and m.id <= coalesce(r.until, 9223372036854775807) and ${within(window)}
        and ${predicateWithout(query)}
      ${inOrder(window)}) m
    ${inOrder(window)}`;
}

function eachTopic(query: MessageQuery, window: IdWindow, topics: Sql): Sql<{ id: number }> {
  return sql`
    select m.id from (${topics}) t cross join lateral (
      select m.id from chat.messages m
      where m.organization_id = ${query.view.organizationId} and m.channel_id = t.channel_id and lower(m.topic) = lower(t.topic)
        and ${within(window)} and ${predicateWithout(query)}
      ${inOrder(window)}) m
    ${inOrder(window)}`;
}

function flagged(query: MessageQuery, window: IdWindow, bits: number, assured: Guarantee): Sql<{ id: number }> {
  const { view } = query;
  const id = sql`f.message_id`;
  return sql`
    select m.id from chat.message_flags f
      join chat.messages m on m.organization_id = f.organization_id and m.id = f.message_id
    where f.organization_id = ${view.organizationId} and f.user_id = ${view.userId}
      and f.flags & ${sql.raw(String(bits))} <> 0 and ${within(window, id)} and ${predicateWithout(query, assured)}
    ${inOrder(window, id)}`;
}

/** Each message with reactions is looked up by itself, in order: a join would read and sort them all. */
function reacted(query: MessageQuery, window: IdWindow): Sql<{ id: number }> {
  const { organizationId } = query.view;
  const id = sql`r.message_id`;
  return sql`
    select r.message_id as id from (
      select distinct r.message_id from chat.reactions r
      where r.organization_id = ${organizationId} and ${within(window, id)}
      order by r.message_id ${sql.raw(window.direction === 'older' ? 'desc' : 'asc')} offset 0) r
    cross join lateral (
      select from chat.messages m where m.organization_id = ${organizationId} and m.id = r.message_id
        and ${predicateWithout(query, 'reaction')} offset 0) m
    ${inOrder(window, id)}`;
}
