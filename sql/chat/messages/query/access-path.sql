-- Written by "npm run sql" from src/chat/messages/query/access-path.ts.

-- chooseAccessPath (channel, older): id
select m.id from chat.messages m where m.organization_id = $1 and m.id < $2 and m.recipient_id = $3 order by m.id desc limit $4;

-- chooseAccessPath (channel, newer): id
select m.id from chat.messages m where m.organization_id = $1 and m.id >= $2 and m.recipient_id = $3 order by m.id asc limit $4;

-- chooseAccessPath (channel with protected history): id
select m.id from chat.messages m where m.organization_id = $1 and m.id < $2 and m.recipient_id = $3 and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $4 and d.user_id = $5)
when m.channel_id <@ $6::int8multirange then true else m.channel_id <@ $7::int8multirange and (m.sender_id = $8
or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $9 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $10
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false) or (m.sent_channel_id is not null and coalesce((
select true from chat.subscription_periods p
where p.organization_id = $11 and p.channel_id = m.channel_id and p.user_id = $12
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false))) end) order by m.id desc limit $13;

-- chooseAccessPath (channel and topic): id
select m.id from chat.messages m where m.organization_id = $1 and m.id < $2 and m.channel_id = $3 and m.channel_id is not null and lower(m.topic) = lower($4) order by m.id desc limit $5;

-- chooseAccessPath (dm with nobody yet): id
select m.id from chat.messages m where m.organization_id = $1 and m.id < $2 and false order by m.id desc limit $3;

-- chooseAccessPath (sender): id
select m.id from chat.messages m where m.organization_id = $1 and m.id < $2 and m.sender_id = $3 and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $4 and d.user_id = $5)
when m.sent_channel_id is null and m.id > $6 and m.channel_id <@ $7::int8multirange then true
else m.channel_id <@ $8::int8multirange
and (m.sender_id = $9 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $10 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $11
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end) order by m.id desc limit $12;

-- chooseAccessPath (sender in a channel): id
select m.id from chat.messages m where m.organization_id = $1 and m.id < $2 and m.recipient_id = $3 and m.sender_id = $4 order by m.id desc limit $5;

-- chooseAccessPath (id): id
select m.id from chat.messages m where m.organization_id = $1 and m.id < $2 and m.id = $3 and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $4 and d.user_id = $5)
when m.sent_channel_id is null and m.id > $6 and m.channel_id <@ $7::int8multirange then true
else m.channel_id <@ $8::int8multirange
and (m.sender_id = $9 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $10 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $11
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end) order by m.id desc limit $12;

-- chooseAccessPath (has:link): id
select m.id from chat.messages m where m.organization_id = $1 and m.id < $2 and m.has_link and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $3 and d.user_id = $4)
when m.sent_channel_id is null and m.id > $5 and m.channel_id <@ $6::int8multirange then true
else m.channel_id <@ $7::int8multirange
and (m.sender_id = $8 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $9 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $10
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end) order by m.id desc limit $11;

-- chooseAccessPath (has:image): id
select m.id from chat.messages m where m.organization_id = $1 and m.id < $2 and m.has_image and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $3 and d.user_id = $4)
when m.sent_channel_id is null and m.id > $5 and m.channel_id <@ $6::int8multirange then true
else m.channel_id <@ $7::int8multirange
and (m.sender_id = $8 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $9 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $10
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end) order by m.id desc limit $11;

-- chooseAccessPath (has:attachment): id
select m.id from chat.messages m where m.organization_id = $1 and m.id < $2 and m.has_attachment and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $3 and d.user_id = $4)
when m.sent_channel_id is null and m.id > $5 and m.channel_id <@ $6::int8multirange then true
else m.channel_id <@ $7::int8multirange
and (m.sender_id = $8 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $9 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $10
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
when m.channel_id <@ $9::int8multirange then true else m.channel_id <@ $10::int8multirange and (m.sender_id = $11
or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $12 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $13
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false) or (m.sent_channel_id is not null and coalesce((
select true from chat.subscription_periods p
where p.organization_id = $14 and p.channel_id = m.channel_id and p.user_id = $15
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false))) end)
  order by m.id desc limit $16) m
order by m.id desc limit $17)
      union
      (select m.id from chat.messages m where m.organization_id = $18 and m.id < $19 and m.sender_id = $20 and (m.channel_id is not null and m.channel_id in (select unnest($21::bigint[]))) and m.channel_id is not null and lower(m.topic) = lower($22) and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $23 and d.user_id = $24)
