import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';

/** Messages of one transaction. */
const MESSAGES_AT_ONCE = 500;

/** A column by which rows belong to an account and go with it. */
export interface OwnColumn {
  table: string;
  column: string;
}

/** Data of an erased account that stays: its memberships, which decide what others see, and the data of others. */
const STAYING = [
  'chat.subscriptions.user_id',
  'chat.subscription_periods.user_id',
  'chat.user_group_members.user_id',
  'chat.invitations.referrer_id',
  'chat.muted_users.muted_user_id',
  'chat.bot_services.user_id',
  'chat.bot_webhook_secrets.user_id',
];

/** Columns whose rows a deleted account would take along, by the database's own catalog, and those that name none. */
export async function loadOwnColumns(reader: Reader): Promise<OwnColumn[]> {
  const found = await reader.all(sql<OwnColumn>`
    select format('%I.%I', n.nspname, c.relname) as "table", quote_ident(a.attname) as "column"
    from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum = f.conkey[2]
    where f.contype = 'f' and f.confrelid = 'chat.users'::regclass and f.confdeltype = 'c'
      and format('%I.%I.%I', n.nspname, c.relname, a.attname) <> all(${STAYING}::text[])
    order by 1, 2`);
  return [
    ...found,
    { table: 'chat.message_flags', column: 'user_id' },
    { table: 'chat.topic_visibility', column: 'user_id' },
    { table: 'chat.sent_local_ids', column: 'sender_id' },
  ];
}

/** Owner of the rows to delete, and their maximum number. */
interface Some {
  organizationId: string;
  userId: number;
  limit: number;
}

/** Deletes some of an account's rows. @returns how many */
export function deleteSomeOwnRows(tx: Tx, { table, column }: OwnColumn, { organizationId, userId, limit }: Some) {
  return tx.run(
    sql.once(sql`
      delete from ${sql.raw(table)} where ctid = any(array(
        select ctid from ${sql.raw(table)}
        where organization_id = ${organizationId} and ${sql.raw(column)} = ${userId} limit ${limit}))`),
  );
}

/** Leaves of an account what its messages need. */
export async function emptyUser(tx: Tx, userId: number): Promise<void> {
  await tx.run(sql`
    update chat.users set person_id = null, settings = '{}', email_address_visibility = 4, can_change_user_emails = false
    where organization_id = ${tx.organizationId} and id = ${userId}`);
}

/** Invitations that were sent to addresses. */
export async function deleteInvitationsTo(tx: Tx, emails: readonly string[]): Promise<void> {
  await tx.run(sql`
    delete from chat.invitations where organization_id = ${tx.organizationId} and lower(email) = any(${emails}::text[])`);
}

/** Some of somebody's messages, locked, each with its place. */
export function lockSomeMessages(tx: Tx, userId: number): Promise<{ id: number; place: string }[]> {
  return tx.all(sql<{ id: number; place: string }>`
    select id, recipient_id || ' ' || lower(topic) as place from chat.messages
    where organization_id = ${tx.organizationId} and sender_id = ${userId} order by id limit ${MESSAGES_AT_ONCE} for update`);
}

/**
 * Deletes somebody's messages among some that retention has put aside, in the order of their IDs: no index says whose they are.
 * @returns the last one that was looked at; null: there are no more
 */
export async function deleteFromArchivedMessages(
  tx: Tx,
  { organizationId, userId, limit }: Some,
  after: number,
): Promise<number | null> {
  const row = await tx.first(sql<{ last: number | null }>`
    with looked_at as (
      select message_id as id, (message->>'sender_id')::bigint as sender_id from chat.archived_messages
      where organization_id = ${organizationId} and message_id > ${after} order by message_id limit ${limit}),
    deleted as (
      delete from chat.archived_messages a using looked_at l
      where a.organization_id = ${organizationId} and a.message_id = l.id and l.sender_id = ${userId})
    select max(id) as last from looked_at`);
  return row!.last;
}

/** Somebody's uploads that no message refers to. */
export async function loadUnusedUploads(reader: Reader, userId: number, limit: number): Promise<number[]> {
  const rows = await reader.all(sql<{ id: number }>`
    select a.id from chat.attachments a
    where a.organization_id = ${reader.organizationId} and a.owner_id = ${userId} and not exists (
      select from chat.message_attachments m where m.organization_id = a.organization_id and m.attachment_id = a.id)
    order by a.id limit ${limit}`);
  return rows.map(({ id }) => id);
}
