-- Written by "npm run sql" from src/chat/message-flags/queries.ts.

-- addToRead
insert into chat.read_ranges as known (organization_id, user_id, recipient_id, ranges)
select $1, $2, m.recipient_id, range_agg(int8range(gap.id, m.id, '(]'))
from chat.messages m cross join lateral (
  select coalesce(max(p.id) filter (where not p.own), min(p.id) - 1, 0) as id
  from (
    select b.id, b.sender_id = $3 and b.read_by_sender as own from chat.messages b
    where b.organization_id = $4 and b.recipient_id = m.recipient_id and b.id < m.id
    order by b.id desc limit $5) p) gap
where m.organization_id = $6 and m.id = any($7::bigint[])
group by m.recipient_id order by m.recipient_id
on conflict (organization_id, user_id, recipient_id) do update set ranges = known.ranges + excluded.ranges;

-- removeFromRead
update chat.messages set read_by_sender = false
where organization_id = $1 and id = any($2::bigint[]) and sender_id = $3 and read_by_sender;

-- removeFromRead 2
update chat.read_ranges r set ranges = r.ranges - unread.ids
from (
  select recipient_id, range_agg(int8range(id, id, '[]')) as ids from chat.messages
  where organization_id = $1 and id = any($2::bigint[]) group by recipient_id) unread
where r.organization_id = $3 and r.user_id = $4 and r.recipient_id = unread.recipient_id;
