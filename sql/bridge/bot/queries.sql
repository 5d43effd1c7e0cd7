-- Written by "npm run sql" from src/bridge/bot/queries.ts.

-- insertPosts
insert into bridge.posts (organization_id, task_id, kind, opening, text)
select $1, given."taskId", given.kind, given.opening, given.text
from jsonb_to_recordset($2::jsonb)
  as given (n int, "taskId" text, kind text, opening text, text text)
order by given.n;

-- organizationsWithPosts: id
select organization_id as id from bridge.posts
where organization_id in (select id from platform.open_organizations)
group by organization_id order by min(id) limit $1;

-- nextPosts: moves, upto
select max(id) as upto, bool_or(kind <> 'say') as moves from (
  select id, kind from bridge.posts where organization_id = $1 order by id limit $2) as next;

-- loadPosts: id, kind, opening, taskId, text
select id, task_id as "taskId", kind, opening, text from bridge.posts
where organization_id = $1 and id <= $2 order by id;

-- deletePosts
delete from bridge.posts where organization_id = $1 and id = any($2::bigint[]);

-- loadNames: id, name
select id, name from dispatch.administrators where organization_id = $1 and id = any($2::text[])
union all
select id, coalesce(nullif(display_name, ''), name) from dispatch.workers
where organization_id = $3 and id = any($4::text[]);
