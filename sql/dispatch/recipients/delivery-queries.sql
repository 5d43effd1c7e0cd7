-- Written by "npm run sql" from src/dispatch/recipients/delivery-queries.ts.

-- pageOfRecipients: createdAt, id, language, lastTask, metadata, modifiedAt, name, notes, organizationId, phone, skipSMSNotifications
select r.organization_id as "organizationId", r.id, r.name, r.phone, r.notes, r.language, r.metadata,
  r.skip_sms_notifications as "skipSMSNotifications", r.created_at as "createdAt", r.modified_at as "modifiedAt",
  last.task as "lastTask"
from (
  select r.* from dispatch.recipients r
  where r.organization_id = $1 and true and true and r.phone <> 'deleted ' || r.id
  order by r.name_key collate "C", r.id limit $2
) as r
left join lateral (
  select jsonb_build_object('id', t.id, 'address', d.address,
    'time', floor(extract(epoch from t.created_at) * 1000)) as task
  from dispatch.tasks t
    join dispatch.destinations d on d.organization_id = t.organization_id and d.id = t.destination_id
  where t.organization_id = $3 and t.recipient_id = r.id and true
  order by t.created_at desc, t.seq desc limit 1
) as last on true
order by r.name_key collate "C", r.id;

-- pageOfRecipients (found, a further page): createdAt, id, language, lastTask, metadata, modifiedAt, name, notes, organizationId, phone, skipSMSNotifications
select r.organization_id as "organizationId", r.id, r.name, r.phone, r.notes, r.language, r.metadata,
  r.skip_sms_notifications as "skipSMSNotifications", r.created_at as "createdAt", r.modified_at as "modifiedAt",
  last.task as "lastTask"
from (
  select r.* from dispatch.recipients r
  where r.organization_id = $1 and r.name_key like $2 and (r.name_key collate "C", r.id) > (
      select l.name_key collate "C", l.id from dispatch.recipients l
      where l.organization_id = $3 and l.id = $4) and r.phone <> 'deleted ' || r.id
  order by r.name_key collate "C", r.id limit $5
) as r
left join lateral (
  select jsonb_build_object('id', t.id, 'address', d.address,
    'time', floor(extract(epoch from t.created_at) * 1000)) as task
  from dispatch.tasks t
    join dispatch.destinations d on d.organization_id = t.organization_id and d.id = t.destination_id
  where t.organization_id = $6 and t.recipient_id = r.id and true
  order by t.created_at desc, t.seq desc limit 1
) as last on true
order by r.name_key collate "C", r.id;

-- pageOfRecipients (of one team): createdAt, id, language, lastTask, metadata, modifiedAt, name, notes, organizationId, phone, skipSMSNotifications
select r.organization_id as "organizationId", r.id, r.name, r.phone, r.notes, r.language, r.metadata,
  r.skip_sms_notifications as "skipSMSNotifications", r.created_at as "createdAt", r.modified_at as "modifiedAt",
  last.task as "lastTask"
from (
  select r.* from dispatch.recipients r
  where r.organization_id = $1 and true and true and (r.phone <> 'deleted ' || r.id and exists (
select from dispatch.tasks t
where t.organization_id = r.organization_id and t.recipient_id = r.id and (
t.worker_id is null and t.container_id = any($2::text[])
or t.worker_id is not null and exists (
select from dispatch.team_workers as seen
where seen.organization_id = $3 and seen.worker_id = t.worker_id and seen.team_id = any($4::text[])))))
  order by r.name_key collate "C", r.id limit $5
) as r
left join lateral (
  select jsonb_build_object('id', t.id, 'address', d.address,
    'time', floor(extract(epoch from t.created_at) * 1000)) as task
  from dispatch.tasks t
    join dispatch.destinations d on d.organization_id = t.organization_id and d.id = t.destination_id
  where t.organization_id = $6 and t.recipient_id = r.id and (
t.worker_id is null and t.container_id = any($7::text[])
or t.worker_id is not null and exists (
select from dispatch.team_workers as seen
where seen.organization_id = $8 and seen.worker_id = t.worker_id and seen.team_id = any($9::text[])))
  order by t.created_at desc, t.seq desc limit 1
) as last on true
order by r.name_key collate "C", r.id;

-- pageOfDeliveries: address, completedAt, createdAt, id, isSuccess, notes, shortId, state, workerName
select t.id, t.short_id as "shortId", t.state, t.created_at as "createdAt", t.completed_at as "completedAt",
  (t.completion->>'success')::boolean as "isSuccess", w.name as "workerName", d.address, d.notes
from dispatch.tasks t
  join dispatch.destinations d on d.organization_id = t.organization_id and d.id = t.destination_id
  left join dispatch.workers w on w.organization_id = t.organization_id and w.id = t.worker_id
where t.organization_id = $1 and t.recipient_id = $2 and true and true
order by t.created_at desc, t.seq desc limit $3;

-- pageOfDeliveries (of one team, a further page): address, completedAt, createdAt, id, isSuccess, notes, shortId, state, workerName
select t.id, t.short_id as "shortId", t.state, t.created_at as "createdAt", t.completed_at as "completedAt",
  (t.completion->>'success')::boolean as "isSuccess", w.name as "workerName", d.address, d.notes
from dispatch.tasks t
  join dispatch.destinations d on d.organization_id = t.organization_id and d.id = t.destination_id
  left join dispatch.workers w on w.organization_id = t.organization_id and w.id = t.worker_id
where t.organization_id = $1 and t.recipient_id = $2 and (t.created_at, t.seq) < (
      select l.created_at, l.seq from dispatch.tasks l
      where l.organization_id = $3 and l.id = $4) and (
t.worker_id is null and t.container_id = any($5::text[])
or t.worker_id is not null and exists (
select from dispatch.team_workers as seen
where seen.organization_id = $6 and seen.worker_id = t.worker_id and seen.team_id = any($7::text[])))
order by t.created_at desc, t.seq desc limit $8;

-- isSeenRecipient
select from dispatch.recipients r
where r.organization_id = $1 and r.id = $2 and (r.phone <> 'deleted ' || r.id and exists (
select from dispatch.tasks t
where t.organization_id = r.organization_id and t.recipient_id = r.id and (
t.worker_id is null and t.container_id = any($3::text[])
or t.worker_id is not null and exists (
select from dispatch.team_workers as seen
where seen.organization_id = $4 and seen.worker_id = t.worker_id and seen.team_id = any($5::text[])))));
