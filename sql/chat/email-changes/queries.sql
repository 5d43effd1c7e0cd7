-- Written by "npm run sql" from src/chat/email-changes/queries.ts.

-- saveEmailChange
insert into chat.email_changes (organization_id, user_id, email, token_hash, expires_at)
values ($1, $2, $3, $4, $5)
on conflict (organization_id, user_id) do update
  set email = excluded.email, token_hash = excluded.token_hash, expires_at = excluded.expires_at
  where email_changes.expires_at <= $6;

-- loadEmailChange: email, organizationId, userId
select organization_id as "organizationId", user_id as "userId", email
from chat.email_changes where token_hash = $1 and expires_at > $2;

-- deleteEmailChange
delete from chat.email_changes where token_hash = $1;

-- deleteExpiredChanges
delete from chat.email_changes where ctid >= $1::tid and ctid < $2::tid and expires_at <= $3;
