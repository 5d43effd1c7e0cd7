-- Codes by which the first organization can be made in a browser; each was printed in the operator's terminal.
create table platform.first_run_codes (
  hash bytea primary key,
  expires_at timestamptz not null
);
