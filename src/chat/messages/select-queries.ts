import type { Reader } from '../../platform/db/reader.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { directRecipientsWith, isMentionedAmongMany } from '../narrow/conditions.ts';
import { type Assured, allConditions, conditionsBut, type Selection } from '../narrow/selection.ts';
import { flagBits, MENTION_BITS } from './flags.ts';
import { indexQuery, isFound } from './search.ts';
import { isVisible } from './visibility.ts';

/** Which messages of a selection: the `limit` nearest to a bound in one direction. */
export interface Stretch {
  direction: 'older' | 'newer';
  /** IDs below it (older) or from it on (newer). */
  bound: number;
  limit: number;
}

/** Rows of the newest (oldest) messages that a feed looks at before it asks each conversation by itself. */
const WALK = 20;
/** Conversations up to this number are asked one by one at once. */
const FEW = 12;
/** Narrows of more filters come in too many shapes for each to be kept prepared on every connection. */
const MOST_KEPT_FILTERS = 2;
/** Messages of the narrow that a search reads before it asks the index. */
const SEARCH_WALK = 3000;
const MOST_SEARCH_WALK = 60_000;
/** Where a word is in more than this part of the messages read, reading on is cheaper than the index. */
const COMMON = 0.03;

/**
 * IDs of a selection in a stretch, nearest to the bound first.
 *
 * Every way in is an index that gives the messages in the order of their IDs, so that the limit ends the work.
 */
export async function selectIds(reader: Reader, selection: Selection, stretch: Stretch): Promise<number[]> {
  if (stretch.limit === 0) return [];
  if (selection.searches.length > 0) return searchIds(reader, selection, stretch);
  const first = wayIn(selection, stretch);
  const ids = await run(reader, first.statement);
  if (ids.length >= stretch.limit || !first.otherwise) return ids;
  return run(reader, first.otherwise);
}

export interface Way {
  statement: Sql<{ id: number }>;
  /** When the first statement looked at a part only, and that was not enough. */
  otherwise?: Sql<{ id: number }>;
}

async function run(reader: Reader, statement: Sql<{ id: number }>): Promise<number[]> {
  return (await reader.all(statement)).map(({ id }) => id);
}

function within({ direction, bound }: Stretch, id: Sql = sql`m.id`): Sql {
  return direction === 'older' ? sql`${id} < ${bound}` : sql`${id} >= ${bound}`;
}

function inOrder({ direction, limit }: Stretch, id: Sql = sql`m.id`): Sql {
  return sql`order by ${id} ${sql.raw(direction === 'older' ? 'desc' : 'asc')} limit ${limit}`;
}

/** How a selection without searches is found. */
export function wayIn(selection: Selection, stretch: Stretch): Way {
  const way = firstWay(selection, stretch);
  if (selection.size <= MOST_KEPT_FILTERS) return way;
  return { statement: sql.once(way.statement), ...(way.otherwise ? { otherwise: sql.once(way.otherwise) } : {}) };
}

/** The way in that promises the fewest messages. */
function firstWay(selection: Selection, stretch: Stretch): Way {
  const { view, by } = selection;
  const { organizationId, userId } = view;
  const all = conditionsBut(selection);
  const here = sql`m.organization_id = ${organizationId} and ${within(stretch)}`;
  const order = inOrder(stretch);
  const plain: Way = { statement: sql`select m.id from chat.messages m where ${here} and ${all} ${order}` };
  if (by.id) return plain;
  if (by.is.has('starred')) return { statement: flagged(selection, stretch, flagBits.starred) };
  if (by.is.has('alerted')) return { statement: flagged(selection, stretch, flagBits.has_alert_word) };
  if (by.is.has('mentioned')) {
    return {
      statement: sql`
        select id from (
          (${flagged(selection, stretch, MENTION_BITS)})
          union
          (select m.id from chat.messages m
            where ${here} and (m.wildcard <> 0 or m.mentioned_group_ids <> '{}') and ${isMentionedAmongMany(view)} and ${all} ${order})
        ) m ${order}`,
    };
  }
  if (by.is.has('unread')) return { statement: unreadIds(selection, stretch) };
  if (by.direct || by.channel) return plain;
  if (by.directIncluding) {
    const conversations = sql`
      select d.recipient_id, 0::bigint as after, null::bigint as until
      from (${directRecipientsWith(view, by.directIncluding)}) d`;
    return { statement: each(selection, stretch, conversations, 'scope') };
  }
  if (by.is.has('followed') && !by.is.has('dm')) {
    return {
      statement: eachTopic(
        selection,
        stretch,
        sql`
        select v.channel_id, v.topic from chat.topic_visibility v
        where v.organization_id = ${organizationId} and v.user_id = ${userId} and v.policy = 3`,
      ),
    };
  }
  if (by.topic) {
    const channels = selection.shared ? [...(by.channels?.channelIds ?? [])] : view.received.map(({ id }) => id);
    // One's own messages may stand in channels that one was never in.
    return {
      statement: sql`
        select id from (
          (${eachTopic(selection, stretch, sql`select unnest(${channels}::bigint[]) as channel_id, ${by.topic.topic} as topic`)})
          union
          (select m.id from chat.messages m where ${here} and m.sender_id = ${userId} and ${all} ${order})
        ) m ${order}`,
    };
  }
  if (by.sender) return plain;
  const own = sql`select m.id from chat.messages m where ${here} and m.sender_id = ${userId} and ${all} ${order}`;
  const conversations = spansOf(selection);
  const everyOne = sql<{ id: number }>`
    select id from ((${each(selection, stretch, conversations.list, ...conversations.assured)}) union (${own})) m ${order}`;
  if (conversations.few) return { statement: everyOne };
  return {
    statement: sql`select m.id from ${walked(selection, stretch, stretch.limit * WALK)} m where ${all} ${order}`,
    otherwise: everyOne,
  };
}

