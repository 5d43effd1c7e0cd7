-- Written by "npm run sql" from src/chat/outgoing-webhooks/queries.ts.

-- loadCalledBots: id
select id from chat.users u
where organization_id = $1 and id = any($2::bigint[]) and bot_type = 3 and is_active
  and exists (select from chat.bot_services s where s.organization_id = u.organization_id and s.user_id = u.id)
order by id;
