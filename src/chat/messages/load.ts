import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { EditHistoryItem, Message, MessagePerson, Reaction } from './message.ts';

interface MessageRow
  extends Omit<Message, 'sender' | 'people' | 'reactions' | 'editHistory' | 'channelWildcard' | 'topicWildcard'> {
  sender: MessagePerson;
  people: MessagePerson[] | null;
  reactions: Reaction[] | null;
  editHistory: EditHistoryItem[] | null;
  wildcard: number;
}

const person = sql.raw(`jsonb_build_object('id', u.id, 'email', u.email, 'fullName', u.full_name,
  'emailVisibility', u.email_address_visibility, 'isBot', u.bot_type is not null, 'avatarVersion', u.avatar_version)`);

/** The facts of messages, ascending by ID, in one query whatever their number; IDs of none are left out. */
export async function loadMessages(reader: Reader, organizationId: string, ids: readonly number[]): Promise<Message[]> {
  if (ids.length === 0) return [];
  const rows = await reader.all(sql<MessageRow>`
    select m.id, m.recipient_id as "recipientId", m.channel_id as "channelId", c.name as "channelName", m.topic,
      ${person} as sender, m.client, m.content, m.rendered_content as "renderedContent",
      floor(extract(epoch from m.sent_at))::bigint as timestamp, m.is_me_message as "isMeMessage",
      m.read_by_sender as "readBySender", m.edit_history as "editHistory",
      floor(extract(epoch from m.last_edit_at))::bigint as "lastEditTimestamp",
      floor(extract(epoch from m.last_moved_at))::bigint as "lastMovedTimestamp",
      m.mentioned_user_ids as "mentionedUserIds", m.mentioned_group_ids as "mentionedGroupIds", m.wildcard,
      case when m.channel_id is null then (
        select jsonb_agg(${person} order by u.id)
        from chat.direct_conversations d join chat.users u on u.organization_id = d.organization_id and u.id = any(d.user_ids)
        where d.organization_id = m.organization_id and d.recipient_id = m.recipient_id) end as people,
      (select jsonb_agg(jsonb_build_object('emojiName', r.emoji_name, 'emojiCode', r.emoji_code,
          'reactionType', r.reaction_type, 'userId', r.user_id) order by r.at, r.user_id)
        from chat.reactions r where r.organization_id = m.organization_id and r.message_id = m.id) as reactions
    from chat.messages m
      join chat.users u on u.organization_id = m.organization_id and u.id = m.sender_id
      left join chat.channels c on c.organization_id = m.organization_id and c.id = m.channel_id
    where m.organization_id = ${organizationId} and m.id = any(${ids}::bigint[])
    order by m.id`);
  return rows.map(({ wildcard, people, reactions, editHistory, ...row }) => ({
    ...row,
    people: people ?? [],
    reactions: reactions ?? [],
    submessages: [],
    editHistory: editHistory ?? [],
    channelWildcard: (wildcard & 1) !== 0,
    topicWildcard: (wildcard & 2) !== 0,
  }));
}
