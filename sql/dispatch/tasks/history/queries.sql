-- Written by "npm run sql" from src/dispatch/tasks/history/queries.ts.

-- insertHistory
insert into dispatch.task_history
  (organization_id, task_id, event_id, kind, at, by_type, by_id, worker_id, team_id)
select $1, e."taskId", e."eventId", e.kind, e.at, e."byType", e."byId", e."workerId", e."teamId"
from jsonb_to_recordset($2::jsonb) as e ("taskId" text, "eventId" bigint, kind text,
  at timestamptz, "byType" text, "byId" text, "workerId" text, "teamId" text)
on conflict do nothing;

-- deleteHistory
delete from dispatch.task_history
where organization_id = $1 and task_id = any($2::text[]);

-- pageOfHistory: at, byId, byName, byType, eventId, kind, teamId, teamName, workerId, workerName
select h.event_id as "eventId", h.kind, h.at, h.by_type as "byType", h.by_id as "byId",
  case h.by_type when 'ADMIN' then (
      select a.name from dispatch.administrators a where a.organization_id = h.organization_id and a.id = h.by_id)
    when 'WORKER' then (
      select w.name from dispatch.workers w where w.organization_id = h.organization_id and w.id = h.by_id)
    end as "byName",
  h.worker_id as "workerId", w.name as "workerName", h.team_id as "teamId", t.name as "teamName"
from dispatch.task_history h
  left join dispatch.workers w on w.organization_id = h.organization_id and w.id = h.worker_id
  left join dispatch.teams t on t.organization_id = h.organization_id and t.id = h.team_id
where h.organization_id = $1 and h.task_id = $2
  and (h.event_id, h.kind) > ($3::bigint, $4::text)
order by h.event_id, h.kind limit $5;
