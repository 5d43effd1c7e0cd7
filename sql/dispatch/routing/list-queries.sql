-- Written by "npm run sql" from src/dispatch/routing/list-queries.ts.

-- listDispatchHeads: finishedAt, id, onlyProposes, progress, state, submittedAt, teamId
select d.id, d.team_id as "teamId", d.submitted_at as "submittedAt", d.finished_at as "finishedAt", d.state,
  d.only_proposes as "onlyProposes", d.progress
from dispatch.team_dispatches d
where d.organization_id = $1 and d.is_started
  and true
order by d.submitted_at desc, d.id limit $2;

-- listDispatchHeads (of some teams): finishedAt, id, onlyProposes, progress, state, submittedAt, teamId
select d.id, d.team_id as "teamId", d.submitted_at as "submittedAt", d.finished_at as "finishedAt", d.state,
  d.only_proposes as "onlyProposes", d.progress
from dispatch.team_dispatches d
where d.organization_id = $1 and d.is_started
  and (d.team_id = any($2::text[])
and coalesce(d.options->'chosen'->'teams', '[]') <@ to_jsonb($3::text[]))
order by d.submitted_at desc, d.id limit $4;
