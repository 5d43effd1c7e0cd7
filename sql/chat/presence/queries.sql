-- Written by "npm run sql" from src/chat/presence/queries.ts.

-- loadPresences: activeAt, connectedAt, userId
select user_id as "userId", active_at as "activeAt", connected_at as "connectedAt" from chat.presences
where organization_id = $1 order by connected_at;

-- savePresences
insert into chat.presences as p (organization_id, user_id, active_at, connected_at)
select $1, g.user_id, g.active_at, g.connected_at
from unnest($2::bigint[], $3::timestamptz[],
    $4::timestamptz[]) as g (user_id, active_at, connected_at)
  join chat.users u on u.organization_id = $5 and u.id = g.user_id
order by g.user_id
on conflict (organization_id, user_id) do update set active_at = greatest(p.active_at, excluded.active_at),
  connected_at = greatest(p.connected_at, excluded.connected_at);
