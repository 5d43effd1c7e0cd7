-- Written by "npm run sql" from src/chat/messages/queries.ts.

-- loadMessageRows: bits, channelId, client, content, further, id, recipientId, renderedContent, senderId, timestamp, topic
select m.id, m.recipient_id as "recipientId", m.channel_id as "channelId", m.topic, m.sender_id as "senderId",
    m.client, m.content, m.rendered_content as "renderedContent",
    floor(extract(epoch from m.sent_at))::bigint as timestamp,
    m.is_me_message::int | (m.read_by_sender::int << 1) | (m.wildcard << 2) as bits,
    case when m.channel_id is null or m.mentioned_user_ids <> '{}' or m.mentioned_group_ids <> '{}'
      or m.edit_history is not null or m.sent_channel_id is not null or m.has_submessages or m.id in (
        -- Asked once for all of them, not for each.
        select r.message_id from chat.reactions r
        where r.organization_id = $1 and r.message_id = any($2::bigint[]))
    then json_build_object(
      'userIds', (
        select d.user_ids from chat.direct_conversations d
        where d.organization_id = $3 and d.recipient_id = m.recipient_id),
      'reactions', (
        select json_agg(json_build_object('emojiName', r.emoji_name, 'emojiCode', r.emoji_code,
          'reactionType', r.reaction_type, 'userId', r.user_id) order by r.at, r.user_id)
        from chat.reactions r where r.organization_id = $4 and r.message_id = m.id),
      'submessages', case when m.has_submessages then (
        select json_agg(json_build_object('id', s.id, 'msg_type', s.msg_type, 'content', s.content,
          'message_id', s.message_id, 'sender_id', s.sender_id) order by s.id)
        from chat.submessages s where s.organization_id = $5 and s.message_id = m.id) end,
      'editHistory', m.edit_history,
      'lastEditTimestamp', floor(extract(epoch from m.last_edit_at))::bigint,
      'lastMovedTimestamp', floor(extract(epoch from m.last_moved_at))::bigint,
      'mentionedUserIds', m.mentioned_user_ids,
      'mentionedGroupIds', m.mentioned_group_ids,
      'sent', case when m.sent_channel_id is not null then json_build_object('channelId', m.sent_channel_id,
'recipientId', m.sent_recipient_id, 'movedAtEventId', m.moved_event_id) end) end as further
  from chat.messages m
  where m.organization_id = $6 and m.id = any($7::bigint[])
  order by m.id;

-- skipMessageIds
select setval('chat.message_ids', nextval('chat.message_ids') + $1);
