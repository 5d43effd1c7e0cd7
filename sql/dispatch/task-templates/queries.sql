-- Written by "npm run sql" from src/dispatch/task-templates/queries.ts.

-- listTemplates: conditions, deletedAt, fields, id, name
select id, name, conditions, fields, deleted_at as "deletedAt" from dispatch.task_templates
where organization_id = $1 and deleted_at is null order by created_at, id;

-- findTemplate: conditions, deletedAt, fields, id, name
select id, name, conditions, fields, deleted_at as "deletedAt" from dispatch.task_templates where organization_id = $1 and id = $2;

-- lockTemplate: conditions, deletedAt, fields, id, name
select id, name, conditions, fields, deleted_at as "deletedAt" from dispatch.task_templates where organization_id = $1 and id = $2 for update;

-- lockTemplateToUse: conditions, deletedAt, fields, id, name
select id, name, conditions, fields, deleted_at as "deletedAt" from dispatch.task_templates where organization_id = $1 and id = $2 for share;

-- insertTemplate
insert into dispatch.task_templates (organization_id, id, name, conditions, fields, created_at, modified_at)
values ($1, $2, $3, $4, $5, $6, $7);

-- updateTemplate
update dispatch.task_templates set name = $1, conditions = $2, fields = $3,
  modified_at = $4
where organization_id = $5 and id = $6;

-- markTemplateDeleted
update dispatch.task_templates set deleted_at = $1, modified_at = $2
where organization_id = $3 and id = $4;

-- lockTemplates
select pg_advisory_xact_lock(hashtext('task templates'), hashtext($1));
