-- Written by "npm run sql" from src/chat/channels/folders/queries.ts.

-- loadFolders: creatorId, dateCreated, description, id, isArchived, name, position, renderedDescription
select id, name, description, rendered_description as "renderedDescription", position,
  is_archived as "isArchived", creator_id as "creatorId", date_created as "dateCreated"
from chat.channel_folders where organization_id = $1 order by position, id;

-- insertFolder: id
insert into chat.channel_folders (organization_id, name, description, rendered_description, position, creator_id,
  date_created)
values ($1, $2, $3, $4,
  $5, $6, $7)
returning id;

-- updateFolder
update chat.channel_folders set name = $1, description = $2,
  rendered_description = $3, is_archived = $4
where organization_id = $5 and id = $6;

-- orderFolders
update chat.channel_folders f set position = given.position - 1
from unnest($1::bigint[]) with ordinality as given (id, position)
where f.organization_id = $2 and f.id = given.id;

-- hasChannels
select 1 from chat.channels
where organization_id = $1 and folder_id = $2 and not is_archived limit 1;
