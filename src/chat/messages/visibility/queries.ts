import type { Reader } from '../../../platform/db/reader.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { GroupSettingValue } from '../../user-groups/group-setting.ts';

/** A channel with what one person has to do with it. */
export interface ReaderChannel {
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
  receivedAfter: number[];
  receivedUntil: number[];
  /** Where the present subscription begins; null without one. */
  presentAfter: number | null;
  /** Who may subscribe themselves or others to a private channel, as far as the channel says. */
  entryGroups: GroupSettingValue[];
}

/** All channels of the organization as one person stands to them. */
export function loadReaderChannels(reader: Reader, organizationId: string, userId: number): Promise<ReaderChannel[]> {
  return reader.all(sql<ReaderChannel>`
    select c.id, c.recipient_id as "recipientId", c.invite_only as "inviteOnly", c.is_web_public as "isWebPublic",
      c.is_archived as "isArchived", c.history_public_to_subscribers as "historyPublicToSubscribers",
      p.present is not null and p.present as "isSubscribed", p.present is not null as "wasSubscribed",
      coalesce(p.after, '{}') as "receivedAfter", coalesce(p.until, '{}') as "receivedUntil", p.present_after as "presentAfter",
      case when c.invite_only and c.permissions ?| array['can_subscribe_group', 'can_add_subscribers_group']
        then jsonb_path_query_array(c.permissions,
          '$.keyvalue() ? (@.key == "can_subscribe_group" || @.key == "can_add_subscribers_group").value')
        else '[]' end as "entryGroups"
    from chat.channels c
    left join (
      select channel_id, bool_or(until_message_id is null) as present,
        max(after_message_id) filter (where until_message_id is null) as present_after,
        array_agg(after_message_id) as after,
        array_agg(coalesce(until_message_id, ${Number.MAX_SAFE_INTEGER}::bigint)) as until
      from chat.subscription_periods
      where organization_id = ${organizationId} and user_id = ${userId} group by channel_id
    ) p on p.channel_id = c.id
    where c.organization_id = ${organizationId} order by c.id`);
}
