-- Written by "npm run sql" from src/chat/messages/query/unread-path.ts.

-- unreadIds (is:unread in a dm): id
select m.id from (
select r.user_id, r.recipient_id, r.channel_id, gap from (
select d.user_id, d.recipient_id, null::bigint as channel_id, int8multirange(int8range(1, null)) as span
from chat.direct_conversation_members d where d.organization_id = $1 and d.user_id = $2 and d.recipient_id = $3) r
left join chat.read_ranges done on done.organization_id = $4
  and done.user_id = $5 and done.recipient_id = r.recipient_id
cross join lateral unnest(
  r.span - coalesce(done.ranges, '{}'::int8multirange)) as gap) g
cross join lateral (
  select m.id from chat.messages m
  where m.organization_id = $6 and m.id < $7 and m.recipient_id = g.recipient_id and m.sent_recipient_id is null and m.id >= lower(g.gap) and m.id < coalesce(upper(g.gap), 9223372036854775807)
and not (m.sender_id = g.user_id and m.read_by_sender)
    and m.recipient_id = $8
  order by m.id desc limit $9) m
order by m.id desc limit $10;

-- unreadIds 2 (is:unread, older): id
select m.id from ((
select m.id from (
select r.user_id, r.recipient_id, r.channel_id, gap from (
select p.user_id, c.recipient_id, c.id as channel_id, int8multirange(int8range(max(p.after_message_id) + 1, null)) as span
from chat.subscription_periods p
  join chat.channels c on c.organization_id = p.organization_id and c.id = p.channel_id and not c.is_archived
where p.organization_id = $1 and p.until_message_id is null and p.user_id = $2

group by p.user_id, c.recipient_id, c.id union all
select d.user_id, d.recipient_id, null::bigint as channel_id, int8multirange(int8range(1, null)) as span
from chat.direct_conversation_members d where d.organization_id = $3 and d.user_id = $4 ) r
left join chat.read_ranges done on done.organization_id = $5
  and done.user_id = $6 and done.recipient_id = r.recipient_id
cross join lateral unnest(
  r.span - coalesce(done.ranges, '{}'::int8multirange)) as gap) g
cross join lateral (
  select m.id from chat.messages m
  where m.organization_id = $7 and m.id < $8 and m.recipient_id = g.recipient_id and m.sent_recipient_id is null and m.id >= lower(g.gap) and m.id < coalesce(upper(g.gap), 9223372036854775807)
and not (m.sender_id = g.user_id and m.read_by_sender)
    and true
  order by m.id desc limit $9) m
order by m.id desc limit $10) union all (
select m.id from (
select r.user_id, r.recipient_id, r.channel_id, gap from (
select p.user_id, c.recipient_id, c.id as channel_id,
  range_agg(int8range(p.after_message_id, p.until_message_id, '(]')) as span
from chat.subscription_periods p
  join chat.channels c on c.organization_id = p.organization_id and c.id = p.channel_id
where p.organization_id = $11 and p.user_id = $12 and c.recipient_id = any(array(
with recursive sources as (
  select (
select m.sent_recipient_id from chat.messages m
where m.organization_id = $13 and m.sent_recipient_id > 0 order by m.sent_recipient_id limit 1) as id
  union all
  select (
select m.sent_recipient_id from chat.messages m
where m.organization_id = $14 and m.sent_recipient_id > sources.id order by m.sent_recipient_id limit 1) from sources where sources.id is not null)
select id from sources where id is not null))
group by p.user_id, c.recipient_id, c.id) r
left join chat.read_ranges done on done.organization_id = $15
  and done.user_id = $16 and done.recipient_id = r.recipient_id
cross join lateral unnest(
  r.span - coalesce(done.ranges, '{}'::int8multirange)) as gap) g
cross join lateral (
  select m.id from chat.messages m
  where m.organization_id = $17 and m.id < $18 and m.sent_recipient_id = g.recipient_id and m.id >= lower(g.gap) and m.id < coalesce(upper(g.gap), 9223372036854775807)
and not (m.sender_id = g.user_id and m.read_by_sender) and exists (
  select from chat.subscription_periods here
    join chat.channels c on c.organization_id = here.organization_id and c.id = here.channel_id and not c.is_archived
  where here.organization_id = $19 and here.channel_id = m.channel_id and here.user_id = g.user_id
    and here.until_message_id is null and here.after_event_id < m.moved_event_id)
    and true
  order by m.id desc limit $20) m
order by m.id desc limit $21)) m order by m.id desc limit $22;

