-- Written by "npm run sql" from src/chat/owned-lists/queries.ts.

-- loadItems (alert_words)
select folded as "folded", word as "word" from chat.alert_words where organization_id = $1 and user_id = $2 order by folded;

-- loadItems (drafts)
select id as "id", type as "type", recipient_ids as "recipientIds", topic as "topic", content as "content", edited_at as "editedAt" from chat.drafts where organization_id = $1 and user_id = $2 order by edited_at desc, id desc;

-- loadItems (muted_users)
select muted_user_id as "id", muted_at as "mutedAt" from chat.muted_users where organization_id = $1 and user_id = $2 order by muted_user_id;

-- loadItems (navigation_views)
select fragment as "fragment", is_pinned as "is_pinned", name as "name" from chat.navigation_views where organization_id = $1 and user_id = $2 order by fragment;

-- loadItems (playgrounds)
select id as "id", name as "name", language as "language", url_template as "urlTemplate" from chat.playgrounds where organization_id = $1 order by id;

-- loadItems (saved_snippets)
select id as "id", title as "title", content as "content", created_at as "createdAt" from chat.saved_snippets where organization_id = $1 and user_id = $2 order by id;

-- loadItems (reminders)
select id as "id", content as "content", rendered_content as "renderedContent", deliver_at as "deliverAt", failure as "failure", user_id as "userId", message_id as "messageId", note as "note" from chat.reminders where organization_id = $1 and user_id = $2 order by deliver_at, id;

-- loadItems (scheduled_messages)
select id as "id", content as "content", rendered_content as "renderedContent", deliver_at as "deliverAt", failure as "failure", sender_id as "senderId", channel_id as "channelId", user_ids as "userIds", topic as "topic", read_by_sender as "readBySender", client as "client" from chat.scheduled_messages where organization_id = $1 and sender_id = $2 order by deliver_at, id;

-- lockItem (alert_words)
select folded as "folded", word as "word" from chat.alert_words
where organization_id = $1 and user_id = $2 and folded = $3 for update;

-- lockItem (drafts)
select id as "id", type as "type", recipient_ids as "recipientIds", topic as "topic", content as "content", edited_at as "editedAt" from chat.drafts
where organization_id = $1 and user_id = $2 and id = $3 for update;

-- lockItem (muted_users)
select muted_user_id as "id", muted_at as "mutedAt" from chat.muted_users
where organization_id = $1 and user_id = $2 and muted_user_id = $3 for update;

-- lockItem (navigation_views)
select fragment as "fragment", is_pinned as "is_pinned", name as "name" from chat.navigation_views
where organization_id = $1 and user_id = $2 and fragment = $3 for update;

-- lockItem (playgrounds)
select id as "id", name as "name", language as "language", url_template as "urlTemplate" from chat.playgrounds
where organization_id = $1 and id = $2 for update;

-- lockItem (saved_snippets)
select id as "id", title as "title", content as "content", created_at as "createdAt" from chat.saved_snippets
where organization_id = $1 and user_id = $2 and id = $3 for update;

-- lockItem (reminders)
select id as "id", content as "content", rendered_content as "renderedContent", deliver_at as "deliverAt", failure as "failure", user_id as "userId", message_id as "messageId", note as "note" from chat.reminders
where organization_id = $1 and user_id = $2 and id = $3 for update;

-- lockItem (scheduled_messages)
select id as "id", content as "content", rendered_content as "renderedContent", deliver_at as "deliverAt", failure as "failure", sender_id as "senderId", channel_id as "channelId", user_ids as "userIds", topic as "topic", read_by_sender as "readBySender", client as "client" from chat.scheduled_messages
where organization_id = $1 and sender_id = $2 and id = $3 for update;

-- countItems (alert_words): count
select count(*) from chat.alert_words where organization_id = $1 and user_id = $2;

-- countItems (drafts): count
select count(*) from chat.drafts where organization_id = $1 and user_id = $2;

-- countItems (muted_users): count
select count(*) from chat.muted_users where organization_id = $1 and user_id = $2;