when m.channel_id <@ $25::int8multirange then true else m.channel_id <@ $26::int8multirange and (m.sender_id = $27
or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $28 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $29
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false) or (m.sent_channel_id is not null and coalesce((
select true from chat.subscription_periods p
where p.organization_id = $30 and p.channel_id = m.channel_id and p.user_id = $31
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false))) end) order by m.id desc limit $32)
      union
      (
select m.id from (
  select c.recipient_id, p.after_message_id as after, p.until_message_id as until
  from chat.subscription_periods p join chat.channels c on c.organization_id = p.organization_id and c.id = p.channel_id
  where p.organization_id = $33 and p.user_id = $34) r
cross join lateral (
  select m.id from chat.messages m
  where m.organization_id = $35 and m.sent_recipient_id = r.recipient_id
    and m.id > r.after and m.id <= coalesce(r.until, 9223372036854775807) and m.id < $36
    and (m.channel_id is not null and m.channel_id in (select unnest($37::bigint[]))) and m.channel_id is not null and lower(m.topic) = lower($38) and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $39 and d.user_id = $40)
when m.channel_id <@ $41::int8multirange then true else m.channel_id <@ $42::int8multirange and (m.sender_id = $43
or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $44 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $45
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false) or (m.sent_channel_id is not null and coalesce((
select true from chat.subscription_periods p
where p.organization_id = $46 and p.channel_id = m.channel_id and p.user_id = $47
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false))) end)
  order by m.id desc limit $48) m
order by m.id desc limit $49)
    ) m order by m.id desc limit $50;

-- chooseAccessPath 2 (topic): id
select id from (
      (
select m.id from (select unnest($1::bigint[]) as channel_id, $2 as topic) t cross join lateral (
  select m.id from chat.messages m
  where m.organization_id = $3 and m.channel_id = t.channel_id and lower(m.topic) = lower(t.topic)
    and m.id < $4 and m.channel_id is not null and lower(m.topic) = lower($5) and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $6 and d.user_id = $7)
when m.sent_channel_id is null and m.id > $8 and m.channel_id <@ $9::int8multirange then true
else m.channel_id <@ $10::int8multirange
and (m.sender_id = $11 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $12 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $13
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end)
  order by m.id desc limit $14) m
order by m.id desc limit $15)
      union
      (select m.id from chat.messages m where m.organization_id = $16 and m.id < $17 and m.sender_id = $18 and m.channel_id is not null and lower(m.topic) = lower($19) and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $20 and d.user_id = $21)
when m.sent_channel_id is null and m.id > $22 and m.channel_id <@ $23::int8multirange then true
else m.channel_id <@ $24::int8multirange
and (m.sender_id = $25 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $26 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $27
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end) order by m.id desc limit $28)
      union
      (
select m.id from (
  select c.recipient_id, p.after_message_id as after, p.until_message_id as until
  from chat.subscription_periods p join chat.channels c on c.organization_id = p.organization_id and c.id = p.channel_id
  where p.organization_id = $29 and p.user_id = $30) r
cross join lateral (
  select m.id from chat.messages m
  where m.organization_id = $31 and m.sent_recipient_id = r.recipient_id
    and m.id > r.after and m.id <= coalesce(r.until, 9223372036854775807) and m.id < $32
    and m.channel_id is not null and lower(m.topic) = lower($33) and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $34 and d.user_id = $35)
when m.sent_channel_id is null and m.id > $36 and m.channel_id <@ $37::int8multirange then true
else m.channel_id <@ $38::int8multirange
and (m.sender_id = $39 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $40 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $41
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end)
  order by m.id desc limit $42) m
order by m.id desc limit $43)
    ) m order by m.id desc limit $44;

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
order by m.id desc limit $35)) m order by m.id desc limit $36;

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
  where m.organization_id = $6 and m.recipient_id = r.recipient_id and m.sent_recipient_id is null
    and m.id > r.after and m.id <= coalesce(r.until, 9223372036854775807) and m.id >= $7
    and true
  order by m.id asc limit $8) m
order by m.id asc limit $9)
  union (select m.id from chat.messages m where m.organization_id = $10 and m.id >= $11 and m.sender_id = $12 and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $13 and d.user_id = $14)
