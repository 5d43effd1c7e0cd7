-- Written by "npm run sql" from src/dispatch/custom-fields/queries.ts.

-- listFields: definition
select definition from dispatch.custom_fields
where organization_id = $1 and model = $2
  and ($3::text is null or integration = $4)
order by integration <> '', created_at, key, integration;

-- countFields: count
select count(*)::int as count from dispatch.custom_fields where organization_id = $1;

-- lockFields: definition
select definition from dispatch.custom_fields
where organization_id = $1 and model = $2 and integration = $3
  and key = any($4::text[])
order by key for update;

-- insertFields: key
insert into dispatch.custom_fields
  (organization_id, model, integration, key, definition, created_at, modified_at)
select $1, $2, $3, definition->>'key', definition, $4, $5
from jsonb_array_elements($6::jsonb) as definition
on conflict do nothing returning key;

-- updateFields
update dispatch.custom_fields as field set definition = changed.definition, modified_at = $1
from jsonb_array_elements($2::jsonb) as changed (definition)
where field.organization_id = $3 and field.model = $4
  and field.integration = $5 and field.key = changed.definition->>'key';

-- deleteFields
delete from dispatch.custom_fields
where organization_id = $1 and model = $2 and integration = $3
  and key = any($4::text[]);
