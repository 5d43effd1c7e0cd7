-- Written by "npm run sql" from src/chat/messages/fetch/read-marks-queries.ts.

-- loadReadRanges: ranges, recipientId
select recipient_id as "recipientId", ranges::text as ranges from chat.read_ranges
where organization_id = $1 and user_id = $2 and recipient_id = any($3::bigint[]);
