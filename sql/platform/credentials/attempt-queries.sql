-- Written by "npm run sql" from src/platform/credentials/attempt-queries.ts.

-- addWrong: counted, endsAt, wrong
insert into platform.failed_attempts as kept (counted, wrong, ends_at)
select given.counted, 1, given.ends_at
from unnest($1::text[], $2::timestamptz[])
  as given (counted, ends_at)
on conflict (counted) do update set
  wrong = case when kept.ends_at <= $3 then 1 else kept.wrong + 1 end,
  ends_at = case when kept.ends_at <= $4 then excluded.ends_at else kept.ends_at end
returning counted, wrong, ends_at as "endsAt";

-- takeBack
update platform.failed_attempts set wrong = wrong - 1
where wrong > 0 and counted in (
  select counted from platform.failed_attempts where counted = any($1::text[]) order by counted for update);

-- forgetCounter
delete from platform.failed_attempts where counted = $1;

-- isKnownAddress
select 1 from platform.known_addresses where account = $1 and address = $2;

-- saveKnownAddress
insert into platform.known_addresses (account, address, last_at) values ($1, $2, $3)
on conflict (account, address) do update set last_at = excluded.last_at;

-- saveKnownAddress 2
delete from platform.known_addresses where account = $1 and address in (
  select address from platform.known_addresses where account = $2
  order by last_at desc, address offset $3);

-- deleteFailedAttempts
delete from platform.failed_attempts where ends_at <= $1;

-- deleteFailedAttempts 2
delete from platform.known_addresses where last_at <= $1;
