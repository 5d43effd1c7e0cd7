-- Browsers of workers' devices that want to be told of tasks.
create table dispatch.push_subscriptions (
  organization_id text not null,
  worker_id text not null,
  -- SHA-256 of the endpoint: whoever knows it can be told of, so it is sealed with the keys
  endpoint_hash bytea not null,
  -- JSON of the browser's subscription
  sealed bytea not null,
  -- the device's token: without it nothing is told any more
  credential_id text not null,
  created_at timestamptz not null,
  primary key (organization_id, worker_id, endpoint_hash),
  foreign key (organization_id, worker_id) references dispatch.workers on delete cascade,
  foreign key (organization_id, credential_id) references platform.credentials on delete cascade
);
create index push_subscriptions_credential on dispatch.push_subscriptions (organization_id, credential_id);
