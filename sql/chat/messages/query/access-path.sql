-- Written by "npm run sql" from src/chat/messages/query/access-path.ts.

-- chooseAccessPath (channel, older): id
select m.id from chat.messages m where m.organization_id = $1 and m.id < $2 and m.recipient_id = $3 order by m.id desc limit $4;

-- chooseAccessPath (channel, newer): id
select m.id from chat.messages m where m.organization_id = $1 and m.id >= $2 and m.recipient_id = $3 order by m.id asc limit $4;

-- chooseAccessPath (channel with protected history): id
select m.id from chat.messages m where m.organization_id = $1 and m.id < $2 and m.recipient_id = $3 and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $4 and d.user_id = $5)
when m.channel_id <@ $6::int8multirange then true else m.channel_id <@ $7::int8multirange and (m.sender_id = $8 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $9 and p.channel_id = m.channel_id and p.user_id = $10
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end) order by m.id desc limit $11;

-- chooseAccessPath (channel and topic): id
select m.id from chat.messages m where m.organization_id = $1 and m.id < $2 and m.channel_id = $3 and m.channel_id is not null and lower(m.topic) = lower($4) order by m.id desc limit $5;

-- chooseAccessPath (dm with nobody yet): id
select m.id from chat.messages m where m.organization_id = $1 and m.id < $2 and false order by m.id desc limit $3;

-- chooseAccessPath (sender): id
select m.id from chat.messages m where m.organization_id = $1 and m.id < $2 and m.sender_id = $3 and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $4 and d.user_id = $5)
when m.id > $6 and m.channel_id <@ $7::int8multirange then true
else m.channel_id <@ $8::int8multirange and (m.sender_id = $9 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $10 and p.channel_id = m.channel_id and p.user_id = $11
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end) order by m.id desc limit $12;

-- chooseAccessPath (sender in a channel): id
select m.id from chat.messages m where m.organization_id = $1 and m.id < $2 and m.recipient_id = $3 and m.sender_id = $4 order by m.id desc limit $5;

-- chooseAccessPath (id): id
select m.id from chat.messages m where m.organization_id = $1 and m.id < $2 and m.id = $3 and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $4 and d.user_id = $5)
when m.id > $6 and m.channel_id <@ $7::int8multirange then true
else m.channel_id <@ $8::int8multirange and (m.sender_id = $9 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $10 and p.channel_id = m.channel_id and p.user_id = $11
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end) order by m.id desc limit $12;

-- chooseAccessPath (has:link): id
select m.id from chat.messages m where m.organization_id = $1 and m.id < $2 and m.has_link and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $3 and d.user_id = $4)
when m.id > $5 and m.channel_id <@ $6::int8multirange then true
else m.channel_id <@ $7::int8multirange and (m.sender_id = $8 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $9 and p.channel_id = m.channel_id and p.user_id = $10
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end) order by m.id desc limit $11;

-- chooseAccessPath (has:image): id
select m.id from chat.messages m where m.organization_id = $1 and m.id < $2 and m.has_image and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $3 and d.user_id = $4)
when m.id > $5 and m.channel_id <@ $6::int8multirange then true
else m.channel_id <@ $7::int8multirange and (m.sender_id = $8 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $9 and p.channel_id = m.channel_id and p.user_id = $10
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end) order by m.id desc limit $11;

-- chooseAccessPath (has:attachment): id
select m.id from chat.messages m where m.organization_id = $1 and m.id < $2 and m.has_attachment and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $3 and d.user_id = $4)
when m.id > $5 and m.channel_id <@ $6::int8multirange then true
else m.channel_id <@ $7::int8multirange and (m.sender_id = $8 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $9 and p.channel_id = m.channel_id and p.user_id = $10
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end) order by m.id desc limit $11;

