-- Written by "npm run sql" from src/chat/linkifiers/queries.ts.

-- loadLinkifiers: alternativeUrlTemplates, exampleInput, id, pattern, reverseTemplate, urlTemplate
select id, pattern, url_template as "urlTemplate", example_input as "exampleInput",
  reverse_template as "reverseTemplate", alternative_url_templates as "alternativeUrlTemplates"
from chat.linkifiers where organization_id = $1 order by position, id;

-- insertLinkifier: id
insert into chat.linkifiers (organization_id, position, pattern, url_template, example_input, reverse_template,
  alternative_url_templates)
values ($1,
  (select coalesce(max(position), 0) + 1 from chat.linkifiers where organization_id = $2),
  $3, $4, $5, $6, $7::jsonb)
returning id;

-- updateLinkifierRow
update chat.linkifiers set pattern = $1, url_template = $2, example_input = $3,
  reverse_template = $4,
  alternative_url_templates = $5::jsonb
where organization_id = $6 and id = $7;

-- deleteLinkifier
delete from chat.linkifiers where organization_id = $1 and id = $2;

-- orderLinkifiers
update chat.linkifiers l set position = given.position
from unnest($1::bigint[]) with ordinality as given (id, position)
where l.organization_id = $2 and l.id = given.id;
