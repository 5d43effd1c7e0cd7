-- Written by "npm run sql" from src/chat/notifications/emails/queries.ts.

-- listDue: organizationId, userId
select m.organization_id as "organizationId", m.user_id as "userId" from chat.missed_messages m
where m.due_at <= $1 and m.organization_id in (select id from platform.open_organizations) and not exists (
  select from chat.users u
  where u.organization_id = m.organization_id and u.id = m.user_id
    and (u.settings->>'do_not_disturb_until')::bigint > extract(epoch from $2::timestamptz))
group by m.organization_id, m.user_id order by min(m.due_at), m.user_id limit $3;

-- takeMissed: cause, id
delete from chat.missed_messages m
where organization_id = $1 and user_id = $2 and exists (
  select from chat.missed_messages d
  where d.organization_id = m.organization_id and d.user_id = m.user_id and d.due_at <= $3)
returning message_id as id, cause;

-- isElsewhere
select from chat.users
where lower(email) = lower($1) and organization_id <> $2 and is_active limit 1;

-- loadMailedChannelIds: id
select channel_id as id from chat.subscriptions
where organization_id = $1 and user_id = $2 and email_notifications order by channel_id;
