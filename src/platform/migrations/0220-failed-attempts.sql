-- Wrong passwords and keys, counted for all processes together; a row is a limit within its present window.
create table platform.failed_attempts (
  -- SHA-256 of what is counted: addresses and account names are not kept here
  counted text primary key,
  wrong int not null,
  ends_at timestamptz not null
) with (fillfactor = 70);
create index failed_attempts_ends_at on platform.failed_attempts (ends_at);

-- Where an account has signed in from, so that guesses from elsewhere do not lock it out there.
create table platform.known_addresses (
  account text not null,
  address text not null,
  last_at timestamptz not null,
  primary key (account, address)
);
create index known_addresses_last_at on platform.known_addresses (last_at);
