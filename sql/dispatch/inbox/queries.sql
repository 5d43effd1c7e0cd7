-- Written by "npm run sql" from src/dispatch/inbox/queries.ts.

-- insertHandled
insert into dispatch.handled_exceptions (organization_id, item, task_id, worker_id, handled_at)
values ($1, $2, $3, $4, $5) on conflict do nothing;

-- listHandled: item
select h.item from dispatch.handled_exceptions h
  left join dispatch.tasks t on t.organization_id = h.organization_id and t.id = h.task_id
where h.organization_id = $1
  and (h.task_id is null or t.id is not null and true)
  and (h.worker_id is null or true)
order by h.handled_at desc limit $2;

-- listHandled (of some teams): item
select h.item from dispatch.handled_exceptions h
  left join dispatch.tasks t on t.organization_id = h.organization_id and t.id = h.task_id
where h.organization_id = $1
  and (h.task_id is null or t.id is not null and (
t.worker_id is null and t.container_id = any($2::text[])
or t.worker_id is not null and exists (
select from dispatch.team_workers as seen
where seen.organization_id = $3 and seen.worker_id = t.worker_id and seen.team_id = any($4::text[]))))
  and (h.worker_id is null or exists (
select from dispatch.team_workers as seen
where seen.organization_id = $5 and seen.worker_id = h.worker_id and seen.team_id = any($6::text[])))
order by h.handled_at desc limit $7;

-- deleteHandled
delete from dispatch.handled_exceptions
where ctid >= $1::tid and ctid < $2::tid and handled_at < $3;

-- listFailingWebhooks: failures, id, isEnabled, name
select id, name, is_enabled as "isEnabled", consecutive_failures as failures from dispatch.webhooks
where organization_id = $1 and consecutive_failures >= $2 order by id;

-- listUndelivered: at, id, name, phone, reason
select o.id::text as id, o.recipient as phone, o.created_at as at, o.detail as reason, r.name
from platform.outbox o
  left join dispatch.recipients r on r.organization_id = o.organization_id and r.phone = o.recipient
where o.organization_id = $1 and o.channel = 'sms' and o.state = 'failed'
  and o.created_at > $2
order by o.created_at desc limit $3;
