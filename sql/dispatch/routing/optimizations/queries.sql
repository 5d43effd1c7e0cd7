-- Written by "npm run sql" from src/dispatch/routing/optimizations/queries.ts.

-- findChosenTasks: id, isWaiting, located, shortId
select t.id, t.short_id as "shortId", t.state = 0 and t.position is not null as "isWaiting", d.located
from dispatch.tasks t
  join dispatch.destinations d on d.organization_id = t.organization_id and d.id = t.destination_id
where t.organization_id = $1 and t.id = any($2::text[]);

-- markStarted
update dispatch.team_dispatches set is_started = true, submitted_at = $1, caller = $2
where organization_id = $3 and id = $4;

-- deleteNeverStarted
delete from dispatch.team_dispatches d using (
  select id from dispatch.team_dispatches where organization_id = $1 and not is_started
  order by submitted_at desc, id offset $2) as old
where d.organization_id = $3 and d.id = old.id;
