-- Written by "npm run sql" from src/chat/profile-fields/queries.ts.

-- loadFields: editableByUser, fieldData, hint, id, inSummary, name, required, type
select id, name, hint, type, field_data as "fieldData", in_summary as "inSummary", required,
  editable_by_user as "editableByUser"
from chat.profile_fields where organization_id = $1 order by position, id;

-- insertField: id
insert into chat.profile_fields (organization_id, name, hint, type, field_data, position, in_summary, required, editable_by_user)
values ($1, $2, $3, $4, $5::jsonb,
  (select coalesce(max(position), 0) + 1 from chat.profile_fields where organization_id = $6),
  $7, $8, $9)
returning id;

-- updateField
update chat.profile_fields set name = $1, hint = $2,
  field_data = $3::jsonb, in_summary = $4,
  required = $5, editable_by_user = $6
where organization_id = $7 and id = $8;

-- deleteField
delete from chat.profile_fields where organization_id = $1 and id = $2;

-- deleteValuesBut
delete from chat.profile_values
where organization_id = $1 and field_id = $2 and value <> all($3::text[]);

-- saveOrder
update chat.profile_fields f set position = o.position
from unnest($1::bigint[]) with ordinality as o (id, position)
where f.organization_id = $2 and f.id = o.id;

-- loadValues: fieldId, rendered, userId, value
select user_id as "userId", field_id as "fieldId", value, rendered from chat.profile_values
where organization_id = $1
  and ($2::bigint[] is null or user_id = any($3::bigint[]));

-- saveValue
insert into chat.profile_values (organization_id, user_id, field_id, value, rendered)
values ($1, $2, $3, $4, $5)
on conflict (organization_id, user_id, field_id) do update set value = excluded.value, rendered = excluded.rendered;

-- deleteValue
delete from chat.profile_values
where organization_id = $1 and user_id = $2 and field_id = $3;
