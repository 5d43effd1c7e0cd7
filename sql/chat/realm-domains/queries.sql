-- Written by "npm run sql" from src/chat/realm-domains/queries.ts.

-- loadDomains: allow_subdomains, domain
select domain, allow_subdomains from chat.realm_domains where organization_id = $1 order by domain;

-- saveDomain
insert into chat.realm_domains (organization_id, domain, allow_subdomains)
values ($1, $2, $3)
on conflict (organization_id, domain) do update set allow_subdomains = excluded.allow_subdomains;

-- deleteDomain
delete from chat.realm_domains where organization_id = $1 and domain = $2;
