-- Written by "npm run sql" from src/platform/credentials/reseal-queries.ts.

-- lockOthers (the first): key, values
select array[organization_id::text, user_id::text, id::text] as key, array[push_key, sealed_token] as "values" from chat.client_devices
where (substr(push_key, 1, $1) is distinct from $2 and push_key is not null or substr(sealed_token, 1, $3) is distinct from $4 and sealed_token is not null)
order by organization_id, user_id, id limit $5 for update;

-- lockOthers (the next): key, values
select array[organization_id::text, user_id::text, id::text] as key, array[push_key, sealed_token] as "values" from chat.client_devices
where (substr(push_key, 1, $1) is distinct from $2 and push_key is not null or substr(sealed_token, 1, $3) is distinct from $4 and sealed_token is not null) and (organization_id, user_id, id) > ($5::text::text, $6::text::bigint, $7::text::bigint)
order by organization_id, user_id, id limit $8 for update;

-- saveSealed
update chat.client_devices set push_key = $1, sealed_token = $2 where (organization_id, user_id, id) = ($3::text::text, $4::text::bigint, $5::text::bigint);

-- countSealed: all, byMark
select count(*)::int as "all",
  array[count(*) filter (where substr(value, 1, $1) = $2)::int, count(*) filter (where substr(value, 1, $3) = $4)::int] as "byMark"
from (select push_key as value from chat.client_devices where push_key is not null) v;

-- lockKeys
select pg_advisory_xact_lock(4875628);
