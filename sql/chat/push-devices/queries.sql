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

-- loadTokens: appId, kind, token
select kind, token, app_id as "appId" from chat.push_tokens
where organization_id = $1 and user_id = $2 order by kind, token;

-- loadEncryptedTargets: appId, deviceId, keyId, kind, sealedKey, sealedToken
select id as "deviceId", token_kind as kind, app_id as "appId", push_key_id as "keyId", push_key as "sealedKey",
  sealed_token as "sealedToken"
from chat.client_devices
where organization_id = $1 and user_id = $2 and sealed_token is not null and push_key is not null
order by id;

-- forgetDeviceToken: id, isRegistered, pushAccountId, pushKeyId, registrationError, tokenId, tokenUpdatedAt
update chat.client_devices set token_id = null, sealed_token = null, app_id = null, encrypted_registration = null,
    token_updated_at = null
  where organization_id = $1 and user_id = $2 and id = $3 and sealed_token is not null
  returning
id, push_account_id as "pushAccountId", push_key_id as "pushKeyId", token_id as "tokenId",
token_updated_at as "tokenUpdatedAt", sealed_token is not null as "isRegistered",
registration_error as "registrationError";

-- loadDevices: id, isRegistered, pushAccountId, pushKeyId, registrationError, tokenId, tokenUpdatedAt
select
id, push_account_id as "pushAccountId", push_key_id as "pushKeyId", token_id as "tokenId",
token_updated_at as "tokenUpdatedAt", sealed_token is not null as "isRegistered",
registration_error as "registrationError" from chat.client_devices
  where organization_id = $1 and user_id = $2 order by id;

-- insertDevice: id, isRegistered, pushAccountId, pushKeyId, registrationError, tokenId, tokenUpdatedAt
insert into chat.client_devices (organization_id, user_id, push_account_id)
  values ($1, $2, $3) returning
id, push_account_id as "pushAccountId", push_key_id as "pushKeyId", token_id as "tokenId",
token_updated_at as "tokenUpdatedAt", sealed_token is not null as "isRegistered",
registration_error as "registrationError";

-- updateDevice: id, isRegistered, pushAccountId, pushKeyId, registrationError, tokenId, tokenUpdatedAt
update chat.client_devices set push_key = coalesce($1::bytea, push_key),
    push_key_id = coalesce($2::bigint, push_key_id),
    token_kind = coalesce($3::text, token_kind), token_id = coalesce($4::text, token_id),
    bouncer_public_key = coalesce($5::text, bouncer_public_key),
    encrypted_registration = coalesce($6::text, encrypted_registration),
    sealed_token = case when $7::text is null then sealed_token
      else $8::bytea end,
    app_id = case when $9::text is null then app_id
      else $10::text end,
    registration_error = case when $11::text is null then registration_error
      else $12::text end,
    token_updated_at = case when $13::text is null then token_updated_at else $14 end
  where organization_id = $15 and user_id = $16 and id = $17
  returning
id, push_account_id as "pushAccountId", push_key_id as "pushKeyId", token_id as "tokenId",
token_updated_at as "tokenUpdatedAt", sealed_token is not null as "isRegistered",
registration_error as "registrationError";

-- deleteDevice
delete from chat.client_devices where organization_id = $1 and user_id = $2 and id = $3;
