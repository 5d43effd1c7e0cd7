-- Written by "npm run sql" from src/platform/organizations/importing.ts.

-- doShutForImport
update platform.organizations set importing_since = $1 where id = $2;

-- doOpenImported
update platform.organizations set importing_since = null where id = $1;
