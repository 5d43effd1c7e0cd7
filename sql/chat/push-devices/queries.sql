-- Written by "npm run sql" from src/chat/push-devices/queries.ts.

-- saveToken
insert into chat.push_tokens (organization_id, user_id, kind, token, app_id, created_at)
values ($1, $2, $3, $4, $5, $6)
on conflict (organization_id, user_id, kind, token) do update set app_id = excluded.app_id,
  created_at = excluded.created_at;

-- saveToken 2
delete from chat.push_tokens
where organization_id = $1 and user_id = $2 and (kind, token) in (
  select kind, token from chat.push_tokens where organization_id = $3 and user_id = $4
  order by created_at desc, kind, token offset $5);

-- deleteToken
delete from chat.push_tokens
where organization_id = $1 and user_id = $2 and kind = $3 and token = $4;

-- hasToken
select 1 from chat.push_tokens where organization_id = $1 and user_id = $2
  and ($3::text is null or token = $4::text) limit 1;

-- loadDevices: id, pushAccountId, pushKeyId, tokenId, tokenUpdatedAt
select
id, push_account_id as "pushAccountId", push_key_id as "pushKeyId", token_id as "tokenId",
token_updated_at as "tokenUpdatedAt" from chat.client_devices
  where organization_id = $1 and user_id = $2 order by id;

-- insertDevice: id, pushAccountId, pushKeyId, tokenId, tokenUpdatedAt
insert into chat.client_devices (organization_id, user_id, push_account_id)
  values ($1, $2, $3) returning
id, push_account_id as "pushAccountId", push_key_id as "pushKeyId", token_id as "tokenId",
token_updated_at as "tokenUpdatedAt";

-- updateDevice: id, pushAccountId, pushKeyId, tokenId, tokenUpdatedAt
update chat.client_devices set push_key = coalesce($1::bytea, push_key),
    push_key_id = coalesce($2::bigint, push_key_id),
    token_kind = coalesce($3::text, token_kind), token_id = coalesce($4::text, token_id),
    bouncer_public_key = coalesce($5::text, bouncer_public_key),
    encrypted_registration = coalesce($6::text, encrypted_registration),
    token_updated_at = case when $7::text is null then token_updated_at else $8 end
  where organization_id = $9 and user_id = $10 and id = $11
  returning
id, push_account_id as "pushAccountId", push_key_id as "pushKeyId", token_id as "tokenId",
token_updated_at as "tokenUpdatedAt";

-- deleteDevice
delete from chat.client_devices where organization_id = $1 and user_id = $2 and id = $3;
