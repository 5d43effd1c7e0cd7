-- Written by "npm run sql" from src/chat/bot-storage/queries.ts.

-- loadStorage: key, value
select key, value from chat.bot_storage
where organization_id = $1 and user_id = $2
  and ($3::text[] is null or key = any($4::text[])) order by key;

-- lockStorage
select from chat.users where organization_id = $1 and id = $2 for no key update;

-- saveStorage
insert into chat.bot_storage (organization_id, user_id, key, value)
select $1, $2, key, value
from unnest($3::text[], $4::text[]) as e (key, value)
on conflict (organization_id, user_id, key) do update set value = excluded.value;

-- measureStorage: characters, entries
select coalesce(sum(length(key) + length(value)), 0)::float8 as characters, count(*)::int as entries
from chat.bot_storage where organization_id = $1 and user_id = $2;

-- deleteStorage
delete from chat.bot_storage
where organization_id = $1 and user_id = $2
  and ($3::text[] is null or key = any($4::text[]));