-- chooseAccessPath 2 (channels and topic): id
select id from (
      (
select m.id from (select unnest($1::bigint[]) as channel_id, $2 as topic) t cross join lateral (
  select m.id from chat.messages m
  where m.organization_id = $3 and m.channel_id = t.channel_id and lower(m.topic) = lower(t.topic)
    and m.id < $4 and (m.channel_id is not null and m.channel_id in (select unnest($5::bigint[]))) and m.channel_id is not null and lower(m.topic) = lower($6) and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $7 and d.user_id = $8)
when m.channel_id <@ $9::int8multirange then true else m.channel_id <@ $10::int8multirange and (m.sender_id = $11 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $12 and p.channel_id = m.channel_id and p.user_id = $13
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end)
  order by m.id desc limit $14) m
order by m.id desc limit $15)
      union
      (select m.id from chat.messages m where m.organization_id = $16 and m.id < $17 and m.sender_id = $18 and (m.channel_id is not null and m.channel_id in (select unnest($19::bigint[]))) and m.channel_id is not null and lower(m.topic) = lower($20) and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $21 and d.user_id = $22)
when m.channel_id <@ $23::int8multirange then true else m.channel_id <@ $24::int8multirange and (m.sender_id = $25 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $26 and p.channel_id = m.channel_id and p.user_id = $27
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end) order by m.id desc limit $28)
    ) m order by m.id desc limit $29;

-- chooseAccessPath 2 (topic): id
select id from (
      (
select m.id from (select unnest($1::bigint[]) as channel_id, $2 as topic) t cross join lateral (
  select m.id from chat.messages m
  where m.organization_id = $3 and m.channel_id = t.channel_id and lower(m.topic) = lower(t.topic)
    and m.id < $4 and m.channel_id is not null and lower(m.topic) = lower($5) and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $6 and d.user_id = $7)
when m.id > $8 and m.channel_id <@ $9::int8multirange then true
else m.channel_id <@ $10::int8multirange and (m.sender_id = $11 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $12 and p.channel_id = m.channel_id and p.user_id = $13
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end)
  order by m.id desc limit $14) m
order by m.id desc limit $15)
      union
      (select m.id from chat.messages m where m.organization_id = $16 and m.id < $17 and m.sender_id = $18 and m.channel_id is not null and lower(m.topic) = lower($19) and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $20 and d.user_id = $21)
when m.id > $22 and m.channel_id <@ $23::int8multirange then true
else m.channel_id <@ $24::int8multirange and (m.sender_id = $25 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $26 and p.channel_id = m.channel_id and p.user_id = $27
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end) order by m.id desc limit $28)
    ) m order by m.id desc limit $29;

-- chooseAccessPath 3 (everything, older): id
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
  where m.organization_id = $6 and m.recipient_id = r.recipient_id
    and m.id > r.after and m.id <= coalesce(r.until, 9223372036854775807) and m.id < $7
    and true
  order by m.id desc limit $8) m
order by m.id desc limit $9) union (select m.id from chat.messages m where m.organization_id = $10 and m.id < $11 and m.sender_id = $12 and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $13 and d.user_id = $14)
when m.id > $15 and m.channel_id <@ $16::int8multirange then true
else m.channel_id <@ $17::int8multirange and (m.sender_id = $18 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $19 and p.channel_id = m.channel_id and p.user_id = $20
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end) order by m.id desc limit $21)) m order by m.id desc limit $22;

-- chooseAccessPath 3 (everything, newer): id
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
  where m.organization_id = $6 and m.recipient_id = r.recipient_id
    and m.id > r.after and m.id <= coalesce(r.until, 9223372036854775807) and m.id >= $7
    and true
  order by m.id asc limit $8) m
order by m.id asc limit $9) union (select m.id from chat.messages m where m.organization_id = $10 and m.id >= $11 and m.sender_id = $12 and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $13 and d.user_id = $14)
when m.id > $15 and m.channel_id <@ $16::int8multirange then true
else m.channel_id <@ $17::int8multirange and (m.sender_id = $18 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $19 and p.channel_id = m.channel_id and p.user_id = $20
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end) order by m.id asc limit $21)) m order by m.id asc limit $22;

