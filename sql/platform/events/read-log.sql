-- Written by "npm run sql" from src/platform/events/read-log.ts.

-- readLog: at, audience, id, kind, part, payload, state
select id, at, part, kind, audience, payload, state from platform.event_log
where organization_id = $1 and id > $2 order by id limit $3;

-- readLog 2: at, audience, id, kind, part, payload, state
select * from (
  select id, at, part, kind, audience, payload, state from platform.event_log
  where organization_id = $1 order by id desc limit $2) newest
order by id;
