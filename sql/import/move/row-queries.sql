-- Written by "npm run sql" from src/import/move/row-queries.ts.

-- useCommonForm
select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO, MDY', true),
  set_config('intervalstyle', 'postgres', true), set_config('bytea_output', 'hex', true),
  set_config('extra_float_digits', '1', true), set_config('statement_timeout', '0', true);

-- loadRowsAfter (the first): key, line
select array[t.organization_id::text, t.id::text] as key, (t.*)::text as line from chat.drafts t
where t.organization_id = $1
order by t.organization_id, t.id limit $2;

-- loadRowsAfter (the next): key, line
select array[t.organization_id::text, t.id::text] as key, (t.*)::text as line from chat.drafts t
where t.organization_id = $1 and (t.organization_id, t.id) > ($2::text::text, $3::text::bigint)
order by t.organization_id, t.id limit $4;

-- loadRowsByKeys: key, line
select array[t.organization_id::text, t.id::text] as key, (t.*)::text as line from chat.drafts t join unnest($1::text[], $2::text[]) as k (k0, k1) on t.organization_id = k.k0::text and t.id = k.k1::bigint;

-- insertRows (of a table)
insert into chat.drafts (organization_id, id, content) overriding system value
select r.organization_id, r.id, r.content from unnest($1::text[]::chat.drafts[]) r;

-- insertRows (the organization)
insert into platform.organizations (id, name, importing_since) overriding system value
select r.id, r.name, now() from unnest($1::text[]::platform.organizations[]) r
on conflict do nothing;

-- deleteRows
delete from chat.drafts t using unnest($1::text[], $2::text[]) as k (k0, k1) where t.organization_id = k.k0::text and t.id = k.k1::bigint;

-- deleteOwnRows
delete from chat.drafts t where t.organization_id = $1;

-- sumRows (all): rows, sum
select count(*)::int as rows,
  coalesce(sum(('x' || left(md5(row(t.organization_id, t.id, t.content)::text), 15))::bit(60)::bigint), 0)::text as sum
from chat.drafts t
where t.organization_id = $1;

-- sumRows (some): rows, sum
select count(*)::int as rows,
  coalesce(sum(('x' || left(md5(row(t.organization_id, t.id, t.content)::text), 15))::bit(60)::bigint), 0)::text as sum
from chat.drafts t join unnest($1::text[], $2::text[]) as k (k0, k1) on t.organization_id = k.k0::text and t.id = k.k1::bigint
where t.organization_id = $3;

-- countRows: rows
select count(*)::int as rows from chat.drafts t where t.organization_id = $1;

-- hasRowsAcross
select from dispatch.tasks where (organization_id = $1 or ordered_by = $2)
  and ordered_by <> organization_id limit 1;

-- loadSealedValues: key, values
select array[t.organization_id::text, t.id::text] as key, array[t.content] as "values"
from chat.drafts t join unnest($1::text[], $2::text[]) as k (k0, k1) on t.organization_id = k.k0::text and t.id = k.k1::bigint;