when m.sent_channel_id is null and m.id > $15 and m.channel_id <@ $16::int8multirange then true
else m.channel_id <@ $17::int8multirange
and (m.sender_id = $18 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $19 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $20
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end) order by m.id asc limit $21) union (
select m.id from (
  select c.recipient_id, p.after_message_id as after, p.until_message_id as until
  from chat.subscription_periods p join chat.channels c on c.organization_id = p.organization_id and c.id = p.channel_id
  where p.organization_id = $22 and p.user_id = $23) r
cross join lateral (
  select m.id from chat.messages m
  where m.organization_id = $24 and m.sent_recipient_id = r.recipient_id
    and m.id > r.after and m.id <= coalesce(r.until, 9223372036854775807) and m.id >= $25
    and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $26 and d.user_id = $27)
when m.sent_channel_id is null and m.id > $28 and m.channel_id <@ $29::int8multirange then true
else m.channel_id <@ $30::int8multirange
and (m.sender_id = $31 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $32 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $33
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end)
  order by m.id asc limit $34) m
order by m.id asc limit $35)) m order by m.id asc limit $36;

-- chooseAccessPath 3 (channels): id
select id from ((
select m.id from (
    select unnest($1::bigint[]) as recipient_id, 0::bigint as after, null::bigint as until) r cross join lateral (
  select m.id from chat.messages m
  where m.organization_id = $2 and m.recipient_id = r.recipient_id
    and m.id > r.after and m.id <= coalesce(r.until, 9223372036854775807) and m.id < $3
    and (m.channel_id is not null and m.channel_id in (select unnest($4::bigint[])))
  order by m.id desc limit $5) m
order by m.id desc limit $6)
  union (select m.id from chat.messages m where m.organization_id = $7 and m.id < $8 and m.sender_id = $9 and (m.channel_id is not null and m.channel_id in (select unnest($10::bigint[]))) and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $11 and d.user_id = $12)
when m.channel_id <@ $13::int8multirange then true else m.channel_id <@ $14::int8multirange and (m.sender_id = $15
or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $16 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $17
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false) or (m.sent_channel_id is not null and coalesce((
select true from chat.subscription_periods p
where p.organization_id = $18 and p.channel_id = m.channel_id and p.user_id = $19
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false))) end) order by m.id desc limit $20) union (
select m.id from (
  select c.recipient_id, p.after_message_id as after, p.until_message_id as until
  from chat.subscription_periods p join chat.channels c on c.organization_id = p.organization_id and c.id = p.channel_id
  where p.organization_id = $21 and p.user_id = $22) r
cross join lateral (
  select m.id from chat.messages m
  where m.organization_id = $23 and m.sent_recipient_id = r.recipient_id
    and m.id > r.after and m.id <= coalesce(r.until, 9223372036854775807) and m.id < $24
    and (m.channel_id is not null and m.channel_id in (select unnest($25::bigint[]))) and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $26 and d.user_id = $27)
when m.channel_id <@ $28::int8multirange then true else m.channel_id <@ $29::int8multirange and (m.sender_id = $30
or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $31 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $32
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false) or (m.sent_channel_id is not null and coalesce((
select true from chat.subscription_periods p
where p.organization_id = $33 and p.channel_id = m.channel_id and p.user_id = $34
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false))) end)
  order by m.id desc limit $35) m
order by m.id desc limit $36)) m order by m.id desc limit $37;

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
  where m.organization_id = $6 and m.recipient_id = r.recipient_id and m.sent_recipient_id is null
    and m.id > r.after and m.id <= coalesce(r.until, 9223372036854775807) and m.id < $7
    and not (not (m.sender_id = $8 and m.read_by_sender)
and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $9 and d.user_id = $10)
  when m.channel_id <@ $11::int8multirange then coalesce((
    select case when m.sent_channel_id is null then p.after_message_id < m.id else p.after_event_id < m.moved_event_id end
    from chat.subscription_periods p
    where p.organization_id = $12 and p.channel_id = m.channel_id and p.user_id = $13
      and p.until_message_id is null order by p.after_event_id desc limit 1), false)
    and (m.sent_channel_id is null or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $14 and p.channel_id = m.sent_channel_id and p.user_id = $15
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false))
  else false end)
and not coalesce((
  select r.ranges @> m.id from chat.read_ranges r
  where r.organization_id = $16 and r.user_id = $17 and r.recipient_id = coalesce(m.sent_recipient_id, m.recipient_id)), false))
  order by m.id desc limit $18) m
order by m.id desc limit $19)
  union (select m.id from chat.messages m where m.organization_id = $20 and m.id < $21 and m.sender_id = $22 and not (not (m.sender_id = $23 and m.read_by_sender)
and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $24 and d.user_id = $25)
  when m.channel_id <@ $26::int8multirange then coalesce((
    select case when m.sent_channel_id is null then p.after_message_id < m.id else p.after_event_id < m.moved_event_id end
    from chat.subscription_periods p
    where p.organization_id = $27 and p.channel_id = m.channel_id and p.user_id = $28
      and p.until_message_id is null order by p.after_event_id desc limit 1), false)
    and (m.sent_channel_id is null or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $29 and p.channel_id = m.sent_channel_id and p.user_id = $30
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false))
  else false end)
