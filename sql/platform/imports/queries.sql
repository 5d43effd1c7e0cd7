-- Written by "npm run sql" from src/platform/imports/queries.ts.

-- findImportRun: begunAt, done, endedAt, failure, fileId, id, organizationId, ownerUserId, phase, report, source, steppedAt, total
select r.organization_id as "organizationId", r.id, r.source, r.phase, r.done, r.total, r.report, r.failure,
r.begun_at as "begunAt", r.stepped_at as "steppedAt", r.ended_at as "endedAt", r.owner_user_id as "ownerUserId",
r.file_id as "fileId" from platform.import_runs r where r.id = $1;

-- lockRun: begunAt, done, endedAt, failure, fileId, id, organizationId, ownerUserId, phase, report, source, steppedAt, total
select r.organization_id as "organizationId", r.id, r.source, r.phase, r.done, r.total, r.report, r.failure,
r.begun_at as "begunAt", r.stepped_at as "steppedAt", r.ended_at as "endedAt", r.owner_user_id as "ownerUserId",
r.file_id as "fileId" from platform.import_runs r where r.id = $1 for update;

-- findRunByHash: begunAt, done, endedAt, failure, fileId, id, organizationId, ownerUserId, phase, report, source, steppedAt, total
select r.organization_id as "organizationId", r.id, r.source, r.phase, r.done, r.total, r.report, r.failure,
r.begun_at as "begunAt", r.stepped_at as "steppedAt", r.ended_at as "endedAt", r.owner_user_id as "ownerUserId",
r.file_id as "fileId" from platform.import_runs r where r.token_hash = $1;

-- openImportRunOf: begunAt, done, endedAt, failure, fileId, id, organizationId, ownerUserId, phase, report, source, steppedAt, total
select r.organization_id as "organizationId", r.id, r.source, r.phase, r.done, r.total, r.report, r.failure,
r.begun_at as "begunAt", r.stepped_at as "steppedAt", r.ended_at as "endedAt", r.owner_user_id as "ownerUserId",
r.file_id as "fileId" from platform.import_runs r
where r.organization_id = $1 and r.ended_at is null order by r.begun_at desc, r.id limit 1;

-- loadImportRuns: begunAt, done, endedAt, failure, id, name, organizationId, phase, source, steppedAt, total
select r.id, r.organization_id as "organizationId", o.name, r.source, r.phase, r.done, r.total, r.failure,
  r.begun_at as "begunAt", r.stepped_at as "steppedAt", r.ended_at as "endedAt"
from platform.import_runs r join platform.organizations o on o.id = r.organization_id
where ($1 or r.organization_id = $2 or r.begun_by = $3) and o.closing_at is null
order by r.begun_at desc, r.id limit $4;

-- insertRun
insert into platform.import_runs (organization_id, id, source, phase, total, begun_at, stepped_at, begun_by,
  token_hash, owner_user_id)
values ($1, $2, $3, $4, $5, $6, $7,
  $8, $9, $10);

-- moveRun
update platform.import_runs set phase = $1, failure = $2, stepped_at = $3,
  source = coalesce($4::text, source), total = coalesce($5::bigint, total),
  report = coalesce($6::jsonb, report),
  ended_at = case when $7 = 'ended' then $8::timestamptz end
where id = $9 and phase = any($10::text[]);

-- stepRun
update platform.import_runs set done = $1, total = $2, stepped_at = $3, failure = null,
  phase = case when phase = 'failed' then 'writing' else phase end
where id = $4;

-- putRunFile
update platform.import_runs set file_id = $1,
  total = case when $2::text is null then total end, report = case when $3::text is null then report end
where id = $4;

-- putRunToken
update platform.import_runs set token_hash = $1 where id = $2;

-- countOpenRunsBegunBy: count
select count(*)::int as count from platform.import_runs where begun_by = $1 and ended_at is null;
