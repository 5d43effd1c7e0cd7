import type { PlainReader, Reader } from '../../../platform/db/reader.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { PlainTx, Tx } from '../../../platform/db/tx.ts';

/** Organizations in which some messages are not kept for ever. */
export async function organizationsWithRetention(reader: PlainReader): Promise<string[]> {
  const rows = await reader.all(sql<{ id: string }>`
    select r.organization_id as id from chat.realms r join platform.open_organizations o on o.id = r.organization_id
    where (r.settings->>'message_retention_days')::int > 0 or exists (
      select from chat.channels c where c.organization_id = r.organization_id and c.message_retention_days > 0)
    order by 1`);
  return rows.map(({ id }) => id);
}

/** The conversations whose oldest message has run out: one probe of an index for each that anything can run out in. */
export async function expiredConversations(reader: Reader, now: Date): Promise<number[]> {
  const { organizationId } = reader;

  const rows = await reader.all(sql<{ id: number }>`
    with realm as (
      select coalesce((settings->>'message_retention_days')::int, -1) as days
      from chat.realms where organization_id = ${organizationId}),
    conversation as (
      select c.recipient_id as id, coalesce(c.message_retention_days, realm.days) as days
      from chat.channels c cross join realm where c.organization_id = ${organizationId}
      union all
      select d.recipient_id, realm.days
      from chat.direct_conversations d cross join realm where d.organization_id = ${organizationId})
    select c.id
    from conversation c cross join lateral (
      select m.sent_at from chat.messages m
      where m.organization_id = ${organizationId} and m.recipient_id = c.id order by m.id limit 1) oldest
    where c.days > 0 and oldest.sent_at < ${now}::timestamptz - make_interval(days => c.days)
    order by 1`);
  return rows.map(({ id }) => id);
}

/**
 * The oldest messages of a conversation that have run out by what is said of it now, locked until the commit.
 * @param limit messages that are looked at
 */
export function lockExpired(tx: Tx, recipientId: number, limit: number): Promise<{ id: number; topic: string }[]> {
  const { organizationId } = tx;

  return tx.all(sql<{ id: number; topic: string }>`
    with policy as (
      select coalesce(c.message_retention_days, (r.settings->>'message_retention_days')::int, -1) as days
      from chat.realms r
        left join chat.channels c on c.organization_id = r.organization_id and c.recipient_id = ${recipientId}
      where r.organization_id = ${organizationId}),
    oldest as (
      select m.id, m.topic, m.sent_at from chat.messages m
      where m.organization_id = ${organizationId} and m.recipient_id = ${recipientId}
      order by m.id limit ${limit} for update)
    select o.id, o.topic from oldest o cross join policy p
    where p.days > 0 and o.sent_at < ${tx.now}::timestamptz - make_interval(days => p.days) order by o.id`);
}

/** Puts messages aside with all that hangs on them; they are deleted apart. */
export async function archiveMessages(tx: Tx, ids: readonly number[]): Promise<void> {
  const { organizationId } = tx;

  await tx.run(sql`
    insert into chat.archived_messages (organization_id, message_id, channel_id, archived_at, message, flags, reactions,
      submessages, attachment_ids)
    select ${organizationId}, m.id, m.channel_id, ${tx.now}, to_jsonb(m),
      coalesce((
        select jsonb_agg(to_jsonb(f)) from chat.message_flags f
        where f.organization_id = m.organization_id and f.message_id = m.id), '[]'),
      coalesce((
        select jsonb_agg(to_jsonb(r)) from chat.reactions r
        where r.organization_id = m.organization_id and r.message_id = m.id), '[]'),
      coalesce((
        select jsonb_agg(to_jsonb(s)) from chat.submessages s
        where s.organization_id = m.organization_id and s.message_id = m.id), '[]'),
      coalesce((
        select array_agg(a.attachment_id) from chat.message_attachments a
        where a.organization_id = m.organization_id and a.message_id = m.id), '{}')
    from chat.messages m where m.organization_id = ${organizationId} and m.id = any(${ids}::bigint[])`);
}

/** Returns the messages of an organization, or of one of its channels, to restore: oldest first. */
export async function archivedIds(reader: Reader, channelId: number | null, limit: number): Promise<number[]> {
  const rows = await reader.all(sql<{ id: number }>`
    select message_id as id from chat.archived_messages
    where organization_id = ${reader.organizationId} and (${channelId}::bigint is null or channel_id = ${channelId})
    order by message_id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Brings messages back as they were, with what hung on them. Their uploads must be there again. */
export async function restoreMessages(tx: Tx, ids: readonly number[]): Promise<void> {
  const { organizationId } = tx;

  const chosen = sql`a.organization_id = ${organizationId} and a.message_id = any(${ids}::bigint[])`;
  await tx.run(sql`
    insert into chat.messages
    select m.* from chat.archived_messages a cross join lateral jsonb_populate_record(null::chat.messages, a.message) m
    where ${chosen}`);
  await tx.run(sql`
    insert into chat.message_flags
    select f.* from chat.archived_messages a
      cross join lateral jsonb_populate_recordset(null::chat.message_flags, a.flags) f where ${chosen}`);
  await tx.run(sql`
    insert into chat.reactions
    select r.* from chat.archived_messages a
      cross join lateral jsonb_populate_recordset(null::chat.reactions, a.reactions) r where ${chosen}`);
  await tx.run(sql`
    insert into chat.submessages
    select s.* from chat.archived_messages a
      cross join lateral jsonb_populate_recordset(null::chat.submessages, a.submessages) s where ${chosen}`);
  await tx.run(sql`
    insert into chat.message_attachments (organization_id, attachment_id, message_id)
    select a.organization_id, t.id, a.message_id
    from chat.archived_messages a cross join lateral unnest(a.attachment_ids) as t (id)
      join chat.attachments present on present.organization_id = a.organization_id and present.id = t.id
    where ${chosen}`);
  // Searched directly until they are prepared again.
  await tx.run(sql`
    insert into chat.search_stale (organization_id, message_id)
    select ${organizationId}, unnest(${ids}::bigint[]) on conflict do nothing`);
  await tx.run(sql`delete from chat.archived_messages a where ${chosen}`);
}

/** The uploads to which archived messages referred. */
export async function attachmentsOfArchived(reader: Reader, ids: readonly number[]): Promise<number[]> {
  const rows = await reader.all(sql<{ id: number }>`
    select distinct t.id from chat.archived_messages a cross join lateral unnest(a.attachment_ids) as t (id)
    where a.organization_id = ${reader.organizationId} and a.message_id = any(${ids}::bigint[])`);
  return rows.map(({ id }) => id);
}

/** Erases what was put aside before a time; gives how many messages. */
export function eraseMessages(tx: PlainTx, before: Date, limit: number): Promise<number> {
  return tx.run(sql`
    delete from chat.archived_messages where (organization_id, message_id) in (
      select organization_id, message_id from chat.archived_messages where archived_at < ${before}
      order by archived_at limit ${limit})`);
}