and not coalesce((
  select r.ranges @> m.id from chat.read_ranges r
  where r.organization_id = $31 and r.user_id = $32 and r.recipient_id = coalesce(m.sent_recipient_id, m.recipient_id)), false)) and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $33 and d.user_id = $34)
when m.sent_channel_id is null and m.id > $35 and m.channel_id <@ $36::int8multirange then true
else m.channel_id <@ $37::int8multirange
and (m.sender_id = $38 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $39 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $40
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end) order by m.id desc limit $41) union (
select m.id from (
  select c.recipient_id, p.after_message_id as after, p.until_message_id as until
  from chat.subscription_periods p join chat.channels c on c.organization_id = p.organization_id and c.id = p.channel_id
  where p.organization_id = $42 and p.user_id = $43) r
cross join lateral (
  select m.id from chat.messages m
  where m.organization_id = $44 and m.sent_recipient_id = r.recipient_id
    and m.id > r.after and m.id <= coalesce(r.until, 9223372036854775807) and m.id < $45
    and not (not (m.sender_id = $46 and m.read_by_sender)
and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $47 and d.user_id = $48)
  when m.channel_id <@ $49::int8multirange then coalesce((
    select case when m.sent_channel_id is null then p.after_message_id < m.id else p.after_event_id < m.moved_event_id end
    from chat.subscription_periods p
    where p.organization_id = $50 and p.channel_id = m.channel_id and p.user_id = $51
      and p.until_message_id is null order by p.after_event_id desc limit 1), false)
    and (m.sent_channel_id is null or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $52 and p.channel_id = m.sent_channel_id and p.user_id = $53
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false))
  else false end)
and not coalesce((
  select r.ranges @> m.id from chat.read_ranges r
  where r.organization_id = $54 and r.user_id = $55 and r.recipient_id = coalesce(m.sent_recipient_id, m.recipient_id)), false)) and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $56 and d.user_id = $57)
when m.sent_channel_id is null and m.id > $58 and m.channel_id <@ $59::int8multirange then true
else m.channel_id <@ $60::int8multirange
and (m.sender_id = $61 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $62 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $63
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end)
  order by m.id desc limit $64) m
order by m.id desc limit $65)) m order by m.id desc limit $66;

-- chooseAccessPath 3 (is:dm): id
select id from ((
select m.id from (
select d.recipient_id, 0::bigint as after, null::bigint as until from chat.direct_conversation_members d
where d.organization_id = $1 and d.user_id = $2) r cross join lateral (
  select m.id from chat.messages m
  where m.organization_id = $3 and m.recipient_id = r.recipient_id and m.sent_recipient_id is null
    and m.id > r.after and m.id <= coalesce(r.until, 9223372036854775807) and m.id < $4
    and true
  order by m.id desc limit $5) m
order by m.id desc limit $6)
  union (select m.id from chat.messages m where m.organization_id = $7 and m.id < $8 and m.sender_id = $9 and m.channel_id is null and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $10 and d.user_id = $11)
when m.sent_channel_id is null and m.id > $12 and m.channel_id <@ $13::int8multirange then true
else m.channel_id <@ $14::int8multirange
and (m.sender_id = $15 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $16 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $17
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end) order by m.id desc limit $18) union (
select m.id from (
  select c.recipient_id, p.after_message_id as after, p.until_message_id as until
  from chat.subscription_periods p join chat.channels c on c.organization_id = p.organization_id and c.id = p.channel_id
  where p.organization_id = $19 and p.user_id = $20) r
cross join lateral (
  select m.id from chat.messages m
  where m.organization_id = $21 and m.sent_recipient_id = r.recipient_id
    and m.id > r.after and m.id <= coalesce(r.until, 9223372036854775807) and m.id < $22
    and m.channel_id is null and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $23 and d.user_id = $24)
when m.sent_channel_id is null and m.id > $25 and m.channel_id <@ $26::int8multirange then true
else m.channel_id <@ $27::int8multirange
and (m.sender_id = $28 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $29 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $30
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end)
  order by m.id desc limit $31) m
