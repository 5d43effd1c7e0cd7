-- Written by "npm run sql" from src/dispatch/sight/queries.ts.

-- findUnseen: id
select id from dispatch.workers w
where w.organization_id = $1 and w.id = any($2::text[]) and not exists (
select from dispatch.team_workers as seen
where seen.organization_id = $3 and seen.worker_id = w.id and seen.team_id = any($4::text[]))
union all select id from dispatch.teams
where organization_id = $5 and id = any($6::text[]) and not id = any($7::text[])
union all select id from dispatch.containers c
where c.organization_id = $8 and c.id = any($9::text[]) and (
  c.type = 'TEAM' and not c.owner_id = any($10::text[])
  or c.type = 'WORKER' and not exists (
select from dispatch.team_workers as seen
where seen.organization_id = $11 and seen.worker_id = c.owner_id and seen.team_id = any($12::text[])))
union all select id from dispatch.tasks t
where t.organization_id = $13 and t.id = any($14::text[]) and not (
t.worker_id is null and t.container_id = any($15::text[])
or t.worker_id is not null and exists (
select from dispatch.team_workers as seen
where seen.organization_id = $16 and seen.worker_id = t.worker_id and seen.team_id = any($17::text[])))
union all select u.id from dispatch.uploads u
  left join dispatch.tasks t on t.organization_id = u.organization_id and t.id = u.task_id
where u.organization_id = $18 and u.id = any($19::text[]) and not
  case when t.id is null then exists (
select from dispatch.team_workers as seen
where seen.organization_id = $20 and seen.worker_id = u.worker_id and seen.team_id = any($21::text[])) else (
t.worker_id is null and t.container_id = any($22::text[])
or t.worker_id is not null and exists (
select from dispatch.team_workers as seen
where seen.organization_id = $23 and seen.worker_id = t.worker_id and seen.team_id = any($24::text[]))) end
union all select id from dispatch.route_plans p
where p.organization_id = $25 and p.id = any($26::text[]) and not (p.worker_id is null and p.team_id is null
or p.team_id is not null and p.team_id = any($27::text[]) or exists (
select from dispatch.team_workers as seen
where seen.organization_id = $28 and seen.worker_id = p.worker_id and seen.team_id = any($29::text[])))
union all select id from dispatch.team_dispatches d
where d.organization_id = $30 and d.id = any($31::text[]) and not (d.team_id = any($32::text[])
and coalesce(d.options->'chosen'->'teams', '[]') <@ to_jsonb($33::text[]));