-- chooseAccessPath 3 (channels): id
select id from ((
select m.id from (
    select unnest($1::bigint[]) as recipient_id, 0::bigint as after, null::bigint as until) r cross join lateral (
  select m.id from chat.messages m
  where m.organization_id = $2 and m.recipient_id = r.recipient_id
    and m.id > r.after and m.id <= coalesce(r.until, 9223372036854775807) and m.id < $3
    and (m.channel_id is not null and m.channel_id in (select unnest($4::bigint[])))
  order by m.id desc limit $5) m
order by m.id desc limit $6) union (select m.id from chat.messages m where m.organization_id = $7 and m.id < $8 and m.sender_id = $9 and (m.channel_id is not null and m.channel_id in (select unnest($10::bigint[]))) and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $11 and d.user_id = $12)
when m.channel_id <@ $13::int8multirange then true else m.channel_id <@ $14::int8multirange and (m.sender_id = $15 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $16 and p.channel_id = m.channel_id and p.user_id = $17
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end) order by m.id desc limit $18)) m order by m.id desc limit $19;

-- chooseAccessPath 3 (is:read): id
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
  where m.organization_id = $6 and m.recipient_id = r.recipient_id
    and m.id > r.after and m.id <= coalesce(r.until, 9223372036854775807) and m.id < $7
    and not (not (m.sender_id = $8 and m.read_by_sender)
and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $9 and d.user_id = $10)
  when m.channel_id <@ $11::int8multirange then coalesce((
    select p.after_message_id < m.id from chat.subscription_periods p
    where p.organization_id = $12 and p.channel_id = m.channel_id and p.user_id = $13
      and p.until_message_id is null order by p.after_event_id desc limit 1), false)
  else false end)
and not coalesce((
  select r.ranges @> m.id from chat.read_ranges r
  where r.organization_id = $14 and r.user_id = $15 and r.recipient_id = m.recipient_id), false))
  order by m.id desc limit $16) m
order by m.id desc limit $17) union (select m.id from chat.messages m where m.organization_id = $18 and m.id < $19 and m.sender_id = $20 and not (not (m.sender_id = $21 and m.read_by_sender)
and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $22 and d.user_id = $23)
  when m.channel_id <@ $24::int8multirange then coalesce((
    select p.after_message_id < m.id from chat.subscription_periods p
    where p.organization_id = $25 and p.channel_id = m.channel_id and p.user_id = $26
      and p.until_message_id is null order by p.after_event_id desc limit 1), false)
  else false end)
and not coalesce((
  select r.ranges @> m.id from chat.read_ranges r
  where r.organization_id = $27 and r.user_id = $28 and r.recipient_id = m.recipient_id), false)) and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $29 and d.user_id = $30)
when m.id > $31 and m.channel_id <@ $32::int8multirange then true
else m.channel_id <@ $33::int8multirange and (m.sender_id = $34 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $35 and p.channel_id = m.channel_id and p.user_id = $36
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end) order by m.id desc limit $37)) m order by m.id desc limit $38;

-- chooseAccessPath 3 (is:dm): id
select id from ((
select m.id from (
select d.recipient_id, 0::bigint as after, null::bigint as until from chat.direct_conversation_members d
where d.organization_id = $1 and d.user_id = $2) r cross join lateral (
  select m.id from chat.messages m
  where m.organization_id = $3 and m.recipient_id = r.recipient_id
    and m.id > r.after and m.id <= coalesce(r.until, 9223372036854775807) and m.id < $4
    and true
  order by m.id desc limit $5) m
order by m.id desc limit $6) union (select m.id from chat.messages m where m.organization_id = $7 and m.id < $8 and m.sender_id = $9 and m.channel_id is null and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $10 and d.user_id = $11)
when m.id > $12 and m.channel_id <@ $13::int8multirange then true
else m.channel_id <@ $14::int8multirange and (m.sender_id = $15 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $16 and p.channel_id = m.channel_id and p.user_id = $17
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end) order by m.id desc limit $18)) m order by m.id desc limit $19;

