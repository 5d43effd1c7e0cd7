-- Written by "npm run sql" from src/dispatch/tasks/batch/queries.ts.

-- lockBatches
with patience as materialized (select set_config('lock_timeout', $1, true))
select pg_advisory_xact_lock(hashtextextended($2, 0)) from patience;

-- insertBatch
insert into dispatch.task_batches (organization_id, id, submitted_at, caller, received, tasks)
values ($1, $2, $3, $4, $5,
  $6);

-- findBatch: createdIds, failures, finishedAt, id, organizationId, received, submittedAt
select organization_id as "organizationId", id, submitted_at as "submittedAt", received,
  finished_at as "finishedAt", created_ids as "createdIds", failures
from dispatch.task_batches where organization_id = $1 and id = $2;

-- findBatchWork: caller, submittedAt, tasks
select submitted_at as "submittedAt", caller, tasks from dispatch.task_batches
where organization_id = $1 and id = $2 and finished_at is null;

-- claimBatch
select from dispatch.task_batches
where organization_id = $1 and id = $2 and finished_at is null for update;

-- finishBatch
update dispatch.task_batches
set finished_at = $1, tasks = null, created_ids = $2, failures = $3
where organization_id = $4 and id = $5;

-- deleteOldBatches
delete from dispatch.task_batches where finished_at < $1;
