-- Written by "npm run sql" from src/chat/notification-bot/queries.ts.

-- loadBotId: id
select notification_bot_id as id from chat.realms where organization_id = $1;

-- saveBotId
update chat.realms set notification_bot_id = $1 where organization_id = $2;

-- isTakenAddress
select 1 from chat.users where organization_id = $1 and lower(email) = lower($2);

-- markResolutionRead: id
insert into chat.read_ranges as known (organization_id, user_id, recipient_id, ranges)
select $1, u.id, m.recipient_id, int8multirange(int8range(gap.id, m.id, '(]'))
from chat.messages m
  join chat.subscriptions s on s.organization_id = m.organization_id and s.channel_id = m.channel_id
  join chat.users u on u.organization_id = s.organization_id and u.id = s.user_id and u.is_active
  left join chat.topic_visibility v
    on v.organization_id = u.organization_id and v.user_id = u.id and v.channel_id = m.channel_id
      and lower(v.topic) = lower(m.topic) and v.policy = $2
  cross join lateral (
  select greatest(coalesce(max(p.id) filter (where not p.own), min(p.id) - 1, 0), (
    select max(e.id) from chat.messages e
    where e.organization_id = $3 and e.sent_recipient_id = coalesce(m.sent_recipient_id, m.recipient_id) and e.id < m.id)) as id
  from (
    select b.id, b.sender_id = u.id and b.read_by_sender as own from chat.messages b
    where b.organization_id = $4 and b.recipient_id = coalesce(m.sent_recipient_id, m.recipient_id) and b.id < m.id
    order by b.id desc limit $5) p) gap
where m.organization_id = $6 and m.id = $7
  and case coalesce(u.settings->>'resolved_topic_notice_auto_read_policy', 'except_followed')
    when 'always' then true when 'except_followed' then v.user_id is null else false end
order by u.id
on conflict (organization_id, user_id, recipient_id) do update set ranges = known.ranges + excluded.ranges
returning user_id as id;