-- chooseAccessPath 3 (is:muted): id
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
  where m.organization_id = $6 and m.recipient_id = r.recipient_id
    and m.id > r.after and m.id <= coalesce(r.until, 9223372036854775807) and m.id < $7
    and (m.channel_id is not null and case coalesce((
select v.policy from chat.topic_visibility v
where v.organization_id = $8 and v.user_id = $9 and v.channel_id = m.channel_id
  and lower(v.topic) = lower(m.topic)), 0) when 1 then true when 0 then m.channel_id in (
    select s.channel_id from chat.subscriptions s
    where s.organization_id = $10 and s.user_id = $11 and s.is_muted) else false end)
  order by m.id desc limit $12) m
order by m.id desc limit $13) union (select m.id from chat.messages m where m.organization_id = $14 and m.id < $15 and m.sender_id = $16 and (m.channel_id is not null and case coalesce((
select v.policy from chat.topic_visibility v
where v.organization_id = $17 and v.user_id = $18 and v.channel_id = m.channel_id
  and lower(v.topic) = lower(m.topic)), 0) when 1 then true when 0 then m.channel_id in (
    select s.channel_id from chat.subscriptions s
    where s.organization_id = $19 and s.user_id = $20 and s.is_muted) else false end) and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $21 and d.user_id = $22)
when m.id > $23 and m.channel_id <@ $24::int8multirange then true
else m.channel_id <@ $25::int8multirange and (m.sender_id = $26 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $27 and p.channel_id = m.channel_id and p.user_id = $28
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end) order by m.id desc limit $29)) m order by m.id desc limit $30;

-- chooseAccessPath 3 (is:resolved): id
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
  where m.organization_id = $6 and m.recipient_id = r.recipient_id
    and m.id > r.after and m.id <= coalesce(r.until, 9223372036854775807) and m.id < $7
    and (m.channel_id is not null and starts_with(m.topic, $8))
  order by m.id desc limit $9) m
order by m.id desc limit $10) union (select m.id from chat.messages m where m.organization_id = $11 and m.id < $12 and m.sender_id = $13 and (m.channel_id is not null and starts_with(m.topic, $14)) and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $15 and d.user_id = $16)
when m.id > $17 and m.channel_id <@ $18::int8multirange then true
else m.channel_id <@ $19::int8multirange and (m.sender_id = $20 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $21 and p.channel_id = m.channel_id and p.user_id = $22
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end) order by m.id desc limit $23)) m order by m.id desc limit $24;

-- chooseAccessPath 3 (without a search): id
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
  where m.organization_id = $6 and m.recipient_id = r.recipient_id
    and m.id > r.after and m.id <= coalesce(r.until, 9223372036854775807) and m.id < $7
    and not coalesce((
select d.document @@ $8::tsquery and (d.document @@ $9::tsquery or (d.document @@ $10::tsquery and position($11 in chat.search_bare(chat.search_fold(m.plain_text || ' ' || m.topic))) > 0)) and (d.document @@ $12::tsquery and position($13 in chat.search_fold(m.plain_text || ' ' || m.topic)) > 0)
from (select coalesce(
  (select s.document from chat.message_search s where s.organization_id = m.organization_id and s.message_id = m.id),
  chat.search_document($14, m.plain_text, m.topic)) as document offset 0) d), false)
  order by m.id desc limit $15) m
