-- Written by "npm run sql" from src/chat/messages/edit/queries.ts.

-- lockMessages
select 1 from chat.messages where organization_id = $1 and id = any($2::bigint[])
order by id for no key update;

-- updateContent
update chat.messages set content = $1, rendered_content = $2, plain_text = $3,
  is_me_message = $4, has_link = $5, has_image = $6,
  has_attachment = $7, mentioned_user_ids = $8::bigint[],
  mentioned_group_ids = $9::bigint[],
  wildcard = $10,
  edit_history = nullif($11::jsonb || coalesce(edit_history, '[]'), '[]'), last_edit_at = $12
where organization_id = $13 and id = $14;

-- updateContent 2
update chat.message_flags set flags = flags
  & ~(case when user_id = any($1::bigint[]) then 0 else $2::int end)
  & ~(case when user_id = any($3::bigint[]) then 0 else $4::int end)
where organization_id = $5 and message_id = $6
  and flags & $7::int <> 0;

-- updateContent 3
insert into chat.message_flags (organization_id, user_id, message_id, flags)
select $1, user_id, $2, bit_or(bit) from (
  select unnest($3::bigint[]) as user_id, $4::int as bit
  union all select unnest($5::bigint[]), $6::int) named
group by user_id order by user_id
on conflict (organization_id, user_id, message_id) do update set flags = message_flags.flags | excluded.flags;

-- updateRendering
update chat.messages set rendered_content = $1 where organization_id = $2 and id = $3;

-- updateAlerted
update chat.message_flags set flags = flags & ~$1::int
where organization_id = $2 and message_id = $3 and flags & $4::int <> 0
  and not user_id = any($5::bigint[]);

-- updateAlerted 2
insert into chat.message_flags (organization_id, user_id, message_id, flags)
select m.organization_id, u.id, m.id, $1::int
from chat.messages m cross join unnest($2::bigint[]) as u (id)
where m.organization_id = $3 and m.id = $4 and case when m.channel_id is null
  then exists (select from chat.direct_conversation_members d
    where d.organization_id = m.organization_id and d.user_id = u.id and d.recipient_id = m.recipient_id)
  else exists (select from chat.subscription_periods p
    where p.organization_id = m.organization_id and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = u.id
      and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id)) end
order by u.id
on conflict (organization_id, user_id, message_id) do update set flags = message_flags.flags | excluded.flags;

-- loadMovedIds: id
select m.id from chat.messages m
where m.organization_id = $1 and m.channel_id = $2
  and lower(m.topic) = lower($3) and m.id >= $4 and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $5 and d.user_id = $6)
when m.channel_id <@ $7::int8multirange then true else m.channel_id <@ $8::int8multirange and (m.sender_id = $9
or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $10 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $11
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false) or (m.sent_channel_id is not null and coalesce((
select true from chat.subscription_periods p
where p.organization_id = $12 and p.channel_id = m.channel_id and p.user_id = $13
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false))) end)
order by m.id;

-- lockNewestOfTopic: id, topic
select m.id, m.topic from chat.messages m
where m.organization_id = $1 and m.channel_id = $2 and lower(m.topic) = lower($3)
  and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $4 and d.user_id = $5)
when m.channel_id <@ $6::int8multirange then true else m.channel_id <@ $7::int8multirange and (m.sender_id = $8
or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $9 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $10
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false) or (m.sent_channel_id is not null and coalesce((
select true from chat.subscription_periods p
where p.organization_id = $11 and p.channel_id = m.channel_id and p.user_id = $12
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false))) end)
order by m.id desc limit $13 for update;

-- countTopicSince: all, firstRecentId, recent
select count(*) as all, count(*) filter (where m.sent_at >= $1) as recent,
  min(m.id) filter (where m.sent_at >= $2) as "firstRecentId"
from chat.messages m
where m.organization_id = $3 and m.channel_id = $4
  and lower(m.topic) = lower($5) and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $6 and d.user_id = $7)
when m.channel_id <@ $8::int8multirange then true else m.channel_id <@ $9::int8multirange and (m.sender_id = $10
or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $11 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $12
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false) or (m.sent_channel_id is not null and coalesce((
select true from chat.subscription_periods p
where p.organization_id = $13 and p.channel_id = m.channel_id and p.user_id = $14
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false))) end);

-- hasMessages
select 1 from chat.messages
where organization_id = $1 and channel_id = $2 and lower(topic) = lower($3) limit 1;

-- hasOtherSpelling
select 1 from chat.messages
where organization_id = $1 and id = any($2::bigint[]) and topic <> $3 limit 1;

-- moveMessages
update chat.messages set
  sent_channel_id = case when channel_id <> $1 then coalesce(sent_channel_id, channel_id) else sent_channel_id end,
  sent_recipient_id = case when channel_id <> $2 then coalesce(sent_recipient_id, recipient_id) else sent_recipient_id end,
  moved_event_id = case when channel_id <> $3 then $4 else moved_event_id end,
  channel_id = $5, recipient_id = $6, topic = $7,
  edit_history = case when id = $8 then $9::jsonb else $10::jsonb end
    || coalesce(edit_history, '[]'),
  last_moved_at = case when $11::boolean then $12::timestamptz else last_moved_at end
where organization_id = $13 and id = any($14::bigint[]);

-- deleteMessages: id
delete from chat.messages where organization_id = $1 and id = any($2::bigint[]) returning id;

-- loadConcerned: isPresent, userId
select who.id as "userId", present.user_id is not null as "isPresent"
from (
  select p.user_id as id from chat.subscription_periods p
  where $1::boolean
    and p.organization_id = $2 and p.channel_id = $3 and p.until_message_id is null
  union
  select p.user_id from chat.subscription_periods p
  where p.organization_id = $4 and p.channel_id = $5 and p.until_message_id is not null
    and exists (
select from unnest($6::bigint[]) as id
where p.after_message_id < id and (p.until_message_id is null or id <= p.until_message_id))
  union
  select p.user_id
  from (
      select m.sent_channel_id, array_agg(m.id) as ids from chat.messages m
      where $7::boolean and m.organization_id = $8 and m.id = any($9::bigint[])
        and m.sent_channel_id is not null group by m.sent_channel_id) s
    join chat.subscription_periods p on p.organization_id = $10 and p.channel_id = s.sent_channel_id
  where exists (select from unnest(s.ids) as id where p.after_message_id < id and (p.until_message_id is null or id <= p.until_message_id))
  union
  select f.user_id from chat.message_flags f
    join chat.messages m on m.organization_id = $11 and m.id = f.message_id and m.sent_channel_id is not null
  where f.organization_id = $12 and f.message_id = any($13::bigint[])
  union
  select m.sender_id from chat.messages m
  where m.organization_id = $14 and m.id = any($15::bigint[])) who
left join chat.subscription_periods present
  on present.organization_id = $16 and present.channel_id = $17 and present.user_id = who.id
    and present.until_message_id is null
where $18::boolean or present.user_id is null
order by 1;

-- loadSources: id, senderId, sent
select m.id, m.sender_id as "senderId", case when m.sent_channel_id is not null then json_build_object('channelId', m.sent_channel_id,
'recipientId', m.sent_recipient_id, 'movedAtEventId', m.moved_event_id) end as sent from chat.messages m
  where m.organization_id = $1 and m.id = any($2::bigint[]);

-- firstMessageId: id
select id from chat.messages where organization_id = $1 and recipient_id = $2
order by id limit 1;
