-- Written by "npm run sql" from src/chat/saved-snippets/queries.ts.

-- loadSnippetsOf: content, createdAt, id, title
select id, title, content, created_at as "createdAt" from chat.saved_snippets
where organization_id = $1 and user_id = $2 order by id;

-- insertSnippet: content, createdAt, id, title
insert into chat.saved_snippets (organization_id, user_id, title, content, created_at)
values ($1, $2, $3, $4, $5)
returning id, title, content, created_at as "createdAt";

-- updateSnippet: content, createdAt, id, title
update chat.saved_snippets
set title = coalesce($1::text, title), content = coalesce($2::text, content)
where organization_id = $3 and user_id = $4 and id = $5
returning id, title, content, created_at as "createdAt";

-- deleteSnippet
delete from chat.saved_snippets
where organization_id = $1 and user_id = $2 and id = $3;
