-- Written by "npm run sql" from src/chat/invitations/queries.ts.

-- insertInvitations
insert into chat.invitations (organization_id, referrer_id, email, token_hash, sealed_token, invited_as,
  channel_ids, group_ids, with_default_channels, notify_referrer, welcome_text, invited_at, expires_at, mailed_at, mails)
select $1, $2, email, token_hash, sealed_token, $3,
  $4::bigint[], $5::bigint[], $6, $7,
  $8, $9, $10, case when $11 > 0 then $12::timestamptz end, $13
from unnest($14::text[], $15::bytea[],
  $16::bytea[]) as invitee (email, token_hash, sealed_token);

-- countMails: mails
select coalesce(sum(mails), 0)::int as mails from chat.invitations
where organization_id = $1 and mailed_at > $2;

-- endInvitation
update chat.invitations set ended_at = $1
where organization_id = $2 and id = $3 and ended_at is null;

-- endInvitationsTo
update chat.invitations set ended_at = $1
where organization_id = $2 and lower(email) = lower($3) and ended_at is null;

-- renewToken
update chat.invitations set token_hash = $1, mailed_at = $2, mails = mails + 1
where organization_id = $3 and id = $4;
