-- Written by "npm run sql" from src/dispatch/pins/queries.ts.

-- findPin: sealed, tried
select sealed, tried from dispatch.task_pins where organization_id = $1 and task_id = $2;

-- listPins: sealed, taskId
select task_id as "taskId", sealed from dispatch.task_pins
where organization_id = $1 and task_id = any($2::text[]);

-- upsertPin
insert into dispatch.task_pins (organization_id, task_id, sealed) values ($1, $2, $3)
on conflict (organization_id, task_id) do update set sealed = excluded.sealed, tried = '{}';

-- deletePin
delete from dispatch.task_pins where organization_id = $1 and task_id = $2;

-- noteTried
update dispatch.task_pins set tried = tried || $1::text[]
where organization_id = $2 and task_id = $3;
