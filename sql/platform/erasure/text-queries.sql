-- Written by "npm run sql" from src/platform/erasure/text-queries.ts.

-- loadTextTables: columns, key, keyTypes, name, types
select format('%I.%I', n.nspname, c.relname) as name,
  array(select quote_ident(a.attname)
    from pg_constraint p cross join unnest(p.conkey) with ordinality as k (attnum, place)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
    where p.conrelid = c.oid and p.contype = 'p' order by k.place) as key,
  array(select format_type(a.atttypid, null)
    from pg_constraint p cross join unnest(p.conkey) with ordinality as k (attnum, place)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
    where p.conrelid = c.oid and p.contype = 'p' order by k.place) as "keyTypes",
  array_agg(quote_ident(t.attname) order by t.attnum) as columns,
  array_agg(format_type(t.atttypid, null) order by t.attnum) as types
from pg_class c join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute t on t.attrelid = c.oid and t.attnum > 0 and not t.attisdropped and t.attgenerated = ''
    and t.attname <> 'organization_id'
    and t.atttypid in ('text'::regtype, 'text[]'::regtype, 'json'::regtype, 'jsonb'::regtype)
where c.relkind = 'r' and n.nspname in ('platform', 'chat', 'dispatch', 'bridge')
  and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped)
group by c.oid, n.nspname, c.relname order by name;

-- lastOfSomeRows (the first): key
select array[organization_id::text, id::text] as key from (
  select organization_id, id from chat.saved_snippets where organization_id = $1
  order by organization_id, id limit $2) page
order by organization_id desc, id desc limit 1;

-- lastOfSomeRows (the next): key
select array[organization_id::text, id::text] as key from (
  select organization_id, id from chat.saved_snippets where organization_id = $1 and (organization_id, id) > ($2::text::text, $3::text::bigint)
  order by organization_id, id limit $4) page
order by organization_id desc, id desc limit 1;

-- replaceInRows (the first)
update chat.saved_snippets set title = (regexp_replace(title::text, $1, $2::text || '', 'gi'))::text, content = (regexp_replace(content::text, $3, $4::text || '', 'gi'))::text
      where organization_id = $5  and (organization_id, id) <= ($6::text::text, $7::text::bigint)
        and concat_ws(E'
', title::text, content::text)
          ~* $8;
