-- Written by "npm run sql" from src/chat/messages/query/search-path.ts.

-- searchIds (search): id
select nearest.id from (
select id from ((
select m.id from (
  select c.recipient_id, p.after_message_id as after, p.until_message_id as until
  from chat.subscription_periods p join chat.channels c on c.organization_id = p.organization_id and c.id = p.channel_id
  where p.organization_id = $1 and p.user_id = $2
    and p.channel_id <@ $3::int8multirange
  union all
select d.recipient_id, 0::bigint as after, null::bigint as until from chat.direct_conversation_members d
where d.organization_id = $4 and d.user_id = $5) r cross join lateral (
  select m.id from chat.messages m
  where m.organization_id = $6 and m.recipient_id = r.recipient_id and m.sent_recipient_id is null
    and m.id > r.after and m.id <= coalesce(r.until, 9223372036854775807) and m.id < $7
    and true
  order by m.id desc limit $8) m
order by m.id desc limit $9)
  union (select m.id from chat.messages m where m.organization_id = $10 and m.id < $11 and m.sender_id = $12 and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $13 and d.user_id = $14)
when m.sent_channel_id is null and m.id > $15 and m.channel_id <@ $16::int8multirange then true
else m.channel_id <@ $17::int8multirange
and (m.sender_id = $18 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $19 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $20
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end) order by m.id desc limit $21) union (
select m.id from (
  select c.recipient_id, p.after_message_id as after, p.until_message_id as until
  from chat.subscription_periods p join chat.channels c on c.organization_id = p.organization_id and c.id = p.channel_id
  where p.organization_id = $22 and p.user_id = $23) r
cross join lateral (
  select m.id from chat.messages m
  where m.organization_id = $24 and m.sent_recipient_id = r.recipient_id
    and m.id > r.after and m.id <= coalesce(r.until, 9223372036854775807) and m.id < $25
    and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $26 and d.user_id = $27)
when m.sent_channel_id is null and m.id > $28 and m.channel_id <@ $29::int8multirange then true
else m.channel_id <@ $30::int8multirange
and (m.sender_id = $31 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $32 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $33
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end)
  order by m.id desc limit $34) m
order by m.id desc limit $35)) m order by m.id desc limit $36) nearest where coalesce((
select case when not d.document @@ $37::tsquery then false  else (select coalesce((
select d.document @@ $38::tsquery and (d.document @@ $39::tsquery or (d.document @@ $40::tsquery and position($41 in chat.search_bare(chat.search_fold(m.plain_text || ' ' || m.topic))) > 0)) and (d.document @@ $42::tsquery and position($43 in chat.search_fold(m.plain_text || ' ' || m.topic)) > 0)
from (select coalesce(
  (select s.document from chat.message_search s where s.organization_id = m.organization_id and s.message_id = m.id),
  chat.search_document($44, m.plain_text, m.topic)) as document offset 0) d), false) from chat.messages m
where m.organization_id = $45 and m.id = nearest.id) end
from (select (
  select s.document from chat.message_search s
  where s.organization_id = $46 and s.message_id = nearest.id) as document offset 0) d), false) order by nearest.id desc limit $47;

-- searchIds (search in a channel): id
select nearest.id from (select m.id from chat.messages m where m.organization_id = $1 and m.id < $2 and m.recipient_id = $3 order by m.id desc limit $4) nearest where coalesce((
select case when not d.document @@ $5::tsquery then false  else (select coalesce((
select d.document @@ $6::tsquery and (d.document @@ $7::tsquery or (d.document @@ $8::tsquery and position($9 in chat.search_bare(chat.search_fold(m.plain_text || ' ' || m.topic))) > 0)) and (d.document @@ $10::tsquery and position($11 in chat.search_fold(m.plain_text || ' ' || m.topic)) > 0)
from (select coalesce(
  (select s.document from chat.message_search s where s.organization_id = m.organization_id and s.message_id = m.id),
  chat.search_document($12, m.plain_text, m.topic)) as document offset 0) d), false) from chat.messages m
where m.organization_id = $13 and m.id = nearest.id) end
from (select (
  select s.document from chat.message_search s
  where s.organization_id = $14 and s.message_id = nearest.id) as document offset 0) d), false) order by nearest.id desc limit $15;

-- indexedSearch (search): id
with hits as materialized (
  select s.message_id as id from chat.message_search s
  where s.organization_id = $1  and s.document @@ $2::tsquery and s.message_id < $3
  union all
  select s.message_id from chat.search_stale s
  where s.organization_id = $4 and s.message_id < $5
  union all
  select m.id from chat.messages m where m.organization_id = $6 and m.id < $7 and m.id > coalesce(
    (select p.message_id from chat.search_progress p where p.organization_id = $8), 0))
-- Sorted first, and then each hit is looked up by itself until there are enough: the number of hits cannot be
-- foreseen, and a join would read all messages.
select hits.id from (select distinct id from hits order by id desc offset 0) hits
where (select (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $9 and d.user_id = $10)
when m.sent_channel_id is null and m.id > $11 and m.channel_id <@ $12::int8multirange then true
else m.channel_id <@ $13::int8multirange
and (m.sender_id = $14 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $15 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $16
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end) and coalesce((
select d.document @@ $17::tsquery and (d.document @@ $18::tsquery or (d.document @@ $19::tsquery and position($20 in chat.search_bare(chat.search_fold(m.plain_text || ' ' || m.topic))) > 0)) and (d.document @@ $21::tsquery and position($22 in chat.search_fold(m.plain_text || ' ' || m.topic)) > 0)
from (select coalesce(
  (select s.document from chat.message_search s where s.organization_id = m.organization_id and s.message_id = m.id),
  chat.search_document($23, m.plain_text, m.topic)) as document offset 0) d), false) from chat.messages m
  where m.organization_id = $24 and m.id = hits.id)
order by hits.id desc limit $25;

-- indexedSearch (search in a channel): id
with hits as materialized (
  select s.message_id as id from chat.message_search s
  where s.organization_id = $1  and s.document @@ $2::tsquery and s.message_id < $3
  union all
  select s.message_id from chat.search_stale s
  where s.organization_id = $4 and s.message_id < $5
  union all
  select m.id from chat.messages m where m.organization_id = $6 and m.id < $7 and m.id > coalesce(
    (select p.message_id from chat.search_progress p where p.organization_id = $8), 0))
-- Sorted first, and then each hit is looked up by itself until there are enough: the number of hits cannot be
-- foreseen, and a join would read all messages.
select hits.id from (select distinct id from hits order by id desc offset 0) hits
where (select m.recipient_id = $9 and coalesce((
select d.document @@ $10::tsquery and (d.document @@ $11::tsquery or (d.document @@ $12::tsquery and position($13 in chat.search_bare(chat.search_fold(m.plain_text || ' ' || m.topic))) > 0)) and (d.document @@ $14::tsquery and position($15 in chat.search_fold(m.plain_text || ' ' || m.topic)) > 0)
from (select coalesce(
  (select s.document from chat.message_search s where s.organization_id = m.organization_id and s.message_id = m.id),
  chat.search_document($16, m.plain_text, m.topic)) as document offset 0) d), false) from chat.messages m
  where m.organization_id = $17 and m.id = hits.id)
order by hits.id desc limit $18;
