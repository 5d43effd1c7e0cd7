import type { Reader } from '../../../platform/db/reader.ts';
import { type Sql, sql } from '../../../platform/db/sql.ts';
import type { TablePart } from '../../../platform/db/table-part.ts';
import type { Tx } from '../../../platform/db/tx.ts';
import { lockedHead, loggedEvents, movedHead } from '../../../platform/events/log.ts';
import { flagBits } from '../../reading/flags.ts';
import { readRangeStart } from '../../reading/fragments.ts';
import { type ComposedMessage, eventOf } from './composed-message.ts';

/** Written into the text: of a parameter PostgreSQL would not know the type. */
const alertBit = sql.raw(String(flagBits.has_alert_word));

export interface WrittenMessageRow {
  /** Position in the batch. */
  n: number;
  id: number;
  event_id: number;
}

/**
 * Writes a batch of an organization's messages with all that belongs to them, in one statement. No rows come back,
 * and nothing is written, when the organization's state has changed since `asOf`.
 *
 * Order: the log head is locked first and IDs are taken after it, so ID order is commit order. `locked` may have
 * waited for another commit, so it, and not the statement's snapshot, knows the head; `head` meets the same newer row.
 * The number of rows depends on the messages alone, never on how many people receive them: who received what follows
 * from the subscription periods.
 */
