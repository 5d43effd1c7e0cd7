import type { Reader } from '../../platform/db/reader.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { Channel } from './channel.ts';

const columns = sql`
  c.id, c.recipient_id as "recipientId", c.name, c.description, c.rendered_description as "renderedDescription",
  c.invite_only as "inviteOnly", c.is_web_public as "isWebPublic", c.is_archived as "isArchived",
  c.history_public_to_subscribers as "historyPublicToSubscribers", c.is_default as "isDefault",
  c.topics_policy as "topicsPolicy", c.message_retention_days as "messageRetentionDays", c.folder_id as "folderId",
  c.creator_id as "creatorId", c.date_created as "dateCreated", c.permissions`;

function selectChannels(organizationId: string, condition: Sql): Sql<Channel> {
  return sql<Channel>`select ${columns} from chat.channels c where c.organization_id = ${organizationId} and ${condition}`;
}

export function loadChannelById(reader: Reader, organizationId: string, id: number): Promise<Channel | undefined> {
  return reader.first(selectChannels(organizationId, sql`c.id = ${id}`));
}

/** Channels of the given names (in lower case). A name is a channel's alone until it is archived. */
export function loadChannelsByNames(
  reader: Reader,
  organizationId: string,
  names: readonly string[],
): Promise<Channel[]> {
  return reader.all(
    selectChannels(organizationId, sql`lower(c.name) = any(${names}::text[]) and not c.is_archived order by c.id`),
  );
}

/** The newest archived channel of a name (in lower case). */
export function loadArchivedChannelByName(
  reader: Reader,
  organizationId: string,
  name: string,
): Promise<Channel | undefined> {
  return reader.first(
    selectChannels(organizationId, sql`lower(c.name) = ${name} and c.is_archived order by c.id desc limit 1`),
  );
}

export function loadChannelsByIds(reader: Reader, organizationId: string, ids: readonly number[]): Promise<Channel[]> {
  return reader.all(selectChannels(organizationId, sql`c.id = any(${ids}::bigint[]) order by c.id`));
}

export function loadAllChannels(reader: Reader, organizationId: string): Promise<Channel[]> {
  return reader.all(selectChannels(organizationId, sql`true order by c.id`));
}

/** IDs of the channels a person is subscribed to, archived ones too. */
export function loadSubscribedChannelIds(
  reader: Reader,
  organizationId: string,
  userId: number,
): Promise<{ id: number }[]> {
  return reader.all(sql<{ id: number }>`
    select channel_id as id from chat.subscriptions where organization_id = ${organizationId} and user_id = ${userId}`);
}
