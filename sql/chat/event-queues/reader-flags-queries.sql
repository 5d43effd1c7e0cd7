-- Written by "npm run sql" from src/chat/event-queues/reader-flags-queries.ts.

-- loadReaderFlags: bits, isPresent, isRead, isReceived, userId
with message as materialized (
  select id, channel_id, recipient_id, sender_id from chat.messages where organization_id = $1 and id = $2),
person as (
  select p.user_id,
    bool_or(p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id)) as received,
    coalesce(bool_or(p.after_message_id < m.id) filter (where p.until_message_id is null), false) as present
  from message m join chat.subscription_periods p
    on p.organization_id = $3 and p.channel_id = m.channel_id
  group by p.user_id
  union all
  select m.sender_id, false, false
  from message m where m.channel_id is not null and not exists (
    select from chat.subscription_periods p
    where p.organization_id = $4 and p.channel_id = m.channel_id and p.user_id = m.sender_id)
  union all
  select d.user_id, true, true
  from message m
    join chat.direct_conversations c on c.organization_id = $5 and c.recipient_id = m.recipient_id
    cross join lateral unnest(c.user_ids) as d (user_id)
  where m.channel_id is null)
select p.user_id as "userId", coalesce(f.flags, 0) as bits, p.received as "isReceived", p.present as "isPresent",
  coalesce(r.ranges @> m.id, false) as "isRead"
from message m cross join person p
  left join chat.message_flags f
    on f.organization_id = $6 and f.user_id = p.user_id and f.message_id = m.id
  left join chat.read_ranges r
    on r.organization_id = $7 and r.user_id = p.user_id and r.recipient_id = m.recipient_id;
