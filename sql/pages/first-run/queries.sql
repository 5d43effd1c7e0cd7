-- Written by "npm run sql" from src/pages/first-run/queries.ts.

-- insertCode
delete from platform.first_run_codes where expires_at <= $1;

-- insertCode 2
insert into platform.first_run_codes (hash, expires_at) values ($1, $2);

-- isCode
select from platform.first_run_codes where hash = $1 and expires_at > $2;

-- deleteCodes
lock table platform.first_run_codes in exclusive mode;

-- deleteCodes 2
delete from platform.first_run_codes;
