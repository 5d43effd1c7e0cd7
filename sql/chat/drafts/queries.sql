-- Written by "npm run sql" from src/chat/drafts/queries.ts.

-- loadDraftsOf: content, editedAt, id, recipientIds, topic, type
select id, type, recipient_ids as "recipientIds", topic, content, edited_at as "editedAt" from chat.drafts
where organization_id = $1 and user_id = $2 order by edited_at desc, id desc;

-- countDraftsOf: count
select count(*) from chat.drafts where organization_id = $1 and user_id = $2;

-- insertDrafts: content, editedAt, id, recipientIds, topic, type
insert into chat.drafts (organization_id, user_id, type, recipient_ids, topic, content, edited_at)
select $1, $2, type, array(select jsonb_array_elements_text("recipientIds")::bigint), topic,
  content, "editedAt"
from jsonb_to_recordset($3::jsonb) as draft
  (n int, type text, "recipientIds" jsonb, topic text, content text, "editedAt" timestamptz)
order by n
returning id, type, recipient_ids as "recipientIds", topic, content, edited_at as "editedAt";

-- updateDraft: content, editedAt, id, recipientIds, topic, type
update chat.drafts set type = $1, recipient_ids = $2::bigint[], topic = $3,
  content = $4, edited_at = $5
where organization_id = $6 and user_id = $7 and id = $8
returning id, type, recipient_ids as "recipientIds", topic, content, edited_at as "editedAt";

-- deleteDrafts: id
delete from chat.drafts
where organization_id = $1 and user_id = $2
  and ($3::boolean or id = $4)
returning id;
