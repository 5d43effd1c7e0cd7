-- Written by "npm run sql" from src/pages/setup/progress-queries.ts.

-- loadProgress: hasInvited, hub, hubId, isPutAway, message, task, team, teamId, uses, worker, workerId
select o.uses, o.checklist_put_away as "isPutAway",
  exists (select from chat.invitations i where i.organization_id = o.id) as "hasInvited",
  (select c.name from chat.channels c where c.organization_id = o.id and c.creator_id is not null
    order by c.id desc limit 1) as message,
  hub.name as hub, hub.id as "hubId", team.name as team, team.id as "teamId", worker.name as worker,
  worker.id as "workerId",
  (select t.short_id from dispatch.tasks t where t.organization_id = o.id order by t.created_at desc limit 1) as task
from platform.organizations o
  left join lateral (select h.id, h.name from dispatch.hubs h where h.organization_id = o.id
    order by h.created_at desc limit 1) hub on true
  left join lateral (select t.id, t.name from dispatch.teams t where t.organization_id = o.id
    order by t.created_at desc limit 1) team on true
  left join lateral (select w.id, w.name from dispatch.workers w where w.organization_id = o.id
    order by w.created_at desc limit 1) worker on true
where o.id = $1;

-- putChecklistAway
update platform.organizations set checklist_put_away = true where id = $1;

-- saveUses
update platform.organizations set uses = $1 where id = $2;
