-- Written by "npm run sql" from src/chat/messages/retention/queries.ts.

-- organizationsWithRetention: id
select r.organization_id as id from chat.realms r join platform.open_organizations o on o.id = r.organization_id
where (r.settings->>'message_retention_days')::int > 0 or exists (
  select from chat.channels c where c.organization_id = r.organization_id and c.message_retention_days > 0)
order by 1;

-- expiredConversations: id
with realm as (
  select coalesce((settings->>'message_retention_days')::int, -1) as days
  from chat.realms where organization_id = $1),
conversation as (
  select c.recipient_id as id, coalesce(c.message_retention_days, realm.days) as days
  from chat.channels c cross join realm where c.organization_id = $2
  union all
  select d.recipient_id, realm.days
  from chat.direct_conversations d cross join realm where d.organization_id = $3)
select c.id
from conversation c cross join lateral (
  select m.sent_at from chat.messages m
  where m.organization_id = $4 and m.recipient_id = c.id order by m.id limit 1) oldest
where c.days > 0 and oldest.sent_at < $5::timestamptz - make_interval(days => c.days)
order by 1;

-- lockExpired: id, topic
with policy as (
  select coalesce(c.message_retention_days, (r.settings->>'message_retention_days')::int, -1) as days
  from chat.realms r
    left join chat.channels c on c.organization_id = r.organization_id and c.recipient_id = $1
  where r.organization_id = $2),
oldest as (
  select m.id, m.topic, m.sent_at from chat.messages m
  where m.organization_id = $3 and m.recipient_id = $4
  order by m.id limit $5 for update)
select o.id, o.topic from oldest o cross join policy p
where p.days > 0 and o.sent_at < $6::timestamptz - make_interval(days => p.days) order by o.id;

-- archiveMessages
insert into chat.archived_messages (organization_id, message_id, channel_id, archived_at, message, flags, reactions,
  submessages, attachment_ids)
select $1, m.id, m.channel_id, $2, to_jsonb(m),
  coalesce((
    select jsonb_agg(to_jsonb(f)) from chat.message_flags f
    where f.organization_id = m.organization_id and f.message_id = m.id), '[]'),
  coalesce((
    select jsonb_agg(to_jsonb(r)) from chat.reactions r
    where r.organization_id = m.organization_id and r.message_id = m.id), '[]'),
  coalesce((
    select jsonb_agg(to_jsonb(s)) from chat.submessages s
    where s.organization_id = m.organization_id and s.message_id = m.id), '[]'),
  coalesce((
    select array_agg(a.attachment_id) from chat.message_attachments a
    where a.organization_id = m.organization_id and a.message_id = m.id), '{}')
from chat.messages m where m.organization_id = $3 and m.id = any($4::bigint[]);

-- archivedIds: id
select message_id as id from chat.archived_messages
where organization_id = $1 and ($2::bigint is null or channel_id = $3)
order by message_id limit $4;

-- restoreMessages
insert into chat.messages
select m.* from chat.archived_messages a cross join lateral jsonb_populate_record(null::chat.messages, a.message) m
where a.organization_id = $1 and a.message_id = any($2::bigint[]);

-- restoreMessages 2
insert into chat.message_flags
select f.* from chat.archived_messages a
  cross join lateral jsonb_populate_recordset(null::chat.message_flags, a.flags) f where a.organization_id = $1 and a.message_id = any($2::bigint[]);

-- restoreMessages 3
insert into chat.reactions
select r.* from chat.archived_messages a
  cross join lateral jsonb_populate_recordset(null::chat.reactions, a.reactions) r where a.organization_id = $1 and a.message_id = any($2::bigint[]);

-- restoreMessages 4
insert into chat.submessages
select s.* from chat.archived_messages a
  cross join lateral jsonb_populate_recordset(null::chat.submessages, a.submessages) s where a.organization_id = $1 and a.message_id = any($2::bigint[]);

-- restoreMessages 5
insert into chat.message_attachments (organization_id, attachment_id, message_id)
select a.organization_id, t.id, a.message_id
from chat.archived_messages a cross join lateral unnest(a.attachment_ids) as t (id)
  join chat.attachments present on present.organization_id = a.organization_id and present.id = t.id
where a.organization_id = $1 and a.message_id = any($2::bigint[]);

-- restoreMessages 6
insert into chat.search_stale (organization_id, message_id)
select $1, unnest($2::bigint[]) on conflict do nothing;

-- restoreMessages 7
delete from chat.archived_messages a where a.organization_id = $1 and a.message_id = any($2::bigint[]);

-- attachmentsOfArchived: id
select distinct t.id from chat.archived_messages a cross join lateral unnest(a.attachment_ids) as t (id)
where a.organization_id = $1 and a.message_id = any($2::bigint[]);

-- eraseMessages
delete from chat.archived_messages where (organization_id, message_id) in (
  select organization_id, message_id from chat.archived_messages where archived_at < $1
  order by archived_at limit $2);
