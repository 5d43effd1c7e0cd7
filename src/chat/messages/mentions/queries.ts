import type { Reader } from '../../../platform/db/reader.ts';
import { sql } from '../../../platform/db/sql.ts';
import { isVisible } from '../../reading/fragments.ts';
import type { ReaderView } from '../../reading/view.ts';
import type { GroupSettingValue } from '../../user-groups/group-setting.ts';

/** Messages of a topic that are looked at for who takes part in it. */
const TOPIC_MESSAGES = 1000;

/**
 * Active people by full name (in lower case) or ID; of a name that many share, the first ones, of whom those who only stand for
 * somebody are the last.
 */
export function loadMentionedUsers(
  reader: Reader,
  names: readonly string[],
  ids: readonly number[],
): Promise<{ id: number; fullName: string; isStandIn: boolean }[]> {
  return reader.all(sql<{ id: number; fullName: string; isStandIn: boolean }>`
    select id, full_name as "fullName", is_stand_in as "isStandIn" from chat.users
    where organization_id = ${reader.organizationId} and is_active
      and (lower(full_name) = any(${names}::text[]) or id = any(${ids}::bigint[]))
    order by is_stand_in, id limit ${names.length * 20 + ids.length}`);
}

export interface MentionedGroupRow {
  id: number;
  name: string;
  isSystemGroup: boolean;
  isDeactivated: boolean;
  /** Permission to mention the group; null: everyone. */
  mayMention: GroupSettingValue | null;
}

/** Groups by name in lower case; of a group in use and deactivated ones with its name, the one in use is the last. */
export function loadMentionedGroups(reader: Reader, names: readonly string[]): Promise<MentionedGroupRow[]> {
  return reader.all(sql<MentionedGroupRow>`
    select id, name, is_system_group as "isSystemGroup", deactivated as "isDeactivated", permissions->'can_mention_group' as "mayMention"
    from chat.user_groups
    where organization_id = ${reader.organizationId} and lower(name) = any(${names}::text[])
    order by deactivated desc, id`);
}

/** The newest message that a person sees of each topic; of one without any there is none. */
export function loadNewestOfTopics(
  reader: Reader,
  view: ReaderView,
  topics: readonly { channelId: number; topic: string }[],
): Promise<{ index: number; id: number }[]> {
  return reader.all(sql<{ index: number; id: number }>`
    select asked.index - 1 as index, newest.id
    from unnest(${topics.map(({ channelId }) => channelId)}::bigint[], ${topics.map(({ topic }) => topic)}::text[])
        with ordinality as asked (channel_id, topic, index)
      cross join lateral (
        select m.id from chat.messages m
        where m.organization_id = ${view.organizationId} and m.channel_id = asked.channel_id
          and lower(m.topic) = lower(asked.topic) and ${isVisible(view)}
        order by m.id desc limit 1) newest`);
}

/** Whether a channel has more than `count` subscribers. */
export async function hasMoreSubscribersThan(reader: Reader, channelId: number, count: number): Promise<boolean> {
  const row = await reader.first(sql`
    select 1 from chat.subscriptions where organization_id = ${reader.organizationId} and channel_id = ${channelId}
    offset ${count} limit 1`);
  return row !== undefined;
}

/** Loads the senders of the newest messages of a topic. */
export async function loadTopicParticipants(reader: Reader, channelId: number, topic: string): Promise<number[]> {
  const rows = await reader.all(sql<{ id: number }>`
    select distinct sender_id as id from (
      select sender_id from chat.messages
      where organization_id = ${reader.organizationId} and channel_id = ${channelId} and lower(topic) = lower(${topic})
      order by id desc limit ${TOPIC_MESSAGES}) as newest
    order by 1`);
  return rows.map(({ id }) => id);
}
