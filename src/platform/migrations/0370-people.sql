-- Everybody who can sign in, once for each organization: chat.users, dispatch.administrators and dispatch.workers point here.
create table platform.people (
  organization_id text not null references platform.organizations on delete cascade,
  id text not null,
  email text,
  -- lower case by the program: the database's own lower() knows ASCII only in the C locale
  email_key text,
  -- when somebody who reads mail there said so; null: it was only named by somebody else
  email_verified_at timestamptz,
  -- as +14155550100
  phone text,
  phone_verified_at timestamptz,
  password_hash text,
  -- the secret of the second factor, sealed; without second_factor_at it is still being set up
  totp_secret bytea,
  second_factor_at timestamptz,
  -- the newest time step (of 30 s) whose code was used: a code counts once
  totp_step bigint not null default 0,
  -- SHA-256 of recovery codes that were not used yet
  recovery_hashes bytea[] not null default '{}',
  created_at timestamptz not null,
  primary key (organization_id, id)
);
-- An address can be named for several people; proven it is one person's.
create unique index people_verified_email on platform.people (organization_id, email_key) where email_verified_at is not null;
create unique index people_verified_phone on platform.people (organization_id, phone) where phone_verified_at is not null;
create index people_email on platform.people (email_key);
create index people_phone on platform.people (phone);

-- Forgets a person whom nothing points to any more; the references of the other parts decide.
create function platform.release_person(of_organization text, person text) returns void language plpgsql as $$
begin
  delete from platform.people where organization_id = of_organization and id = person;
exception when foreign_key_violation then
  null;
end $$;

-- Whether a password alone opens the organization; else only the sign-in that the operator has set up elsewhere does.
alter table platform.organizations add column password_sign_in boolean not null default true;

-- Sessions of browsers are keys as well.
alter table platform.credentials drop constraint credentials_kind_check;
alter table platform.credentials add constraint credentials_kind_check
  check (kind in ('chat', 'dispatch', 'worker', 'administrator', 'session'));
alter table platform.credentials
  -- roughly: written once an hour
  add column used_at timestamptz,
  -- null: never
  add column expires_at timestamptz,
  -- the device is not its person's alone
  add column is_shared boolean not null default false;
create index credentials_expires on platform.credentials (expires_at) where expires_at is not null;
