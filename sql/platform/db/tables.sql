-- Written by "npm run sql" from src/platform/db/tables.ts.

-- loadTables: columns, key, name, refersTo
select format('%I.%I', n.nspname, c.relname) as name,
  (select jsonb_agg(jsonb_build_object('name', a.attname, 'quoted', quote_ident(a.attname),
      'type', format_type(a.atttypid, null), 'isGenerated', a.attgenerated <> '') order by a.attnum)
    from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
  array(select quote_ident(a.attname)
    from pg_constraint p cross join unnest(p.conkey) with ordinality as k (attnum, place)
      join pg_attribute a on a.attrelid = p.conrelid and a.attnum = k.attnum
    where p.conrelid = coalesce(t.partdefid, c.oid) and p.contype = 'p' order by k.place) as key,
  array(select distinct format('%I.%I', rn.nspname, r.relname)
    from pg_constraint f join pg_class r on r.oid = f.confrelid join pg_namespace rn on rn.oid = r.relnamespace
    where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as "refersTo"
from pg_class c join pg_namespace n on n.oid = c.relnamespace
  left join pg_partitioned_table t on t.partrelid = c.oid
where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('platform', 'chat', 'dispatch', 'bridge')
  and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
order by 1;
