-- A client's event queue: a cursor into the event log and a filter, nothing buffered.
create table chat.event_queues (
  organization_id text not null references platform.organizations on delete cascade,
  id text not null,
  user_id bigint not null,
  -- the log's head at registration: wire IDs count from here
  base_event_id bigint not null,
  options jsonb not null,
  idle_seconds int not null,
  created_at timestamptz not null,
  polled_at timestamptz not null,
  primary key (organization_id, id)
);
create index event_queues_user on chat.event_queues (organization_id, user_id);
