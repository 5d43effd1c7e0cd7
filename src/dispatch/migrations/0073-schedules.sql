create schema if not exists dispatch;

-- When a worker is to work: for each day (in the entry's time zone) the spans of time.
create table dispatch.schedule_entries (
  organization_id text not null,
  worker_id text not null,
  date date not null,
  timezone text not null,
  -- [[start, end], …] in milliseconds, in order
  shifts jsonb not null,
  primary key (organization_id, worker_id, date),
  foreign key (organization_id, worker_id) references dispatch.workers on delete cascade
);
