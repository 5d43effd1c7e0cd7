-- Written by "npm run sql" from src/chat/invitations/queries.ts.

-- insertInvitations
insert into chat.invitations (organization_id, referrer_id, email, token_hash, sealed_token, invited_as,
  channel_ids, group_ids, with_default_channels, notify_referrer, welcome_text, invited_at, expires_at, mailed_at, mails)
select $1, $2, email, token_hash, sealed_token, $3,
  $4::bigint[], $5::bigint[], $6, $7,
  $8, $9, $10, case when $11 > 0 then $12::timestamptz end, $13
from unnest($14::text[], $15::bytea[],
  $16::bytea[]) as invitee (email, token_hash, sealed_token);

-- selectOpen (by ID): channelIds, email, expiresAt, groupIds, id, invitedAs, invitedAt, notifyReferrer, organizationId, referrerId, sealedToken, welcomeText, withDefaultChannels
select i.organization_id as "organizationId", i.id, i.referrer_id as "referrerId", i.email,
  i.sealed_token as "sealedToken", i.invited_as as "invitedAs", i.channel_ids as "channelIds",
  i.group_ids as "groupIds", i.with_default_channels as "withDefaultChannels", i.notify_referrer as "notifyReferrer",
  i.welcome_text as "welcomeText", i.invited_at as "invitedAt", i.expires_at as "expiresAt"
from chat.invitations i join chat.users u on u.organization_id = i.organization_id and u.id = i.referrer_id
where i.ended_at is null and (i.expires_at is null or i.expires_at > $1) and u.is_active
  and u.role <= i.invited_as and i.organization_id = $2 and i.id = $3;

-- selectOpen (by token): channelIds, email, expiresAt, groupIds, id, invitedAs, invitedAt, notifyReferrer, organizationId, referrerId, sealedToken, welcomeText, withDefaultChannels
select i.organization_id as "organizationId", i.id, i.referrer_id as "referrerId", i.email,
  i.sealed_token as "sealedToken", i.invited_as as "invitedAs", i.channel_ids as "channelIds",
  i.group_ids as "groupIds", i.with_default_channels as "withDefaultChannels", i.notify_referrer as "notifyReferrer",
  i.welcome_text as "welcomeText", i.invited_at as "invitedAt", i.expires_at as "expiresAt"
from chat.invitations i join chat.users u on u.organization_id = i.organization_id and u.id = i.referrer_id
where i.ended_at is null and (i.expires_at is null or i.expires_at > $1) and u.is_active
  and u.role <= i.invited_as and i.token_hash = $2;

-- loadOpenInvitations (all): channelIds, email, expiresAt, groupIds, id, invitedAs, invitedAt, notifyReferrer, organizationId, referrerId, sealedToken, welcomeText, withDefaultChannels
select i.organization_id as "organizationId", i.id, i.referrer_id as "referrerId", i.email,
  i.sealed_token as "sealedToken", i.invited_as as "invitedAs", i.channel_ids as "channelIds",
  i.group_ids as "groupIds", i.with_default_channels as "withDefaultChannels", i.notify_referrer as "notifyReferrer",
  i.welcome_text as "welcomeText", i.invited_at as "invitedAt", i.expires_at as "expiresAt"
from chat.invitations i join chat.users u on u.organization_id = i.organization_id and u.id = i.referrer_id
where i.ended_at is null and (i.expires_at is null or i.expires_at > $1) and u.is_active
  and u.role <= i.invited_as and i.organization_id = $2 and ($3::bigint is null or i.referrer_id = $4::bigint)
order by i.id desc limit $5;

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

-- deleteEndedInvitations
delete from chat.invitations
where ctid >= $1::tid and ctid < $2::tid
  and (ended_at <= $3 or expires_at <= $4);
