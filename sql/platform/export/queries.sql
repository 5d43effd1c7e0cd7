-- Written by "npm run sql" from src/platform/export/queries.ts.

-- loadTables: byteColumns, columns, isOwned, key, name
select format('%I.%I', n.nspname, c.relname) as name,
  array(select quote_ident(a.attname)
    from pg_constraint p cross join unnest(p.conkey) with ordinality as k (attnum, place)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
    where p.conrelid = c.oid and p.contype = 'p' order by k.place) as key,
  array_agg(t.attname::text order by t.attnum) as columns,
  coalesce(array_agg(t.attname::text order by t.attnum)
    filter (where t.atttypid in ('bytea'::regtype, 'bytea[]'::regtype)), '{}') as "byteColumns",
  bool_or(t.attname = 'organization_id') as "isOwned"
from pg_class c join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute t on t.attrelid = c.oid and t.attnum > 0 and not t.attisdropped
where c.relkind = 'r' and n.nspname in ('platform', 'chat', 'dispatch', 'bridge')
  and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
group by c.oid, n.nspname, c.relname order by 1;
