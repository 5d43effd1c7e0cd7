-- Written by "npm run sql" from src/chat/imports/queries.ts.

-- loadImportsOf: endedAt, organizationId, position, source
select organization_id as "organizationId", source, position, ended_at as "endedAt"
from chat.imports where archive = $1 order by ended_at nulls first, organization_id;

-- insertImport
insert into chat.imports (organization_id, source, archive, begun_at)
values ($1, $2, $3, $4)
on conflict (archive) where ended_at is null do nothing;

-- movePosition
update chat.imports set position = $1
where organization_id = $2 and position = $3 and ended_at is null;

-- endImport
update chat.imports set ended_at = $1 where organization_id = $2;

-- endImport 2
delete from chat.imported_ids where organization_id = $1;

-- endImport 3
delete from chat.imported_unread where organization_id = $1;

-- lockLastUserId: id
select last_user_id as id from chat.realms where organization_id = $1 for update;

-- insertUsers
insert into chat.users (organization_id, id, person_id, email, full_name, role, is_active, bot_type, bot_owner_id,
  timezone, date_joined)
select $1, id, person_id, email, full_name, role, false, bot_type, bot_owner_id, timezone, joined_at
from jsonb_to_recordset($2::jsonb) as u (
  id bigint, person_id text, email text, full_name text, role smallint, bot_type smallint, bot_owner_id bigint,
  timezone text, joined_at timestamptz)
order by id desc;

-- insertInvitable
insert into chat.imported_people (organization_id, user_id)
select $1, unnest($2::bigint[]);

-- insertImportedChannels: id, n, recipientId
with given as materialized (
  select c.*, nextval('chat.channel_ids') as id, nextval('chat.recipient_ids') as recipient_id
  from (select * from jsonb_to_recordset($1::jsonb) as r (
    n int, name text, description text, rendered_description text, invite_only boolean, is_archived boolean,
    is_default boolean, creator_id bigint, created_at timestamptz, history_public boolean, is_web_public boolean,
    topics_policy text, permissions jsonb) order by n) c),
made as (
  insert into chat.channels (organization_id, id, recipient_id, name, description, rendered_description, invite_only,
    is_archived, is_default, creator_id, date_created, history_public_to_subscribers, is_web_public, topics_policy,
    permissions)
  select $2, id, recipient_id, name, description, rendered_description, invite_only,
    is_archived, is_default, creator_id, created_at, history_public, is_web_public, topics_policy, permissions
  from given)
select n, id, recipient_id as "recipientId" from given order by n;

-- insertMemberships
with made as (
  insert into chat.subscriptions (organization_id, channel_id, user_id, color, is_muted, pin_to_top,
    desktop_notifications, audible_notifications, push_notifications, email_notifications, wildcard_mentions_notify)
  select $1, channel_id, user_id, color, is_muted, pin_to_top, desktop, audible, push, email,
    wildcard_mentions
  from jsonb_to_recordset($2::jsonb) as p (channel_id bigint, user_id bigint, color text,
    is_muted boolean, pin_to_top boolean, desktop boolean, audible boolean, push boolean, email boolean,
    wildcard_mentions boolean)
  on conflict do nothing returning channel_id, user_id)
insert into chat.subscription_periods (organization_id, channel_id, user_id, after_message_id, after_event_id)
select $3, channel_id, user_id, $4::bigint, $5::bigint from made;

-- insertReceipts
update chat.subscription_periods p set after_message_id = given.after
from jsonb_to_recordset($1::jsonb) as given (channel_id bigint, user_id bigint, after bigint)
where p.organization_id = $2 and p.channel_id = given.channel_id and p.user_id = given.user_id;

-- insertReceipts 2
insert into chat.subscription_periods (organization_id, channel_id, user_id, after_message_id, until_message_id,
  after_event_id, until_event_id)
select $1, given.channel_id, given.user_id, (run->>'first')::bigint - 1, (run->>'end')::bigint, -n, -n
from jsonb_to_recordset($2::jsonb) as given (channel_id bigint, user_id bigint, ended jsonb)
  cross join lateral jsonb_array_elements(ended) with ordinality as runs (run, n);

-- addUnread
insert into chat.imported_unread (organization_id, user_id, recipient_id, after_id, ranges)
select $1, user_id, recipient_id, after_id, ranges::int8multirange
from jsonb_to_recordset($2::jsonb)
  as r (user_id bigint, recipient_id bigint, after_id bigint, ranges text);

-- lastMessages: id, recipientId
select recipient_id as "recipientId", max(id) as id from chat.messages
where organization_id = $1 group by recipient_id;

-- insertConversations: n, recipientId
with given as materialized (
  select n, array(select jsonb_array_elements_text(user_ids)::bigint order by 1) as user_ids,
    nextval('chat.recipient_ids') as recipient_id
  from (select * from jsonb_to_recordset($1::jsonb) as r (n int, user_ids jsonb) order by n) c),
made as (
  insert into chat.direct_conversations (organization_id, recipient_id, user_ids)
  select $2, recipient_id, user_ids from given),
members as (
  insert into chat.direct_conversation_members (organization_id, user_id, recipient_id)
  select $3, user_id, recipient_id from given cross join unnest(user_ids) as user_id)
select n, recipient_id as "recipientId" from given order by n;

