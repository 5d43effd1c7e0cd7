import type { Reader } from '../../platform/db/reader.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { Position } from '../../platform/events/log.ts';
import type { SubscriptionSettings } from '../channels/present.ts';
import { flagBits } from '../reading/flags.ts';
import { cameInPeriod, isInGap, isInSentGap, unreadChannels, unreadGaps, unreadSenders } from '../reading/fragments.ts';
import { limitsGuests } from '../users/fragments.ts';

export interface SubscriptionKey {
  channelId: number;
  userId: number;
}

export type SubscriptionRow = SubscriptionKey & SubscriptionSettings;

/** A new subscription, and whether it decides of whom guests may know. */
type MadeSubscriptionRow = SubscriptionRow & { limitsGuests: boolean };

const settings = sql`
  color, is_muted as "isMuted", pin_to_top as "pinToTop", desktop_notifications as "desktopNotifications",
  audible_notifications as "audibleNotifications", push_notifications as "pushNotifications",
  email_notifications as "emailNotifications", wildcard_mentions_notify as "wildcardMentionsNotify"`;
const settingColumns = sql`color, is_muted, pin_to_top, desktop_notifications, audible_notifications,
  push_notifications, email_notifications, wildcard_mentions_notify`;

/**
 * Subscribes every person to every channel; returns the new subscriptions. A former subscriber gets the former settings
 * back, but for a color that is chosen anew.
 */
export function insertSubscriptions(
  tx: Tx,
  channels: readonly { id: number; chosen: string | null; fallback: string }[],
  userIds: readonly number[],
  position: Position,
): Promise<MadeSubscriptionRow[]> {
  const { organizationId } = tx;

  // A period that ended at this very event (in this transaction) continues instead of beginning twice.
  return tx.all(
    sql<MadeSubscriptionRow>`
    with added as (
      insert into chat.subscriptions (organization_id, channel_id, user_id, ${settingColumns})
      select ${organizationId}, c.id, u.id, coalesce(c.chosen, f.color, c.fallback), coalesce(f.is_muted, false),
        coalesce(f.pin_to_top, false), f.desktop_notifications, f.audible_notifications, f.push_notifications,
        f.email_notifications, f.wildcard_mentions_notify
      from jsonb_to_recordset(${JSON.stringify(channels)}::jsonb) as c (id bigint, chosen text, fallback text)
        cross join unnest(${userIds}::bigint[]) as u (id)
        left join chat.former_subscriptions f
          on f.organization_id = ${organizationId} and f.channel_id = c.id and f.user_id = u.id
      on conflict do nothing
      returning channel_id, user_id, ${settingColumns}),
    returned as (
      delete from chat.former_subscriptions f using added a
      where f.organization_id = ${organizationId} and f.channel_id = a.channel_id and f.user_id = a.user_id),
    begun as (
      insert into chat.subscription_periods (organization_id, channel_id, user_id, after_message_id, after_event_id)
      select ${organizationId}, channel_id, user_id, ${position.messageId}::bigint, ${position.eventId}::bigint from added
      on conflict (organization_id, channel_id, user_id, after_event_id)
        do update set until_message_id = null, until_event_id = null)
    select channel_id as "channelId", user_id as "userId", ${settings}, ${limitsGuests(organizationId)} as "limitsGuests"
    from added`,
    { user: userIds, channel: channels.map(({ id }) => id) },
  );
}

