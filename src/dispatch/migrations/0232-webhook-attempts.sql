-- Requests that were made to receivers, for who looks after a webhook; kept for two weeks.
create table dispatch.webhook_attempts (
  organization_id text not null,
  webhook_id text not null,
  event_id bigint not null,
  id bigint generated always as identity,
  at timestamptz not null,
  duration_ms int not null,
  -- null: there was no answer, and why
  status int,
  error text,
  -- the beginning of the answer
  excerpt text not null,
  primary key (organization_id, webhook_id, event_id, id),
  foreign key (organization_id, webhook_id) references dispatch.webhooks on delete cascade
);
create index webhook_attempts_at on dispatch.webhook_attempts using brin (at);
