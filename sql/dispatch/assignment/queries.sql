-- Written by "npm run sql" from src/dispatch/assignment/queries.ts.

-- listDecisions: candidates, decidedAt, options, outcome, workerId
select decided_at as "decidedAt", options, outcome, worker_id as "workerId", candidates
from dispatch.assignment_decisions where organization_id = $1 and task_id = $2
order by seq desc limit $3;

-- deleteDecisions
delete from dispatch.assignment_decisions
where ctid >= $1::tid and ctid < $2::tid and decided_at < $3;
