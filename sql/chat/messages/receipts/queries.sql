-- Written by "npm run sql" from src/chat/messages/receipts/queries.ts.

-- loadReaderIds (of a channel): id
select u.id from (
    select distinct p.user_id from chat.subscription_periods p
    where p.organization_id = $1 and p.channel_id = $2
      and p.after_message_id < $3 and (p.until_message_id is null or $4 <= p.until_message_id)) came
  join chat.read_ranges r on r.organization_id = $5 and r.user_id = came.user_id
    and r.recipient_id = $6 and r.ranges @> $7::bigint
  join chat.users u on u.organization_id = $8 and u.id = came.user_id
where u.is_active and u.id <> $9 and coalesce((u.settings->>'send_read_receipts')::boolean, true)
  and not exists (
    select from chat.muted_users m where m.organization_id = $10
      and ((m.user_id = $11 and m.muted_user_id = u.id) or (m.user_id = u.id and m.muted_user_id = $12)))
order by u.id;

-- loadReaderIds (direct): id
select u.id from (
    select unnest($1::bigint[]) as user_id) came
  join chat.read_ranges r on r.organization_id = $2 and r.user_id = came.user_id
    and r.recipient_id = $3 and r.ranges @> $4::bigint
  join chat.users u on u.organization_id = $5 and u.id = came.user_id
where u.is_active and u.id <> $6 and coalesce((u.settings->>'send_read_receipts')::boolean, true)
  and not exists (
    select from chat.muted_users m where m.organization_id = $7
      and ((m.user_id = $8 and m.muted_user_id = u.id) or (m.user_id = u.id and m.muted_user_id = $9)))
order by u.id;
