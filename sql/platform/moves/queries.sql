-- Written by "npm run sql" from src/platform/moves/queries.ts.

-- findMove: begunAt, cell, changedAt, copied, id, isSource, state
select id, is_source as "isSource", cell, state, copied, begun_at as "begunAt", changed_at as "changedAt" from platform.organization_moves where id = $1;

-- loadOpenMoves: begunAt, cell, changedAt, copied, id, isSource, state
select id, is_source as "isSource", cell, state, copied, begun_at as "begunAt", changed_at as "changedAt" from platform.organization_moves where state <> 'cleaned' order by id;

-- insertMove
delete from platform.organization_moves where id = $1 and state = 'cleaned';

-- insertMove 2
insert into platform.organization_moves (id, is_source, cell, state, run, begun_at, changed_at)
values ($1, $2, $3, 'copying', $4, $5, $6);

-- takeMove
update platform.organization_moves set run = $1 where id = $2;

-- holdMove
select from platform.organization_moves where id = $1 and run = $2 for update;

-- updateMoveState
update platform.organization_moves set state = $1, changed_at = $2 where id = $3 and run = $4;

-- updateCopied
update platform.organization_moves
set copied = copied || jsonb_build_object($1::text, $2::jsonb)
where id = $3 and run = $4;

-- updateMovedJobs
update platform.organization_moves set jobs = $1::jsonb where id = $2;

-- markArrived
update platform.organization_moves set state = 'switched', changed_at = $1
where id = $2 and not is_source and state in ('copying', 'fenced');

-- deleteMove
delete from platform.organization_moves where id = $1;

-- passAsMover
select set_config('hubbub.mover', 'on', true);
