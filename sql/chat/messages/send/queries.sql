-- Written by "npm run sql" from src/chat/messages/send/queries.ts.

-- writeMessages: event_id, id, n
with input as materialized (
  select * from jsonb_to_recordset($1::jsonb) as m (
    n int, recipient_id bigint, channel_id bigint, topic text, sender_id bigint, client text,
    content text, rendered_content text, plain_text text, is_me_message boolean, read_by_sender boolean,
    has_link boolean, has_image boolean, has_attachment boolean,
    mentioned_user_ids bigint[], mentioned_group_ids bigint[], wildcard smallint,
    widget text, flagged jsonb, queue_id text, local_id text, audience text[], payload jsonb)
),
locked as materialized (
select event_id from platform.log_heads
where organization_id = $2 and state_event_id <= $3 for update),
numbered as materialized (
  select ordered.*, locked.event_id + ordered.n as event_id, nextval('chat.message_ids') as id
  from locked cross join (select * from input order by n) as ordered
),
head as (
update platform.log_heads set event_id = event_id + $4::int, message_id = (select max(id) from numbered)
where organization_id = $5 and exists (select from locked)),
message as (
  insert into chat.messages (organization_id, id, recipient_id, channel_id, topic, sender_id, client, content,
    rendered_content, plain_text, sent_at, is_me_message, read_by_sender, has_link, has_image, has_attachment,
    mentioned_user_ids, mentioned_group_ids, wildcard, has_submessages)
  select $6, id, recipient_id, channel_id, topic, sender_id, client, content,
    rendered_content, plain_text, $7::timestamptz, is_me_message, read_by_sender, has_link, has_image, has_attachment,
    mentioned_user_ids, mentioned_group_ids, wildcard, widget is not null
  from numbered order by n
),

logged as (
insert into platform.event_log (organization_id, id, at, part, kind, audience, payload, state, changes, trace)
select $8, event.id, $9::timestamptz, event.part, event.kind, event.audience, event.payload, event.state,
  event.changes, event.trace
from (
    select event_id as id, 'chat' as part, 'message' as kind, audience,
      case when widget is null then jsonb_set(payload, '{message,id}', to_jsonb(id))
        else jsonb_set(jsonb_set(payload, '{message,id}', to_jsonb(id)), '{message,submessages,0}',
          (payload #> '{message,submessages,0}') || jsonb_build_object('id', id, 'message_id', id)) end as payload,
      false as state, null::text[] as changes, null::text as trace
    from numbered order by n) as event)
select n, id, event_id from numbered order by n;

-- markReadFor
insert into chat.read_ranges as known (organization_id, user_id, recipient_id, ranges)
select $1, r.user_id, m.recipient_id, int8multirange(int8range(gap.id, m.id, '(]'))
from chat.messages m cross join unnest($2::bigint[]) as r (user_id)
  cross join lateral (
  select greatest(coalesce(max(p.id) filter (where not p.own), min(p.id) - 1, 0), (
    select max(e.id) from chat.messages e
    where e.organization_id = $3 and e.sent_recipient_id = coalesce(m.sent_recipient_id, m.recipient_id) and e.id < m.id)) as id
  from (
    select b.id, b.sender_id = r.user_id and b.read_by_sender as own from chat.messages b
    where b.organization_id = $4 and b.recipient_id = coalesce(m.sent_recipient_id, m.recipient_id) and b.id < m.id
    order by b.id desc limit $5) p) gap
where m.organization_id = $6 and m.id = $7 order by r.user_id
on conflict (organization_id, user_id, recipient_id) do update set ranges = known.ranges + excluded.ranges;

-- messageByLocalId: message_id
select message_id from chat.sent_local_ids
where organization_id = $1 and sender_id = $2
  and queue_id = $3 and local_id = $4;

-- haveConversed
select 1 from chat.messages
where organization_id = $1 and recipient_id = (
  select recipient_id from chat.direct_conversations
  where organization_id = $2 and user_ids = $3::bigint[])
limit 1;

-- deleteOldLocalIds
delete from chat.sent_local_ids where ctid >= $1::tid and ctid < $2::tid and at < $3;
