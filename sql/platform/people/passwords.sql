-- Written by "npm run sql" from src/platform/people/passwords.ts.

-- findByPassword: organizations
select count(*)::int as organizations from (select from platform.organizations limit $1) as counted;