order by m.id desc limit $16) union (select m.id from chat.messages m where m.organization_id = $17 and m.id < $18 and m.sender_id = $19 and not coalesce((
select d.document @@ $20::tsquery and (d.document @@ $21::tsquery or (d.document @@ $22::tsquery and position($23 in chat.search_bare(chat.search_fold(m.plain_text || ' ' || m.topic))) > 0)) and (d.document @@ $24::tsquery and position($25 in chat.search_fold(m.plain_text || ' ' || m.topic)) > 0)
from (select coalesce(
  (select s.document from chat.message_search s where s.organization_id = m.organization_id and s.message_id = m.id),
  chat.search_document($26, m.plain_text, m.topic)) as document offset 0) d), false) and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $27 and d.user_id = $28)
when m.id > $29 and m.channel_id <@ $30::int8multirange then true
else m.channel_id <@ $31::int8multirange and (m.sender_id = $32 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $33 and p.channel_id = m.channel_id and p.user_id = $34
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end) order by m.id desc limit $35)) m order by m.id desc limit $36;

-- chooseAccessPath 3 (negated filters): id
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
  where m.organization_id = $6 and m.recipient_id = r.recipient_id
    and m.id > r.after and m.id <= coalesce(r.until, 9223372036854775807) and m.id < $7
    and not (m.recipient_id = $8) and not (m.channel_id is not null and lower(m.topic) = lower($9)) and not (m.recipient_id = $10) and not ((m.channel_id is null and (m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
  join chat.direct_conversations c using (organization_id, recipient_id)
where d.organization_id = $11 and d.user_id = $12 and c.user_ids @> $13::bigint[]
  and cardinality(c.user_ids) >= $14)))) and not (m.sender_id = $15) and not ((((m.wildcard & 1 <> 0 or m.mentioned_group_ids && $16::bigint[]) or coalesce((
select f.flags & 28 <> 0 from chat.message_flags f
where f.organization_id = $17 and f.user_id = $18 and f.message_id = m.id), false)) and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $19 and d.user_id = $20)
when m.id > $21 and m.channel_id <@ $22::int8multirange then true
else m.channel_id <@ $23::int8multirange and (m.sender_id = $24 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $25 and p.channel_id = m.channel_id and p.user_id = $26
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end))) and not ((not (m.sender_id = $27 and m.read_by_sender)
and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $28 and d.user_id = $29)
  when m.channel_id <@ $30::int8multirange then coalesce((
    select p.after_message_id < m.id from chat.subscription_periods p
    where p.organization_id = $31 and p.channel_id = m.channel_id and p.user_id = $32
      and p.until_message_id is null order by p.after_event_id desc limit 1), false)
  else false end)
and not coalesce((
  select r.ranges @> m.id from chat.read_ranges r
  where r.organization_id = $33 and r.user_id = $34 and r.recipient_id = m.recipient_id), false)))
  order by m.id desc limit $35) m
order by m.id desc limit $36) union (select m.id from chat.messages m where m.organization_id = $37 and m.id < $38 and m.sender_id = $39 and not (m.recipient_id = $40) and not (m.channel_id is not null and lower(m.topic) = lower($41)) and not (m.recipient_id = $42) and not ((m.channel_id is null and (m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
  join chat.direct_conversations c using (organization_id, recipient_id)
where d.organization_id = $43 and d.user_id = $44 and c.user_ids @> $45::bigint[]
  and cardinality(c.user_ids) >= $46)))) and not (m.sender_id = $47) and not ((((m.wildcard & 1 <> 0 or m.mentioned_group_ids && $48::bigint[]) or coalesce((
select f.flags & 28 <> 0 from chat.message_flags f
where f.organization_id = $49 and f.user_id = $50 and f.message_id = m.id), false)) and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $51 and d.user_id = $52)
when m.id > $53 and m.channel_id <@ $54::int8multirange then true
else m.channel_id <@ $55::int8multirange and (m.sender_id = $56 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $57 and p.channel_id = m.channel_id and p.user_id = $58
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end))) and not ((not (m.sender_id = $59 and m.read_by_sender)
and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $60 and d.user_id = $61)
  when m.channel_id <@ $62::int8multirange then coalesce((
    select p.after_message_id < m.id from chat.subscription_periods p
    where p.organization_id = $63 and p.channel_id = m.channel_id and p.user_id = $64
      and p.until_message_id is null order by p.after_event_id desc limit 1), false)
  else false end)
