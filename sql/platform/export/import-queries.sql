-- Written by "npm run sql" from src/platform/export/import-queries.ts.

-- loadNumberedColumns: column, sequence, table
select format('%I.%I', n.nspname, c.relname) as "table", a.attname as "column",
  coalesce(substring(pg_get_expr(d.adbin, d.adrelid) from $$nextval[(]'([^']+)'$$),
    pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname)) as sequence
from pg_class c join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
where c.relkind = 'r' and n.nspname in ('platform', 'chat', 'dispatch', 'bridge')
  and (a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) like 'nextval(%')
order by 1, 2;

-- passSequence
select setval($1::regclass, $2::bigint) from chat.message_ids where last_value <= $3;

-- findOrganizationImport: endedAt, isCopy, organizationId, position
select organization_id as "organizationId", position, is_copy as "isCopy", ended_at as "endedAt"
from platform.organization_imports where archive = $1;

-- lockOrganizationImports
select pg_advisory_xact_lock(hashtext('imports of organizations'));

-- insertOrganizationImport
insert into platform.organization_imports (organization_id, archive, is_copy, begun_at)
values ($1, $2, $3, $4);

-- moveOrganizationImport
update platform.organization_imports i set position = $1 from platform.organizations o
where i.organization_id = $2 and i.position = $3 and i.ended_at is null
  and o.id = i.organization_id and o.closing_at is null;

-- endOrganizationImport
update platform.organization_imports set ended_at = $1 where organization_id = $2;

-- insertExportedRows (a table of organizations)
insert into chat.drafts (organization_id, id, content) overriding system value
select $1, r.id, r.content
from json_populate_recordset(null::chat.drafts, $2::json) r;

-- insertExportedRows (the organizations)
insert into platform.organizations (id, name) overriding system value
select r.id, r.name
from json_populate_recordset(null::platform.organizations, $1::json) r;

-- putImportedPassword
update platform.people set password_hash = $1, password_ends_at = null
where organization_id = $2 and email_key = $3 and email_verified_at is not null;

-- loadOrganizationsHere: id
select id from platform.organizations where id = any($1::text[]);

-- isSmsNumberTaken
select from platform.sms_settings where number = $1;
