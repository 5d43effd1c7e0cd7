import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { Position } from '../../platform/events/log.ts';
import type { SubscriptionSettings } from '../channels/present.ts';

export interface Pair {
  channelId: number;
  userId: number;
}

/** Subscribes every person to every channel; gives those that were not yet. */
export function insertSubscriptions(
  tx: Tx,
  organizationId: string,
  channels: readonly { id: number; color: string }[],
  userIds: readonly number[],
  position: Position,
): Promise<Pair[]> {
  // A period that ended at this very event (in this transaction) goes on instead of beginning twice.
  return tx.all(sql<Pair>`
    with added as (
      insert into chat.subscriptions (organization_id, channel_id, user_id, color)
      select ${organizationId}, c.id, u.id, c.color
      from jsonb_to_recordset(${JSON.stringify(channels)}::jsonb) as c (id bigint, color text)
        cross join unnest(${userIds}::bigint[]) as u (id)
      on conflict do nothing
      returning channel_id, user_id),
    begun as (
      insert into chat.subscription_periods (organization_id, channel_id, user_id, after_message_id, after_event_id)
      select ${organizationId}, channel_id, user_id, ${position.messageId}::bigint, ${position.eventId}::bigint from added
      on conflict (organization_id, channel_id, user_id, after_event_id)
        do update set until_message_id = null, until_event_id = null)
    select channel_id as "channelId", user_id as "userId" from added`);
}

/** Unsubscribes every person from every channel; gives those that were subscribed. */
export function deleteSubscriptions(
  tx: Tx,
  organizationId: string,
  channelIds: readonly number[],
  userIds: readonly number[],
  position: Position,
): Promise<Pair[]> {
  return tx.all(sql<Pair>`
    with removed as (
      delete from chat.subscriptions
      where organization_id = ${organizationId} and channel_id = any(${channelIds}::bigint[])
        and user_id = any(${userIds}::bigint[])
      returning channel_id, user_id),
    ended as (
      update chat.subscription_periods p
      set until_message_id = ${position.messageId}, until_event_id = ${position.eventId}
      from removed r
      where p.organization_id = ${organizationId} and p.channel_id = r.channel_id and p.user_id = r.user_id
        and p.until_event_id is null)
    select channel_id as "channelId", user_id as "userId" from removed`);
}

/** Ends the periods of a person that keeps their subscriptions but receives nothing: a deactivated one. */
export async function endPeriods(tx: Tx, organizationId: string, userId: number, position: Position): Promise<void> {
  await tx.run(sql`
    update chat.subscription_periods set until_message_id = ${position.messageId}, until_event_id = ${position.eventId}
    where organization_id = ${organizationId} and user_id = ${userId} and until_event_id is null`);
}

/** Begins periods for all subscriptions of a person that comes back. */
export async function beginPeriods(tx: Tx, organizationId: string, userId: number, position: Position): Promise<void> {
  await tx.run(sql`
    insert into chat.subscription_periods (organization_id, channel_id, user_id, after_message_id, after_event_id)
    select organization_id, channel_id, user_id, ${position.messageId}::bigint, ${position.eventId}::bigint
    from chat.subscriptions where organization_id = ${organizationId} and user_id = ${userId}
    on conflict (organization_id, channel_id, user_id, after_event_id)
      do update set until_message_id = null, until_event_id = null`);
}

export type SubscriptionRow = Pair & SubscriptionSettings;

const settings = sql`
  color, is_muted as "isMuted", pin_to_top as "pinToTop", desktop_notifications as "desktopNotifications",
  audible_notifications as "audibleNotifications", push_notifications as "pushNotifications",
  email_notifications as "emailNotifications", wildcard_mentions_notify as "wildcardMentionsNotify"`;

/** A person's present subscriptions, by channel. */
export function loadSubscriptionsOf(
  reader: Reader,
  organizationId: string,
  userId: number,
): Promise<SubscriptionRow[]> {
  return reader.all(sql<SubscriptionRow>`
    select channel_id as "channelId", user_id as "userId", ${settings} from chat.subscriptions
    where organization_id = ${organizationId} and user_id = ${userId} order by channel_id`);
}

/** IDs of the channels a person was subscribed to at some time. */
export function loadEverSubscribed(
  reader: Reader,
  organizationId: string,
  userId: number,
): Promise<{ channelId: number }[]> {
  return reader.all(sql<{ channelId: number }>`
    select distinct channel_id as "channelId" from chat.subscription_periods
    where organization_id = ${organizationId} and user_id = ${userId}`);
}

const SETTING_COLUMNS = {
  color: sql.raw('color'),
  is_muted: sql.raw('is_muted'),
  pin_to_top: sql.raw('pin_to_top'),
  desktop_notifications: sql.raw('desktop_notifications'),
  audible_notifications: sql.raw('audible_notifications'),
  push_notifications: sql.raw('push_notifications'),
  email_notifications: sql.raw('email_notifications'),
  wildcard_mentions_notify: sql.raw('wildcard_mentions_notify'),
} as const;
export type SettingColumn = keyof typeof SETTING_COLUMNS;

/** Sets one setting of several of a person's subscriptions. */
export async function updateSubscriptionSetting(
  tx: Tx,
  organizationId: string,
  userId: number,
  column: SettingColumn,
  values: readonly { channel_id: number; value: string | boolean }[],
): Promise<void> {
  const type = sql.raw(column === 'color' ? 'text' : 'boolean');
  await tx.run(sql`
    update chat.subscriptions s set ${SETTING_COLUMNS[column]} = given.value
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as given (channel_id bigint, value ${type})
    where s.organization_id = ${organizationId} and s.user_id = ${userId} and s.channel_id = given.channel_id`);
}
