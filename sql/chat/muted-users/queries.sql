-- Written by "npm run sql" from src/chat/muted-users/queries.ts.

-- loadMuters: id
select user_id as id from chat.muted_users m
where organization_id = $1 and muted_user_id = $2
  and ($3::bigint is null or exists (
    select from chat.subscriptions s
    where s.organization_id = m.organization_id and s.user_id = m.user_id and s.channel_id = $4::bigint))
order by user_id;
