create table dispatch.webhooks (
  organization_id text not null references platform.organizations on delete cascade,
  id text not null,
  name text not null,
  url text not null,
  trigger int not null,
  threshold double precision,
  count bigint not null default 0,
  consecutive_failures int not null default 0,
  is_enabled boolean not null default true,
  -- the log's head when it was made: older events are not its concern
  after_event bigint not null,
  -- whoever delivers holds this lease, so that one receiver gets one request at a time, in order
  delivering_until timestamptz,
  created_at timestamptz not null,
  primary key (organization_id, id)
);

-- Requests that are still to be made, each once per webhook and event. Delivered and given-up ones are deleted.
create table dispatch.webhook_deliveries (
  organization_id text not null,
  webhook_id text not null,
  event_id bigint not null,
  body text not null,
  attempts int not null default 0,
  created_at timestamptz not null,
  next_at timestamptz not null,
  primary key (organization_id, webhook_id, event_id),
  foreign key (organization_id, webhook_id) references dispatch.webhooks on delete cascade
);
create index webhook_deliveries_due on dispatch.webhook_deliveries (next_at);
