-- Written by "npm run sql" from src/chat/incoming-webhooks/queries.ts.

-- loadSealedSecret: sealed
select sealed_secret as sealed from chat.bot_webhook_secrets
where organization_id = $1 and user_id = $2;

-- saveSealedSecret
delete from chat.bot_webhook_secrets where organization_id = $1 and user_id = $2;

-- saveSealedSecret 2
insert into chat.bot_webhook_secrets (organization_id, user_id, sealed_secret)
values ($1, $2, $3)
on conflict (organization_id, user_id) do update set sealed_secret = excluded.sealed_secret;