order by m.id desc limit $32)) m order by m.id desc limit $33;

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
  where m.organization_id = $6 and m.recipient_id = r.recipient_id and m.sent_recipient_id is null
    and m.id > r.after and m.id <= coalesce(r.until, 9223372036854775807) and m.id < $7
    and (m.channel_id is not null and case coalesce((
select v.policy from chat.topic_visibility v
where v.organization_id = $8 and v.user_id = $9 and v.channel_id = m.channel_id
  and lower(v.topic) = lower(m.topic)), 0) when 1 then true when 0 then m.channel_id in (
    select s.channel_id from chat.subscriptions s
    where s.organization_id = $10 and s.user_id = $11 and s.is_muted) else false end)
  order by m.id desc limit $12) m
order by m.id desc limit $13)
  union (select m.id from chat.messages m where m.organization_id = $14 and m.id < $15 and m.sender_id = $16 and (m.channel_id is not null and case coalesce((
select v.policy from chat.topic_visibility v
where v.organization_id = $17 and v.user_id = $18 and v.channel_id = m.channel_id
  and lower(v.topic) = lower(m.topic)), 0) when 1 then true when 0 then m.channel_id in (
    select s.channel_id from chat.subscriptions s
    where s.organization_id = $19 and s.user_id = $20 and s.is_muted) else false end) and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $21 and d.user_id = $22)
when m.sent_channel_id is null and m.id > $23 and m.channel_id <@ $24::int8multirange then true
else m.channel_id <@ $25::int8multirange
and (m.sender_id = $26 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $27 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $28
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end) order by m.id desc limit $29) union (
select m.id from (
  select c.recipient_id, p.after_message_id as after, p.until_message_id as until
  from chat.subscription_periods p join chat.channels c on c.organization_id = p.organization_id and c.id = p.channel_id
  where p.organization_id = $30 and p.user_id = $31) r
cross join lateral (
  select m.id from chat.messages m
  where m.organization_id = $32 and m.sent_recipient_id = r.recipient_id
    and m.id > r.after and m.id <= coalesce(r.until, 9223372036854775807) and m.id < $33
    and (m.channel_id is not null and case coalesce((
select v.policy from chat.topic_visibility v
where v.organization_id = $34 and v.user_id = $35 and v.channel_id = m.channel_id
  and lower(v.topic) = lower(m.topic)), 0) when 1 then true when 0 then m.channel_id in (
    select s.channel_id from chat.subscriptions s
    where s.organization_id = $36 and s.user_id = $37 and s.is_muted) else false end) and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $38 and d.user_id = $39)
when m.sent_channel_id is null and m.id > $40 and m.channel_id <@ $41::int8multirange then true
else m.channel_id <@ $42::int8multirange
and (m.sender_id = $43 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $44 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $45
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end)
  order by m.id desc limit $46) m
order by m.id desc limit $47)) m order by m.id desc limit $48;

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
  where m.organization_id = $6 and m.recipient_id = r.recipient_id and m.sent_recipient_id is null
    and m.id > r.after and m.id <= coalesce(r.until, 9223372036854775807) and m.id < $7
    and (m.channel_id is not null and starts_with(m.topic, $8))
  order by m.id desc limit $9) m
order by m.id desc limit $10)
  union (select m.id from chat.messages m where m.organization_id = $11 and m.id < $12 and m.sender_id = $13 and (m.channel_id is not null and starts_with(m.topic, $14)) and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $15 and d.user_id = $16)
when m.sent_channel_id is null and m.id > $17 and m.channel_id <@ $18::int8multirange then true
else m.channel_id <@ $19::int8multirange
and (m.sender_id = $20 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $21 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $22
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end) order by m.id desc limit $23) union (
select m.id from (
  select c.recipient_id, p.after_message_id as after, p.until_message_id as until
  from chat.subscription_periods p join chat.channels c on c.organization_id = p.organization_id and c.id = p.channel_id
  where p.organization_id = $24 and p.user_id = $25) r
cross join lateral (
  select m.id from chat.messages m
  where m.organization_id = $26 and m.sent_recipient_id = r.recipient_id
    and m.id > r.after and m.id <= coalesce(r.until, 9223372036854775807) and m.id < $27
    and (m.channel_id is not null and starts_with(m.topic, $28)) and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $29 and d.user_id = $30)
when m.sent_channel_id is null and m.id > $31 and m.channel_id <@ $32::int8multirange then true
else m.channel_id <@ $33::int8multirange
and (m.sender_id = $34 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $35 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $36
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end)
  order by m.id desc limit $37) m
