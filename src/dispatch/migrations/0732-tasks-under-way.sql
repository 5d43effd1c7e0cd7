-- What a worker has to do is asked at each creation, assignment and completion, and a worker's past is long.
create index tasks_under_way on dispatch.tasks (organization_id, worker_id) where state in (1, 2);
