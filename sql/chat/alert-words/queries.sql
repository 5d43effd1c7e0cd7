-- Written by "npm run sql" from src/chat/alert-words/queries.ts.

-- loadAlertWordsOf: word
select word from chat.alert_words
where organization_id = $1 and user_id = $2 order by folded;

-- loadAlertWords: folded, userIds
select folded, array_agg(user_id order by user_id) as "userIds"
from chat.alert_words where organization_id = $1 group by folded;

-- insertAlertWords
insert into chat.alert_words (organization_id, user_id, folded, word)
select $1, $2, folded, word
from jsonb_to_recordset($3::jsonb) as given (folded text, word text) order by folded
on conflict do nothing;

-- deleteAlertWords
delete from chat.alert_words
where organization_id = $1 and user_id = $2 and folded = any($3::text[]);
