-- The domains that addresses of an organization's people end in, where it restricts them to some.
create table chat.realm_domains (
  organization_id text not null references chat.realms on delete cascade,
  -- in lower case
  domain text not null,
  -- whether a.example.com counts where example.com does
  allow_subdomains boolean not null,
  primary key (organization_id, domain)
);