export function writeMessages(batch: readonly ComposedMessage[], asOf: number, now: Date): Sql<WrittenMessageRow> {
  const organizationId = batch[0]!.organizationId;
  const rows = batch.map(toRow);
  return sql<WrittenMessageRow>`
    with input as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m (
        n int, recipient_id bigint, channel_id bigint, topic text, sender_id bigint, client text,
        content text, rendered_content text, plain_text text, is_me_message boolean, read_by_sender boolean,
        has_link boolean, has_image boolean, has_attachment boolean,
        mentioned_user_ids bigint[], mentioned_group_ids bigint[], wildcard smallint,
        widget text, flagged jsonb, queue_id text, local_id text, audience text[], payload jsonb)
    ),
    locked as materialized (${lockedHead(organizationId, asOf)}),
    numbered as materialized (
      select ordered.*, locked.event_id + ordered.n as event_id, nextval('chat.message_ids') as id
      from locked cross join (select * from input order by n) as ordered
    ),
    head as (${movedHead(organizationId, batch.length, sql`select max(id) from numbered`, sql`locked`)}),
    message as (
      insert into chat.messages (organization_id, id, recipient_id, channel_id, topic, sender_id, client, content,
        rendered_content, plain_text, sent_at, is_me_message, read_by_sender, has_link, has_image, has_attachment,
        mentioned_user_ids, mentioned_group_ids, wildcard, has_submessages)
      select ${organizationId}, id, recipient_id, channel_id, topic, sender_id, client, content,
        rendered_content, plain_text, ${now}::timestamptz, is_me_message, read_by_sender, has_link, has_image, has_attachment,
        mentioned_user_ids, mentioned_group_ids, wildcard, widget is not null
      from numbered order by n
    ),
    ${sql.join(rarerRows(organizationId, rows), '')}
    logged as (${loggedEvents(
      organizationId,
      now,
      sql`
        select event_id as id, 'chat' as part, 'message' as kind, audience,
          case when widget is null then jsonb_set(payload, '{message,id}', to_jsonb(id))
            else jsonb_set(jsonb_set(payload, '{message,id}', to_jsonb(id)), '{message,submessages,0}',
              (payload #> '{message,submessages,0}') || jsonb_build_object('id', id, 'message_id', id)) end as payload,
          false as state, null::text[] as changes, null::text as trace
        from numbered order by n`,
    )})
    select n, id, event_id from numbered order by n`;
}

/**
 * Returns the rows of `numbered` beside the message that few messages have; a part that no message of the batch needs
 * would cost each a twentieth.
 */
function rarerRows(organizationId: string, rows: readonly ReturnType<typeof toRow>[]): Sql[] {
  const parts: Sql[] = [];
  if (rows.some(({ widget }) => widget !== undefined))
    parts.push(sql`
    widget as (
      insert into chat.submessages (organization_id, id, message_id, sender_id, msg_type, content)
      select ${organizationId}, id, id, sender_id, 'widget', widget from numbered where widget is not null
    ),`);
  if (rows.some(({ flagged }) => flagged !== undefined))
    parts.push(sql`
    flag as (
      insert into chat.message_flags (organization_id, user_id, message_id, flags)
      select ${organizationId}, key::bigint, id, bits
      from numbered cross join lateral jsonb_each_text(flagged)
        -- Alert words are everybody's; a message is marked for those to whom it comes, whatever else it says of them.
        cross join lateral (select case
          when value::int & ${alertBit} = 0 or channel_id is null or exists (
            select from chat.subscription_periods p
            where p.organization_id = ${organizationId} and p.channel_id = numbered.channel_id
              and p.user_id = key::bigint and p.until_message_id is null)
          then value::int else value::int & ~${alertBit} end as bits) own
      where flagged is not null and bits <> 0
    ),`);
  if (rows.some(({ local_id }) => local_id !== undefined))
    parts.push(sql`
    local as (
      insert into chat.sent_local_ids (organization_id, sender_id, queue_id, local_id, message_id)
      select ${organizationId}, sender_id, queue_id, local_id, id from numbered where local_id is not null
    ),`);
  return parts;
}

function toRow(outgoing: ComposedMessage, index: number) {
  const { message, rendered, local } = outgoing;
  return {
    n: index + 1,
    recipient_id: message.recipientId,
    channel_id: message.channelId,
    topic: message.topic,
    sender_id: message.sender.id,
    client: message.client,
    content: message.content,
    rendered_content: message.renderedContent,
    plain_text: rendered.plainText,
    is_me_message: message.isMeMessage,
    read_by_sender: message.readBySender,
    has_link: rendered.hasLink,
    has_image: rendered.hasImage,
    has_attachment: rendered.hasAttachment,
    mentioned_user_ids: message.mentionedUserIds,
    mentioned_group_ids: message.mentionedGroupIds,
    wildcard: (message.channelWildcard ? 1 : 0) + (message.topicWildcard ? 2 : 0),
    widget: message.submessages[0]?.content,
    flagged: flaggedPeople(outgoing),
    queue_id: local?.queueId,
    local_id: local?.localId,
    audience: outgoing.audience,
    payload: eventOf(outgoing),
  };
}

/**
 * Rows only for people whom the text itself names or whose alert words it has, and for a topic wildcard those who take
 * part in the topic.
 */
function flaggedPeople(outgoing: ComposedMessage): Record<number, number> | undefined {
  const { message, topicParticipantIds, alertedUserIds } = outgoing;
  const flagged: Record<number, number> = {};
  const flag = (ids: readonly number[], bit: number) => {
    for (const id of ids) flagged[id] = (flagged[id] ?? 0) | bit;
  };
  flag(topicParticipantIds, flagBits.topic_wildcard_mentioned);
  flag(message.mentionedUserIds, flagBits.mentioned);
  flag(alertedUserIds, flagBits.has_alert_word);
  return Object.keys(flagged).length === 0 ? undefined : flagged;
}

/** Marks a new message as read by people who have muted its sender. */
export async function markReadFor(tx: Tx, messageId: number, userIds: readonly number[]): Promise<void> {
  const { organizationId } = tx;

  await tx.run(sql`
    insert into chat.read_ranges as known (organization_id, user_id, recipient_id, ranges)
    select ${organizationId}, r.user_id, m.recipient_id, int8multirange(int8range(gap.id, m.id, '(]'))
    from chat.messages m cross join unnest(${userIds}::bigint[]) as r (user_id)
      cross join lateral ${readRangeStart(organizationId, sql`r.user_id`)} gap
    where m.organization_id = ${organizationId} and m.id = ${messageId} order by r.user_id
    on conflict (organization_id, user_id, recipient_id) do update set ranges = known.ranges + excluded.ranges`);
}

/** The message that the sender's own mark was given to. */
export async function messageByLocalId(
  reader: Reader,
  senderId: number,
  local: { queueId: string; localId: string },
): Promise<number | undefined> {
  const row = await reader.first(sql<{ message_id: number }>`
    select message_id from chat.sent_local_ids
    where organization_id = ${reader.organizationId} and sender_id = ${senderId}
      and queue_id = ${local.queueId} and local_id = ${local.localId}`);
  return row?.message_id;
}

/** Whether these people (sorted) have written to each other before. */
export async function haveConversed(reader: Reader, userIds: readonly number[]): Promise<boolean> {
  const { organizationId } = reader;

  const row = await reader.first(sql`
    select 1 from chat.messages
    where organization_id = ${organizationId} and recipient_id = (
      select recipient_id from chat.direct_conversations
      where organization_id = ${organizationId} and user_ids = ${userIds}::bigint[])
    limit 1`);
  return row !== undefined;
}

/** Deletes marks that were given before a time. */
export function deleteOldLocalIds(tx: Tx, before: Date, { from, upTo }: TablePart): Promise<number> {
  return tx.run(sql`
    delete from chat.sent_local_ids where ctid >= ${from}::tid and ctid < ${upTo}::tid and at < ${before}`);
}
