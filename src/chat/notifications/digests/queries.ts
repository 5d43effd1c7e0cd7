import type { Reader } from '../../../platform/db/reader.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { Tx } from '../../../platform/db/tx.ts';

/** Messages of an organization that are looked at for what happened, the newest. */
const MAX_LOOKED_AT = 50_000;
/** Topics with the most messages that are weighed for each person. */
const MAX_TOPICS = 200;

/** Organizations with digests in which it is their day and `hour` or later. */
export async function listDigestOrganizations(
  reader: Reader,
  now: Date,
  { weekday, hour }: { weekday: number; hour: number },
): Promise<string[]> {
  const rows = await reader.all(sql<{ id: string }>`
    select r.organization_id as id
    from chat.realms r join platform.organizations o on o.id = r.organization_id
    where r.settings @> '{"digest_emails_enabled": true}'
      and extract(isodow from ${now}::timestamptz at time zone o.timezone)::int - 1
        = coalesce((r.settings->>'digest_weekday')::int, ${weekday}::int)
      and extract(hour from ${now}::timestamptz at time zone o.timezone) >= ${hour}::int
    order by 1`);
  return rows.map(({ id }) => id);
}

/** A topic in which much was said. */
export interface BusyTopic {
  channelId: number;
  topic: string;
  /** Its newest messages, newest first. */
  ids: number[];
}

/** The topics in which most was said since a time. */
export function loadBusyTopics(
  reader: Reader,
  organizationId: string,
  since: Date,
  samples: number,
): Promise<BusyTopic[]> {
  return reader.all(sql<BusyTopic>`
    with newest as materialized (
      select id, channel_id, topic, sent_at from chat.messages
      where organization_id = ${organizationId} order by id desc limit ${MAX_LOOKED_AT})
    select channel_id as "channelId", max(topic) as topic, (array_agg(id order by id desc))[1:${samples}::int] as ids
    from newest where sent_at >= ${since} and channel_id is not null
    group by channel_id, lower(topic) order by count(*) desc, channel_id, lower(topic) limit ${MAX_TOPICS}`);
}

/** The first of the newest messages that came since a time; one beyond all where there is none. */
export async function firstMessageSince(reader: Reader, organizationId: string, since: Date): Promise<number> {
  const row = await reader.first(sql<{ id: number | null }>`
    select min(id) as id from (
      select id, sent_at from chat.messages
      where organization_id = ${organizationId} order by id desc limit ${MAX_LOOKED_AT}) newest
    where sent_at >= ${since}`);
  return row!.id ?? Number.MAX_SAFE_INTEGER;
}

/**
 * People after `afterId` who want digests and have had none since `before`, without those who wrote, or whose presence is
 * not kept and who read, a message from `awaySinceId` on.
 */
export async function listDigestPeople(
  reader: Reader,
  organizationId: string,
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
    where u.organization_id = ${organizationId} and u.id > ${afterId} and u.is_active and u.bot_type is null
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
export async function claimDigest(tx: Tx, organizationId: string, userId: number, before: Date): Promise<boolean> {
  const claimed = await tx.run(sql`
    insert into chat.digests as d (organization_id, user_id, looked_at) values (${organizationId}, ${userId}, ${tx.now})
    on conflict (organization_id, user_id) do update set looked_at = excluded.looked_at where d.looked_at < ${before}`);
  return claimed > 0;
}
