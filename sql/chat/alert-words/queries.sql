-- Written by "npm run sql" from src/chat/alert-words/queries.ts.

-- loadAlertWords: folded, userIds
select folded, array_agg(user_id order by user_id) as "userIds"
from chat.alert_words where organization_id = $1 group by folded;
