-- Written by "npm run sql" from src/platform/deletion/queries.ts.

-- loadForeignColumns: column, isEmptied, table
select format('%I.%I', n.nspname, c.relname) as "table", quote_ident(a.attname) as "column",
  f.confdeltype = 'n' as "isEmptied"
from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum = f.conkey[1]
where f.contype = 'f' and f.confrelid = 'platform.organizations'::regclass and a.attname <> 'organization_id'
order by 1, 2;

-- deleteSomeRows (some of a table)
delete from chat.drafts where organization_id = $1 and ctid = any(array(
  select ctid from chat.drafts where organization_id = $2 order by organization_id, id limit $3));

-- releaseSomeRows (rows that stay)
update dispatch.tasks set ordered_by = null where ctid = any(array(select ctid from dispatch.tasks where ordered_by = $1 limit $2));

-- releaseSomeRows 2 (rows that go)
delete from dispatch.tasks where ctid = any(array(select ctid from dispatch.tasks where ordered_by = $1 limit $2));

-- markClosing
update platform.organizations set closing_at = coalesce(closing_at, $1) where id = $2;

-- lockLog
select from platform.log_heads where organization_id = $1 for update;

-- deleteOrganizationRow
delete from platform.organizations where id = $1;

-- loadClosing: id
select id from platform.organizations o where closing_at < $1
  and not exists (select from platform.organization_moves m where m.id = o.id and m.is_source and m.state = 'switched')
order by closing_at;
