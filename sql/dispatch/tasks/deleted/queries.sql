-- Written by "npm run sql" from src/dispatch/tasks/deleted/queries.ts.

-- insertDeletedTask
insert into dispatch.deleted_tasks (organization_id, id, short_id, container_id, worker_id, worker_ids, deleted_at,
  completion_reports, reported_at)
select t.organization_id, t.id, t.short_id, t.container_id, t.worker_id, w.ids, $1, t.completion_reports,
  (select to_timestamp(max((r->>'receivedAt')::float8) / 1000) from jsonb_array_elements(t.completion_reports) r)
from dispatch.tasks t cross join lateral (
    select array_agg(distinct had.id) as ids
    from (select t.worker_id as id where t.worker_id is not null
      union all select f.worker_id from dispatch.former_workers f
      where f.organization_id = t.organization_id and f.task_id = t.id) had) w
where t.organization_id = $2 and t.id = $3 and w.ids is not null;

-- findDeletedTaskOf: completionReports, deletedAt, id, shortId
select t.id, t.short_id as "shortId", t.deleted_at as "deletedAt",
t.completion_reports as "completionReports" from dispatch.deleted_tasks t
  where t.organization_id = $1 and t.id = $2 and $3 = any(t.worker_ids);

-- lockDeletedTask: completionReports, deletedAt, id, shortId
select t.id, t.short_id as "shortId", t.deleted_at as "deletedAt",
t.completion_reports as "completionReports" from dispatch.deleted_tasks t
  where t.organization_id = $1 and t.id = $2 for update;

-- appendReportOnDeleted
update dispatch.deleted_tasks set reported_at = $1,
  completion_reports = completion_reports || $2::jsonb
where organization_id = $3 and id = $4;

-- pageOfReported: completionReports, deletedAt, id, reportedAtText, shortId
select t.id, t.short_id as "shortId", t.deleted_at as "deletedAt",
t.completion_reports as "completionReports", t.reported_at::text as "reportedAtText" from dispatch.deleted_tasks t
  where t.organization_id = $1 and t.reported_at is not null and true and true
  order by t.reported_at desc, t.id limit $2;

-- pageOfReported (of some teams, a further page): completionReports, deletedAt, id, reportedAtText, shortId
select t.id, t.short_id as "shortId", t.deleted_at as "deletedAt",
t.completion_reports as "completionReports", t.reported_at::text as "reportedAtText" from dispatch.deleted_tasks t
  where t.organization_id = $1 and t.reported_at is not null and (
  t.worker_id is null and t.container_id = any($2::text[])
  or t.worker_id is not null and exists (
  select from dispatch.team_workers as seen
  where seen.organization_id = $3 and seen.worker_id = t.worker_id and seen.team_id = any($4::text[]))) and (t.reported_at < $5::timestamptz
      or t.reported_at = $6::timestamptz and t.id > $7)
  order by t.reported_at desc, t.id limit $8;

-- deleteUnreported
delete from dispatch.deleted_tasks
where ctid >= $1::tid and ctid < $2::tid and deleted_at < $3 and reported_at is null;
