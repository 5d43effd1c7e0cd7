-- Written by "npm run sql" from src/chat/messages/fetch/queries.ts.

-- loadPageOf (messages by ID): bits, eventId, flaggedIds, ids, messageId, stateEventId
with p as materialized (select array(select m.id from chat.messages m
  where m.organization_id = $1 and m.id = any($2::bigint[]) and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $3 and d.user_id = $4)
when m.channel_id <@ $5::int8multirange then true else m.channel_id <@ $6::int8multirange and (m.sender_id = $7
or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $8 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $9
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false) or (m.sent_channel_id is not null and coalesce((
select true from chat.subscription_periods p
where p.organization_id = $10 and p.channel_id = m.channel_id and p.user_id = $11
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false))) end)
  order by m.id) as ids)
select h.event_id as "eventId", h.state_event_id as "stateEventId",
  h.message_id as "messageId", p.ids,
  coalesce(f.ids, '{}') as "flaggedIds", coalesce(f.bits, '{}') as bits
from p cross join platform.log_heads h
cross join lateral (
  select array_agg(f.message_id) as ids, array_agg(f.flags::bigint) as bits from chat.message_flags f
  where f.organization_id = $12 and f.user_id = $13 and f.message_id = any(p.ids)) f
where h.organization_id = $14;

-- loadPageOf (page of a channel): bits, eventId, flaggedIds, ids, messageId, stateEventId
with p as materialized (select array(select m.id from chat.messages m where m.organization_id = $1 and m.id < $2 and m.recipient_id = $3 order by m.id desc limit $4) as ids)
select h.event_id as "eventId", h.state_event_id as "stateEventId",
  h.message_id as "messageId", p.ids,
  coalesce(f.ids, '{}') as "flaggedIds", coalesce(f.bits, '{}') as bits
from p cross join platform.log_heads h
cross join lateral (
  select array_agg(f.message_id) as ids, array_agg(f.flags::bigint) as bits from chat.message_flags f
  where f.organization_id = $5 and f.user_id = $6 and f.message_id = any(p.ids)) f
where h.organization_id = $7;
