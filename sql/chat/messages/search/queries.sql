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
