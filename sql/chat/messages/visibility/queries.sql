-- Written by "npm run sql" from src/chat/messages/visibility/queries.ts.

-- loadReaderChannels: entryGroups, historyPublicToSubscribers, id, inviteOnly, isArchived, isSubscribed, isWebPublic, presentAfter, receivedAfter, receivedUntil, recipientId, wasSubscribed
select c.id, c.recipient_id as "recipientId", c.invite_only as "inviteOnly", c.is_web_public as "isWebPublic",
  c.is_archived as "isArchived", c.history_public_to_subscribers as "historyPublicToSubscribers",
  p.present is not null and p.present as "isSubscribed", p.present is not null as "wasSubscribed",
  coalesce(p.after, '{}') as "receivedAfter", coalesce(p.until, '{}') as "receivedUntil", p.present_after as "presentAfter",
  case when c.invite_only and c.permissions ?| array['can_subscribe_group', 'can_add_subscribers_group']
    then jsonb_path_query_array(c.permissions,
      '$.keyvalue() ? (@.key == "can_subscribe_group" || @.key == "can_add_subscribers_group").value')
    else '[]' end as "entryGroups"
from chat.channels c
left join (
  select channel_id, bool_or(until_message_id is null) as present,
    max(after_message_id) filter (where until_message_id is null) as present_after,
    array_agg(after_message_id) as after,
    array_agg(coalesce(until_message_id, $1::bigint)) as until
  from chat.subscription_periods
  where organization_id = $2 and user_id = $3 group by channel_id
) p on p.channel_id = c.id
where c.organization_id = $4 order by c.id;
