-- Written by "npm run sql" from src/platform/credentials/key-use-queries.ts.

-- updateKeyUses
update platform.credentials c set used_at = used.at
from (
  select k.id, max(g.at) as at
  from unnest($1::text[],
      $2::timestamptz[]) as g (id, at)
    join (
      select id, used_at from platform.credentials
      where organization_id = $3 and id = any($4::text[])
        and revoked_at is null
      for update skip locked) k on k.id = g.id
  where k.used_at is null or k.used_at < g.at - $5::interval
  group by k.id) used
where c.organization_id = $6 and c.id = used.id;
