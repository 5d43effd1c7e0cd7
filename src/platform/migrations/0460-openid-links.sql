-- Who of an organization signs in as whom of an OpenID Connect provider: for good, whatever address the provider tells later.
create table platform.openid_links (
  organization_id text not null,
  issuer text not null,
  subject text not null,
  person_id text not null,
  created_at timestamptz not null,
  primary key (organization_id, issuer, subject),
  foreign key (organization_id, person_id) references platform.people on delete cascade
);
-- One account of a provider for each person: an address that the provider gives to somebody else opens nothing.
create unique index openid_links_person on platform.openid_links (organization_id, person_id, issuer);
create index openid_links_subject on platform.openid_links (issuer, subject);

-- Sign-ins by a provider that came back: each counts once. SHA-256 of their state.
create table platform.openid_returns (
  state_hash bytea primary key,
  expires_at timestamptz not null
);
create index openid_returns_expires on platform.openid_returns (expires_at);