/** The messages of all conversations nearest to the bound, so many and no more. */
function walked({ view }: Selection, stretch: Stretch, rows: number): Sql {
  return sql`(
    select m.* from chat.messages m where m.organization_id = ${view.organizationId} and ${within(stretch)}
    ${inOrder({ ...stretch, limit: rows })})`;
}

/** The conversations that a feed is made of, each with the stretch of it that came to the reader. */
function spansOf({ view, by, shared }: Selection): { list: Sql; few: boolean; assured: Assured[] } {
  const { organizationId, userId } = view;
  const direct = sql`
    select d.recipient_id, 0::bigint as after, null::bigint as until from chat.direct_conversation_members d
    where d.organization_id = ${organizationId} and d.user_id = ${userId}`;
  if (by.is.has('dm')) return { list: direct, few: true, assured: ['scope', 'dm'] };
  if (shared) {
    const channels = (by.channels?.channelIds ?? []).map((id) => view.channels.get(id)!);
    return {
      list: sql`
        select unnest(${channels.map(({ recipientId }) => recipientId)}::bigint[]) as recipient_id, 0::bigint as after, null::bigint as until`,
      few: channels.length <= FEW,
      assured: channels.every(({ id }) => view.open.has(id)) ? ['scope'] : [],
    };
  }
  return {
    list: sql`
      select c.recipient_id, p.after_message_id as after, p.until_message_id as until
      from chat.subscription_periods p join chat.channels c on c.organization_id = p.organization_id and c.id = p.channel_id
      where p.organization_id = ${organizationId} and p.user_id = ${userId}
      union all ${direct}`,
    few: view.received.length <= FEW,
    assured: ['scope'],
  };
}

/** The nearest messages of each span of a conversation, and the nearest of those. */
function each(selection: Selection, stretch: Stretch, spans: Sql, ...assured: Assured[]): Sql<{ id: number }> {
  return sql`
    select m.id from (${spans}) r cross join lateral (
      select m.id from chat.messages m
      where m.organization_id = ${selection.view.organizationId} and m.recipient_id = r.recipient_id
        and m.id > r.after and m.id <= coalesce(r.until, 9223372036854775807) and ${within(stretch)}
        and ${conditionsBut(selection, ...assured)}
      ${inOrder(stretch)}) m
    ${inOrder(stretch)}`;
}

function eachTopic(selection: Selection, stretch: Stretch, topics: Sql): Sql<{ id: number }> {
  return sql`
    select m.id from (${topics}) t cross join lateral (
      select m.id from chat.messages m
      where m.organization_id = ${selection.view.organizationId} and m.channel_id = t.channel_id and lower(m.topic) = lower(t.topic)
        and ${within(stretch)} and ${conditionsBut(selection)}
      ${inOrder(stretch)}) m
    ${inOrder(stretch)}`;
}

function flagged(selection: Selection, stretch: Stretch, bits: number): Sql<{ id: number }> {
  const { view } = selection;
  const id = sql`f.message_id`;
  return sql`
    select m.id from chat.message_flags f
      join chat.messages m on m.organization_id = f.organization_id and m.id = f.message_id
    where f.organization_id = ${view.organizationId} and f.user_id = ${view.userId}
      and f.flags & ${sql.raw(String(bits))} <> 0 and ${within(stretch, id)} and ${conditionsBut(selection)}
    ${inOrder(stretch, id)}`;
}

/**
 * Unread messages: of each conversation, the stretches between what was marked read, and of each of those the nearest
 * messages. So a backlog is not looked through, however long.
 */
