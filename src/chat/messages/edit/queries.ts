import type { Reader } from '../../../platform/db/reader.ts';
import { type Sql, sql } from '../../../platform/db/sql.ts';
import type { Tx } from '../../../platform/db/tx.ts';
import type { Rendered } from '../../markdown/index.ts';
import { flagBits } from '../../reading/flags.ts';
import { cameInPeriod, isVisible, sentChannelId, sentPlace } from '../../reading/fragments.ts';
import type { EditHistoryItem, SentTo } from '../../reading/message.ts';
import type { ReaderView } from '../../reading/view.ts';

export type PropagateMode = 'change_one' | 'change_later' | 'change_all';

/** Locks a message until the commit, so that two changes of it come one after the other. */
export async function lockMessage(tx: Tx, id: number): Promise<void> {
  await lockMessages(tx, [id]);
}

/** Locks messages until the commit. */
export async function lockMessages(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.run(sql`
    select 1 from chat.messages where organization_id = ${tx.organizationId} and id = any(${ids}::bigint[])
    order by id for no key update`);
}

/**
 * Gives a message new content. People named only now get their flag; those no longer named lose it.
 * @param history undefined: what moves the message in the same transaction writes its history
 */
export async function updateContent(
  tx: Tx,
  id: number,
  { content, rendered, topicParticipantIds }: { content: string; rendered: Rendered; topicParticipantIds: number[] },
  history: EditHistoryItem | undefined,
): Promise<void> {
  const { organizationId } = tx;

  const items = JSON.stringify(history ? [history] : []);
  await tx.run(sql`
    update chat.messages set content = ${content}, rendered_content = ${rendered.html}, plain_text = ${rendered.plainText},
      is_me_message = ${rendered.isMeMessage}, has_link = ${rendered.hasLink}, has_image = ${rendered.hasImage},
      has_attachment = ${rendered.hasAttachment}, mentioned_user_ids = ${rendered.mentionedUserIds}::bigint[],
      mentioned_group_ids = ${rendered.mentionedGroupIds}::bigint[],
      wildcard = ${(rendered.channelWildcard ? 1 : 0) + (rendered.topicWildcard ? 2 : 0)},
      edit_history = nullif(${items}::jsonb || coalesce(edit_history, '[]'), '[]'), last_edit_at = ${tx.now}
    where organization_id = ${organizationId} and id = ${id}`);
  const { mentioned, topic_wildcard_mentioned } = flagBits;
  const participants = rendered.topicWildcard ? topicParticipantIds : [];
  await tx.run(sql`
    update chat.message_flags set flags = flags
      & ~(case when user_id = any(${rendered.mentionedUserIds}::bigint[]) then 0 else ${mentioned}::int end)
      & ~(case when user_id = any(${participants}::bigint[]) then 0 else ${topic_wildcard_mentioned}::int end)
    where organization_id = ${organizationId} and message_id = ${id}
      and flags & ${mentioned | topic_wildcard_mentioned}::int <> 0`);
  await tx.run(sql`
    insert into chat.message_flags (organization_id, user_id, message_id, flags)
    select ${organizationId}, user_id, ${id}, bit_or(bit) from (
      select unnest(${rendered.mentionedUserIds}::bigint[]) as user_id, ${mentioned}::int as bit
      union all select unnest(${participants}::bigint[]), ${topic_wildcard_mentioned}::int) named
    group by user_id order by user_id
    on conflict (organization_id, user_id, message_id) do update set flags = message_flags.flags | excluded.flags`);
}

/** Gives a message new HTML for the content that it has. */
export async function updateRendering(tx: Tx, id: number, html: string): Promise<void> {
  await tx.run(sql`
    update chat.messages set rendered_content = ${html} where organization_id = ${tx.organizationId} and id = ${id}`);
}

