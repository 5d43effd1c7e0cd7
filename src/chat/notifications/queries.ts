import type { NotificationTrigger } from '../../../rules/notifications.ts';
import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { TablePart } from '../../platform/db/table-part.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { UserSettings } from '../settings/user-settings.ts';
import type { Policy } from '../user-topics/policy.ts';

/** Name of the log reader that decides who is notified of a message; every organization has its cursor. */
export const MESSAGE_NOTIFICATIONS_CURSOR = 'chat-notifications';

/** Subscribers of channels who want notifications of everything there; mutes are not checked here. */
export function loadChannelListeners(
  reader: Reader,
  channelIds: readonly number[],
): Promise<{ channelId: number; userId: number }[]> {
  const { organizationId } = reader;

  return reader.all(sql<{ channelId: number; userId: number }>`
    select channel_id as "channelId", user_id as "userId" from chat.subscriptions
    where organization_id = ${organizationId} and channel_id = any(${channelIds}::bigint[])
      and (email_notifications or push_notifications)
    union
    select s.channel_id, s.user_id
    from chat.users u join chat.subscriptions s on s.organization_id = u.organization_id and s.user_id = u.id
    where u.organization_id = ${organizationId} and s.channel_id = any(${channelIds}::bigint[])
      and (u.settings @> '{"enable_stream_email_notifications": true}'
        or u.settings @> '{"enable_stream_push_notifications": true}')`);
}

/** Everybody subscribed to channels: whom a channel wildcard names. */
export function loadChannelSubscribers(
  reader: Reader,
  channelIds: readonly number[],
): Promise<{ channelId: number; userId: number }[]> {
  return reader.all(sql<{ channelId: number; userId: number }>`
    select channel_id as "channelId", user_id as "userId" from chat.subscriptions
    where organization_id = ${reader.organizationId} and channel_id = any(${channelIds}::bigint[])`);
}

/** Loads the followers of topics. */
export function loadFollowers(
  reader: Reader,
  topics: readonly { channelId: number; topic: string }[],
): Promise<{ channelId: number; topic: string; userId: number }[]> {
  return reader.all(sql<{ channelId: number; topic: string; userId: number }>`
    select t."channelId", t.topic, v.user_id as "userId"
    from jsonb_to_recordset(${JSON.stringify(topics)}::jsonb) as t ("channelId" bigint, topic text)
      join chat.topic_visibility v on v.organization_id = ${reader.organizationId} and v.channel_id = t."channelId"
        and lower(v.topic) = lower(t.topic) and v.policy = 3`);
}

/** A person and a message that may concern them; `n` is the caller's own number for the pair. */
export interface Pair {
  n: number;
  userId: number;
  /** Null for direct messages. */
  channelId: number | null;
  topic: string;
  senderId: number;
}

export interface PairRow {
  n: number;
  settings: Partial<UserSettings>;
  emailVisibility: number;
  policy: Policy;
  isChannelMuted: boolean;
  email: boolean | null;
  push: boolean | null;
  wildcard: boolean | null;
  isSenderMuted: boolean;
  hasDevice: boolean;
}

/**
 * Loads the facts of each pair. Bots and stand-ins, deactivated users and people not subscribed to a message's channel
 * are left out.
 */
export function loadPairs(reader: Reader, pairs: readonly Pair[]): Promise<PairRow[]> {
  const { organizationId } = reader;

  return reader.all(sql<PairRow>`
    select p.n, u.settings, u.email_address_visibility as "emailVisibility", coalesce(v.policy, 0) as policy,
      coalesce(s.is_muted, false) as "isChannelMuted", s.email_notifications as email, s.push_notifications as push,
      s.wildcard_mentions_notify as wildcard,
      exists (select from chat.muted_users m
        where m.organization_id = u.organization_id and m.user_id = u.id and m.muted_user_id = p."senderId")
        as "isSenderMuted",
      exists (select from chat.push_tokens d where d.organization_id = u.organization_id and d.user_id = u.id)
        or exists (select from chat.client_devices d
          where d.organization_id = u.organization_id and d.user_id = u.id and d.sealed_token is not null)
        or u.person_id in (select c.subject from platform.push_subscriptions b join platform.credentials c
            on c.organization_id = b.organization_id and c.id = b.credential_id
          where b.organization_id = ${organizationId} and c.kind = 'session' and c.revoked_at is null) as "hasDevice"
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb)
        as p (n int, "userId" bigint, "channelId" bigint, topic text, "senderId" bigint)
      join chat.users u on u.organization_id = ${organizationId} and u.id = p."userId"
      left join chat.subscriptions s on s.organization_id = u.organization_id and s.channel_id = p."channelId"
        and s.user_id = u.id
      left join chat.topic_visibility v on v.organization_id = u.organization_id and v.user_id = u.id
        and v.channel_id = p."channelId" and lower(v.topic) = lower(p.topic)
    where u.is_active and u.bot_type is null and not u.is_stand_in and (p."channelId" is null or s.user_id is not null)
    order by p.n`);
}