order by m.id desc limit $38)) m order by m.id desc limit $39;

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
  where m.organization_id = $6 and m.recipient_id = r.recipient_id and m.sent_recipient_id is null
    and m.id > r.after and m.id <= coalesce(r.until, 9223372036854775807) and m.id < $7
    and not coalesce((
select d.document @@ $8::tsquery and (d.document @@ $9::tsquery or (d.document @@ $10::tsquery and position($11 in chat.search_bare(chat.search_fold(m.plain_text || ' ' || m.topic))) > 0)) and (d.document @@ $12::tsquery and position($13 in chat.search_fold(m.plain_text || ' ' || m.topic)) > 0)
from (select coalesce(
  (select s.document from chat.message_search s where s.organization_id = m.organization_id and s.message_id = m.id),
  chat.search_document($14, m.plain_text, m.topic)) as document offset 0) d), false)
  order by m.id desc limit $15) m
order by m.id desc limit $16)
  union (select m.id from chat.messages m where m.organization_id = $17 and m.id < $18 and m.sender_id = $19 and not coalesce((
select d.document @@ $20::tsquery and (d.document @@ $21::tsquery or (d.document @@ $22::tsquery and position($23 in chat.search_bare(chat.search_fold(m.plain_text || ' ' || m.topic))) > 0)) and (d.document @@ $24::tsquery and position($25 in chat.search_fold(m.plain_text || ' ' || m.topic)) > 0)
from (select coalesce(
  (select s.document from chat.message_search s where s.organization_id = m.organization_id and s.message_id = m.id),
  chat.search_document($26, m.plain_text, m.topic)) as document offset 0) d), false) and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $27 and d.user_id = $28)
when m.sent_channel_id is null and m.id > $29 and m.channel_id <@ $30::int8multirange then true
else m.channel_id <@ $31::int8multirange
and (m.sender_id = $32 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $33 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $34
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end) order by m.id desc limit $35) union (
select m.id from (
  select c.recipient_id, p.after_message_id as after, p.until_message_id as until
  from chat.subscription_periods p join chat.channels c on c.organization_id = p.organization_id and c.id = p.channel_id
  where p.organization_id = $36 and p.user_id = $37) r
cross join lateral (
  select m.id from chat.messages m
  where m.organization_id = $38 and m.sent_recipient_id = r.recipient_id
    and m.id > r.after and m.id <= coalesce(r.until, 9223372036854775807) and m.id < $39
    and not coalesce((
select d.document @@ $40::tsquery and (d.document @@ $41::tsquery or (d.document @@ $42::tsquery and position($43 in chat.search_bare(chat.search_fold(m.plain_text || ' ' || m.topic))) > 0)) and (d.document @@ $44::tsquery and position($45 in chat.search_fold(m.plain_text || ' ' || m.topic)) > 0)
from (select coalesce(
  (select s.document from chat.message_search s where s.organization_id = m.organization_id and s.message_id = m.id),
  chat.search_document($46, m.plain_text, m.topic)) as document offset 0) d), false) and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $47 and d.user_id = $48)
when m.sent_channel_id is null and m.id > $49 and m.channel_id <@ $50::int8multirange then true
else m.channel_id <@ $51::int8multirange
and (m.sender_id = $52 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $53 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $54
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end)
  order by m.id desc limit $55) m
order by m.id desc limit $56)) m order by m.id desc limit $57;

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
  where m.organization_id = $6 and m.recipient_id = r.recipient_id and m.sent_recipient_id is null
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
when m.sent_channel_id is null and m.id > $21 and m.channel_id <@ $22::int8multirange then true
else m.channel_id <@ $23::int8multirange
and (m.sender_id = $24 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $25 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $26
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end))) and not ((not (m.sender_id = $27 and m.read_by_sender)
and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $28 and d.user_id = $29)
  when m.channel_id <@ $30::int8multirange then coalesce((
    select case when m.sent_channel_id is null then p.after_message_id < m.id else p.after_event_id < m.moved_event_id end
    from chat.subscription_periods p
    where p.organization_id = $31 and p.channel_id = m.channel_id and p.user_id = $32
      and p.until_message_id is null order by p.after_event_id desc limit 1), false)
    and (m.sent_channel_id is null or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $33 and p.channel_id = m.sent_channel_id and p.user_id = $34
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false))
  else false end)
and not coalesce((
  select r.ranges @> m.id from chat.read_ranges r
  where r.organization_id = $35 and r.user_id = $36 and r.recipient_id = coalesce(m.sent_recipient_id, m.recipient_id)), false)))
  order by m.id desc limit $37) m
