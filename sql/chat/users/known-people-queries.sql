-- Written by "npm run sql" from src/chat/users/known-people-queries.ts.

-- isLimitingGuests: limits
select
exists (select from chat.realms r join chat.user_groups g on g.organization_id = r.organization_id
  and lower(g.name) = 'role:everyone' and g.is_system_group
  where r.organization_id = $1
    and r.settings->'can_access_all_users_group' <> to_jsonb(g.id)) as limits;

-- loadKnownPeople: id
select $1::bigint as id
union select b.id from chat.users b where b.organization_id = $2 and b.bot_type is not null
union select other.user_id
from chat.subscriptions own join chat.subscriptions other
  on other.organization_id = own.organization_id and other.channel_id = own.channel_id
where own.organization_id = $3 and own.user_id = $4
union select other.user_id
from chat.direct_conversation_members own join chat.direct_conversations c
    on c.organization_id = own.organization_id and c.recipient_id = own.recipient_id
  cross join lateral unnest(c.user_ids) as other (user_id)
where own.organization_id = $5 and own.user_id = $6;

-- loadAcquaintances (all): guestId, userId
with guests as materialized (
  select id from chat.users where organization_id = $1 and role = 600 and is_active),
pairs as (
  select g.id as guest_id, t.user_id
  from guests g
    join chat.subscriptions s on s.organization_id = $2 and s.user_id = g.id
    join chat.subscriptions t on t.organization_id = $3 and t.channel_id = s.channel_id
  where g.id = any($4::bigint[]) and true and true
  union
  select s.user_id, t.user_id
  from chat.subscriptions t
    join chat.subscriptions s on s.organization_id = $5 and s.channel_id = t.channel_id
  where t.organization_id = $6 and t.user_id = any($7::bigint[]) and s.user_id in (select id from guests)
    and true and true
  union
  select s.user_id, t.user_id
  from chat.direct_conversation_members m
    join chat.direct_conversations c on c.organization_id = $8 and c.recipient_id = m.recipient_id
    cross join lateral unnest(c.user_ids) as s (user_id)
    cross join lateral unnest(c.user_ids) as t (user_id)
  where m.organization_id = $9 and m.user_id = any($10::bigint[]) and s.user_id in (select id from guests)
    and (s.user_id = m.user_id or t.user_id = m.user_id))
select p.guest_id as "guestId", p.user_id as "userId"
from pairs p join chat.users u on u.organization_id = $11 and u.id = p.user_id
where u.bot_type is null and p.guest_id <> p.user_id
order by p.user_id, p.guest_id;

-- loadAcquaintances (without some subscriptions): guestId, userId
with guests as materialized (
  select id from chat.users where organization_id = $1 and role = 600 and is_active),
pairs as (
  select g.id as guest_id, t.user_id
  from guests g
    join chat.subscriptions s on s.organization_id = $2 and s.user_id = g.id
    join chat.subscriptions t on t.organization_id = $3 and t.channel_id = s.channel_id
  where g.id = any($4::bigint[]) and (s.channel_id, s.user_id) not in (
select * from unnest($5::bigint[], $6::bigint[])) and (t.channel_id, t.user_id) not in (
select * from unnest($7::bigint[], $8::bigint[]))
  union
  select s.user_id, t.user_id
  from chat.subscriptions t
    join chat.subscriptions s on s.organization_id = $9 and s.channel_id = t.channel_id
  where t.organization_id = $10 and t.user_id = any($11::bigint[]) and s.user_id in (select id from guests)
    and (s.channel_id, s.user_id) not in (
select * from unnest($12::bigint[], $13::bigint[])) and (t.channel_id, t.user_id) not in (
select * from unnest($14::bigint[], $15::bigint[]))
  union
  select s.user_id, t.user_id
  from chat.direct_conversation_members m
    join chat.direct_conversations c on c.organization_id = $16 and c.recipient_id = m.recipient_id
    cross join lateral unnest(c.user_ids) as s (user_id)
    cross join lateral unnest(c.user_ids) as t (user_id)
  where m.organization_id = $17 and m.user_id = any($18::bigint[]) and s.user_id in (select id from guests)
    and (s.user_id = m.user_id or t.user_id = m.user_id))
select p.guest_id as "guestId", p.user_id as "userId"
from pairs p join chat.users u on u.organization_id = $19 and u.id = p.user_id
where u.bot_type is null and p.guest_id <> p.user_id
order by p.user_id, p.guest_id;
