-- Written by "npm run sql" from src/chat/exports/file-queries.ts.

-- pageOfUsers: contentType, fileId, fileName, id, row
select e.id, to_jsonb(e) - 'file_id' as row, f.id as "fileId", null::text as "fileName",
  f.content_type as "contentType"
from (
  select id, case when email_address_visibility <> 4 or id = any($1::bigint[]) then email end as email,
    full_name, role, is_active, bot_type, bot_owner_id, timezone, date_joined, avatar_file_id as file_id
  from chat.users where organization_id = $2 and id > $3 order by id limit $4) e
left join platform.files f on f.organization_id = $5 and f.id = e.file_id
order by e.id;

-- pageOfEmoji: contentType, fileId, fileName, id, row
select e.id, to_jsonb(e) - 'file_id' as row, e.file_id as "fileId", null::text as "fileName",
  e.content_type as "contentType"
from (
  select id, name, author_id, is_animated, is_deactivated, created_at, content_type, file_id
  from chat.realm_emoji where organization_id = $1 and id > $2 order by id limit $3) e
order by e.id;

-- pageOfRealmPictures: contentType, fileId, fileName, id, row
select e.id, to_jsonb(e) - 'file_id' as row, e.file_id as "fileId", null::text as "fileName",
  f.content_type as "contentType"
from (
  select row_number() over (order by kind) as id, kind as picture, file_id from chat.realm_pictures
  where organization_id = $1 and file_id is not null) e
join platform.files f on f.organization_id = $2 and f.id = e.file_id
where e.id > $3 order by e.id;

-- pageOfUploads: contentType, fileId, fileName, id, row
select e.id, to_jsonb(e) - 'file_id' as row, e.file_id as "fileId", e.name as "fileName",
  e.content_type as "contentType"
from (
  select a.id, a.owner_id, a.name, a.size, a.content_type, a.created_at, a.file_id,
    '/user_uploads/' || a.path_id as address,
    array(select r.message_id from chat.message_attachments r
      join chat.messages m on m.organization_id = r.organization_id and m.id = r.message_id
      where r.organization_id = $1 and r.attachment_id = a.id and case when m.channel_id is null then exists (
  select from chat.direct_conversation_members d
  where d.organization_id = $2 and d.recipient_id = m.recipient_id
    and d.user_id = any($3::bigint[]))
else exists (select from chat.channels c where c.organization_id = $4 and c.id = m.channel_id and (not c.invite_only))
  or exists (
    select from chat.subscription_periods p
    where p.organization_id = $5 and p.channel_id in (m.channel_id, m.sent_channel_id)
      and p.user_id = any($6::bigint[])
      and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id)
      and (p.channel_id = m.channel_id or exists (
        select from chat.subscriptions here where here.organization_id = $7
          and here.channel_id = m.channel_id and here.user_id = p.user_id))) end
      order by r.message_id) as message_ids
  from chat.attachments a
  where a.organization_id = $8 and a.id > $9 and (a.owner_id = any($10::bigint[])
    or exists (select from chat.message_attachments r
      join chat.messages m on m.organization_id = r.organization_id and m.id = r.message_id
      where r.organization_id = $11 and r.attachment_id = a.id and case when m.channel_id is null then exists (
  select from chat.direct_conversation_members d
  where d.organization_id = $12 and d.recipient_id = m.recipient_id
    and d.user_id = any($13::bigint[]))
else exists (select from chat.channels c where c.organization_id = $14 and c.id = m.channel_id and (not c.invite_only))
  or exists (
    select from chat.subscription_periods p
    where p.organization_id = $15 and p.channel_id in (m.channel_id, m.sent_channel_id)
      and p.user_id = any($16::bigint[])
      and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id)
      and (p.channel_id = m.channel_id or exists (
        select from chat.subscriptions here where here.organization_id = $17
          and here.channel_id = m.channel_id and here.user_id = p.user_id))) end))
  order by a.id limit $18) e
order by e.id;
