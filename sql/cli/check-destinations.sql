-- Written by "npm run sql" from src/cli/check-destinations.ts.

-- checkDestinations: all, rough
select (select count(*)::int from dispatch.destinations) as all,
  (select count(*)::int from dispatch.destinations where not located) as rough;