-- countItems (navigation_views): count
select count(*) from chat.navigation_views where organization_id = $1 and user_id = $2;

-- countItems (playgrounds): count
select count(*) from chat.playgrounds where organization_id = $1;

-- countItems (saved_snippets): count
select count(*) from chat.saved_snippets where organization_id = $1 and user_id = $2;

-- countItems (reminders): count
select count(*) from chat.reminders where organization_id = $1 and user_id = $2;

-- countItems (scheduled_messages): count
select count(*) from chat.scheduled_messages where organization_id = $1 and sender_id = $2;

-- insertItems (alert_words)
insert into chat.alert_words (organization_id, user_id, folded, word)
select $1, $2, "folded", "word" from jsonb_to_recordset($3::jsonb) as given (n int, "folded" text, "word" text) order by n
on conflict do nothing returning folded as "folded", word as "word";

-- insertItems (drafts)
insert into chat.drafts (organization_id, user_id, type, recipient_ids, topic, content, edited_at)
select $1, $2, "type", "recipientIds", "topic", "content", "editedAt" from jsonb_to_recordset($3::jsonb) as given (n int, "type" text, "recipientIds" bigint[], "topic" text, "content" text, "editedAt" timestamptz) order by n
on conflict do nothing returning id as "id", type as "type", recipient_ids as "recipientIds", topic as "topic", content as "content", edited_at as "editedAt";

-- insertItems (muted_users)
insert into chat.muted_users (organization_id, user_id, muted_user_id, muted_at)
select $1, $2, "id", "mutedAt" from jsonb_to_recordset($3::jsonb) as given (n int, "id" bigint, "mutedAt" timestamptz) order by n
on conflict do nothing returning muted_user_id as "id", muted_at as "mutedAt";

-- insertItems (navigation_views)
insert into chat.navigation_views (organization_id, user_id, fragment, is_pinned, name)
select $1, $2, "fragment", "is_pinned", "name" from jsonb_to_recordset($3::jsonb) as given (n int, "fragment" text, "is_pinned" boolean, "name" text) order by n
on conflict do nothing returning fragment as "fragment", is_pinned as "is_pinned", name as "name";

-- insertItems (playgrounds)
insert into chat.playgrounds (organization_id, name, language, url_template)
select $1, "name", "language", "urlTemplate" from jsonb_to_recordset($2::jsonb) as given (n int, "name" text, "language" text, "urlTemplate" text) order by n
on conflict do nothing returning id as "id", name as "name", language as "language", url_template as "urlTemplate";

-- insertItems (saved_snippets)
insert into chat.saved_snippets (organization_id, user_id, title, content, created_at)
select $1, $2, "title", "content", "createdAt" from jsonb_to_recordset($3::jsonb) as given (n int, "title" text, "content" text, "createdAt" timestamptz) order by n
on conflict do nothing returning id as "id", title as "title", content as "content", created_at as "createdAt";

-- insertItems (reminders)
insert into chat.reminders (organization_id, user_id, content, rendered_content, deliver_at, failure, message_id, note)
select $1, $2, "content", "renderedContent", "deliverAt", "failure", "messageId", "note" from jsonb_to_recordset($3::jsonb) as given (n int, "content" text, "renderedContent" text, "deliverAt" timestamptz, "failure" text, "messageId" bigint, "note" text) order by n
on conflict do nothing returning id as "id", content as "content", rendered_content as "renderedContent", deliver_at as "deliverAt", failure as "failure", user_id as "userId", message_id as "messageId", note as "note";

-- insertItems (scheduled_messages)
insert into chat.scheduled_messages (organization_id, sender_id, content, rendered_content, deliver_at, failure, channel_id, user_ids, topic, read_by_sender, client)
select $1, $2, "content", "renderedContent", "deliverAt", "failure", "channelId", "userIds", "topic", "readBySender", "client" from jsonb_to_recordset($3::jsonb) as given (n int, "content" text, "renderedContent" text, "deliverAt" timestamptz, "failure" text, "channelId" bigint, "userIds" bigint[], "topic" text, "readBySender" boolean, "client" text) order by n
on conflict do nothing returning id as "id", content as "content", rendered_content as "renderedContent", deliver_at as "deliverAt", failure as "failure", sender_id as "senderId", channel_id as "channelId", user_ids as "userIds", topic as "topic", read_by_sender as "readBySender", client as "client";

