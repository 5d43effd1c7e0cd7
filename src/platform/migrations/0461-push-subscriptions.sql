-- Browsers that want to be told of things while no page of ours is open.
create table platform.push_subscriptions (
  organization_id text not null,
  -- the browser's session, or the token of a worker's device: without it nothing is told any more
  credential_id text not null,
  -- SHA-256 of the endpoint: whoever knows it can be told of, so it is sealed with the keys
  endpoint_hash bytea not null,
  -- JSON of the browser's subscription
  sealed bytea not null,
  created_at timestamptz not null,
  primary key (organization_id, credential_id, endpoint_hash),
  foreign key (organization_id, credential_id) references platform.credentials on delete cascade
);
create index push_subscriptions_endpoint on platform.push_subscriptions (endpoint_hash);
