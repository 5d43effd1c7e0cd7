-- Written by "npm run sql" from src/chat/notifications/digests/queries.ts.

-- listDigestOrganizations: id
select r.organization_id as id
from chat.realms r join platform.organizations o on o.id = r.organization_id
where r.settings @> '{"digest_emails_enabled": true}' and o.closing_at is null and o.importing_since is null
  and extract(isodow from $1::timestamptz at time zone o.timezone)::int - 1
    = coalesce((r.settings->>'digest_weekday')::int, $2::int)
  and extract(hour from $3::timestamptz at time zone o.timezone) >= $4::int
order by 1;

-- loadBusyTopics: channelId, ids, key, messages
select c.id as "channelId", lower(m.topic) as key, count(*)::int as messages,
  (array_agg(m.id order by m.id desc))[1:$1::int] as ids
from chat.channels c cross join lateral (
  select n.id, n.topic from chat.messages n
  where n.organization_id = $2 and n.recipient_id = c.recipient_id and n.id >= $3
  order by n.id desc limit $4) m
where c.organization_id = $5 and not c.is_archived
group by c.id, lower(m.topic) order by count(*) desc, c.id, lower(m.topic);

-- firstMessageSince: id
with recursive span as (
  select 0::bigint as low, coalesce(max(id), 0) + 1 as high from chat.messages where organization_id = $1
  union all
  select case when m.sent_at < $2 then m.id + 1 else s.low end,
    case when m.sent_at < $3 then s.high else h.middle end
  from span s
    cross join lateral (select (s.low + s.high) / 2 as middle) h
    left join lateral (
      select id, sent_at from chat.messages
      where organization_id = $4 and id >= h.middle and id < s.high order by id limit 1) m on true
  where s.low < s.high)
select low as id from span where low = high;

-- listNewChannelIds: id
select id from chat.channels
where organization_id = $1 and date_created >= $2 and not is_archived order by id;

-- loadSubscribedChannels: channelId, isMuted, policies
select s.channel_id as "channelId", s.is_muted as "isMuted", (
    select jsonb_object_agg(lower(v.topic), v.policy) from chat.topic_visibility v
    where v.organization_id = s.organization_id and v.user_id = s.user_id and v.channel_id = s.channel_id) as policies
from chat.subscriptions s where s.organization_id = $1 and s.user_id = $2;

-- listDigestPeople: id
select u.id from chat.users u left join chat.digests d on d.organization_id = u.organization_id and d.user_id = u.id
where u.organization_id = $1 and u.id > $2 and u.is_active and u.bot_type is null and not u.is_stand_in
  and not u.settings @> '{"enable_digest_emails": false}' and u.date_joined < $3
  and (d.looked_at is null or d.looked_at < $4)
  and not exists (select from chat.messages m
    where m.organization_id = u.organization_id and m.sender_id = u.id and m.id >= $5)
  and not (u.settings @> '{"presence_enabled": false}' and exists (select from chat.read_ranges g
    where g.organization_id = u.organization_id and g.user_id = u.id
      and g.ranges && int8multirange(int8range($6, null))))
order by u.id limit $7;

-- claimDigest
insert into chat.digests as d (organization_id, user_id, looked_at) values ($1, $2, $3)
on conflict (organization_id, user_id) do update set looked_at = excluded.looked_at where d.looked_at < $4;
