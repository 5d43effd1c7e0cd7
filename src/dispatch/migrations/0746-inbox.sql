-- What dispatchers have put aside in the inbox; rows go after 7 days.
create table dispatch.handled_exceptions (
  organization_id text not null references platform.organizations on delete cascade,
  -- the name that the console gives it
  item text not null,
  -- what it is about: who sees that sees the mark
  task_id text,
  worker_id text,
  handled_at timestamptz not null,
  primary key (organization_id, item)
);
create index outbox_failed_sms on platform.outbox (organization_id, created_at) where channel = 'sms' and state = 'failed';
