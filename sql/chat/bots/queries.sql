-- Written by "npm run sql" from src/chat/bots/queries.ts.

-- loadBotIds: id
select id from chat.users
where organization_id = $1 and bot_type is not null
  and ($2::bigint is null or bot_owner_id = $3) order by id;

-- isNameTaken
select from chat.users
where organization_id = $1 and lower(full_name) = lower($2) and is_active
  and id is distinct from $3::bigint limit 1;

-- setOwner
update chat.users set bot_owner_id = $1 where organization_id = $2 and id = $3;

-- saveService
insert into chat.bot_services (organization_id, user_id, base_url, interface, sealed_token)
values ($1, $2, $3, $4, $5)
on conflict (organization_id, user_id) do update set base_url = excluded.base_url, interface = excluded.interface;

-- loadServices: baseUrl, interface, sealedToken, userId
select user_id as "userId", base_url as "baseUrl", interface, sealed_token as "sealedToken"
from chat.bot_services where organization_id = $1 and user_id = any($2::bigint[]);
