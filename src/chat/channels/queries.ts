import type { Reader } from '../../platform/db/reader.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { Role } from '../http/caller.ts';
import type { Channel } from './channel.ts';

const columns = sql`
  c.id, c.recipient_id as "recipientId", c.name, c.description, c.rendered_description as "renderedDescription",
  c.invite_only as "inviteOnly", c.is_web_public as "isWebPublic", c.is_archived as "isArchived",
  c.history_public_to_subscribers as "historyPublicToSubscribers", c.is_default as "isDefault",
  c.topics_policy as "topicsPolicy", c.message_retention_days as "messageRetentionDays", c.folder_id as "folderId",
  c.creator_id as "creatorId", c.date_created as "dateCreated", c.weekly_traffic as "weeklyTraffic", c.permissions`;

function selectChannels(organizationId: string, condition: Sql): Sql<Channel> {
  return sql<Channel>`select ${columns} from chat.channels c where c.organization_id = ${organizationId} and ${condition}`;
}

export function loadChannelById(reader: Reader, id: number): Promise<Channel | undefined> {
  return reader.first(selectChannels(reader.organizationId, sql`c.id = ${id}`));
}

export async function loadChannelNames(reader: Reader, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await reader.all(sql<{ id: number; name: string }>`
    select id, name from chat.channels where organization_id = ${reader.organizationId} and id = any(${ids}::bigint[])`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Channels of the given names (in lower case). A name is a channel's alone until it is archived. */
export function loadChannelsByNames(reader: Reader, names: readonly string[]): Promise<Channel[]> {
  return reader.all(
    selectChannels(
      reader.organizationId,
      sql`lower(c.name) = any(${names}::text[]) and not c.is_archived order by c.id`,
    ),
  );
}

/** The newest archived channel of a name (in lower case). */
export function loadArchivedChannelByName(reader: Reader, name: string): Promise<Channel | undefined> {
  return reader.first(
    selectChannels(reader.organizationId, sql`lower(c.name) = ${name} and c.is_archived order by c.id desc limit 1`),
  );
}

export function loadChannelsByIds(reader: Reader, ids: readonly number[]): Promise<Channel[]> {
  return reader.all(selectChannels(reader.organizationId, sql`c.id = any(${ids}::bigint[]) order by c.id`));
}

export function loadAllChannels(reader: Reader): Promise<Channel[]> {
  return reader.all(selectChannels(reader.organizationId, sql`true order by c.id`));
}

/** IDs of the channels a person is subscribed to, archived ones too. */
export function loadSubscribedChannelIds(reader: Reader, userId: number): Promise<{ id: number }[]> {
  return reader.all(sql<{ id: number }>`
    select channel_id as id from chat.subscriptions where organization_id = ${reader.organizationId} and user_id = ${userId}`);
}

/** Activity of a channel derived from its messages. */
export interface ChannelActivity {
  firstMessageId: number | null;
  isRecentlyActive: boolean;
}

/** Days after its last message (or its making) that a channel counts as active. */
const ACTIVE_DAYS = 180;

/**
 * The first and last message come from the ends of an index, one probe each; the last only of channels old enough.
 * Nothing is joined, so statistics that are not there yet change nothing.
 */
export function loadChannelActivity(
  reader: Reader,
  channelIds: readonly number[],
  now: Date,
): Promise<({ id: number } & ChannelActivity)[]> {
  const activeSince = new Date(now.getTime() - ACTIVE_DAYS * 86_400_000);
  return reader.all(sql<{ id: number } & ChannelActivity>`
    select c.id, (
        select m.id from chat.messages m
        where m.organization_id = c.organization_id and m.recipient_id = c.recipient_id
        order by m.id limit 1) as "firstMessageId",
      case when c.date_created > ${activeSince} then true else coalesce((
        select m.sent_at from chat.messages m
        where m.organization_id = c.organization_id and m.recipient_id = c.recipient_id
        order by m.id desc limit 1) > ${activeSince}, false) end as "isRecentlyActive"
    from chat.channels c
    where c.organization_id = ${reader.organizationId} and c.id = any(${channelIds}::bigint[])`);
}

/** Subscriptions of active people. The deactivated ones are few and looked up once; a join would depend on statistics. */
function ofActivePeople(organizationId: string, channelIds: readonly number[]): Sql {
  return sql`
    s.organization_id = ${organizationId} and s.channel_id = any(${channelIds}::bigint[]) and s.user_id not in (
      select u.id from chat.users u where u.organization_id = ${organizationId} and not u.is_active)`;
}

/** Loads the number of active subscribers; channels without any are left out. */
export async function loadSubscriberCounts(
  reader: Reader,
  channelIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await reader.all(sql<{ id: number; count: number }>`
    select s.channel_id as id, count(*)::int as count from chat.subscriptions s
    where ${ofActivePeople(reader.organizationId, channelIds)} group by s.channel_id`);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

export interface NewChannelRow {
  name: string;
  description: string;
  rendered_description: string;
  invite_only: boolean;
  is_web_public: boolean;
  history_public_to_subscribers: boolean;
  is_default: boolean;
  topics_policy: string;
  message_retention_days: number | null;
  folder_id: number | null;
  permissions: unknown;
}

/** Makes channels; a name that is taken gives none. */
export function insertChannels(tx: Tx, creatorId: number | null, rows: readonly NewChannelRow[]): Promise<Channel[]> {
  return tx.all(sql<Channel>`
    insert into chat.channels as c (organization_id, name, description, rendered_description, invite_only, is_web_public,
      history_public_to_subscribers, is_default, topics_policy, message_retention_days, folder_id, creator_id,
      date_created, permissions)
    select ${tx.organizationId}, name, description, rendered_description, invite_only, is_web_public,
      history_public_to_subscribers, is_default, topics_policy, message_retention_days, folder_id, ${creatorId}::bigint,
      ${tx.now}::timestamptz, permissions
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (name text, description text,
      rendered_description text, invite_only boolean, is_web_public boolean, history_public_to_subscribers boolean,
      is_default boolean, topics_policy text, message_retention_days int, folder_id bigint, permissions jsonb)
    on conflict (organization_id, lower(name)) where not is_archived do nothing
    returning ${columns}`);
}

/** Writes all that can change of a channel. */
export async function updateChannel(tx: Tx, channel: Channel): Promise<void> {
  await tx.run(sql`
    update chat.channels set name = ${channel.name}, description = ${channel.description},
      rendered_description = ${channel.renderedDescription}, invite_only = ${channel.inviteOnly},
      is_web_public = ${channel.isWebPublic}, is_archived = ${channel.isArchived},
      history_public_to_subscribers = ${channel.historyPublicToSubscribers}, is_default = ${channel.isDefault},
      topics_policy = ${channel.topicsPolicy}, message_retention_days = ${channel.messageRetentionDays},
      folder_id = ${channel.folderId}, permissions = ${JSON.stringify(channel.permissions)}::jsonb
    where organization_id = ${tx.organizationId} and id = ${channel.id}`);
}

/** Whether any message of the channel is in a topic that has a name. */
export async function hasNamedTopics(reader: Reader, channelId: number): Promise<boolean> {
  const row = await reader.first(sql`
    select 1 from chat.messages
    where organization_id = ${reader.organizationId} and channel_id = ${channelId} and lower(topic) > '' limit 1`);
  return row !== undefined;
}

/** Active people with their roles: those of the given IDs, or all. */
export function loadPeople(reader: Reader, userIds?: readonly number[]): Promise<{ id: number; role: Role }[]> {
  return reader.all(sql<{ id: number; role: Role }>`
    select id, role from chat.users
    where organization_id = ${reader.organizationId} and is_active and (${userIds ?? null}::bigint[] is null or id = any(${userIds ?? null}::bigint[]))`);
}

/** Loads the active subscribers by channel. */
export function loadSubscriberIds(
  reader: Reader,
  channelIds: readonly number[],
): Promise<{ channelId: number; userIds: number[] }[]> {
  return reader.all(sql<{ channelId: number; userIds: number[] }>`
    select s.channel_id as "channelId", array_agg(s.user_id order by s.user_id) as "userIds"
    from chat.subscriptions s
    where ${ofActivePeople(reader.organizationId, channelIds)} group by s.channel_id`);
}

/** Loads whoever is subscribed to each of the channels, deactivated people too; channels without any are left out. */
export function loadSubscribedIds(
  reader: Reader,
  channelIds: readonly number[],
): Promise<{ channelId: number; userIds: number[] }[]> {
  return reader.all(sql<{ channelId: number; userIds: number[] }>`
    select channel_id as "channelId", array_agg(user_id order by user_id) as "userIds" from chat.subscriptions
    where organization_id = ${reader.organizationId} and channel_id = any(${channelIds}::bigint[]) group by channel_id`);
}

/** Loads the accounts that are deactivated. */
export function loadDeactivatedPeople(reader: Reader): Promise<{ id: number }[]> {
  return reader.all(sql<{ id: number }>`
    select id from chat.users where organization_id = ${reader.organizationId} and not is_active`);
}

/** The channels that new users are subscribed to. */
export function loadDefaultChannels(reader: Reader): Promise<Channel[]> {
  return reader.all(selectChannels(reader.organizationId, sql`c.is_default and not c.is_archived order by c.id`));
}
