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

-- insertPlannedWrite
insert into platform.planned_writes (organization_id, token_hash, credential_id, tool, call, expires_at)
values ($1, $2, $3, $4, $5::jsonb, $6);

-- trimPlannedWrites
delete from platform.planned_writes
where organization_id = $1 and credential_id = $2 and (expires_at <= $3 or token_hash in (
  select token_hash from platform.planned_writes
  where organization_id = $4 and credential_id = $5
  order by expires_at desc, token_hash offset $6));

-- takePlannedWrite: call, tool
delete from platform.planned_writes
where organization_id = $1 and token_hash = $2 and credential_id = $3
  and expires_at > $4
returning tool, call;

-- deletePlannedWrites
delete from platform.planned_writes
where ctid >= $1::tid and ctid < $2::tid and expires_at <= $3;