and not coalesce((
  select r.ranges @> m.id from chat.read_ranges r
  where r.organization_id = $65 and r.user_id = $66 and r.recipient_id = m.recipient_id), false))) and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $67 and d.user_id = $68)
when m.id > $69 and m.channel_id <@ $70::int8multirange then true
else m.channel_id <@ $71::int8multirange and (m.sender_id = $72 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $73 and p.channel_id = m.channel_id and p.user_id = $74
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end) order by m.id desc limit $75)) m order by m.id desc limit $76;

-- flagIndexScan (is:starred, by flags alone): id
select f.message_id as id from chat.message_flags f
where f.organization_id = $1 and f.user_id = $2 and f.flags & 1 <> 0
  and f.message_id < $3
order by f.message_id desc limit $4;

-- withMentionsOfMany (is:mentioned, older): id
select id from (
  (
select m.id from chat.message_flags f
  join chat.messages m on m.organization_id = f.organization_id and m.id = f.message_id
where f.organization_id = $1 and f.user_id = $2
  and f.flags & 28 <> 0 and f.message_id < $3 and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $4 and d.user_id = $5)
when m.id > $6 and m.channel_id <@ $7::int8multirange then true
else m.channel_id <@ $8::int8multirange and (m.sender_id = $9 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $10 and p.channel_id = m.channel_id and p.user_id = $11
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end)
order by f.message_id desc limit $12)
  union
  (select m.id from chat.messages m
    where m.organization_id = $13 and m.id < $14
      and (m.wildcard <> 0 or m.mentioned_group_ids <> '{}') and (m.wildcard & 1 <> 0 or m.mentioned_group_ids && $15::bigint[])
      and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $16 and d.user_id = $17)
when m.id > $18 and m.channel_id <@ $19::int8multirange then true
else m.channel_id <@ $20::int8multirange and (m.sender_id = $21 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $22 and p.channel_id = m.channel_id and p.user_id = $23
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end)
    order by m.id desc limit $24)
) m order by m.id desc limit $25;

-- withMentionsOfMany (is:mentioned, newer): id
select id from (
  (
select m.id from chat.message_flags f
  join chat.messages m on m.organization_id = f.organization_id and m.id = f.message_id
where f.organization_id = $1 and f.user_id = $2
  and f.flags & 28 <> 0 and f.message_id >= $3 and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $4 and d.user_id = $5)
when m.id > $6 and m.channel_id <@ $7::int8multirange then true
else m.channel_id <@ $8::int8multirange and (m.sender_id = $9 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $10 and p.channel_id = m.channel_id and p.user_id = $11
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end)
order by f.message_id asc limit $12)
  union
  (select m.id from chat.messages m
    where m.organization_id = $13 and m.id >= $14
      and (m.wildcard <> 0 or m.mentioned_group_ids <> '{}') and (m.wildcard & 1 <> 0 or m.mentioned_group_ids && $15::bigint[])
      and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $16 and d.user_id = $17)
when m.id > $18 and m.channel_id <@ $19::int8multirange then true
else m.channel_id <@ $20::int8multirange and (m.sender_id = $21 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $22 and p.channel_id = m.channel_id and p.user_id = $23
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end)
    order by m.id asc limit $24)
) m order by m.id asc limit $25;

