-- Written by "npm run sql" from src/chat/playgrounds/queries.ts.

-- loadPlaygrounds: id, language, name, urlTemplate
select id, name, language, url_template as "urlTemplate"
from chat.playgrounds where organization_id = $1 order by id;

-- insertPlayground: id
insert into chat.playgrounds (organization_id, name, language, url_template)
values ($1, $2, $3, $4) returning id;

-- deletePlayground
delete from chat.playgrounds where organization_id = $1 and id = $2;