function unreadIds(selection: Selection, stretch: Stretch): Sql<{ id: number }> {
  const { view, by } = selection;
  const { organizationId, userId } = view;
  const ofChannels = sql`
    select c.recipient_id, c.id as channel_id, max(p.after_message_id) as after
    from chat.subscription_periods p join chat.channels c on c.organization_id = p.organization_id and c.id = p.channel_id
    where p.organization_id = ${organizationId} and p.user_id = ${userId} and p.until_message_id is null
      ${by.channel ? sql`and p.channel_id = ${by.channel.channelId}` : sql``}
    group by c.recipient_id, c.id`;
  const direct = sql`
    select d.recipient_id, null::bigint as channel_id, 0::bigint as after from chat.direct_conversation_members d
    where d.organization_id = ${organizationId} and d.user_id = ${userId}
      ${by.direct ? sql`and d.recipient_id = ${by.direct.recipientId ?? -1}` : sql``}`;
  const directOnly = !by.channel && !by.topic && (by.direct !== undefined || by.is.has('dm'));
  const conversations = directOnly
    ? direct
    : by.channel || by.topic
      ? ofChannels
      : sql`${ofChannels} union all ${direct}`;
  const assured: Assured[] = directOnly ? ['scope', 'unread', 'dm'] : ['scope', 'unread'];
  const asked = sql.join([conditionsBut(selection, ...assured), ...selection.searches.map(isFound)], ' and ');
  const place = by.topic
    ? sql`m.channel_id = r.channel_id and lower(m.topic) = lower(${by.topic.topic})`
    : sql`m.recipient_id = r.recipient_id`;
  return sql`
    select m.id from (${conversations}) r
    left join chat.read_ranges done
      on done.organization_id = ${organizationId} and done.user_id = ${userId} and done.recipient_id = r.recipient_id
    cross join lateral unnest(
      int8multirange(int8range(r.after + 1, null)) - coalesce(done.ranges, '{}'::int8multirange)) as gap
    cross join lateral (
      select m.id from chat.messages m
      where m.organization_id = ${organizationId} and ${place}
        and m.id >= lower(gap) and m.id < coalesce(upper(gap), 9223372036854775807) and ${within(stretch)}
        and not (m.sender_id = ${userId} and m.read_by_sender)
        and ${asked}
      ${inOrder(stretch)}) m
    ${inOrder(stretch)}`;
}

/** Those of the given messages that belong to a selection, ascending. Without a narrow, all that the reader may see. */
export async function selectAmong(reader: Reader, selection: Selection, ids: readonly number[]): Promise<number[]> {
  const condition = selection.size === 0 ? isVisible(selection.view) : allConditions(selection);
  return run(
    reader,
    sql.once(sql<{ id: number }>`
      select m.id from chat.messages m
      where m.organization_id = ${selection.view.organizationId} and m.id = any(${ids}::bigint[]) and ${condition}
      order by m.id`),
  );
}

/** The oldest unread message of a selection. */
export async function firstUnreadId(reader: Reader, selection: Selection): Promise<number | undefined> {
  const statement = unreadIds(selection, { direction: 'newer', bound: 0, limit: 1 });
  const [id] = await run(reader, selection.size <= MOST_KEPT_FILTERS ? statement : sql.once(statement));
  return id;
}

/**
 * A search reads the nearest messages of its narrow first: that answers for common words, whose list in the index
 * would be long. What is rare comes from the index.
 */
async function searchIds(reader: Reader, selection: Selection, stretch: Stretch): Promise<number[]> {
  const { searches, ...rest } = selection;
  const found = sql.join(searches.map(isFound), ' and ');
  const near = (rows: number) => {
    const { statement } = firstWay({ ...rest, searches: [] }, { ...stretch, limit: rows });
    return run(
      reader,
      sql.once(sql<{ id: number }>`select m.id from (${statement}) nearest
        join chat.messages m on m.organization_id = ${selection.view.organizationId} and m.id = nearest.id
        where ${found} ${inOrder(stretch)}`),
    );
  };
  const first = await near(SEARCH_WALK);
  if (first.length >= stretch.limit) return first;
  if (first.length > COMMON * SEARCH_WALK) {
    const rows = Math.ceil((1.5 * SEARCH_WALK * stretch.limit) / first.length);
    if (rows <= MOST_SEARCH_WALK) {
      const more = await near(rows);
      if (more.length >= stretch.limit) return more;
    }
  }
  return run(reader, sql.once(indexedSearch(selection, stretch)));
}

function indexedSearch(selection: Selection, stretch: Stretch): Sql<{ id: number }> {
  const { view, searches } = selection;
  const { organizationId } = view;
  const query = searches.map(({ terms }) => `(${indexQuery(terms)})`).join(' & ');
  return sql`
    with hits as materialized (
      select s.message_id from chat.message_search s
      where s.organization_id = ${organizationId} and s.document @@ ${query}::tsquery
      union all
      select s.message_id from chat.search_stale s where s.organization_id = ${organizationId}
      union all
      select m.id from chat.messages m where m.organization_id = ${organizationId} and m.id > coalesce(
        (select p.message_id from chat.search_progress p where p.organization_id = ${organizationId}), 0))
    select m.id from hits cross join lateral (
      select m.id from chat.messages m
      where m.organization_id = ${organizationId} and m.id = hits.message_id and ${within(stretch)}
        and ${allConditions(selection)}
      -- Each hit is looked up by itself: the number of hits cannot be foreseen, and a join would read all messages.
      offset 0) m
    ${inOrder(stretch)}`;
}