-- withMentionsOfMany (is:mentioned, by flags alone): id
select id from (
  (
select f.message_id as id from chat.message_flags f
where f.organization_id = $1 and f.user_id = $2 and f.flags & 28 <> 0
  and f.message_id < $3
order by f.message_id desc limit $4)
  union
  (select m.id from chat.messages m
    where m.organization_id = $5 and m.id < $6
      and (m.wildcard <> 0 or m.mentioned_group_ids <> '{}') and (m.wildcard & 1 <> 0 or m.mentioned_group_ids && $7::bigint[])
      and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $8 and d.user_id = $9)
when m.id > $10 and m.channel_id <@ $11::int8multirange then true
else m.channel_id <@ $12::int8multirange and (m.sender_id = $13 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $14 and p.channel_id = m.channel_id and p.user_id = $15
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end)
    order by m.id desc limit $16)
) m order by m.id desc limit $17;

-- recentScan (everything, of many channels): id
select m.id from (
  select m.* from chat.messages m where m.organization_id = $1 and m.id < $2
  order by m.id desc limit 2048) m
where (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $3 and d.user_id = $4)
when m.id > $5 and m.channel_id <@ $6::int8multirange then true
else m.channel_id <@ $7::int8multirange and (m.sender_id = $8 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $9 and p.channel_id = m.channel_id and p.user_id = $10
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end) order by m.id desc limit 128;

-- recentScan (everything, of many channels, newer): id
select m.id from (
  select m.* from chat.messages m where m.organization_id = $1 and m.id >= $2
  order by m.id asc limit 2048) m
where (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $3 and d.user_id = $4)
when m.id > $5 and m.channel_id <@ $6::int8multirange then true
else m.channel_id <@ $7::int8multirange and (m.sender_id = $8 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $9 and p.channel_id = m.channel_id and p.user_id = $10
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end) order by m.id asc limit 128;

-- perConversation (dm-including, older): id
select m.id from (
  select d.recipient_id, 0::bigint as after, null::bigint as until
  from (
select d.recipient_id from chat.direct_conversation_members d
  join chat.direct_conversations c using (organization_id, recipient_id)
where d.organization_id = $1 and d.user_id = $2 and c.user_ids @> $3::bigint[]
  and cardinality(c.user_ids) >= $4) d) r cross join lateral (
  select m.id from chat.messages m
  where m.organization_id = $5 and m.recipient_id = r.recipient_id
    and m.id > r.after and m.id <= coalesce(r.until, 9223372036854775807) and m.id < $6
    and (m.channel_id is null and (m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
  join chat.direct_conversations c using (organization_id, recipient_id)
where d.organization_id = $7 and d.user_id = $8 and c.user_ids @> $9::bigint[]
  and cardinality(c.user_ids) >= $10)))
  order by m.id desc limit $11) m
order by m.id desc limit $12;

-- perConversation (dm-including, newer): id
select m.id from (
  select d.recipient_id, 0::bigint as after, null::bigint as until
  from (
select d.recipient_id from chat.direct_conversation_members d
  join chat.direct_conversations c using (organization_id, recipient_id)
where d.organization_id = $1 and d.user_id = $2 and c.user_ids @> $3::bigint[]
  and cardinality(c.user_ids) >= $4) d) r cross join lateral (
  select m.id from chat.messages m
  where m.organization_id = $5 and m.recipient_id = r.recipient_id
    and m.id > r.after and m.id <= coalesce(r.until, 9223372036854775807) and m.id >= $6
    and (m.channel_id is null and (m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
  join chat.direct_conversations c using (organization_id, recipient_id)
where d.organization_id = $7 and d.user_id = $8 and c.user_ids @> $9::bigint[]
  and cardinality(c.user_ids) >= $10)))
  order by m.id asc limit $11) m
order by m.id asc limit $12;

-- eachTopic (is:followed): id
select m.id from (
    select v.channel_id, v.topic from chat.topic_visibility v
    where v.organization_id = $1 and v.user_id = $2 and v.policy = 3) t cross join lateral (
  select m.id from chat.messages m
  where m.organization_id = $3 and m.channel_id = t.channel_id and lower(m.topic) = lower(t.topic)
    and m.id < $4 and coalesce((
select v.policy from chat.topic_visibility v
where v.organization_id = $5 and v.user_id = $6 and v.channel_id = m.channel_id
  and lower(v.topic) = lower(m.topic)), 0) = 3 and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $7 and d.user_id = $8)
