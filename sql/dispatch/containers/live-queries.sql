-- Written by "npm run sql" from src/dispatch/containers/live-queries.ts.

-- pageOfContainerLists: id, owner, tasks, type, version
select c.id, c.type, c.owner_id as owner, c.version, array(
select t.id from dispatch.tasks t
where t.organization_id = c.organization_id and t.container_id = c.id and t.position is not null
order by t.position) as tasks from dispatch.containers c
  where c.organization_id = $1 and c.released_at is null and (c.version > 0 or c.task_count > 0) and true and c.id > $2
  order by c.id limit $3;

-- pageOfContainerLists (of some teams, a further page): id, owner, tasks, type, version
select c.id, c.type, c.owner_id as owner, c.version, array(
select t.id from dispatch.tasks t
where t.organization_id = c.organization_id and t.container_id = c.id and t.position is not null
order by t.position) as tasks from dispatch.containers c
  where c.organization_id = $1 and c.released_at is null and (c.version > 0 or c.task_count > 0) and c.owner_id = any($2::text[]) and c.id > $3
  order by c.id limit $4;

-- findContainerLists: id, owner, tasks, type, version
select c.id, c.type, c.owner_id as owner, c.version, array(
select t.id from dispatch.tasks t
where t.organization_id = c.organization_id and t.container_id = c.id and t.position is not null
order by t.position) as tasks from dispatch.containers c
  where c.organization_id = $1 and c.released_at is null and (c.version > 0 or c.task_count > 0) and c.id = any($2::text[]);
