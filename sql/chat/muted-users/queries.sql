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

-- loadMuters: id
select user_id as id from chat.muted_users m
where organization_id = $1 and muted_user_id = $2
  and ($3::bigint is null or exists (
    select from chat.subscriptions s
    where s.organization_id = m.organization_id and s.user_id = m.user_id and s.channel_id = $4::bigint))
order by user_id;
