-- Written by "npm run sql" from src/platform/http/idempotency.ts.

-- find: body, request_hash, status
select request_hash, status, body from platform.idempotent_answers
where organization_id = $1 and caller = $2 and key = $3
  and at > $4;

-- claim
insert into platform.idempotent_answers as known (organization_id, caller, key, request_hash, at)
values ($1, $2, $3, $4, $5)
on conflict (organization_id, caller, key) do update
  set request_hash = excluded.request_hash, at = excluded.at, status = null, body = null
  where known.at <= $6;

-- store
update platform.idempotent_answers set status = $1, body = $2
where organization_id = $3 and caller = $4 and key = $5;

-- deleteOldAnswers
delete from platform.idempotent_answers where ctid >= $1::tid and ctid < $2::tid and at <= $3;