-- unreadIds 2 (is:unread, newer): id
select m.id from ((
select m.id from (
select r.user_id, r.recipient_id, r.channel_id, gap from (
select p.user_id, c.recipient_id, c.id as channel_id, int8multirange(int8range(max(p.after_message_id) + 1, null)) as span
from chat.subscription_periods p
  join chat.channels c on c.organization_id = p.organization_id and c.id = p.channel_id and not c.is_archived
where p.organization_id = $1 and p.until_message_id is null and p.user_id = $2

group by p.user_id, c.recipient_id, c.id union all
select d.user_id, d.recipient_id, null::bigint as channel_id, int8multirange(int8range(1, null)) as span
from chat.direct_conversation_members d where d.organization_id = $3 and d.user_id = $4 ) r
left join chat.read_ranges done on done.organization_id = $5
  and done.user_id = $6 and done.recipient_id = r.recipient_id
cross join lateral unnest(
  r.span - coalesce(done.ranges, '{}'::int8multirange)) as gap) g
cross join lateral (
  select m.id from chat.messages m
  where m.organization_id = $7 and m.id >= $8 and m.recipient_id = g.recipient_id and m.sent_recipient_id is null and m.id >= lower(g.gap) and m.id < coalesce(upper(g.gap), 9223372036854775807)
and not (m.sender_id = g.user_id and m.read_by_sender)
    and true
  order by m.id asc limit $9) m
order by m.id asc limit $10) union all (
select m.id from (
select r.user_id, r.recipient_id, r.channel_id, gap from (
select p.user_id, c.recipient_id, c.id as channel_id,
  range_agg(int8range(p.after_message_id, p.until_message_id, '(]')) as span
from chat.subscription_periods p
  join chat.channels c on c.organization_id = p.organization_id and c.id = p.channel_id
where p.organization_id = $11 and p.user_id = $12 and c.recipient_id = any(array(
with recursive sources as (
  select (
select m.sent_recipient_id from chat.messages m
where m.organization_id = $13 and m.sent_recipient_id > 0 order by m.sent_recipient_id limit 1) as id
  union all
  select (
select m.sent_recipient_id from chat.messages m
where m.organization_id = $14 and m.sent_recipient_id > sources.id order by m.sent_recipient_id limit 1) from sources where sources.id is not null)
select id from sources where id is not null))
group by p.user_id, c.recipient_id, c.id) r
left join chat.read_ranges done on done.organization_id = $15
  and done.user_id = $16 and done.recipient_id = r.recipient_id
cross join lateral unnest(
  r.span - coalesce(done.ranges, '{}'::int8multirange)) as gap) g
cross join lateral (
  select m.id from chat.messages m
  where m.organization_id = $17 and m.id >= $18 and m.sent_recipient_id = g.recipient_id and m.id >= lower(g.gap) and m.id < coalesce(upper(g.gap), 9223372036854775807)
and not (m.sender_id = g.user_id and m.read_by_sender) and exists (
  select from chat.subscription_periods here
    join chat.channels c on c.organization_id = here.organization_id and c.id = here.channel_id and not c.is_archived
  where here.organization_id = $19 and here.channel_id = m.channel_id and here.user_id = g.user_id
    and here.until_message_id is null and here.after_event_id < m.moved_event_id)
    and true
  order by m.id asc limit $20) m
order by m.id asc limit $21)) m order by m.id asc limit $22;

