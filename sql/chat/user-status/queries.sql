-- Written by "npm run sql" from src/chat/user-status/queries.ts.

-- loadStatuses: away, clearsAt, emojiCode, emojiName, reactionType, text, userId
select u.id as "userId", coalesce(s.status_text, '') as text, coalesce(s.emoji_name, '') as "emojiName",
  coalesce(s.emoji_code, '') as "emojiCode", coalesce(s.reaction_type, 'unicode_emoji') as "reactionType",
  s.clears_at as "clearsAt", coalesce((u.settings ->> 'presence_enabled')::boolean, true) = false as away
from chat.users u left join chat.user_statuses s on s.organization_id = u.organization_id and s.user_id = u.id
where u.organization_id = $1 and u.is_active
  and ($2::bigint[] is null or u.id = any($3::bigint[]))
  and (s.user_id is not null or (u.settings ->> 'presence_enabled')::boolean = false)
order by u.id;

-- loadStatus: clearsAt, emojiCode, emojiName, reactionType, text
select status_text as text, emoji_name as "emojiName", emoji_code as "emojiCode", reaction_type as "reactionType",
  clears_at as "clearsAt"
from chat.user_statuses where organization_id = $1 and user_id = $2;

-- saveStatus
insert into chat.user_statuses (organization_id, user_id, status_text, emoji_name, emoji_code, reaction_type,
  clears_at)
values ($1, $2, $3, $4, $5,
  $6, $7)
on conflict (organization_id, user_id) do update set status_text = excluded.status_text,
  emoji_name = excluded.emoji_name, emoji_code = excluded.emoji_code, reaction_type = excluded.reaction_type,
  clears_at = excluded.clears_at;

-- deleteStatus
delete from chat.user_statuses where organization_id = $1 and user_id = $2;

-- organizationsWithEnded: id
select organization_id as id from chat.user_statuses
where clears_at <= $1 and organization_id in (select id from platform.open_organizations)
group by organization_id order by min(clears_at) limit $2;

-- deleteEnded: userId
with ended as (select user_id from chat.user_statuses
  where organization_id = $1 and clears_at <= $2
  order by clears_at, user_id limit $3 for update)
delete from chat.user_statuses s using ended
where s.organization_id = $4 and s.user_id = ended.user_id returning s.user_id as "userId";
