-- Written by "npm run sql" from src/pages/admin/bot-queries.ts.

-- loadBots: botType, email, isActive, name, ownerName, usedAt, userId
select b.id as "userId", b.full_name as name, b.email, b.bot_type as "botType", b.is_active as "isActive",
  o.full_name as "ownerName", keys."usedAt"
from chat.users b
  left join chat.users o on o.organization_id = b.organization_id and o.id = b.bot_owner_id
  left join lateral (
    select max(c.used_at) as "usedAt" from platform.credentials c
    where c.organization_id = b.organization_id and c.kind = 'chat' and c.subject = b.id::text) keys on true
where b.organization_id = $1 and b.bot_type is not null and b.id > $2
order by b.id limit $3;
