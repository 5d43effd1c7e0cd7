import type { PlainReader, Reader } from '../../../platform/db/reader.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { Tx } from '../../../platform/db/tx.ts';
import type { Policy } from '../../user-topics/policy.ts';

/** Messages of each channel that are looked at for what happened, the newest. */
const MAX_LOOKED_AT = 1000;

/** Organizations with digests in which it is their day and `hour` or later. */
export async function listDigestOrganizations(
  reader: PlainReader,
  now: Date,
  { weekday, hour }: { weekday: number; hour: number },
): Promise<string[]> {
  const rows = await reader.all(sql<{ id: string }>`
    select r.organization_id as id
    from chat.realms r join platform.organizations o on o.id = r.organization_id
    where r.settings @> '{"digest_emails_enabled": true}' and o.closing_at is null and o.importing_since is null
      and extract(isodow from ${now}::timestamptz at time zone o.timezone)::int - 1
        = coalesce((r.settings->>'digest_weekday')::int, ${weekday}::int)
      and extract(hour from ${now}::timestamptz at time zone o.timezone) >= ${hour}::int
    order by 1`);
  return rows.map(({ id }) => id);
}

/** A topic of a channel in which something was said. */
export interface BusyTopic {
  channelId: number;
  /** The topic in lower case. */
  key: string;
  messages: number;
  /** Its newest messages, newest first. */
  ids: number[];
}

/** The topics of all channels in which something was said from a message on, those with the most messages first. */
export function loadBusyTopics(reader: Reader, sinceId: number, samples: number): Promise<BusyTopic[]> {
  const { organizationId } = reader;

  return reader.all(sql<BusyTopic>`
    select c.id as "channelId", lower(m.topic) as key, count(*)::int as messages,
      (array_agg(m.id order by m.id desc))[1:${samples}::int] as ids
    from chat.channels c cross join lateral (
      select n.id, n.topic from chat.messages n
      where n.organization_id = ${organizationId} and n.recipient_id = c.recipient_id and n.id >= ${sinceId}
      order by n.id desc limit ${MAX_LOOKED_AT}) m
    where c.organization_id = ${organizationId} and not c.is_archived
    group by c.id, lower(m.topic) order by count(*) desc, c.id, lower(m.topic)`);
}

/**
 * Returns the first message since a time: an ID that all earlier messages are below. Times rise with the IDs, so it is
 * found by binary search.
 */
export async function firstMessageSince(reader: Reader, since: Date): Promise<number> {
  const { organizationId } = reader;

  const row = await reader.first(sql<{ id: number }>`
    with recursive span as (
      select 0::bigint as low, coalesce(max(id), 0) + 1 as high from chat.messages where organization_id = ${organizationId}
      union all
      select case when m.sent_at < ${since} then m.id + 1 else s.low end,
        case when m.sent_at < ${since} then s.high else h.middle end
      from span s
        cross join lateral (select (s.low + s.high) / 2 as middle) h
        left join lateral (
          select id, sent_at from chat.messages
          where organization_id = ${organizationId} and id >= h.middle and id < s.high order by id limit 1) m on true
      where s.low < s.high)
    select low as id from span where low = high`);
  return row!.id;
}

/** Channels that were made since a time. */
export async function listNewChannelIds(reader: Reader, since: Date): Promise<number[]> {
  const rows = await reader.all(sql<{ id: number }>`
    select id from chat.channels
    where organization_id = ${reader.organizationId} and date_created >= ${since} and not is_archived order by id`);
  return rows.map(({ id }) => id);
}

/** Channel that a person is subscribed to, with their policies for its topics. */
export interface SubscribedChannelRow {
  channelId: number;
  isMuted: boolean;
  /** By topic in lower case; null: there are none. */
  policies: Record<string, Policy> | null;
}

export function loadSubscribedChannels(reader: Reader, userId: number): Promise<SubscribedChannelRow[]> {
  return reader.all(sql<SubscribedChannelRow>`
    select s.channel_id as "channelId", s.is_muted as "isMuted", (
        select jsonb_object_agg(lower(v.topic), v.policy) from chat.topic_visibility v
        where v.organization_id = s.organization_id and v.user_id = s.user_id and v.channel_id = s.channel_id) as policies
    from chat.subscriptions s where s.organization_id = ${reader.organizationId} and s.user_id = ${userId}`);
}

/**
 * People after `afterId` who want digests and have had none since `before`, without those who wrote, or whose presence is
 * not kept and who read, a message from `awaySinceId` on.
 */
export async function listDigestPeople(
  reader: Reader,
  {
    afterId,
    before,
    joinedBefore,
    awaySinceId,
  }: { afterId: number; before: Date; joinedBefore: Date; awaySinceId: number },
  limit: number,
): Promise<number[]> {
  const rows = await reader.all(sql<{ id: number }>`
    select u.id from chat.users u left join chat.digests d on d.organization_id = u.organization_id and d.user_id = u.id
    where u.organization_id = ${reader.organizationId} and u.id > ${afterId} and u.is_active and u.bot_type is null and not u.is_stand_in
      and not u.settings @> '{"enable_digest_emails": false}' and u.date_joined < ${joinedBefore}
      and (d.looked_at is null or d.looked_at < ${before})
      and not exists (select from chat.messages m
        where m.organization_id = u.organization_id and m.sender_id = u.id and m.id >= ${awaySinceId})
      and not (u.settings @> '{"presence_enabled": false}' and exists (select from chat.read_ranges g
        where g.organization_id = u.organization_id and g.user_id = u.id
          and g.ranges && int8multirange(int8range(${awaySinceId}, null))))
    order by u.id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Notes that it is looked what to sum up for a person; false when it was since `before`. */
export async function claimDigest(tx: Tx, userId: number, before: Date): Promise<boolean> {
  const claimed = await tx.run(sql`
    insert into chat.digests as d (organization_id, user_id, looked_at) values (${tx.organizationId}, ${userId}, ${tx.now})
    on conflict (organization_id, user_id) do update set looked_at = excluded.looked_at where d.looked_at < ${before}`);
  return claimed > 0;
}
