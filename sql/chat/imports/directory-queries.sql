-- Written by "npm run sql" from src/chat/imports/directory-queries.ts.

-- insertGroups: id, n
with given as materialized (
  select g.*, nextval('chat.user_group_ids') as id
  from (select * from jsonb_to_recordset($1::jsonb) as r (
    n int, name text, description text, deactivated boolean, creator_id bigint, date_created timestamptz)
    order by n) g),
made as (
  insert into chat.user_groups (organization_id, id, name, description, deactivated, creator_id, date_created)
  select $2, id, name, description, deactivated, creator_id, date_created from given)
select n, id from given order by n;

-- updateGroupPermissions
update chat.user_groups g set permissions = given.permissions
from jsonb_to_recordset($1::jsonb) as given (id bigint, permissions jsonb)
where g.organization_id = $2 and g.id = given.id;

-- insertGroupMembers
insert into chat.user_group_members (organization_id, group_id, user_id)
select $1, group_id, id
from jsonb_to_recordset($2::jsonb) as r (group_id bigint, id bigint)
on conflict do nothing;

-- insertGroupSubgroups
insert into chat.user_group_subgroups (organization_id, group_id, subgroup_id)
select $1, group_id, id
from jsonb_to_recordset($2::jsonb) as r (group_id bigint, id bigint)
on conflict do nothing;

-- insertLinkifiers
insert into chat.linkifiers (organization_id, position, pattern, url_template, example_input, reverse_template,
  alternative_url_templates)
select $1, position, pattern, "urlTemplate", "exampleInput", "reverseTemplate",
  "alternativeUrlTemplates"
from jsonb_to_recordset($2::jsonb) as r (position int, pattern text, "urlTemplate" text,
  "exampleInput" text, "reverseTemplate" text, "alternativeUrlTemplates" jsonb)
order by position;

-- insertProfileFields: id
with given as materialized (
  select f.*, nextval('chat.profile_field_ids') as id
  from (select * from jsonb_to_recordset($1::jsonb) as r (position int, name text, hint text,
    type smallint, "fieldData" jsonb, "inSummary" boolean, required boolean, "editableByUser" boolean)
    order by position) f),
made as (
  insert into chat.profile_fields (organization_id, id, name, hint, type, field_data, position, in_summary, required,
    editable_by_user)
  select $2, id, name, hint, type, "fieldData", position, "inSummary", required, "editableByUser"
  from given)
select id from given order by position;

-- insertFieldValues
insert into chat.profile_values (organization_id, user_id, field_id, value, rendered)
select $1, user_id, field_id, value, rendered
from jsonb_to_recordset($2::jsonb) as r (
  user_id bigint, field_id bigint, value text, rendered text)
on conflict do nothing;

-- insertTopicPolicies
insert into chat.topic_visibility (organization_id, user_id, channel_id, topic, policy, updated_at)
select $1, user_id, channel_id, topic, policy, at
from jsonb_to_recordset($2::jsonb) as r (
  user_id bigint, channel_id bigint, topic text, policy smallint, at timestamptz)
on conflict do nothing;

-- insertMutes
insert into chat.muted_users (organization_id, user_id, muted_user_id, muted_at)
select $1, user_id, muted_user_id, at
from jsonb_to_recordset($2::jsonb) as r (user_id bigint, muted_user_id bigint, at timestamptz)
on conflict do nothing;

-- insertAlertWords
insert into chat.alert_words (organization_id, user_id, folded, word)
select $1, user_id, folded, word
from jsonb_to_recordset($2::jsonb) as r (user_id bigint, folded text, word text)
on conflict do nothing;

-- insertDrafts
insert into chat.drafts (organization_id, user_id, type, recipient_ids, topic, content, edited_at)
select $1, user_id, type, array(select jsonb_array_elements_text(recipient_ids)::bigint), topic,
  content, edited_at
from jsonb_to_recordset($2::jsonb) as r (
  user_id bigint, type text, recipient_ids jsonb, topic text, content text, edited_at timestamptz);
