import type { Reader } from '../../platform/db/reader.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';

/** Rows of one statement. */
export const PAGE = 1000;
/** Page size for rows with lists of possibly thousands of people. */
const CROWDED_PAGE = 20;
/** Messages of one statement at most, and bytes of text after which it has enough: a message with its history may be large. */
const MESSAGE_PAGE = 250;
const MAX_BYTES = 2_000_000;

/** Messages to export: those of public channels, and those received by people who consented. */
export interface Scope {
  organizationId: string;
  consentingIds: readonly number[];
}

/** Any row, with all that is written out of it. */
export interface ExportedRow {
  id: number;
  row: object;
}

/** A channel whose messages are written out whole. */
const isPublic = sql`(not c.invite_only)`;

/** Whether the message `m` is written out. */
export function isInScope({ organizationId, consentingIds }: Scope): Sql {
  return sql`case when m.channel_id is null then exists (
      select from chat.direct_conversation_members d
      where d.organization_id = ${organizationId} and d.recipient_id = m.recipient_id
        and d.user_id = any(${consentingIds}::bigint[]))
    else exists (select from chat.channels c where c.organization_id = ${organizationId} and c.id = m.channel_id and ${isPublic})
      or exists (
        select from chat.subscription_periods p
        where p.organization_id = ${organizationId} and p.channel_id in (m.channel_id, m.sent_channel_id)
          and p.user_id = any(${consentingIds}::bigint[])
          and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id)
          and (p.channel_id = m.channel_id or exists (
            select from chat.subscriptions here where here.organization_id = ${organizationId}
              and here.channel_id = m.channel_id and here.user_id = p.user_id))) end`;
}

/** Messages after an ID, with their reactions and the history of their changes; as many as are not too large together. */
export function pageOfMessages(reader: Reader, scope: Scope, after: number): Promise<ExportedRow[]> {
  const { organizationId } = scope;
  return reader.all(sql<ExportedRow>`
    select e.id, to_jsonb(e) as row from (
    select m.id, m.sender_id, m.channel_id, m.topic, m.content, m.rendered_content, m.sent_at, m.client,
      m.last_edit_at, m.edit_history,
      case when m.channel_id is null then (
        select d.user_ids from chat.direct_conversations d
        where d.organization_id = ${organizationId} and d.recipient_id = m.recipient_id) end as user_ids,
      coalesce((
        select jsonb_agg(jsonb_build_object('user_id', r.user_id, 'emoji_name', r.emoji_name, 'emoji_code', r.emoji_code,
          'reaction_type', r.reaction_type) order by r.at)
        from chat.reactions r where r.organization_id = ${organizationId} and r.message_id = m.id), '[]') as reactions
    from (
        select s.id, s.bytes, sum(s.bytes) over (order by s.id) as upto from (
          select m.id, octet_length(m.content) + octet_length(m.rendered_content)
            + coalesce(octet_length(m.edit_history::text), 0) as bytes
          from chat.messages m
          where m.organization_id = ${organizationId} and m.id > ${after} and ${isInScope(scope)}
          order by m.id limit ${MESSAGE_PAGE}) s) sized
      join chat.messages m on m.organization_id = ${organizationId} and m.id = sized.id
    where sized.upto - sized.bytes < ${MAX_BYTES}::bigint
    order by m.id) e order by e.id`);
}

/** Channels after an ID: public ones, and those of which something came to whom consented. */
export function pageOfChannels(reader: Reader, scope: Scope, after: number): Promise<ExportedRow[]> {
  const { organizationId, consentingIds } = scope;
  return reader.all(sql<ExportedRow>`
    select e.id, to_jsonb(e) as row from (
    select c.id, c.name, c.description, c.invite_only, c.is_web_public, c.is_archived, c.date_created, c.creator_id,
      array(select s.user_id from chat.subscriptions s
        where s.organization_id = c.organization_id and s.channel_id = c.id order by s.user_id) as subscriber_ids
    from chat.channels c
    where c.organization_id = ${organizationId} and c.id > ${after} and (${isPublic} or exists (
      select from chat.subscription_periods p
      where p.organization_id = c.organization_id and p.channel_id = c.id
        and p.user_id = any(${consentingIds}::bigint[])))
    order by c.id limit ${CROWDED_PAGE}) e`);
}

/** User groups after an ID. */
export function pageOfGroups(reader: Reader, { organizationId }: Scope, after: number): Promise<ExportedRow[]> {
  return reader.all(sql<ExportedRow>`
    select e.id, to_jsonb(e) as row from (
    select g.id, g.name, g.description, g.is_system_group, g.deactivated,
      array(select m.user_id from chat.user_group_members m
        where m.organization_id = g.organization_id and m.group_id = g.id order by m.user_id) as member_ids
    from chat.user_groups g where g.organization_id = ${organizationId} and g.id > ${after} order by g.id limit ${CROWDED_PAGE}) e`);
}
