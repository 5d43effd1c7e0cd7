-- Written by "npm run sql" from src/chat/reactions/queries.ts.

-- insertReaction
insert into chat.reactions (organization_id, message_id, user_id, emoji_name, emoji_code, reaction_type, at)
values ($1, $2, $3, $4, $5, $6, $7)
on conflict do nothing;

-- deleteReaction: emojiCode, emojiName, reactionType, userId
delete from chat.reactions
where organization_id = $1 and message_id = $2 and user_id = $3
  and emoji_code = $4 and reaction_type = $5
returning emoji_name as "emojiName", emoji_code as "emojiCode", reaction_type as "reactionType", user_id as "userId";
