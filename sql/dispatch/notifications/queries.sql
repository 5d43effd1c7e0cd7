-- Written by "npm run sql" from src/dispatch/notifications/queries.ts.

-- findSettings: arriving, arrivingMeters, completed, delayed, delayedSeconds, failed, language, started, templates
select started, arriving, completed, failed, delayed, arriving_meters as "arrivingMeters",
  delayed_seconds as "delayedSeconds", language, templates
from dispatch.notification_settings where organization_id = $1;

-- upsertSettings
insert into dispatch.notification_settings (organization_id, started, arriving, completed, failed, delayed,
  arriving_meters, delayed_seconds, language, templates)
values ($1, $2, $3, $4, $5, $6,
  $7, $8, $9, $10)
on conflict (organization_id) do update set started = excluded.started, arriving = excluded.arriving,
  completed = excluded.completed, failed = excluded.failed, delayed = excluded.delayed,
  arriving_meters = excluded.arriving_meters, delayed_seconds = excluded.delayed_seconds,
  language = excluded.language, templates = excluded.templates;

-- listOrganizationsNotifyingDelays: organizationId
select organization_id as "organizationId" from dispatch.notification_settings
where delayed and organization_id in (select id from platform.open_organizations);

-- listWorkerNames: displayName, id, name
select id, name, display_name as "displayName" from dispatch.workers
where organization_id = $1 and id = any($2::text[]);

-- listOrganizationNames: id, name
select id, name from platform.organizations where id = any($1::text[]);

-- findActiveDelivery: recipientName, taskId, workerId, workerPhone
select t.id as "taskId", coalesce(t.recipient_name, r.name) as "recipientName", w.id as "workerId",
  w.phone as "workerPhone"
from dispatch.recipients r
  join dispatch.tasks t on t.organization_id = r.organization_id and t.recipient_id = r.id and t.state = 2
  join dispatch.workers w on w.organization_id = t.organization_id and w.id = t.worker_id
where r.organization_id = $1 and r.phone = $2 order by t.started_at desc limit 1;
