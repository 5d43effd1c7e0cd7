-- Written by "npm run sql" from src/platform/events/organization-state.ts.

-- #askNext: changedAt, id
select organization_id as id, state_event_id as "changedAt" from platform.log_heads
where organization_id = any($1::text[]);