/** Marks a message for its recipients whose alert words it has now, and for nobody else. */
export async function updateAlerted(tx: Tx, id: number, userIds: readonly number[]): Promise<void> {
  const { organizationId } = tx;

  const { has_alert_word } = flagBits;
  await tx.run(sql`
    update chat.message_flags set flags = flags & ~${has_alert_word}::int
    where organization_id = ${organizationId} and message_id = ${id} and flags & ${has_alert_word}::int <> 0
      and not user_id = any(${userIds}::bigint[])`);
  if (userIds.length === 0) return;
  await tx.run(sql`
    insert into chat.message_flags (organization_id, user_id, message_id, flags)
    select m.organization_id, u.id, m.id, ${has_alert_word}::int
    from chat.messages m cross join unnest(${userIds}::bigint[]) as u (id)
    where m.organization_id = ${organizationId} and m.id = ${id} and case when m.channel_id is null
      then exists (select from chat.direct_conversation_members d
        where d.organization_id = m.organization_id and d.user_id = u.id and d.recipient_id = m.recipient_id)
      else exists (select from chat.subscription_periods p
        where p.organization_id = m.organization_id and p.channel_id = ${sentChannelId} and p.user_id = u.id
          and ${cameInPeriod(sql`m.id`)}) end
    order by u.id
    on conflict (organization_id, user_id, message_id) do update set flags = message_flags.flags | excluded.flags`);
}

/** IDs of the messages that a move takes along, ascending: those that the mover may see. */
export async function loadMovedIds(
  reader: Reader,
  view: ReaderView,
  message: { id: number; channelId: number; topic: string },
  mode: PropagateMode,
): Promise<number[]> {
  if (mode === 'change_one') return [message.id];
  const from = mode === 'change_later' ? message.id : 0;
  const rows = await reader.all(sql<{ id: number }>`
    select m.id from chat.messages m
    where m.organization_id = ${view.organizationId} and m.channel_id = ${message.channelId}
      and lower(m.topic) = lower(${message.topic}) and m.id >= ${from} and ${isVisible(view)}
    order by m.id`);
  return rows.map(({ id }) => id);
}

/**
 * IDs of the newest messages of a topic that a person may see, each with its spelling of the topic, locked until the commit:
 * two deletions of one topic go one after the other.
 */
export async function lockNewestOfTopic(
  tx: Tx,
  view: ReaderView,
  channelId: number,
  topic: string,
  limit: number,
): Promise<{ id: number; topic: string }[]> {
  return tx.all(sql<{ id: number; topic: string }>`
    select m.id, m.topic from chat.messages m
    where m.organization_id = ${view.organizationId} and m.channel_id = ${channelId} and lower(m.topic) = lower(${topic})
      and ${isVisible(view)}
    order by m.id desc limit ${limit} for update`);
}

/** Returns how many messages of a topic a person may see, and how many of them are newer than a time. */
export async function countTopicSince(
  reader: Reader,
  view: ReaderView,
  message: { channelId: number; topic: string },
  since: Date,
): Promise<{ all: number; recent: number; firstRecentId: number | null }> {
  const row = await reader.first(sql<{ all: number; recent: number; firstRecentId: number | null }>`
    select count(*) as all, count(*) filter (where m.sent_at >= ${since}) as recent,
      min(m.id) filter (where m.sent_at >= ${since}) as "firstRecentId"
    from chat.messages m
    where m.organization_id = ${view.organizationId} and m.channel_id = ${message.channelId}
      and lower(m.topic) = lower(${message.topic}) and ${isVisible(view)}`);
  return row!;
}

/** Whether a topic has any message. */
export async function hasMessages(
  reader: Reader,
  { channelId, topic }: { channelId: number; topic: string },
): Promise<boolean> {
  const row = await reader.first(sql`
    select 1 from chat.messages
    where organization_id = ${reader.organizationId} and channel_id = ${channelId} and lower(topic) = lower(${topic}) limit 1`);
  return row !== undefined;
}

/** Whether some of the messages write their topic in other letters. */
export async function hasOtherSpelling(reader: Reader, ids: readonly number[], topic: string): Promise<boolean> {
  const row = await reader.first(sql`
    select 1 from chat.messages
    where organization_id = ${reader.organizationId} and id = any(${ids}::bigint[]) and topic <> ${topic} limit 1`);
  return row !== undefined;
}

/**
 * Puts messages into another topic, or another channel, or both.
 * @param eventId the head of the log; null where they stay in their channel
 * @param own one of them whose history gets another item than that of the others
 */
