-- Written by "npm run sql" from src/chat/muted-users/queries.ts.

-- loadMutedUsers: id, mutedAt
select muted_user_id as id, muted_at as "mutedAt" from chat.muted_users
where organization_id = $1 and user_id = $2 order by muted_user_id;

-- insertMutedUser
insert into chat.muted_users (organization_id, user_id, muted_user_id, muted_at)
values ($1, $2, $3, $4) on conflict do nothing;

-- deleteMutedUser
delete from chat.muted_users
where organization_id = $1 and user_id = $2 and muted_user_id = $3;
