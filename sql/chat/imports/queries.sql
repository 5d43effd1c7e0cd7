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
    is_default boolean, creator_id bigint, created_at timestamptz, permissions jsonb) order by n) c),
made as (
  insert into chat.channels (organization_id, id, recipient_id, name, description, rendered_description, invite_only,
    is_archived, is_default, creator_id, date_created, permissions)
  select $2, id, recipient_id, name, description, rendered_description, invite_only,
    is_archived, is_default, creator_id, created_at, permissions
  from given)
select n, id, recipient_id as "recipientId" from given order by n;

-- insertMemberships
with made as (
  insert into chat.subscriptions (organization_id, channel_id, user_id, color)
  select $1, channel_id, user_id, color
  from unnest($2::bigint[], $3::bigint[], $4::text[])
    as p (channel_id, user_id, color)
  on conflict do nothing returning channel_id, user_id)
insert into chat.subscription_periods (organization_id, channel_id, user_id, after_message_id, after_event_id)
select $5, channel_id, user_id, $6::bigint, $7::bigint from made;

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
select organization_id, 'file', $1::text, $2::bigint from chat.imports
where organization_id = $3 and ended_at is null
on conflict (organization_id, kind, source_id) do update set target_id = excluded.target_id
  where i.target_id = $4::bigint;

-- loadIds: id, kind, sourceId
select kind, source_id as "sourceId", target_id as id from chat.imported_ids
where organization_id = $1;

-- takeMessageIds: id
select nextval('chat.message_ids') as id from generate_series(1, $1);

-- topicsOfMessages: channelId, id, topic
select id, channel_id as "channelId", topic from chat.messages
where organization_id = $1 and id = any($2::bigint[]) and channel_id is not null;

-- insertMessages
with given as materialized (
  select * from jsonb_to_recordset($1::jsonb) as m (
    id bigint, recipient_id bigint, channel_id bigint, topic text, sender_id bigint, content text,
    rendered_content text, plain_text text, sent_at timestamptz, edited_at timestamptz, is_me_message boolean,
    has_link boolean, has_image boolean, has_attachment boolean, mentioned_user_ids bigint[], wildcard smallint)),
made as (
  insert into chat.messages (organization_id, id, recipient_id, channel_id, topic, sender_id, client, content,
    rendered_content, plain_text, sent_at, last_edit_at, is_me_message, has_link, has_image, has_attachment,
    mentioned_user_ids, wildcard)
  select $2, id, recipient_id, channel_id, topic, sender_id, 'import', content,
    rendered_content, plain_text, sent_at, edited_at, is_me_message, has_link, has_image, has_attachment,
    mentioned_user_ids, wildcard
  from given order by id)
insert into chat.message_flags (organization_id, user_id, message_id, flags)
select $3, mentioned.id, given.id, 4
from given cross join unnest(mentioned_user_ids) as mentioned (id);

-- insertMessages 2
update platform.log_heads set message_id = $1 where organization_id = $2;

-- insertMessages 3
insert into chat.reactions (organization_id, message_id, user_id, emoji_name, emoji_code, reaction_type, at)
select $1, message_id, user_id, emoji_name, emoji_code, reaction_type, at
from jsonb_to_recordset($2::jsonb) as r (
  message_id bigint, user_id bigint, emoji_name text, emoji_code text, reaction_type text, at timestamptz)
on conflict do nothing;

-- insertMessages 4
insert into chat.message_attachments (organization_id, attachment_id, message_id)
select $1, attachment_id, message_id
from unnest($2::bigint[], $3::bigint[])
  as r (attachment_id, message_id)
on conflict do nothing;

-- markAllRead
insert into chat.read_ranges (organization_id, user_id, recipient_id, ranges)
select $1, r.user_id, r.recipient_id, int8multirange(int8range(1, $2::bigint, '[]'))
from (
  select s.user_id, c.recipient_id from chat.subscriptions s
    join chat.channels c on c.organization_id = s.organization_id and c.id = s.channel_id
  where s.organization_id = $3
  union all
  select d.user_id, d.recipient_id from chat.direct_conversation_members d
  where d.organization_id = $4) r
where exists (
  select from chat.messages m where m.organization_id = $5 and m.recipient_id = r.recipient_id)
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
