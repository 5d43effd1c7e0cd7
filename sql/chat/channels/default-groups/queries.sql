-- Written by "npm run sql" from src/chat/channels/default-groups/queries.ts.

-- loadDefaultGroups: channelIds, description, id, name
select id, name, description, channel_ids as "channelIds"
from chat.default_channel_groups where organization_id = $1 order by id;

-- insertDefaultGroup: id
insert into chat.default_channel_groups (organization_id, name, description, channel_ids)
values ($1, $2, $3, $4::bigint[]) returning id;

-- updateDefaultGroup
update chat.default_channel_groups
set name = $1, description = $2, channel_ids = $3::bigint[]
where organization_id = $4 and id = $5;

-- deleteDefaultGroup
delete from chat.default_channel_groups where organization_id = $1 and id = $2;

-- removeFromDefaultGroups: id
update chat.default_channel_groups set channel_ids = array_remove(channel_ids, $1::bigint)
where organization_id = $2 and $3::bigint = any(channel_ids) returning id;