order by m.id desc limit $38)
  union (select m.id from chat.messages m where m.organization_id = $39 and m.id < $40 and m.sender_id = $41 and not (m.recipient_id = $42) and not (m.channel_id is not null and lower(m.topic) = lower($43)) and not (m.recipient_id = $44) and not ((m.channel_id is null and (m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
  join chat.direct_conversations c using (organization_id, recipient_id)
where d.organization_id = $45 and d.user_id = $46 and c.user_ids @> $47::bigint[]
  and cardinality(c.user_ids) >= $48)))) and not (m.sender_id = $49) and not ((((m.wildcard & 1 <> 0 or m.mentioned_group_ids && $50::bigint[]) or coalesce((
select f.flags & 28 <> 0 from chat.message_flags f
where f.organization_id = $51 and f.user_id = $52 and f.message_id = m.id), false)) and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $53 and d.user_id = $54)
when m.sent_channel_id is null and m.id > $55 and m.channel_id <@ $56::int8multirange then true
else m.channel_id <@ $57::int8multirange
and (m.sender_id = $58 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $59 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $60
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end))) and not ((not (m.sender_id = $61 and m.read_by_sender)
and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $62 and d.user_id = $63)
  when m.channel_id <@ $64::int8multirange then coalesce((
    select case when m.sent_channel_id is null then p.after_message_id < m.id else p.after_event_id < m.moved_event_id end
    from chat.subscription_periods p
    where p.organization_id = $65 and p.channel_id = m.channel_id and p.user_id = $66
      and p.until_message_id is null order by p.after_event_id desc limit 1), false)
    and (m.sent_channel_id is null or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $67 and p.channel_id = m.sent_channel_id and p.user_id = $68
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false))
  else false end)
and not coalesce((
  select r.ranges @> m.id from chat.read_ranges r
  where r.organization_id = $69 and r.user_id = $70 and r.recipient_id = coalesce(m.sent_recipient_id, m.recipient_id)), false))) and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $71 and d.user_id = $72)
when m.sent_channel_id is null and m.id > $73 and m.channel_id <@ $74::int8multirange then true
else m.channel_id <@ $75::int8multirange
and (m.sender_id = $76 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $77 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $78
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end) order by m.id desc limit $79) union (
select m.id from (
  select c.recipient_id, p.after_message_id as after, p.until_message_id as until
  from chat.subscription_periods p join chat.channels c on c.organization_id = p.organization_id and c.id = p.channel_id
  where p.organization_id = $80 and p.user_id = $81) r
cross join lateral (
  select m.id from chat.messages m
  where m.organization_id = $82 and m.sent_recipient_id = r.recipient_id
    and m.id > r.after and m.id <= coalesce(r.until, 9223372036854775807) and m.id < $83
    and not (m.recipient_id = $84) and not (m.channel_id is not null and lower(m.topic) = lower($85)) and not (m.recipient_id = $86) and not ((m.channel_id is null and (m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
  join chat.direct_conversations c using (organization_id, recipient_id)
where d.organization_id = $87 and d.user_id = $88 and c.user_ids @> $89::bigint[]
  and cardinality(c.user_ids) >= $90)))) and not (m.sender_id = $91) and not ((((m.wildcard & 1 <> 0 or m.mentioned_group_ids && $92::bigint[]) or coalesce((
select f.flags & 28 <> 0 from chat.message_flags f
where f.organization_id = $93 and f.user_id = $94 and f.message_id = m.id), false)) and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $95 and d.user_id = $96)
when m.sent_channel_id is null and m.id > $97 and m.channel_id <@ $98::int8multirange then true
else m.channel_id <@ $99::int8multirange
and (m.sender_id = $100 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $101 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $102
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end))) and not ((not (m.sender_id = $103 and m.read_by_sender)
and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $104 and d.user_id = $105)
  when m.channel_id <@ $106::int8multirange then coalesce((
    select case when m.sent_channel_id is null then p.after_message_id < m.id else p.after_event_id < m.moved_event_id end
    from chat.subscription_periods p
    where p.organization_id = $107 and p.channel_id = m.channel_id and p.user_id = $108
      and p.until_message_id is null order by p.after_event_id desc limit 1), false)
    and (m.sent_channel_id is null or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $109 and p.channel_id = m.sent_channel_id and p.user_id = $110
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false))
  else false end)
and not coalesce((
  select r.ranges @> m.id from chat.read_ranges r
  where r.organization_id = $111 and r.user_id = $112 and r.recipient_id = coalesce(m.sent_recipient_id, m.recipient_id)), false))) and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $113 and d.user_id = $114)