-- unreadIds 2 (is:unread in a channel): id
select m.id from ((
select m.id from (
select r.user_id, r.recipient_id, r.channel_id, gap from (
select p.user_id, c.recipient_id, c.id as channel_id, int8multirange(int8range(max(p.after_message_id) + 1, null)) as span
from chat.subscription_periods p
  join chat.channels c on c.organization_id = p.organization_id and c.id = p.channel_id and not c.is_archived
where p.organization_id = $1 and p.until_message_id is null and p.user_id = $2 and p.channel_id = $3

group by p.user_id, c.recipient_id, c.id) r
left join chat.read_ranges done on done.organization_id = $4
  and done.user_id = $5 and done.recipient_id = r.recipient_id
cross join lateral unnest(
  r.span - coalesce(done.ranges, '{}'::int8multirange)) as gap) g
cross join lateral (
  select m.id from chat.messages m
  where m.organization_id = $6 and m.id < $7 and m.recipient_id = g.recipient_id and m.sent_recipient_id is null and m.id >= lower(g.gap) and m.id < coalesce(upper(g.gap), 9223372036854775807)
and not (m.sender_id = g.user_id and m.read_by_sender)
    and m.recipient_id = $8
  order by m.id desc limit $9) m
order by m.id desc limit $10) union all (
select m.id from (
select r.user_id, r.recipient_id, r.channel_id, gap from (
select p.user_id, c.recipient_id, c.id as channel_id,
  range_agg(int8range(p.after_message_id, p.until_message_id, '(]')) as span
from chat.subscription_periods p
  join chat.channels c on c.organization_id = p.organization_id and c.id = p.channel_id
where p.organization_id = $11 and p.user_id = $12 and c.recipient_id = any(array(
with recursive sources as (
  select (
select m.sent_recipient_id from chat.messages m
where m.organization_id = $13 and m.sent_recipient_id > 0 order by m.sent_recipient_id limit 1) as id
  union all
  select (
select m.sent_recipient_id from chat.messages m
where m.organization_id = $14 and m.sent_recipient_id > sources.id order by m.sent_recipient_id limit 1) from sources where sources.id is not null)
select id from sources where id is not null))
group by p.user_id, c.recipient_id, c.id) r
left join chat.read_ranges done on done.organization_id = $15
  and done.user_id = $16 and done.recipient_id = r.recipient_id
cross join lateral unnest(
  r.span - coalesce(done.ranges, '{}'::int8multirange)) as gap) g
cross join lateral (
  select m.id from chat.messages m
  where m.organization_id = $17 and m.id < $18 and m.sent_recipient_id = g.recipient_id and m.id >= lower(g.gap) and m.id < coalesce(upper(g.gap), 9223372036854775807)
and not (m.sender_id = g.user_id and m.read_by_sender) and exists (
  select from chat.subscription_periods here
    join chat.channels c on c.organization_id = here.organization_id and c.id = here.channel_id and not c.is_archived
  where here.organization_id = $19 and here.channel_id = m.channel_id and here.user_id = g.user_id
    and here.until_message_id is null and here.after_event_id < m.moved_event_id)
    and m.recipient_id = $20
  order by m.id desc limit $21) m
order by m.id desc limit $22)) m order by m.id desc limit $23;

-- unreadIds 2 (is:unread in a topic): id
select m.id from ((
select m.id from (
select r.user_id, r.recipient_id, r.channel_id, gap from (
select p.user_id, c.recipient_id, c.id as channel_id, int8multirange(int8range(max(p.after_message_id) + 1, null)) as span
from chat.subscription_periods p
  join chat.channels c on c.organization_id = p.organization_id and c.id = p.channel_id and not c.is_archived
where p.organization_id = $1 and p.until_message_id is null and p.user_id = $2 and p.channel_id = $3

group by p.user_id, c.recipient_id, c.id) r
left join chat.read_ranges done on done.organization_id = $4
  and done.user_id = $5 and done.recipient_id = r.recipient_id
cross join lateral unnest(
  r.span - coalesce(done.ranges, '{}'::int8multirange)) as gap) g
cross join lateral (
  select m.id from chat.messages m
  where m.organization_id = $6 and m.id < $7 and m.channel_id = g.channel_id and lower(m.topic) = lower($8) and m.sent_recipient_id is null and m.id >= lower(g.gap) and m.id < coalesce(upper(g.gap), 9223372036854775807)
and not (m.sender_id = g.user_id and m.read_by_sender)
    and m.channel_id = $9 and m.channel_id is not null and lower(m.topic) = lower($10)
  order by m.id desc limit $11) m
order by m.id desc limit $12) union all (
select m.id from (
select r.user_id, r.recipient_id, r.channel_id, gap from (
select p.user_id, c.recipient_id, c.id as channel_id,
  range_agg(int8range(p.after_message_id, p.until_message_id, '(]')) as span
from chat.subscription_periods p
  join chat.channels c on c.organization_id = p.organization_id and c.id = p.channel_id
where p.organization_id = $13 and p.user_id = $14 and c.recipient_id = any(array(
with recursive sources as (
  select (
select m.sent_recipient_id from chat.messages m
where m.organization_id = $15 and m.sent_recipient_id > 0 order by m.sent_recipient_id limit 1) as id
  union all
  select (
select m.sent_recipient_id from chat.messages m
where m.organization_id = $16 and m.sent_recipient_id > sources.id order by m.sent_recipient_id limit 1) from sources where sources.id is not null)
select id from sources where id is not null))
group by p.user_id, c.recipient_id, c.id) r
left join chat.read_ranges done on done.organization_id = $17
  and done.user_id = $18 and done.recipient_id = r.recipient_id
cross join lateral unnest(
  r.span - coalesce(done.ranges, '{}'::int8multirange)) as gap) g
cross join lateral (
  select m.id from chat.messages m
  where m.organization_id = $19 and m.id < $20 and m.sent_recipient_id = g.recipient_id and m.id >= lower(g.gap) and m.id < coalesce(upper(g.gap), 9223372036854775807)
and not (m.sender_id = g.user_id and m.read_by_sender) and exists (
  select from chat.subscription_periods here
    join chat.channels c on c.organization_id = here.organization_id and c.id = here.channel_id and not c.is_archived
  where here.organization_id = $21 and here.channel_id = m.channel_id and here.user_id = g.user_id
    and here.until_message_id is null and here.after_event_id < m.moved_event_id)
    and m.channel_id = $22 and m.channel_id is not null and lower(m.topic) = lower($23)
  order by m.id desc limit $24) m
order by m.id desc limit $25)) m order by m.id desc limit $26;

