-- Written by "npm run sql" from src/platform/organizations/organizations.ts.

-- doCreateOrganization
insert into platform.organizations (id, name, address, email, country, timezone, language, created_at, modified_at)
values ($1, $2, $3, $4, $5, $6,
  $7, $8, $9);

-- doCreateOrganization 2
insert into platform.log_heads (organization_id) values ($1);

-- findOrganization: country, createdAt, driverSupportEmail, email, id, image, language, modifiedAt, name, timezone
select id, name, email, country, timezone, language, image, driver_support_email as "driverSupportEmail",
  created_at as "createdAt", modified_at as "modifiedAt"
from platform.organizations where id = $1;

-- listOrganizations: address, country, createdAt, domain, id, importingSince, name, timezone
select id, name, country, timezone, created_at as "createdAt", address, domain, importing_since as "importingSince"
from platform.organizations order by created_at, id;

-- listHosts: address, domain, id
select id, address, domain from platform.organizations o
where not exists (select from platform.organization_moves m
  where m.id = o.id and (m.is_source and m.state = 'switched' or not m.is_source and m.state in ('copying', 'fenced')));

-- listCountries: country
select distinct country from platform.organizations order by country;

-- namesOfOrganizations: id, name
select id, name from platform.organizations where id = any($1::text[]);

-- doRenameOrganization
update platform.organizations set name = $1, modified_at = $2 where id = $3;

-- doSetOrganizationLanguage
update platform.organizations set language = $1, modified_at = $2 where id = $3;

-- hasOrganizations: id
select id from platform.organizations limit 1;

-- countOrganizations: count
select count(*)::int as count from platform.organizations;

-- countOpenOrganizations: count
select count(*)::int as count from platform.open_organizations;
