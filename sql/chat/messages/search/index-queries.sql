-- Written by "npm run sql" from src/chat/messages/search/index-queries.ts.

-- organizationsToIndex: id, language
select o.id, o.language from platform.organizations o
join platform.log_heads h on h.organization_id = o.id
left join chat.search_progress p on p.organization_id = o.id
where (h.message_id > coalesce(p.message_id, 0) or p.language <> o.language
    or exists (select from chat.search_stale s where s.organization_id = o.id))
  and not exists (select from platform.organization_moves m where m.id = o.id and m.state in ('copying', 'fenced'));

-- startIndex: language
select language from chat.search_progress where organization_id = $1 for update;

-- startIndex 2
delete from chat.message_search where organization_id = $1;

-- startIndex 3
insert into chat.search_progress (organization_id, message_id, language) values ($1, 0, $2)
on conflict (organization_id) do update set message_id = 0, language = excluded.language;

-- indexNextMessages: done
with progress as materialized (
  select message_id, language from chat.search_progress where organization_id = $1 for update),
-- Locked, so that what is read is the newest text, and an edit that comes now waits and then finds the document
-- that it has to throw away.
next as materialized (
  select m.id, m.plain_text, m.topic from chat.messages m
  where m.organization_id = $2 and m.id > (select message_id from progress)
  order by m.id limit $3 for share),
prepared as (
  insert into chat.message_search (organization_id, message_id, document)
  select $4, id, chat.search_document(progress.language, plain_text, topic) from next, progress
  on conflict (organization_id, message_id) do update set document = excluded.document),
moved as (
  update chat.search_progress set message_id = (select max(id) from next)
  where organization_id = $5 and exists (select from next))
select count(*) as done from next;

-- indexStaleMessages: message_id
delete from chat.search_stale where (organization_id, message_id) in (
  select organization_id, message_id from chat.search_stale where organization_id = $1
  order by message_id limit $2 for update skip locked)
returning message_id;

-- indexStaleMessages 2
insert into chat.message_search (organization_id, message_id, document)
select m.organization_id, m.id, chat.search_document(p.language, m.plain_text, m.topic)
from chat.messages m join chat.search_progress p using (organization_id)
where m.organization_id = $1 and m.id = any($2::bigint[])
  and m.id <= p.message_id
for share of m
on conflict (organization_id, message_id) do update set document = excluded.document;