/** Unsubscribes every person from every channel, and keeps their settings; returns the ended subscriptions. */
export function deleteSubscriptions(
  tx: Tx,
  channelIds: readonly number[],
  userIds: readonly number[],
  position: Position,
): Promise<SubscriptionKey[]> {
  const { organizationId } = tx;

  return tx.all(
    sql<SubscriptionKey>`
    with removed as (
      delete from chat.subscriptions
      where organization_id = ${organizationId} and channel_id = any(${channelIds}::bigint[])
        and user_id = any(${userIds}::bigint[])
      returning channel_id, user_id, ${settingColumns}),
    kept as (
      insert into chat.former_subscriptions (organization_id, channel_id, user_id, ${settingColumns})
      select ${organizationId}, channel_id, user_id, ${settingColumns} from removed),
    ended as (
      update chat.subscription_periods p
      set until_message_id = ${position.messageId}, until_event_id = ${position.eventId}
      from removed r
      where p.organization_id = ${organizationId} and p.channel_id = r.channel_id and p.user_id = r.user_id
        and p.until_event_id is null)
    select channel_id as "channelId", user_id as "userId" from removed`,
    { user: userIds, channel: channelIds },
  );
}

/** Unread messages that the events of one request name, over all people. */
const MAX_UNREAD_TOLD = 50_000;

/**
 * The newest unread messages (`user_id`, `id`) of people in channels that they are subscribed to. As the registration answer counts
 * them: received in the present subscription, or moved there during it, in none of the read ranges, and not sent as read by the person.
 */
export function newestUnread(organizationId: string, channelIds: readonly number[], userIds: readonly number[]): Sql {
  const each = Math.ceil(MAX_UNREAD_TOLD / userIds.length);
  const people = sql`p.user_id = any(${userIds}::bigint[])`;
  const unreadOf = unreadChannels(organizationId, sql`p.channel_id = any(${channelIds}::bigint[]) and ${people}`);
  const newestInGaps = (gapsOf: Sql, isUnread: Sql) => sql`
      select g.user_id, m.id from (${unreadGaps(organizationId, gapsOf)}) g cross join lateral (
        select id from chat.messages m
        where organization_id = ${organizationId} and ${isUnread}
        order by id desc limit ${each}) m`;
  const moved = sql`m.channel_id = any(${channelIds}::bigint[]) and ${isInSentGap(organizationId)}`;
  return sql`
      select user_id, id from (
        (${newestInGaps(unreadOf, sql`recipient_id = g.recipient_id and ${isInGap()}`)})
        union all (${newestInGaps(unreadSenders(organizationId, people), moved)})) m
      order by id desc limit ${MAX_UNREAD_TOLD}`;
}

/** The newest unread messages of people in channels that they are subscribed to, IDs ascending; whoever has none is left out. */
export function loadUnreadOf(
  tx: Tx,
  channelIds: readonly number[],
  userIds: readonly number[],
): Promise<{ userId: number; ids: number[] }[]> {
  return tx.all(sql<{ userId: number; ids: number[] }>`
    with unread as (${newestUnread(tx.organizationId, channelIds, userIds)})
    select user_id as "userId", array_agg(id order by id) as ids from unread group by user_id order by user_id`);
}

/** Stars that people have in channels that they are subscribed to, on what they see there, ascending. */
export function loadVisibleStars(
  tx: Tx,
  channelIds: readonly number[],
  userIds: readonly number[],
): Promise<{ userId: number; ids: number[] }[]> {
  const { organizationId } = tx;

  return tx.all(sql<{ userId: number; ids: number[] }>`
    select f.user_id as "userId", array_agg(m.id order by m.id) as ids
    from chat.message_flags f
      join chat.messages m on m.organization_id = ${organizationId} and m.id = f.message_id
      join chat.channels c on c.organization_id = ${organizationId} and c.id = m.channel_id
    where f.organization_id = ${organizationId} and f.user_id = any(${userIds}::bigint[])
      and f.flags & ${sql.raw(String(flagBits.starred))} <> 0 and m.channel_id = any(${channelIds}::bigint[])
      and exists (select from chat.subscriptions s where s.organization_id = ${organizationId}
        and s.channel_id = m.channel_id and s.user_id = f.user_id)
      and (c.history_public_to_subscribers or m.sender_id = f.user_id or exists (
        select from chat.subscription_periods p where p.organization_id = ${organizationId}
          and p.channel_id in (m.channel_id, m.sent_channel_id) and p.user_id = f.user_id and ${cameInPeriod(sql`m.id`)}))
    group by f.user_id order by f.user_id`);
}

