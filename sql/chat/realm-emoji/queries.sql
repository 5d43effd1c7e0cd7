-- Written by "npm run sql" from src/chat/realm-emoji/queries.ts.

-- loadRealmEmoji: authorId, fileId, id, isAnimated, isDeactivated, name
select id, name, author_id as "authorId", file_id as "fileId", is_animated as "isAnimated",
  is_deactivated as "isDeactivated"
from chat.realm_emoji where organization_id = $1 order by id;

-- insertRealmEmoji: id
insert into chat.realm_emoji (organization_id, name, author_id, file_id, size, content_type, is_animated,
  is_deactivated, created_at)
values ($1, $2, $3, $4, $5, $6,
  $7, $8, $9) returning id;

-- loadPicture: contentType, organizationId
select organization_id as "organizationId", content_type as "contentType"
from chat.realm_emoji where file_id = $1;

-- deactivateRealmEmoji
update chat.realm_emoji set is_deactivated = true where organization_id = $1 and id = $2;
