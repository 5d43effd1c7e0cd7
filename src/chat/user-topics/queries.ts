import type { Reader } from '../../platform/db/reader.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { UserSettings } from '../settings/user-settings.ts';
import type { Policy, PolicyChange } from './policy.ts';

/** Topics with a policy that a client gets at its start. */
const MAX_TOPICS = 50_000;

export interface TopicPolicyRow {
  channelId: number;
  channelName: string;
  topic: string;
  policy: Policy;
  /** UNIX seconds. */
  updatedAt: number;
}

/** A person's policies; the newest, where there are very many. */
export function loadTopicPolicies(reader: Reader, userId: number): Promise<TopicPolicyRow[]> {
  return reader.all(sql<TopicPolicyRow>`
    select * from (
      select v.channel_id as "channelId", c.name as "channelName", v.topic, v.policy,
        floor(extract(epoch from v.updated_at))::bigint as "updatedAt"
      from chat.topic_visibility v join chat.channels c on c.organization_id = v.organization_id and c.id = v.channel_id
      where v.organization_id = ${reader.organizationId} and v.user_id = ${userId}
      order by v.updated_at desc limit ${MAX_TOPICS}) newest
    order by "channelId", topic`);
}

export async function hasTopicPolicy(
  reader: Reader,
  userId: number,
  channelId: number,
  topic: string,
): Promise<boolean> {
  const row = await reader.first(sql`
    select 1 from chat.topic_visibility
    where organization_id = ${reader.organizationId} and user_id = ${userId} and channel_id = ${channelId}
      and lower(topic) = lower(${topic})`);
  return row !== undefined;
}

/** Everybody's policies for a topic. */
export function loadPoliciesOfTopic(reader: Reader, channelId: number, topic: string): Promise<PolicyChange[]> {
  return reader.all(sql<PolicyChange>`
    select user_id as "userId", policy from chat.topic_visibility
    where organization_id = ${reader.organizationId} and channel_id = ${channelId} and lower(topic) = lower(${topic})
    order by user_id`);
}

export interface ParticipationRow {
  userId: number;
  isBot: boolean;
  settings: Partial<UserSettings>;
  emailVisibility: number;
  policy: Policy;
  isSubscribed: boolean;
  isChannelMuted: boolean;
}

/** Loads the participation of active people in a topic in one query. */
export function loadParticipations(
  reader: Reader,
  channelId: number,
  topic: string,
  userIds: readonly number[],
): Promise<ParticipationRow[]> {
  return reader.all(sql<ParticipationRow>`
    select u.id as "userId", u.bot_type is not null as "isBot", u.settings,
      u.email_address_visibility as "emailVisibility", coalesce(v.policy, 0) as policy,
      s.user_id is not null as "isSubscribed", coalesce(s.is_muted, false) as "isChannelMuted"
    from chat.users u
      left join chat.subscriptions s
        on s.organization_id = u.organization_id and s.channel_id = ${channelId} and s.user_id = u.id
      left join chat.topic_visibility v
        on v.organization_id = u.organization_id and v.user_id = u.id and v.channel_id = ${channelId}
          and lower(v.topic) = lower(${topic})
    where u.organization_id = ${reader.organizationId} and u.id = any(${userIds}::bigint[]) and u.is_active
    order by u.id`);
}

/** Sets people's policies for a topic; gives the people whose policy was another one, with that one. */
export function saveTopicPolicies(
  tx: Tx,
  channelId: number,
  topic: string,
  changes: readonly PolicyChange[],
): Promise<{ userId: number; before: Policy }[]> {
  const { organizationId } = tx;

  const given: Sql = sql`
    select c."userId" as user_id, c.policy
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c ("userId" bigint, policy smallint)`;
  return tx.all(sql<{ userId: number; before: Policy }>`
    with given as materialized (${given}),
    before as (
      select user_id, policy from chat.topic_visibility
      where organization_id = ${organizationId} and channel_id = ${channelId} and lower(topic) = lower(${topic})
        and user_id in (select user_id from given)),
    cleared as (
      delete from chat.topic_visibility v using given g
      where v.organization_id = ${organizationId} and v.channel_id = ${channelId} and v.user_id = g.user_id
        and lower(v.topic) = lower(${topic}) and g.policy = 0
      returning v.user_id),
    saved as (
      insert into chat.topic_visibility as known (organization_id, user_id, channel_id, topic, policy, updated_at)
      select ${organizationId}, g.user_id, ${channelId}, ${topic}, g.policy, ${tx.now}::timestamptz
      from given g where g.policy <> 0 order by g.user_id
      on conflict (organization_id, user_id, channel_id, lower(topic))
        do update set policy = excluded.policy, topic = excluded.topic, updated_at = excluded.updated_at
        where known.policy <> excluded.policy
      returning user_id)
    select c.user_id as "userId", coalesce(b.policy, 0) as before
    from (select user_id from cleared union all select user_id from saved) c left join before b using (user_id)
    order by 1`);
}
