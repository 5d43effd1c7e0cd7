-- Written by "npm run sql" from src/platform/assistants/queries.ts.

-- insertScope
insert into platform.assistant_keys (organization_id, credential_id, may_write, direct_messages, channel_ids, team_ids)
values ($1, $2, $3, $4, $5::int[],
  $6::text[]);

-- findScopes: channelIds, credentialId, directMessages, mayWrite, teamIds
select credential_id as "credentialId", may_write as "mayWrite", direct_messages as "directMessages",
  channel_ids as "channelIds", team_ids as "teamIds"
from platform.assistant_keys
where organization_id = $1 and credential_id = any($2::text[]);
