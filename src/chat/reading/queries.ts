import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import { entryPermissions } from '../channels/content-access.ts';
import type { GroupSettingValue } from '../user-groups/group-setting.ts';

/** A channel with what one person has to do with it, as it is kept. */
export interface ReaderChannelRow {
  id: number;
  recipientId: number;
  inviteOnly: boolean;
  isWebPublic: boolean;
  isArchived: boolean;
  historyPublicToSubscribers: boolean;
  isSubscribed: boolean;
  /** Whether there is any period of subscription, past or present. */
  wasSubscribed: boolean;
  /** The periods: messages after the one ID and up to the other came to the person. */
  receivedAfter: readonly number[];
  receivedUntil: readonly number[];
  /** Start of the present subscription; null if there is none. */
  presentAfter: number | null;
  /** The event after which it begins. */
  presentSince: number | null;
  /** Values of a private channel's entry permissions. */
  entryGroups: GroupSettingValue[];
}

/** All channels of the organization as one person stands to them. */
export function loadReaderChannels(reader: Reader, userId: number): Promise<ReaderChannelRow[]> {
  const { organizationId } = reader;

  return reader.all(sql<ReaderChannelRow>`
    select c.id, c.recipient_id as "recipientId", c.invite_only as "inviteOnly", c.is_web_public as "isWebPublic",
      c.is_archived as "isArchived", c.history_public_to_subscribers as "historyPublicToSubscribers",
      p.present is not null and p.present as "isSubscribed", p.present is not null as "wasSubscribed",
      coalesce(p.after, '{}') as "receivedAfter", coalesce(p.until, '{}') as "receivedUntil", p.present_after as "presentAfter",
      p.present_since as "presentSince",
      case when c.invite_only then (
        select coalesce(jsonb_agg(c.permissions -> name), '[]') from unnest(${entryPermissions}::text[]) as name
        where c.permissions ? name) else '[]' end as "entryGroups"
    from chat.channels c
    left join (
      select channel_id, bool_or(until_message_id is null) as present,
        max(after_message_id) filter (where until_message_id is null) as present_after,
        max(after_event_id) filter (where until_message_id is null) as present_since,
        array_agg(after_message_id) as after,
        array_agg(coalesce(until_message_id, ${Number.MAX_SAFE_INTEGER}::bigint)) as until
      from chat.subscription_periods
      where organization_id = ${organizationId} and user_id = ${userId} group by channel_id
    ) p on p.channel_id = c.id
    where c.organization_id = ${organizationId} order by c.id`);
}

/** A person with what they have to do with one channel. */
export interface ChannelPersonRow
  extends Pick<ReaderChannelRow, 'isSubscribed' | 'receivedAfter' | 'receivedUntil' | 'presentAfter' | 'presentSince'> {
  userId: number;
  role: number;
}

/** People as they stand to a channel. A deactivated person keeps their subscription, but no present period. */
export function loadChannelPeople(
  reader: Reader,
  channelId: number,
  userIds: readonly number[],
): Promise<ChannelPersonRow[]> {
  const { organizationId } = reader;

  return reader.all(sql<ChannelPersonRow>`
    select u.id as "userId", u.role, s.user_id is not null as "isSubscribed",
      coalesce(p.after, '{}') as "receivedAfter", coalesce(p.until, '{}') as "receivedUntil", p.present_after as "presentAfter",
      p.present_since as "presentSince"
    from chat.users u
    left join chat.subscriptions s
      on s.organization_id = u.organization_id and s.channel_id = ${channelId} and s.user_id = u.id
    left join (
      select user_id, max(after_message_id) filter (where until_message_id is null) as present_after,
        max(after_event_id) filter (where until_message_id is null) as present_since,
        array_agg(after_message_id) as after,
        array_agg(coalesce(until_message_id, ${Number.MAX_SAFE_INTEGER}::bigint)) as until
      from chat.subscription_periods
      where organization_id = ${organizationId} and channel_id = ${channelId} and user_id = any(${userIds}::bigint[])
      group by user_id
    ) p on p.user_id = u.id
    where u.organization_id = ${organizationId} and u.id = any(${userIds}::bigint[])`);
}

/** Period of a person's subscription to a channel. */
export interface PeriodsRow extends Pick<ReaderChannelRow, 'receivedAfter' | 'receivedUntil'> {
  channelId: number;
  userId: number;
}

/** Loads the subscription periods of people; people who were never subscribed are left out. */
export function loadPeriods(
  reader: Reader,
  channelIds: readonly number[],
  userIds: readonly number[],
): Promise<PeriodsRow[]> {
  return reader.all(sql<PeriodsRow>`
    select channel_id as "channelId", user_id as "userId", array_agg(after_message_id) as "receivedAfter",
      array_agg(coalesce(until_message_id, ${Number.MAX_SAFE_INTEGER}::bigint)) as "receivedUntil"
    from chat.subscription_periods
    where organization_id = ${reader.organizationId} and channel_id = any(${channelIds}::bigint[]) and user_id = any(${userIds}::bigint[])
    group by channel_id, user_id`);
}
