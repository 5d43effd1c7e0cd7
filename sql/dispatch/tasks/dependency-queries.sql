-- Written by "npm run sql" from src/dispatch/tasks/dependency-queries.ts.

-- insertDependencies
insert into dispatch.task_dependencies (organization_id, task_id, depends_on, n)
select $1, $2, id, n from unnest($3::text[]) with ordinality as given (id, n);

-- deleteDependencies
delete from dispatch.task_dependencies where organization_id = $1 and task_id = $2;

-- findDependencies: dependsOn, taskId
select task_id as "taskId", depends_on as "dependsOn" from dispatch.task_dependencies
where organization_id = $1 and task_id = any($2::text[]) order by task_id, n;

-- findDependents: dependsOn, taskId
select task_id as "taskId", depends_on as "dependsOn" from dispatch.task_dependencies
where organization_id = $1 and depends_on = any($2::text[]) order by task_id;

-- lockDependencies
select pg_advisory_xact_lock(hashtext('task dependencies'), hashtext($1));

-- dependsOnIt
with recursive reached (id) as (
  select unnest($1::text[])
  union
  select d.depends_on from dispatch.task_dependencies d join reached on d.task_id = reached.id
  where d.organization_id = $2)
select from reached where id = $3;

-- countOpenDependencies: open
select count(*) as open from dispatch.task_dependencies d
join dispatch.tasks t on t.organization_id = d.organization_id and t.id = d.depends_on
where d.organization_id = $1 and d.task_id = $2 and t.state < 3;