/** Ends the periods of a deactivated person, who keeps their subscriptions but receives nothing. */
export async function endPeriods(tx: Tx, userId: number, position: Position): Promise<void> {
  await tx.run(sql`
    update chat.subscription_periods set until_message_id = ${position.messageId}, until_event_id = ${position.eventId}
    where organization_id = ${tx.organizationId} and user_id = ${userId} and until_event_id is null`);
}

/** Has the last period of each of a person's subscriptions go on. */
export async function reopenPeriods(tx: Tx, userId: number): Promise<void> {
  const { organizationId } = tx;

  await tx.run(sql`
    update chat.subscription_periods p set until_message_id = null, until_event_id = null
    from chat.subscriptions s
    where p.organization_id = ${organizationId} and p.user_id = ${userId} and p.until_event_id is not null
      and s.organization_id = ${organizationId} and s.user_id = ${userId} and s.channel_id = p.channel_id
      and not exists (
        select from chat.subscription_periods later
        where later.organization_id = ${organizationId} and later.user_id = ${userId}
          and later.channel_id = p.channel_id and later.after_event_id > p.after_event_id)`);
}

/** Begins periods for all subscriptions of a reactivated person that have none which goes on. */
export async function beginPeriods(tx: Tx, userId: number, position: Position): Promise<void> {
  await tx.run(sql`
    insert into chat.subscription_periods (organization_id, channel_id, user_id, after_message_id, after_event_id)
    select organization_id, channel_id, user_id, ${position.messageId}::bigint, ${position.eventId}::bigint
    from chat.subscriptions s where organization_id = ${tx.organizationId} and user_id = ${userId}
      and not exists (
        select from chat.subscription_periods p
        where p.organization_id = ${tx.organizationId} and p.user_id = ${userId} and p.channel_id = s.channel_id
          and p.until_event_id is null)
    on conflict (organization_id, channel_id, user_id, after_event_id)
      do update set until_message_id = null, until_event_id = null`);
}

/** A person's present subscriptions, by channel. */
export function loadSubscriptionsOf(reader: Reader, userId: number): Promise<SubscriptionRow[]> {
  return reader.all(sql<SubscriptionRow>`
    select channel_id as "channelId", user_id as "userId", ${settings} from chat.subscriptions
    where organization_id = ${reader.organizationId} and user_id = ${userId} order by channel_id`);
}

/** The settings of a channel's subscribers who have an account. */
export function loadSubscriptionsTo(reader: Reader, channelId: number): Promise<SubscriptionRow[]> {
  return reader.all(sql<SubscriptionRow>`
    select channel_id as "channelId", user_id as "userId", ${settings} from chat.subscriptions
    where organization_id = ${reader.organizationId} and channel_id = ${channelId} order by user_id`);
}

/** A person's settings for the channels that they left, by channel. */
export function loadFormerSubscriptionsOf(reader: Reader, userId: number): Promise<SubscriptionRow[]> {
  return reader.all(sql<SubscriptionRow>`
    select channel_id as "channelId", user_id as "userId", ${settings} from chat.former_subscriptions
    where organization_id = ${reader.organizationId} and user_id = ${userId}`);
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
  userId: number,
  column: SettingColumn,
  values: readonly { channel_id: number; value: string | boolean }[],
): Promise<void> {
  const type = sql.raw(column === 'color' ? 'text' : 'boolean');
  await tx.run(
    sql`
    update chat.subscriptions s set ${SETTING_COLUMNS[column]} = given.value
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as given (channel_id bigint, value ${type})
    where s.organization_id = ${tx.organizationId} and s.user_id = ${userId} and s.channel_id = given.channel_id`,
    { user: [userId], channel: values.map(({ channel_id }) => channel_id) },
  );
}