-- insertIds
insert into chat.imported_ids (organization_id, kind, source_id, target_id)
select $1, kind, source_id, target_id
from jsonb_to_recordset($2::jsonb) as i (kind text, source_id text, target_id bigint);

-- putFileId
insert into chat.imported_ids as i (organization_id, kind, source_id, target_id)
select organization_id, $1::text, $2::text, $3::bigint from chat.imports
where organization_id = $4 and ended_at is null
on conflict (organization_id, kind, source_id) do update set target_id = excluded.target_id
  where i.target_id = $5::bigint;

-- loadIds: id, kind, sourceId
select kind, source_id as "sourceId", target_id as id from chat.imported_ids
where organization_id = $1;

-- takeMessageIds: id
select nextval('chat.message_ids') as id from generate_series(1, $1);

-- topicsOfMessages: channelId, id, topic
select id, channel_id as "channelId", topic from chat.messages
where organization_id = $1 and id = any($2::bigint[]) and channel_id is not null;

-- insertMessages
insert into chat.messages (organization_id, id, recipient_id, channel_id, topic, sender_id, client, content,
  rendered_content, plain_text, sent_at, last_edit_at, last_moved_at, edit_history, is_me_message, has_link,
  has_image, has_attachment, mentioned_user_ids, mentioned_group_ids, wildcard)
select $1, id, recipient_id, channel_id, topic, sender_id, 'import', content,
  rendered_content, plain_text, sent_at, edited_at, moved_at, edit_history, is_me_message, has_link,
  has_image, has_attachment, mentioned_user_ids::bigint[], mentioned_group_ids::bigint[], wildcard
from unnest($2::bigint[], $3::bigint[], $4::bigint[],
  $5::text[], $6::bigint[], $7::text[], $8::text[],
  $9::text[], $10::timestamptz[], $11::timestamptz[],
  $12::timestamptz[], $13::jsonb[], $14::boolean[],
  $15::boolean[], $16::boolean[], $17::boolean[],
  $18::text[], $19::text[],
  $20::smallint[]) as m (id, recipient_id, channel_id, topic, sender_id, content, rendered_content,
  plain_text, sent_at, edited_at, moved_at, edit_history, is_me_message, has_link, has_image, has_attachment,
  mentioned_user_ids, mentioned_group_ids, wildcard)
order by id;

-- insertMessages 2
update platform.log_heads set message_id = $1 where organization_id = $2;

-- insertMessages 3
insert into chat.reactions (organization_id, message_id, user_id, emoji_name, emoji_code, reaction_type, at)
select $1, message_id, user_id, emoji_name, emoji_code, reaction_type, at
from unnest($2::bigint[], $3::bigint[],
  $4::text[], $5::text[],
  $6::text[],
  $7::timestamptz[])
  as r (message_id, user_id, emoji_name, emoji_code, reaction_type, at)
on conflict do nothing;

-- insertMessages 4
insert into chat.message_attachments (organization_id, attachment_id, message_id)
select $1, attachment_id, message_id
from unnest($2::bigint[], $3::bigint[])
  as r (attachment_id, message_id)
on conflict do nothing;

-- insertFlags
insert into chat.message_flags (organization_id, user_id, message_id, flags)
select $1, user_id, message_id, flags
from unnest($2::bigint[], $3::bigint[],
  $4::int[]) as f (user_id, message_id, flags);

-- markAllRead
insert into chat.read_ranges (organization_id, user_id, recipient_id, ranges)
select $1, r.user_id, r.recipient_id,
  int8multirange(int8range(1, $2::bigint, '[]')) - coalesce(u.ranges, '{}')
from (
  select s.user_id, c.recipient_id from chat.subscriptions s
    join chat.channels c on c.organization_id = s.organization_id and c.id = s.channel_id
  where s.organization_id = $3
  union all
  select d.user_id, d.recipient_id from chat.direct_conversation_members d
  where d.organization_id = $4) r
  cross join lateral (
    select range_agg(ranges) as ranges from chat.imported_unread
    where organization_id = $5 and user_id = r.user_id and recipient_id = r.recipient_id) u
where exists (
  select from chat.messages m where m.organization_id = $6 and m.recipient_id = r.recipient_id)
on conflict do nothing;

-- endPeriodsOfInactive
update chat.subscription_periods p set until_message_id = $1, until_event_id = $2
from chat.users u
where p.organization_id = $3 and u.organization_id = p.organization_id and u.id = p.user_id
  and not u.is_active and p.until_event_id is null;

-- lockNextInvitable: email, fullName, personId, userId
select u.id as "userId", p.id as "personId", u.full_name as "fullName", p.email from chat.imported_people i
  join chat.users u on u.organization_id = i.organization_id and u.id = i.user_id
  join platform.people p on p.organization_id = u.organization_id and p.id = u.person_id and p.email is not null
where i.organization_id = $1 order by i.user_id limit 1 for update of i skip locked;

-- deleteInvitable
delete from chat.imported_people where organization_id = $1 and user_id = $2;

-- countInvitable: waiting, withoutAddress
select count(*) filter (where p.email is not null)::int as waiting,
  count(*) filter (where p.email is null)::int as "withoutAddress"
from chat.imported_people i
  join chat.users u on u.organization_id = i.organization_id and u.id = i.user_id
  left join platform.people p on p.organization_id = u.organization_id and p.id = u.person_id
where i.organization_id = $1;
