-- Written by "npm run sql" from src/chat/messages/search/queries.ts.

-- analyseTerms: folded, phrase, stems, text
select t.text, t.phrase, btrim(chat.search_fold(t.text)) as folded,
  (case when t.phrase then phraseto_tsquery(chat.search_config($1), t.text)
    else plainto_tsquery(chat.search_config($2), t.text) end)::text as stems
from unnest($3::text[], $4::boolean[])
  with ordinality as t (text, phrase, n)
order by n;

-- wordsOfSameStem: word
with asked as materialized (
  select plainto_tsquery(chat.search_config($1), text) as stems from unnest($2::text[]) as text)
select word from unnest($3::text[]) as word
cross join lateral (select to_tsvector(chat.search_config($4), word) as document offset 0) d
where exists (select from asked where d.document @@ asked.stems);

-- loadTexts: content, id, isDirect, topic
select m.id, m.rendered_content as content, m.topic, m.channel_id is null as "isDirect" from chat.messages m
where m.organization_id = $1 and m.id = any($2::bigint[]) and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $3 and d.user_id = $4)
when m.channel_id <@ $5::int8multirange then true else m.channel_id <@ $6::int8multirange and (m.sender_id = $7
or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $8 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $9
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false) or (m.sent_channel_id is not null and coalesce((
select true from chat.subscription_periods p
where p.organization_id = $10 and p.channel_id = m.channel_id and p.user_id = $11
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false))) end);
