import type { Reader } from '../../platform/db/reader.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { PlainTx, Tx } from '../../platform/db/tx.ts';
import { idRange } from '../../platform/events/id-range.ts';
import type { AppendedEvent } from '../../platform/events/log.ts';
import type { Role } from '../http/caller.ts';
import type { EventQueue } from './queue.ts';

export function insertQueue(tx: Tx, queue: EventQueue): Promise<number> {
  return tx.run(sql`
    insert into chat.event_queues (organization_id, id, user_id, base_event_id, options, idle_seconds, created_at, polled_at)
    values (${queue.organizationId}, ${queue.id}, ${queue.userId}, ${queue.base}, ${JSON.stringify(queue.options)},
      ${queue.idleSeconds}, ${queue.createdAt}, ${queue.polledAt})`);
}

/** Keeps a person's `most` queues that were polled last; returns those that went. */
export function deleteSurplusQueues(tx: Tx, userId: number, most: number): Promise<{ id: string }[]> {
  const { organizationId } = tx;

  return tx.all(sql<{ id: string }>`
    delete from chat.event_queues where organization_id = ${organizationId} and id in (
      select id from chat.event_queues where organization_id = ${organizationId} and user_id = ${userId}
      order by polled_at desc, id offset ${most})
    returning id`);
}

export async function deleteQueuesOfRole(tx: Tx, role: Role): Promise<void> {
  await tx.run(sql`
    delete from chat.event_queues q using chat.users u
    where q.organization_id = ${tx.organizationId} and u.organization_id = q.organization_id and u.id = q.user_id
      and u.role = ${role}`);
}

export function findQueue(reader: Reader, id: string): Promise<EventQueue | undefined> {
  return reader.first(sql<EventQueue>`
    select organization_id as "organizationId", id, user_id as "userId", base_event_id as base, options,
      idle_seconds as "idleSeconds", created_at as "createdAt", polled_at as "polledAt"
    from chat.event_queues where organization_id = ${reader.organizationId} and id = ${id}`);
}

/** Gives the number of queues that it found: 0 or 1. */
export function updatePolledAt(tx: Tx, id: string, at: Date): Promise<number> {
  return tx.run(sql`
    update chat.event_queues set polled_at = greatest(polled_at, ${at})
    where organization_id = ${tx.organizationId} and id = ${id}`);
}

/** The same for several; returns those that it found. */
export function updateAllPolledAt(tx: Tx, ids: readonly string[], at: Date): Promise<{ id: string }[]> {
  return tx.all(sql<{ id: string }>`
    update chat.event_queues set polled_at = greatest(polled_at, ${at})
    where organization_id = ${tx.organizationId} and id = any(${ids}::text[]) returning id`);
}

/** Returns those of several queues that there are. */
export function findQueueIds(reader: Reader, ids: readonly string[]): Promise<{ id: string }[]> {
  return reader.all(sql<{ id: string }>`
    select id from chat.event_queues where organization_id = ${reader.organizationId} and id = any(${ids}::text[])`);
}

export function deleteQueue(tx: Tx, id: string): Promise<number> {
  return tx.run(sql`delete from chat.event_queues where organization_id = ${tx.organizationId} and id = ${id}`);
}

export function deleteQueuesOfOrganizations(tx: PlainTx, organizationIds: readonly string[]): Promise<number> {
  return tx.run(sql`delete from chat.event_queues where organization_id = any(${organizationIds}::text[])`);
}

export function deleteAllQueues(tx: PlainTx): Promise<number> {
  return tx.run(sql`delete from chat.event_queues`);
}

export function deleteExpiredQueues(tx: PlainTx, now: Date): Promise<number> {
  return tx.run(sql`
    delete from chat.event_queues where polled_at + idle_seconds * interval '1 second' < ${now}`);
}

/** Returns the position of the organization's log in the reader's snapshot. */
export async function readPosition(
  reader: Reader,
): Promise<{ eventId: number; stateEventId: number; messageId: number }> {
  const { organizationId } = reader;

  const head = await reader.first(sql<{ eventId: number; stateEventId: number; messageId: number }>`
    select event_id as "eventId", state_event_id as "stateEventId", message_id as "messageId" from platform.log_heads
    where organization_id = ${organizationId}`);
  if (!head) throw new Error(`organization ${organizationId} has no log head`);
  return head;
}

export interface ListenerRow {
  userId: number;
  role: number;
  isActive: boolean;
  channelIds: number[];
  afterIds: number[];
  untilIds: number[];
}

/** The facts that decide which events people receive, with the subscription periods that reach beyond the event `since`. */
export function loadListeners(reader: Reader, userIds: readonly number[], since: number): Promise<ListenerRow[]> {
  return reader.all(sql<ListenerRow>`
    select u.id as "userId", u.role, u.is_active as "isActive", coalesce(p.channel_ids, '{}') as "channelIds",
      coalesce(p.after_ids, '{}') as "afterIds", coalesce(p.until_ids, '{}') as "untilIds"
    from chat.users u left join lateral (
      select array_agg(channel_id) as channel_ids, array_agg(after_event_id) as after_ids,
        array_agg(coalesce(until_event_id, ${Number.MAX_SAFE_INTEGER}::bigint)) as until_ids
      from chat.subscription_periods
      where organization_id = u.organization_id and user_id = u.id and (until_event_id is null or until_event_id > ${since})
    ) p on true
    where u.organization_id = ${reader.organizationId} and u.id = any(${userIds}::bigint[])`);
}

/** Channels that everyone but guests may read without being subscribed. */
export async function loadPublicChannelIds(reader: Reader): Promise<number[]> {
  const rows = await reader.all(sql<{ id: number }>`
    select id from chat.channels where organization_id = ${reader.organizationId} and not invite_only and not is_archived`);
  return rows.map(({ id }) => id);
}

/**
 * Chat events after `after` and up to `upto` that carry one of `tags` (or are messages, with `allMessages`): at most
 * `limit`, oldest first. The caller bounds `upto − after`, which bounds the rows looked at.
 */
export function readTaggedEvents(
  reader: Reader,
  range: { after: number; upto: number; limit: number },
  filter: { tags: readonly string[]; allMessages: boolean; types: readonly string[] | null },
): Promise<AppendedEvent[]> {
  const allMessages: Sql = filter.allMessages ? sql`or kind = 'message'` : sql``;
  const types: Sql = filter.types === null ? sql`` : sql`and kind = any(${filter.types}::text[])`;
  return reader.all(sql<AppendedEvent>`
    select organization_id as "organizationId", id, at, part, kind, audience, payload, state, changes
    from platform.event_log
    where organization_id = ${reader.organizationId} and ${idRange(range.after, range.upto)} and part = 'chat'
      and (audience && ${filter.tags}::text[] ${allMessages}) ${types}
    order by id limit (select ${range.limit}::bigint)`);
}

/** Whether the log still holds an event. */
export async function isInLog(reader: Reader, id: number): Promise<boolean> {
  const row = await reader.first(sql`
    select 1 from platform.event_log where organization_id = ${reader.organizationId} and id = ${id}`);
  return row !== undefined;
}