-- updateItem (alert_words)
update chat.alert_words set word = $1::text
where organization_id = $2 and user_id = $3 and folded = $4 returning folded as "folded", word as "word";

-- updateItem (drafts)
update chat.drafts set type = $1::text, recipient_ids = $2::bigint[], topic = $3::text, content = $4::text, edited_at = $5::timestamptz
where organization_id = $6 and user_id = $7 and id = $8 returning id as "id", type as "type", recipient_ids as "recipientIds", topic as "topic", content as "content", edited_at as "editedAt";

-- updateItem (muted_users)
update chat.muted_users set muted_at = $1::timestamptz
where organization_id = $2 and user_id = $3 and muted_user_id = $4 returning muted_user_id as "id", muted_at as "mutedAt";

-- updateItem (navigation_views)
update chat.navigation_views set is_pinned = $1::boolean, name = $2::text
where organization_id = $3 and user_id = $4 and fragment = $5 returning fragment as "fragment", is_pinned as "is_pinned", name as "name";

-- updateItem (playgrounds)
update chat.playgrounds set name = $1::text, language = $2::text, url_template = $3::text
where organization_id = $4 and id = $5 returning id as "id", name as "name", language as "language", url_template as "urlTemplate";

-- updateItem (saved_snippets)
update chat.saved_snippets set title = $1::text, content = $2::text, created_at = $3::timestamptz
where organization_id = $4 and user_id = $5 and id = $6 returning id as "id", title as "title", content as "content", created_at as "createdAt";

-- updateItem (reminders)
update chat.reminders set content = $1::text, rendered_content = $2::text, deliver_at = $3::timestamptz, failure = $4::text, message_id = $5::bigint, note = $6::text
where organization_id = $7 and user_id = $8 and id = $9 returning id as "id", content as "content", rendered_content as "renderedContent", deliver_at as "deliverAt", failure as "failure", user_id as "userId", message_id as "messageId", note as "note";

-- updateItem (scheduled_messages)
update chat.scheduled_messages set content = $1::text, rendered_content = $2::text, deliver_at = $3::timestamptz, failure = $4::text, channel_id = $5::bigint, user_ids = $6::bigint[], topic = $7::text, read_by_sender = $8::boolean, client = $9::text
where organization_id = $10 and sender_id = $11 and id = $12 returning id as "id", content as "content", rendered_content as "renderedContent", deliver_at as "deliverAt", failure as "failure", sender_id as "senderId", channel_id as "channelId", user_ids as "userIds", topic as "topic", read_by_sender as "readBySender", client as "client";

-- deleteItems (alert_words)
with deleted as (
  delete from chat.alert_words where organization_id = $1 and user_id = $2 and folded = any($3::text[]) returning folded as "folded", word as "word")
select * from deleted order by "folded";

-- deleteItems (alert_words, all)
with deleted as (
  delete from chat.alert_words where organization_id = $1 and user_id = $2 and true returning folded as "folded", word as "word")
select * from deleted order by "folded";

-- deleteItems (drafts)
with deleted as (
  delete from chat.drafts where organization_id = $1 and user_id = $2 and id = any($3::bigint[]) returning id as "id", type as "type", recipient_ids as "recipientIds", topic as "topic", content as "content", edited_at as "editedAt")
select * from deleted order by "id";

-- deleteItems (drafts, all)
with deleted as (
  delete from chat.drafts where organization_id = $1 and user_id = $2 and true returning id as "id", type as "type", recipient_ids as "recipientIds", topic as "topic", content as "content", edited_at as "editedAt")
select * from deleted order by "id";

-- deleteItems (muted_users)
with deleted as (
  delete from chat.muted_users where organization_id = $1 and user_id = $2 and muted_user_id = any($3::bigint[]) returning muted_user_id as "id", muted_at as "mutedAt")
select * from deleted order by "id";

