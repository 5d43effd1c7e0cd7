-- Written by "npm run sql" from src/chat/notifications/digests/queries.ts.

-- listDigestOrganizations: id
select r.organization_id as id
from chat.realms r join platform.organizations o on o.id = r.organization_id
where r.settings @> '{"digest_emails_enabled": true}'
  and extract(isodow from $1::timestamptz at time zone o.timezone)::int - 1
    = coalesce((r.settings->>'digest_weekday')::int, $2::int)
  and extract(hour from $3::timestamptz at time zone o.timezone) >= $4::int
order by 1;

-- loadBusyTopics: channelId, ids, topic
with newest as materialized (
  select id, channel_id, topic, sent_at from chat.messages
  where organization_id = $1 order by id desc limit $2)
select channel_id as "channelId", max(topic) as topic, (array_agg(id order by id desc))[1:$3::int] as ids
from newest where sent_at >= $4 and channel_id is not null
group by channel_id, lower(topic) order by count(*) desc, channel_id, lower(topic) limit $5;

-- firstMessageSince: id
select min(id) as id from (
  select id, sent_at from chat.messages
  where organization_id = $1 order by id desc limit $2) newest
where sent_at >= $3;

-- listDigestPeople: id
select u.id from chat.users u left join chat.digests d on d.organization_id = u.organization_id and d.user_id = u.id
where u.organization_id = $1 and u.id > $2 and u.is_active and u.bot_type is null
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
