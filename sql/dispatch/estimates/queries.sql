-- Written by "npm run sql" from src/dispatch/estimates/queries.ts.

-- findBusyOrganizations: organization_id
select distinct organization_id from dispatch.containers
where type = 'WORKER' and (task_count > 0 or active_task is not null)
union select distinct organization_id from dispatch.workers where delay_time is not null;