-- deleteItems (muted_users, all)
with deleted as (
  delete from chat.muted_users where organization_id = $1 and user_id = $2 and true returning muted_user_id as "id", muted_at as "mutedAt")
select * from deleted order by "id";

-- deleteItems (navigation_views)
with deleted as (
  delete from chat.navigation_views where organization_id = $1 and user_id = $2 and fragment = any($3::text[]) returning fragment as "fragment", is_pinned as "is_pinned", name as "name")
select * from deleted order by "fragment";

-- deleteItems (navigation_views, all)
with deleted as (
  delete from chat.navigation_views where organization_id = $1 and user_id = $2 and true returning fragment as "fragment", is_pinned as "is_pinned", name as "name")
select * from deleted order by "fragment";

-- deleteItems (playgrounds)
with deleted as (
  delete from chat.playgrounds where organization_id = $1 and id = any($2::bigint[]) returning id as "id", name as "name", language as "language", url_template as "urlTemplate")
select * from deleted order by "id";

-- deleteItems (playgrounds, all)
with deleted as (
  delete from chat.playgrounds where organization_id = $1 and true returning id as "id", name as "name", language as "language", url_template as "urlTemplate")
select * from deleted order by "id";

-- deleteItems (saved_snippets)
with deleted as (
  delete from chat.saved_snippets where organization_id = $1 and user_id = $2 and id = any($3::bigint[]) returning id as "id", title as "title", content as "content", created_at as "createdAt")
select * from deleted order by "id";

-- deleteItems (saved_snippets, all)
with deleted as (
  delete from chat.saved_snippets where organization_id = $1 and user_id = $2 and true returning id as "id", title as "title", content as "content", created_at as "createdAt")
select * from deleted order by "id";

-- deleteItems (reminders)
with deleted as (
  delete from chat.reminders where organization_id = $1 and user_id = $2 and id = any($3::bigint[]) returning id as "id", content as "content", rendered_content as "renderedContent", deliver_at as "deliverAt", failure as "failure", user_id as "userId", message_id as "messageId", note as "note")
select * from deleted order by "id";

-- deleteItems (reminders, all)
with deleted as (
  delete from chat.reminders where organization_id = $1 and user_id = $2 and true returning id as "id", content as "content", rendered_content as "renderedContent", deliver_at as "deliverAt", failure as "failure", user_id as "userId", message_id as "messageId", note as "note")
select * from deleted order by "id";

-- deleteItems (reminders, of anyone)
with deleted as (
  delete from chat.reminders where organization_id = $1 and id = any($2::bigint[]) returning id as "id", content as "content", rendered_content as "renderedContent", deliver_at as "deliverAt", failure as "failure", user_id as "userId", message_id as "messageId", note as "note")
select * from deleted order by "id";

-- deleteItems (scheduled_messages)
with deleted as (
  delete from chat.scheduled_messages where organization_id = $1 and sender_id = $2 and id = any($3::bigint[]) returning id as "id", content as "content", rendered_content as "renderedContent", deliver_at as "deliverAt", failure as "failure", sender_id as "senderId", channel_id as "channelId", user_ids as "userIds", topic as "topic", read_by_sender as "readBySender", client as "client")
select * from deleted order by "id";

-- deleteItems (scheduled_messages, all)
with deleted as (
  delete from chat.scheduled_messages where organization_id = $1 and sender_id = $2 and true returning id as "id", content as "content", rendered_content as "renderedContent", deliver_at as "deliverAt", failure as "failure", sender_id as "senderId", channel_id as "channelId", user_ids as "userIds", topic as "topic", read_by_sender as "readBySender", client as "client")
select * from deleted order by "id";

-- deleteItems (scheduled_messages, of anyone)
with deleted as (
  delete from chat.scheduled_messages where organization_id = $1 and id = any($2::bigint[]) returning id as "id", content as "content", rendered_content as "renderedContent", deliver_at as "deliverAt", failure as "failure", sender_id as "senderId", channel_id as "channelId", user_ids as "userIds", topic as "topic", read_by_sender as "readBySender", client as "client")
select * from deleted order by "id";