export async function moveMessages(
  tx: Tx,
  ids: readonly number[],
  to: { channelId: number; recipientId: number; topic: string },
  history: EditHistoryItem,
  counts: boolean,
  own: { id: number; history: EditHistoryItem } | undefined,
  eventId: number | null,
): Promise<void> {
  const items = JSON.stringify([history]);
  const ownItems = own ? JSON.stringify([own.history]) : items;
  const leaves = sql`channel_id <> ${to.channelId}`;
  await tx.run(sql`
    update chat.messages set
      sent_channel_id = case when ${leaves} then coalesce(sent_channel_id, channel_id) else sent_channel_id end,
      sent_recipient_id = case when ${leaves} then coalesce(sent_recipient_id, recipient_id) else sent_recipient_id end,
      moved_event_id = case when ${leaves} then ${eventId} else moved_event_id end,
      channel_id = ${to.channelId}, recipient_id = ${to.recipientId}, topic = ${to.topic},
      edit_history = case when id = ${own?.id ?? 0} then ${ownItems}::jsonb else ${items}::jsonb end
        || coalesce(edit_history, '[]'),
      last_moved_at = case when ${counts}::boolean then ${tx.now}::timestamptz else last_moved_at end
    where organization_id = ${tx.organizationId} and id = any(${ids}::bigint[])`);
}

/** Deletes messages with everything that refers to them; returns those that existed. */
export async function deleteMessages(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const rows = await tx.all(sql<{ id: number }>`
    delete from chat.messages where organization_id = ${tx.organizationId} and id = any(${ids}::bigint[]) returning id`);
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

/**
 * The people whom messages of a channel concern: recipients of some of them, former subscribers too, and senders; of messages that
 * have moved also who has a flag on them. Whether they may see them at present is not checked here.
 * @param withPresent whether the present subscribers are named too, and to whom messages came before they moved
 */
export function loadConcerned(
  reader: Reader,
  channelId: number,
  ids: readonly number[],
  { withPresent }: { withPresent: boolean },
): Promise<{ userId: number; isPresent: boolean }[]> {
  const { organizationId } = reader;

  return reader.all(sql<{ userId: number; isPresent: boolean }>`
    select who.id as "userId", present.user_id is not null as "isPresent"
    from (
      select p.user_id as id from chat.subscription_periods p
      where ${withPresent}::boolean
        and p.organization_id = ${organizationId} and p.channel_id = ${channelId} and p.until_message_id is null
      union
      select p.user_id from chat.subscription_periods p
      where p.organization_id = ${organizationId} and p.channel_id = ${channelId} and p.until_message_id is not null
        and ${cameIn(ids)}
      union
      select p.user_id
      from (
          select m.sent_channel_id, array_agg(m.id) as ids from chat.messages m
          where ${withPresent}::boolean and m.organization_id = ${organizationId} and m.id = any(${ids}::bigint[])
            and m.sent_channel_id is not null group by m.sent_channel_id) s
        join chat.subscription_periods p on p.organization_id = ${organizationId} and p.channel_id = s.sent_channel_id
      where exists (select from unnest(s.ids) as id where ${cameInPeriod(sql`id`)})
      union
      select f.user_id from chat.message_flags f
        join chat.messages m on m.organization_id = ${organizationId} and m.id = f.message_id and m.sent_channel_id is not null
      where f.organization_id = ${organizationId} and f.message_id = any(${ids}::bigint[])
      union
      select m.sender_id from chat.messages m
      where m.organization_id = ${organizationId} and m.id = any(${ids}::bigint[])) who
    left join chat.subscription_periods present
      on present.organization_id = ${organizationId} and present.channel_id = ${channelId} and present.user_id = who.id
        and present.until_message_id is null
    where ${withPresent}::boolean or present.user_id is null
    order by 1`);
}

/** Some of the messages came in the period `p`. */
function cameIn(ids: readonly number[]): Sql {
  return sql`exists (
    select from unnest(${ids}::bigint[]) as id
    where ${cameInPeriod(sql`id`)})`;
}

/** Sender of a message, and its original place if it has moved. */
export interface MessageSourceRow {
  id: number;
  senderId: number;
  sent: SentTo | null;
}

/** Loads the sender and original place of each message. */
export async function loadSources(reader: Reader, ids: readonly number[]): Promise<Map<number, MessageSourceRow>> {
  const rows = await reader.all(sql<MessageSourceRow>`
    select m.id, m.sender_id as "senderId", ${sentPlace} as sent from chat.messages m
    where m.organization_id = ${reader.organizationId} and m.id = any(${ids}::bigint[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The oldest message of a channel. */
export async function firstMessageId(reader: Reader, recipientId: number): Promise<number | null> {
  const row = await reader.first(sql<{ id: number }>`
    select id from chat.messages where organization_id = ${reader.organizationId} and recipient_id = ${recipientId}
    order by id limit 1`);
  return row?.id ?? null;
}