/** A message that a person is notified of by e-mail, and after how long. */
export interface Missed {
  userId: number;
  messageId: number;
  cause: NotificationTrigger;
  seconds: number;
}

/**
 * Keeps messages until their e-mail is due: when the oldest one that waits for the person has waited for as long as they
 * said.
 * @returns people for whom nothing waited before, and when theirs is due
 */
export function insertMissed(tx: Tx, missed: readonly Missed[]): Promise<{ userId: number; dueAt: Date }[]> {
  const { organizationId } = tx;

  return tx.all(sql<{ userId: number; dueAt: Date }>`
    with given as (
      select g."userId" as user_id, g."messageId" as message_id, g.cause, ${tx.now}::timestamptz + g.seconds * interval '1 second' as due_at
      from jsonb_to_recordset(${JSON.stringify(missed)}::jsonb)
        as g ("userId" bigint, "messageId" bigint, cause text, seconds int)),
    waiting as (
      select user_id, min(due_at) as due_at from chat.missed_messages
      where organization_id = ${organizationId} and user_id in (select user_id from given) group by user_id),
    inserted as (
      insert into chat.missed_messages (organization_id, user_id, message_id, cause, due_at)
      select ${organizationId}, g.user_id, g.message_id, g.cause, coalesce(w.due_at, g.due_at)
      from given g left join waiting w using (user_id) order by g.user_id, g.message_id
      on conflict do nothing)
    select g.user_id as "userId", min(g.due_at) as "dueAt"
    from given g where not exists (select from waiting w where w.user_id = g.user_id) group by g.user_id`);
}

export async function insertPushed(tx: Tx, pushed: readonly { userId: number; messageId: number }[]): Promise<void> {
  await tx.run(sql`
    insert into chat.pushed_messages (organization_id, message_id, user_id, pushed_at)
    select ${tx.organizationId}, p."messageId", p."userId", ${tx.now}
    from jsonb_to_recordset(${JSON.stringify(pushed)}::jsonb) as p ("messageId" bigint, "userId" bigint)
    on conflict do nothing`);
}

/** Messages that a person's devices may show, the newest `limit`, ascending. */
export async function loadNewestPushed(reader: Reader, userId: number, limit: number): Promise<number[]> {
  const rows = await reader.all(sql<{ id: number }>`
    select message_id as id from chat.pushed_messages
    where organization_id = ${reader.organizationId} and user_id = ${userId} order by message_id desc limit ${limit}`);
  return rows.map(({ id }) => id).reverse();
}

interface PushedRow {
  userId: number;
  messageId: number;
}

/**
 * Takes those of the messages that are gone from what devices show; gives whose they were. One that moved out of some
 * people's sight is deleted for them alone.
 */
export function deletePushed(tx: Tx, messageIds: readonly number[]): Promise<PushedRow[]> {
  return tx.all(sql<PushedRow>`
    delete from chat.pushed_messages p
    where p.organization_id = ${tx.organizationId} and p.message_id = any(${messageIds}::bigint[])
      and not exists (select from chat.messages m where m.organization_id = p.organization_id and m.id = p.message_id)
    returning p.user_id as "userId", p.message_id as "messageId"`);
}

/**
 * Takes messages from what the devices of their people show; gives those that were there.
 * @param settled a group for each event: a move may name many people and many messages, too many to be paired
 */
export function deletePushedOf(
  tx: Tx,
  settled: readonly { userIds: readonly number[]; messageIds: readonly number[] }[],
): Promise<PushedRow[]> {
  return tx.all(sql<PushedRow>`
    delete from chat.pushed_messages p
    using jsonb_to_recordset(${JSON.stringify(settled)}::jsonb) as s ("userIds" bigint[], "messageIds" bigint[])
    where p.organization_id = ${tx.organizationId} and p.user_id = any(s."userIds") and p.message_id = any(s."messageIds")
    returning p.user_id as "userId", p.message_id as "messageId"`);
}

export function deleteOldPushed(tx: Tx, before: Date, { from, upTo }: TablePart): Promise<number> {
  return tx.run(sql`
    delete from chat.pushed_messages where ctid >= ${from}::tid and ctid < ${upTo}::tid and pushed_at < ${before}`);
}