-- unreadIds 2 (first unread of a channel): id
select m.id from ((
select m.id from (
select r.user_id, r.recipient_id, r.channel_id, gap from (
select p.user_id, c.recipient_id, c.id as channel_id, int8multirange(int8range(max(p.after_message_id) + 1, null)) as span
from chat.subscription_periods p
  join chat.channels c on c.organization_id = p.organization_id and c.id = p.channel_id and not c.is_archived
where p.organization_id = $1 and p.until_message_id is null and p.user_id = $2 and p.channel_id = $3
  and not false
group by p.user_id, c.recipient_id, c.id) r
left join chat.read_ranges done on done.organization_id = $4
  and done.user_id = $5 and done.recipient_id = r.recipient_id
cross join lateral unnest(
  r.span - coalesce(done.ranges, '{}'::int8multirange)) as gap) g
cross join lateral (
  select m.id from chat.messages m
  where m.organization_id = $6 and m.id >= $7 and m.recipient_id = g.recipient_id and m.sent_recipient_id is null and m.id >= lower(g.gap) and m.id < coalesce(upper(g.gap), 9223372036854775807)
and not (m.sender_id = g.user_id and m.read_by_sender)
    and m.recipient_id = $8 and not (m.channel_id is not null and coalesce((
select v.policy from chat.topic_visibility v
where v.organization_id = $9 and v.user_id = $10 and v.channel_id = m.channel_id
  and lower(v.topic) = lower(m.topic)), 0) = 1)
  order by m.id asc limit $11) m
order by m.id asc limit $12) union all (
select m.id from (
select r.user_id, r.recipient_id, r.channel_id, gap from (
select p.user_id, c.recipient_id, c.id as channel_id,
  range_agg(int8range(p.after_message_id, p.until_message_id, '(]')) as span
from chat.subscription_periods p
  join chat.channels c on c.organization_id = p.organization_id and c.id = p.channel_id
where p.organization_id = $13 and p.user_id = $14 and c.recipient_id = any(array(
with recursive sources as (
  select (
select m.sent_recipient_id from chat.messages m
where m.organization_id = $15 and m.sent_recipient_id > 0 order by m.sent_recipient_id limit 1) as id
  union all
  select (
select m.sent_recipient_id from chat.messages m
where m.organization_id = $16 and m.sent_recipient_id > sources.id order by m.sent_recipient_id limit 1) from sources where sources.id is not null)
select id from sources where id is not null))
group by p.user_id, c.recipient_id, c.id) r
left join chat.read_ranges done on done.organization_id = $17
  and done.user_id = $18 and done.recipient_id = r.recipient_id
cross join lateral unnest(
  r.span - coalesce(done.ranges, '{}'::int8multirange)) as gap) g
cross join lateral (
  select m.id from chat.messages m
  where m.organization_id = $19 and m.id >= $20 and m.sent_recipient_id = g.recipient_id and m.id >= lower(g.gap) and m.id < coalesce(upper(g.gap), 9223372036854775807)
and not (m.sender_id = g.user_id and m.read_by_sender) and exists (
  select from chat.subscription_periods here
    join chat.channels c on c.organization_id = here.organization_id and c.id = here.channel_id and not c.is_archived
  where here.organization_id = $21 and here.channel_id = m.channel_id and here.user_id = g.user_id
    and here.until_message_id is null and here.after_event_id < m.moved_event_id)
    and m.recipient_id = $22 and not (m.channel_id is not null and coalesce((
select v.policy from chat.topic_visibility v
where v.organization_id = $23 and v.user_id = $24 and v.channel_id = m.channel_id
  and lower(v.topic) = lower(m.topic)), 0) = 1)
  order by m.id asc limit $25) m
order by m.id asc limit $26)) m order by m.id asc limit $27;
