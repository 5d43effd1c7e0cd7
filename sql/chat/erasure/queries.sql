-- Written by "npm run sql" from src/chat/erasure/queries.ts.

-- loadOwnColumns: column, table
select format('%I.%I', n.nspname, c.relname) as "table", quote_ident(a.attname) as "column"
from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum = f.conkey[2]
where f.contype = 'f' and f.confrelid = 'chat.users'::regclass and f.confdeltype = 'c'
  and format('%I.%I.%I', n.nspname, c.relname, a.attname) <> all($1::text[])
order by 1, 2;

-- deleteSomeOwnRows (of drafts)
delete from chat.drafts where ctid = any(array(
  select ctid from chat.drafts
  where organization_id = $1 and user_id = $2 limit $3));

-- emptyUser
update chat.users set person_id = null, settings = '{}', email_address_visibility = 4, can_change_user_emails = false
where organization_id = $1 and id = $2;

-- deleteInvitationsTo
delete from chat.invitations where organization_id = $1 and lower(email) = any($2::text[]);

-- lockSomeMessages: id, place
select id, recipient_id || ' ' || lower(topic) as place from chat.messages
where organization_id = $1 and sender_id = $2 order by id limit $3 for update;

-- deleteFromArchivedMessages: last
with looked_at as (
  select message_id as id, (message->>'sender_id')::bigint as sender_id from chat.archived_messages
  where organization_id = $1 and message_id > $2 order by message_id limit $3),
deleted as (
  delete from chat.archived_messages a using looked_at l
  where a.organization_id = $4 and a.message_id = l.id and l.sender_id = $5)
select max(id) as last from looked_at;

-- loadUnusedUploads: id
select a.id from chat.attachments a
where a.organization_id = $1 and a.owner_id = $2 and not exists (
  select from chat.message_attachments m where m.organization_id = a.organization_id and m.attachment_id = a.id)
order by a.id limit $3;
