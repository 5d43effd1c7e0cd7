-- Written by "npm run sql" from src/platform/backup/queries.ts.

-- lastAttempt: begunAt, bytes, failure, file, isScheduled, verifiedAt
select begun_at as "begunAt", file, bytes, failure, is_scheduled as "isScheduled", verified_at as "verifiedAt"
from platform.backups order by begun_at desc limit 1;

-- lastGoodAttempt: begunAt, bytes, failure, file, isScheduled, verifiedAt
select begun_at as "begunAt", file, bytes, failure, is_scheduled as "isScheduled", verified_at as "verifiedAt"
from platform.backups where failure is null order by begun_at desc limit 1;

-- insertAttempt
insert into platform.backups (begun_at, file, bytes, failure, is_scheduled)
values ($1, $2, $3, $4, $5);

-- deleteAttempts
delete from platform.backups where begun_at < $1;

-- updateVerified
update platform.backups set verified_at = $1 where begun_at = $2;
