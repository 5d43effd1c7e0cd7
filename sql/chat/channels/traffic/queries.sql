-- Written by "npm run sql" from src/chat/channels/traffic/queries.ts.

-- allOrganizations: id
select r.organization_id as id from chat.realms r join platform.open_organizations o on o.id = r.organization_id
order by 1;

-- countNewMessages
with progress as (
  select coalesce((
    select message_id from chat.traffic_progress where organization_id = $1), 0) as done),
fresh as materialized (
  select m.id, m.channel_id, (m.sent_at at time zone 'UTC')::date as day
  from chat.messages m cross join progress
  where m.organization_id = $2 and m.id > progress.done),
moved as (
  insert into chat.traffic_progress (organization_id, message_id)
  select $3, max(id) from fresh having max(id) is not null
  on conflict (organization_id) do update set message_id = excluded.message_id)
insert into chat.channel_traffic as known (organization_id, channel_id, day, messages)
select $4, channel_id, day, count(*) from fresh
where channel_id is not null and day > ($5::timestamptz at time zone 'UTC')::date - $6::int
group by channel_id, day
on conflict (organization_id, channel_id, day) do update set messages = known.messages + excluded.messages;

-- countNewMessages 2
delete from chat.channel_traffic
where organization_id = $1
  and day <= ($2::timestamptz at time zone 'UTC')::date - $3::int;

-- updateAverages: id
with counted as (
  select channel_id, sum(messages)::numeric as messages from chat.channel_traffic
  where organization_id = $1 group by channel_id),
average as (
  select c.id, case
      when age.days < $2::int then null
      else round(coalesce(t.messages, 0) * 7 / least(age.days, $3::int))::int
    end as weekly
  from chat.channels c
    cross join lateral (
      select floor(extract(epoch from $4::timestamptz - c.date_created) / 86400)::int as days) age
    left join counted t on t.channel_id = c.id
  where c.organization_id = $5 and not c.is_archived)
update chat.channels c set weekly_traffic = a.weekly
from average a
where c.organization_id = $6 and c.id = a.id and c.weekly_traffic is distinct from a.weekly
returning c.id;