when m.id > $9 and m.channel_id <@ $10::int8multirange then true
else m.channel_id <@ $11::int8multirange and (m.sender_id = $12 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $13 and p.channel_id = m.channel_id and p.user_id = $14
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end)
  order by m.id desc limit $15) m
order by m.id desc limit $16;

-- flagged (is:starred, older): id
select m.id from chat.message_flags f
  join chat.messages m on m.organization_id = f.organization_id and m.id = f.message_id
where f.organization_id = $1 and f.user_id = $2
  and f.flags & 1 <> 0 and f.message_id < $3 and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $4 and d.user_id = $5)
when m.channel_id <@ $6::int8multirange then true else m.channel_id <@ $7::int8multirange and (m.sender_id = $8 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $9 and p.channel_id = m.channel_id and p.user_id = $10
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end)
order by f.message_id desc limit $11;

-- flagged (is:starred, newer): id
select m.id from chat.message_flags f
  join chat.messages m on m.organization_id = f.organization_id and m.id = f.message_id
where f.organization_id = $1 and f.user_id = $2
  and f.flags & 1 <> 0 and f.message_id >= $3 and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $4 and d.user_id = $5)
when m.channel_id <@ $6::int8multirange then true else m.channel_id <@ $7::int8multirange and (m.sender_id = $8 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $9 and p.channel_id = m.channel_id and p.user_id = $10
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end)
order by f.message_id asc limit $11;

-- flagged (is:starred in a channel): id
select m.id from chat.message_flags f
  join chat.messages m on m.organization_id = f.organization_id and m.id = f.message_id
where f.organization_id = $1 and f.user_id = $2
  and f.flags & 1 <> 0 and f.message_id < $3 and m.recipient_id = $4
order by f.message_id desc limit $5;

-- flagged (is:alerted): id
select m.id from chat.message_flags f
  join chat.messages m on m.organization_id = f.organization_id and m.id = f.message_id
where f.organization_id = $1 and f.user_id = $2
  and f.flags & 32 <> 0 and f.message_id < $3 and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $4 and d.user_id = $5)
when m.id > $6 and m.channel_id <@ $7::int8multirange then true
else m.channel_id <@ $8::int8multirange and (m.sender_id = $9 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $10 and p.channel_id = m.channel_id and p.user_id = $11
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end)
order by f.message_id desc limit $12;

-- reacted (has:reaction, older): id
select r.message_id as id from (
  select distinct r.message_id from chat.reactions r
  where r.organization_id = $1 and r.message_id < $2
  order by r.message_id desc offset 0) r
cross join lateral (
  select from chat.messages m where m.organization_id = $3 and m.id = r.message_id
    and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $4 and d.user_id = $5)
when m.id > $6 and m.channel_id <@ $7::int8multirange then true
else m.channel_id <@ $8::int8multirange and (m.sender_id = $9 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $10 and p.channel_id = m.channel_id and p.user_id = $11
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end) offset 0) m
order by r.message_id desc limit $12;

-- reacted (has:reaction, newer): id
select r.message_id as id from (
  select distinct r.message_id from chat.reactions r
  where r.organization_id = $1 and r.message_id >= $2
  order by r.message_id asc offset 0) r
cross join lateral (
  select from chat.messages m where m.organization_id = $3 and m.id = r.message_id
    and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $4 and d.user_id = $5)
when m.id > $6 and m.channel_id <@ $7::int8multirange then true
else m.channel_id <@ $8::int8multirange and (m.sender_id = $9 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $10 and p.channel_id = m.channel_id and p.user_id = $11
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end) offset 0) m
order by r.message_id asc limit $12;
