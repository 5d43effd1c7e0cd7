-- Written by "npm run sql" from src/platform/organizations/address-queries.ts.

-- loadAddressing: address, domain
select address, domain from platform.organizations where id = $1;

-- findOrganizationAt: id, isOpen
select id, exists (select from platform.open_organizations o where o.id = organizations.id) as "isOpen"
from platform.organizations where address = $1 or domain = $2;

-- isOpenOrganization
select from platform.open_organizations where id = $1;

-- findOnlyOrganization: id
select id from platform.open_organizations limit 2;

-- lockAddresses
select pg_advisory_xact_lock(hashtext('addresses of organizations'));

-- loadAddressesLike: address
select address from platform.organizations where address = $1 or starts_with(address, $2);

-- updateAddressing
update platform.organizations set address = $1, domain = $2, modified_at = $3
where id = $4;

-- loadHosts: host
select host from platform.hosts order by host;

-- insertHost
insert into platform.hosts (host) values ($1) on conflict do nothing;
