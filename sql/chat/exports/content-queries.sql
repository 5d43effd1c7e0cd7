-- Written by "npm run sql" from src/chat/exports/content-queries.ts.

-- pageOfMessages: id, row
select e.id, to_jsonb(e) as row from (
select m.id, m.sender_id, m.channel_id, m.topic, m.content, m.rendered_content, m.sent_at, m.client,
  m.last_edit_at, m.edit_history,
  case when m.channel_id is null then (
    select d.user_ids from chat.direct_conversations d
    where d.organization_id = $1 and d.recipient_id = m.recipient_id) end as user_ids,
  coalesce((
    select jsonb_agg(jsonb_build_object('user_id', r.user_id, 'emoji_name', r.emoji_name, 'emoji_code', r.emoji_code,
      'reaction_type', r.reaction_type) order by r.at)
    from chat.reactions r where r.organization_id = $2 and r.message_id = m.id), '[]') as reactions
from (
    select s.id, s.bytes, sum(s.bytes) over (order by s.id) as upto from (
      select m.id, octet_length(m.content) + octet_length(m.rendered_content)
        + coalesce(octet_length(m.edit_history::text), 0) as bytes
      from chat.messages m
      where m.organization_id = $3 and m.id > $4 and case when m.channel_id is null then exists (
  select from chat.direct_conversation_members d
  where d.organization_id = $5 and d.recipient_id = m.recipient_id
    and d.user_id = any($6::bigint[]))
else exists (select from chat.channels c where c.organization_id = $7 and c.id = m.channel_id and (not c.invite_only))
  or exists (
    select from chat.subscription_periods p
    where p.organization_id = $8 and p.channel_id in (m.channel_id, m.sent_channel_id)
      and p.user_id = any($9::bigint[])
      and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id)
      and (p.channel_id = m.channel_id or exists (
        select from chat.subscriptions here where here.organization_id = $10
          and here.channel_id = m.channel_id and here.user_id = p.user_id))) end
      order by m.id limit $11) s) sized
  join chat.messages m on m.organization_id = $12 and m.id = sized.id
where sized.upto - sized.bytes < $13::bigint
order by m.id) e order by e.id;

-- pageOfChannels: id, row
select e.id, to_jsonb(e) as row from (
select c.id, c.name, c.description, c.invite_only, c.is_web_public, c.is_archived, c.date_created, c.creator_id,
  array(select s.user_id from chat.subscriptions s
    where s.organization_id = c.organization_id and s.channel_id = c.id order by s.user_id) as subscriber_ids
from chat.channels c
where c.organization_id = $1 and c.id > $2 and ((not c.invite_only) or exists (
  select from chat.subscription_periods p
  where p.organization_id = c.organization_id and p.channel_id = c.id
    and p.user_id = any($3::bigint[])))
order by c.id limit $4) e;

-- pageOfGroups: id, row
select e.id, to_jsonb(e) as row from (
select g.id, g.name, g.description, g.is_system_group, g.deactivated,
  array(select m.user_id from chat.user_group_members m
    where m.organization_id = g.organization_id and m.group_id = g.id order by m.user_id) as member_ids
from chat.user_groups g where g.organization_id = $1 and g.id > $2 order by g.id limit $3) e;