when m.sent_channel_id is null and m.id > $115 and m.channel_id <@ $116::int8multirange then true
else m.channel_id <@ $117::int8multirange
and (m.sender_id = $118 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $119 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $120
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end)
  order by m.id desc limit $121) m
order by m.id desc limit $122)) m order by m.id desc limit $123;

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
when m.sent_channel_id is null and m.id > $6 and m.channel_id <@ $7::int8multirange then true
else m.channel_id <@ $8::int8multirange
and (m.sender_id = $9 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $10 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $11
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end)
order by f.message_id desc limit $12)
  union
  (select m.id from chat.messages m
    where m.organization_id = $13 and m.id < $14
      and (m.wildcard <> 0 or m.mentioned_group_ids <> '{}') and (m.wildcard & 1 <> 0 or m.mentioned_group_ids && $15::bigint[])
      and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $16 and d.user_id = $17)
when m.sent_channel_id is null and m.id > $18 and m.channel_id <@ $19::int8multirange then true
else m.channel_id <@ $20::int8multirange
and (m.sender_id = $21 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $22 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $23
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
when m.sent_channel_id is null and m.id > $6 and m.channel_id <@ $7::int8multirange then true
else m.channel_id <@ $8::int8multirange
and (m.sender_id = $9 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $10 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $11
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end)
order by f.message_id asc limit $12)
  union
  (select m.id from chat.messages m
    where m.organization_id = $13 and m.id >= $14
      and (m.wildcard <> 0 or m.mentioned_group_ids <> '{}') and (m.wildcard & 1 <> 0 or m.mentioned_group_ids && $15::bigint[])
      and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $16 and d.user_id = $17)
when m.sent_channel_id is null and m.id > $18 and m.channel_id <@ $19::int8multirange then true
else m.channel_id <@ $20::int8multirange
and (m.sender_id = $21 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $22 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $23
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
when m.sent_channel_id is null and m.id > $10 and m.channel_id <@ $11::int8multirange then true
else m.channel_id <@ $12::int8multirange
and (m.sender_id = $13 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $14 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $15
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
when m.sent_channel_id is null and m.id > $5 and m.channel_id <@ $6::int8multirange then true
else m.channel_id <@ $7::int8multirange
and (m.sender_id = $8 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $9 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $10
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end) order by m.id desc limit 128;

-- recentScan (everything, of many channels, newer): id
select m.id from (
  select m.* from chat.messages m where m.organization_id = $1 and m.id >= $2
  order by m.id asc limit 2048) m
where (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $3 and d.user_id = $4)
when m.sent_channel_id is null and m.id > $5 and m.channel_id <@ $6::int8multirange then true
else m.channel_id <@ $7::int8multirange
and (m.sender_id = $8 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $9 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $10
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
  where m.organization_id = $5 and m.recipient_id = r.recipient_id and m.sent_recipient_id is null
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
  where m.organization_id = $5 and m.recipient_id = r.recipient_id and m.sent_recipient_id is null
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
when m.sent_channel_id is null and m.id > $9 and m.channel_id <@ $10::int8multirange then true
else m.channel_id <@ $11::int8multirange
and (m.sender_id = $12 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $13 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $14
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
when m.channel_id <@ $6::int8multirange then true else m.channel_id <@ $7::int8multirange and (m.sender_id = $8
or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $9 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $10
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false) or (m.sent_channel_id is not null and coalesce((
select true from chat.subscription_periods p
where p.organization_id = $11 and p.channel_id = m.channel_id and p.user_id = $12
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false))) end)
order by f.message_id desc limit $13;

-- flagged (is:starred, newer): id
select m.id from chat.message_flags f
  join chat.messages m on m.organization_id = f.organization_id and m.id = f.message_id
where f.organization_id = $1 and f.user_id = $2
  and f.flags & 1 <> 0 and f.message_id >= $3 and (case when m.channel_id is null then m.recipient_id in (
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
order by f.message_id asc limit $13;

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
when m.sent_channel_id is null and m.id > $6 and m.channel_id <@ $7::int8multirange then true
else m.channel_id <@ $8::int8multirange
and (m.sender_id = $9 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $10 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $11
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
when m.sent_channel_id is null and m.id > $6 and m.channel_id <@ $7::int8multirange then true
else m.channel_id <@ $8::int8multirange
and (m.sender_id = $9 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $10 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $11
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
when m.sent_channel_id is null and m.id > $6 and m.channel_id <@ $7::int8multirange then true
else m.channel_id <@ $8::int8multirange
and (m.sender_id = $9 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $10 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $11
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end) offset 0) m
order by r.message_id asc limit $12;
