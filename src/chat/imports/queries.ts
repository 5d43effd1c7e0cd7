import type { PlainReader, Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { flagBits } from '../reading/flags.ts';
import type { ImportedMessage } from './imported.ts';

/** An import as it stands. */
export interface ImportRow {
  organizationId: string;
  source: string;
  position: number;
  endedAt: Date | null;
}

/** The imports of an archive, the one that has not ended first. */
export function loadImportsOf(reader: PlainReader, archive: string): Promise<ImportRow[]> {
  return reader.all(sql<ImportRow>`
    select organization_id as "organizationId", source, position, ended_at as "endedAt"
    from chat.imports where archive = ${archive} order by ended_at nulls first, organization_id`);
}

/** @returns false when the archive is being imported already */
export async function insertImport(tx: Tx, given: { source: string; archive: string }): Promise<boolean> {
  const made = await tx.run(sql`
    insert into chat.imports (organization_id, source, archive, begun_at)
    values (${tx.organizationId}, ${given.source}, ${given.archive}, ${tx.now})
    on conflict (archive) where ended_at is null do nothing`);
  return made > 0;
}

/** Moves the position on from where it is thought to be. @returns false when it is elsewhere, or the import has ended */
export async function movePosition(tx: Tx, from: number, to: number): Promise<boolean> {
  const moved = await tx.run(sql`
    update chat.imports set position = ${to}
    where organization_id = ${tx.organizationId} and position = ${from} and ended_at is null`);
  return moved > 0;
}

export async function endImport(tx: Tx): Promise<void> {
  await tx.run(sql`update chat.imports set ended_at = ${tx.now} where organization_id = ${tx.organizationId}`);
  await tx.run(sql`delete from chat.imported_ids where organization_id = ${tx.organizationId}`);
  await tx.run(sql`delete from chat.imported_unread where organization_id = ${tx.organizationId}`);
}

/** The highest ID that a user has had, locked: whoever adds users waits. */
export async function lockLastUserId(tx: Tx): Promise<number> {
  const row = await tx.first(sql<{ id: number }>`
    select last_user_id as id from chat.realms where organization_id = ${tx.organizationId} for update`);
  return row!.id;
}

/** An account of an import. */
export interface NewUserRow {
  id: number;
  person_id: string | null;
  email: string;
  full_name: string;
  role: number;
  bot_type: number | null;
  bot_owner_id: number | null;
  timezone: string;
  joined_at: string;
}

/**
 * Adds accounts that nobody can use. The highest ID comes first: so the trigger that counts users moves the counter once,
 * not once for each.
 */
export async function insertUsers(tx: Tx, rows: readonly NewUserRow[]): Promise<void> {
  await tx.run(sql`
    insert into chat.users (organization_id, id, person_id, email, full_name, role, is_active, bot_type, bot_owner_id,
      timezone, date_joined)
    select ${tx.organizationId}, id, person_id, email, full_name, role, false, bot_type, bot_owner_id, timezone, joined_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as u (
      id bigint, person_id text, email text, full_name text, role smallint, bot_type smallint, bot_owner_id bigint,
      timezone text, joined_at timestamptz)
    order by id desc`);
}

export async function insertInvitable(tx: Tx, userIds: readonly number[]): Promise<void> {
  await tx.run(sql`
    insert into chat.imported_people (organization_id, user_id)
    select ${tx.organizationId}, unnest(${userIds}::bigint[])`);
}

export interface ImportedChannelRow {
  n: number;
  name: string;
  description: string;
  rendered_description: string;
  invite_only: boolean;
  is_archived: boolean;
  is_default: boolean;
  creator_id: number | null;
  created_at: string;
  history_public: boolean;
  is_web_public: boolean;
  topics_policy: string;
  permissions: unknown;
}

/** @returns the IDs in the order of the rows */
export function insertImportedChannels(
  tx: Tx,
  rows: readonly ImportedChannelRow[],
): Promise<{ n: number; id: number; recipientId: number }[]> {
  return tx.all(sql<{ n: number; id: number; recipientId: number }>`
    with given as materialized (
      select c.*, nextval('chat.channel_ids') as id, nextval('chat.recipient_ids') as recipient_id
      from (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
        n int, name text, description text, rendered_description text, invite_only boolean, is_archived boolean,
        is_default boolean, creator_id bigint, created_at timestamptz, history_public boolean, is_web_public boolean,
        topics_policy text, permissions jsonb) order by n) c),
    made as (
      insert into chat.channels (organization_id, id, recipient_id, name, description, rendered_description, invite_only,
        is_archived, is_default, creator_id, date_created, history_public_to_subscribers, is_web_public, topics_policy,
        permissions)
      select ${tx.organizationId}, id, recipient_id, name, description, rendered_description, invite_only,
        is_archived, is_default, creator_id, created_at, history_public, is_web_public, topics_policy, permissions
      from given)
    select n, id, recipient_id as "recipientId" from given order by n`);
}

/** A subscription. */
export type MembershipRow = {
  channel_id: number;
  user_id: number;
  color: string;
  is_muted: boolean;
  pin_to_top: boolean;
} & Partial<Record<string, boolean | number | string | null>>;

/** Subscribes people to channels, from before the first message on. */
export async function insertMemberships(
  tx: Tx,
  rows: readonly MembershipRow[],
  position: { messageId: number; eventId: number },
): Promise<void> {
  const { organizationId } = tx;

  await tx.run(sql`
    with made as (
      insert into chat.subscriptions (organization_id, channel_id, user_id, color, is_muted, pin_to_top,
        desktop_notifications, audible_notifications, push_notifications, email_notifications, wildcard_mentions_notify)
      select ${organizationId}, channel_id, user_id, color, is_muted, pin_to_top, desktop, audible, push, email,
        wildcard_mentions
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p (channel_id bigint, user_id bigint, color text,
        is_muted boolean, pin_to_top boolean, desktop boolean, audible boolean, push boolean, email boolean,
        wildcard_mentions boolean)
      on conflict do nothing returning channel_id, user_id)
    insert into chat.subscription_periods (organization_id, channel_id, user_id, after_message_id, after_event_id)
    select ${organizationId}, channel_id, user_id, ${position.messageId}::bigint, ${position.eventId}::bigint from made`);
}

/**
 * Moves the begin of memberships to where people began to receive, and adds what they have received before. Periods that have
 * ended lie before all events, each at a place of its own.
 */
export async function insertReceipts(
  tx: Tx,
  rows: readonly {
    channel_id: number;
    user_id: number;
    after: number;
    ended: readonly { first: number; end: number }[];
  }[],
): Promise<void> {
  const { organizationId } = tx;
  const given = JSON.stringify(rows);

  await tx.run(sql`
    update chat.subscription_periods p set after_message_id = given.after
    from jsonb_to_recordset(${given}::jsonb) as given (channel_id bigint, user_id bigint, after bigint)
    where p.organization_id = ${organizationId} and p.channel_id = given.channel_id and p.user_id = given.user_id`);
  await tx.run(sql`
    insert into chat.subscription_periods (organization_id, channel_id, user_id, after_message_id, until_message_id,
      after_event_id, until_event_id)
    select ${organizationId}, given.channel_id, given.user_id, (run->>'first')::bigint - 1, (run->>'end')::bigint, -n, -n
    from jsonb_to_recordset(${given}::jsonb) as given (channel_id bigint, user_id bigint, ended jsonb)
      cross join lateral jsonb_array_elements(ended) with ordinality as runs (run, n)`);
}

/** Messages of a batch in a conversation that a person has not read. */
export interface UnreadRanges {
  user_id: number;
  recipient_id: number;
  /** ID of the conversation's message before them. */
  after_id: number;
  /** A multirange. */
  ranges: string;
}

export async function addUnread(tx: Tx, rows: readonly UnreadRanges[]): Promise<void> {
  await tx.run(sql`
    insert into chat.imported_unread (organization_id, user_id, recipient_id, after_id, ranges)
    select ${tx.organizationId}, user_id, recipient_id, after_id, ranges::int8multirange
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (user_id bigint, recipient_id bigint, after_id bigint, ranges text)`);
}

/** The last message of each conversation. */
export function lastMessages(reader: Reader): Promise<{ recipientId: number; id: number }[]> {
  return reader.all(sql<{ recipientId: number; id: number }>`
    select recipient_id as "recipientId", max(id) as id from chat.messages
    where organization_id = ${reader.organizationId} group by recipient_id`);
}

/** Makes direct conversations. @returns the recipients in the order of the rows */
export function insertConversations(
  tx: Tx,
  rows: readonly { n: number; user_ids: readonly number[] }[],
): Promise<{ n: number; recipientId: number }[]> {
  const { organizationId } = tx;

  return tx.all(sql<{ n: number; recipientId: number }>`
    with given as materialized (
      select n, array(select jsonb_array_elements_text(user_ids)::bigint order by 1) as user_ids,
        nextval('chat.recipient_ids') as recipient_id
      from (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (n int, user_ids jsonb) order by n) c),
    made as (
      insert into chat.direct_conversations (organization_id, recipient_id, user_ids)
      select ${organizationId}, recipient_id, user_ids from given),
    members as (
      insert into chat.direct_conversation_members (organization_id, user_id, recipient_id)
      select ${organizationId}, user_id, recipient_id from given cross join unnest(user_ids) as user_id)
    select n, recipient_id as "recipientId" from given order by n`);
}

export async function insertIds(
  tx: Tx,
  rows: readonly { kind: string; source_id: string; target_id: number }[],
): Promise<void> {
  await tx.run(sql`
    insert into chat.imported_ids (organization_id, kind, source_id, target_id)
    select ${tx.organizationId}, kind, source_id, target_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i (kind text, source_id text, target_id bigint)`);
}

/**
 * Notes what a file of the archive became.
 * @param before what an earlier run has noted of it
 * @returns false when another process has noted something, or the import has ended
 */
export async function putFileId(
  tx: Tx,
  {
    kind,
    sourceId,
    targetId,
    before,
  }: { kind: string; sourceId: string; targetId: number; before: number | undefined },
): Promise<boolean> {
  const noted = await tx.run(sql`
    insert into chat.imported_ids as i (organization_id, kind, source_id, target_id)
    select organization_id, ${kind}::text, ${sourceId}::text, ${targetId}::bigint from chat.imports
    where organization_id = ${tx.organizationId} and ended_at is null
    on conflict (organization_id, kind, source_id) do update set target_id = excluded.target_id
      where i.target_id = ${before ?? null}::bigint`);
  return noted > 0;
}

export function loadIds(reader: Reader): Promise<{ kind: string; sourceId: string; id: number }[]> {
  return reader.all(sql<{ kind: string; sourceId: string; id: number }>`
    select kind, source_id as "sourceId", target_id as id from chat.imported_ids
    where organization_id = ${reader.organizationId}`);
}

/** Takes IDs of messages; the organization is shut, so nothing else takes any of its own meanwhile. */
export async function takeMessageIds(tx: Tx, count: number): Promise<number[]> {
  const rows = await tx.all(sql<{ id: number }>`
    select nextval('chat.message_ids') as id from generate_series(1, ${count})`);
  return rows.map(({ id }) => id);
}

/** Channels and topics of messages; direct messages are left out. */
export function topicsOfMessages(
  reader: Reader,
  ids: readonly number[],
): Promise<{ id: number; channelId: number; topic: string }[]> {
  return reader.all(sql<{ id: number; channelId: number; topic: string }>`
    select id, channel_id as "channelId", topic from chat.messages
    where organization_id = ${reader.organizationId} and id = any(${ids}::bigint[]) and channel_id is not null`);
}

/** Writes messages with all that hangs on them. */
export async function insertMessages(tx: Tx, messages: readonly ImportedMessage[]): Promise<void> {
  const { organizationId } = tx;
  const of = <Member extends keyof ImportedMessage>(member: Member) => messages.map((message) => message[member]);
  // Arrays, one of each column: rows of JSON take PostgreSQL twice as long (measured).
  await tx.run(sql`
    insert into chat.messages (organization_id, id, recipient_id, channel_id, topic, sender_id, client, content,
      rendered_content, plain_text, sent_at, last_edit_at, last_moved_at, edit_history, is_me_message, has_link,
      has_image, has_attachment, mentioned_user_ids, mentioned_group_ids, wildcard)
    select ${organizationId}, id, recipient_id, channel_id, topic, sender_id, 'import', content,
      rendered_content, plain_text, sent_at, edited_at, moved_at, edit_history, is_me_message, has_link,
      has_image, has_attachment, mentioned_user_ids::bigint[], mentioned_group_ids::bigint[], wildcard
    from unnest(${of('id')}::bigint[], ${of('recipientId')}::bigint[], ${of('channelId')}::bigint[],
      ${of('topic')}::text[], ${of('senderId')}::bigint[], ${of('content')}::text[], ${of('renderedContent')}::text[],
      ${of('plainText')}::text[], ${of('sentAt')}::timestamptz[], ${of('editedAt')}::timestamptz[],
      ${of('movedAt')}::timestamptz[], ${of('editHistory').map(orNull)}::jsonb[], ${of('isMeMessage')}::boolean[],
      ${of('hasLink')}::boolean[], ${of('hasImage')}::boolean[], ${of('hasAttachment')}::boolean[],
      ${of('mentionedUserIds').map(arrayText)}::text[], ${of('mentionedGroupIds').map(arrayText)}::text[],
      ${of('wildcard')}::smallint[]) as m (id, recipient_id, channel_id, topic, sender_id, content, rendered_content,
      plain_text, sent_at, edited_at, moved_at, edit_history, is_me_message, has_link, has_image, has_attachment,
      mentioned_user_ids, mentioned_group_ids, wildcard)
    order by id`);
  await insertFlags(tx, messages);
  await tx.run(sql`
    update platform.log_heads set message_id = ${messages.at(-1)!.id} where organization_id = ${organizationId}`);
  const reactions = messages.flatMap(({ id, sentAt, reactions: own }) =>
    own.map((reaction) => ({ id, sentAt, ...reaction })),
  );
  if (reactions.length > 0)
    await tx.run(sql`
      insert into chat.reactions (organization_id, message_id, user_id, emoji_name, emoji_code, reaction_type, at)
      select ${organizationId}, message_id, user_id, emoji_name, emoji_code, reaction_type, at
      from unnest(${reactions.map(({ id }) => id)}::bigint[], ${reactions.map(({ userId }) => userId)}::bigint[],
        ${reactions.map(({ emojiName }) => emojiName)}::text[], ${reactions.map(({ emojiCode }) => emojiCode)}::text[],
        ${reactions.map(({ reactionType }) => reactionType)}::text[],
        ${reactions.map(({ sentAt }) => sentAt)}::timestamptz[])
        as r (message_id, user_id, emoji_name, emoji_code, reaction_type, at)
      on conflict do nothing`);
  const references = messages.flatMap(({ id, attachmentIds }) => attachmentIds.map((attachment) => [attachment, id]));
  if (references.length > 0)
    await tx.run(sql`
      insert into chat.message_attachments (organization_id, attachment_id, message_id)
      select ${organizationId}, attachment_id, message_id
      from unnest(${references.map(([attachment]) => attachment)}::bigint[], ${references.map(([, id]) => id)}::bigint[])
        as r (attachment_id, message_id)
      on conflict do nothing`);
}

/** Writes people's flags, and those of the people whom the texts mention. */
async function insertFlags(tx: Tx, messages: readonly ImportedMessage[]): Promise<void> {
  const rows = messages.flatMap(({ id, mentionedUserIds, flags }) => {
    const bits = new Map(mentionedUserIds.map((userId) => [userId, flagBits.mentioned as number]));
    for (const flag of flags) bits.set(flag.userId, (bits.get(flag.userId) ?? 0) | flag.bits);
    return [...bits].map(([userId, own]) => ({ userId, messageId: id, flags: own }));
  });
  if (rows.length === 0) return;
  await tx.run(sql`
    insert into chat.message_flags (organization_id, user_id, message_id, flags)
    select ${tx.organizationId}, user_id, message_id, flags
    from unnest(${rows.map(({ userId }) => userId)}::bigint[], ${rows.map(({ messageId }) => messageId)}::bigint[],
      ${rows.map(({ flags }) => flags)}::int[]) as f (user_id, message_id, flags)`);
}

const arrayText = (numbers: readonly number[]): string => `{${numbers}}`;
const orNull = (history: ImportedMessage['editHistory']): string | null =>
  history.length === 0 ? null : JSON.stringify(history);

/** Marks everything as read by everybody to whom it came, but for what the archive says they have not read. */
export async function markAllRead(tx: Tx, lastMessageId: number): Promise<void> {
  const { organizationId } = tx;

  await tx.run(sql`
    insert into chat.read_ranges (organization_id, user_id, recipient_id, ranges)
    select ${organizationId}, r.user_id, r.recipient_id,
      int8multirange(int8range(1, ${lastMessageId}::bigint, '[]')) - coalesce(u.ranges, '{}')
    from (
      select s.user_id, c.recipient_id from chat.subscriptions s
        join chat.channels c on c.organization_id = s.organization_id and c.id = s.channel_id
      where s.organization_id = ${organizationId}
      union all
      select d.user_id, d.recipient_id from chat.direct_conversation_members d
      where d.organization_id = ${organizationId}) r
      cross join lateral (
        select range_agg(ranges) as ranges from chat.imported_unread
        where organization_id = ${organizationId} and user_id = r.user_id and recipient_id = r.recipient_id) u
    where exists (
      select from chat.messages m where m.organization_id = ${organizationId} and m.recipient_id = r.recipient_id)
    on conflict do nothing`);
}

/** Ends what people receive whose accounts are not in use, as deactivating them does. */
export async function endPeriodsOfInactive(tx: Tx, position: { messageId: number; eventId: number }): Promise<void> {
  await tx.run(sql`
    update chat.subscription_periods p set until_message_id = ${position.messageId}, until_event_id = ${position.eventId}
    from chat.users u
    where p.organization_id = ${tx.organizationId} and u.organization_id = p.organization_id and u.id = p.user_id
      and not u.is_active and p.until_event_id is null`);
}

/** The next who came with an import, has an address and is not invited, locked. */
export function lockNextInvitable(
  tx: Tx,
): Promise<{ userId: number; personId: string; fullName: string; email: string } | undefined> {
  return tx.first(sql<{ userId: number; personId: string; fullName: string; email: string }>`
    select u.id as "userId", p.id as "personId", u.full_name as "fullName", p.email from chat.imported_people i
      join chat.users u on u.organization_id = i.organization_id and u.id = i.user_id
      join platform.people p on p.organization_id = u.organization_id and p.id = u.person_id and p.email is not null
    where i.organization_id = ${tx.organizationId} order by i.user_id limit 1 for update of i skip locked`);
}

/** @returns false when the person did not wait */
export async function deleteInvitable(tx: Tx, userId: number): Promise<boolean> {
  const deleted = await tx.run(sql`
    delete from chat.imported_people where organization_id = ${tx.organizationId} and user_id = ${userId}`);
  return deleted > 0;
}

/** People of an import who are not invited: with an address, and without one. */
export async function countInvitable(reader: Reader): Promise<{ waiting: number; withoutAddress: number }> {
  const row = await reader.first(sql<{ waiting: number; withoutAddress: number }>`
    select count(*) filter (where p.email is not null)::int as waiting,
      count(*) filter (where p.email is null)::int as "withoutAddress"
    from chat.imported_people i
      join chat.users u on u.organization_id = i.organization_id and u.id = i.user_id
      left join platform.people p on p.organization_id = u.organization_id and p.id = u.person_id
    where i.organization_id = ${reader.organizationId}`);
  return row!;
}
