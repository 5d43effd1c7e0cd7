-- Written by "npm run sql" from src/platform/erasure/text-queries.ts.

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
