-- What drivers wrote in the topics of their tasks, and up to where dispatchers have answered or read it.
create table bridge.questions (
  organization_id text not null references platform.organizations on delete cascade,
  task_id text not null,
  -- the driver's newest message
  asked_id bigint not null,
  -- the newest message that was an answer, or up to which somebody has read
  seen_id bigint not null default 0,
  primary key (organization_id, task_id)
);
create index questions_open on bridge.questions (organization_id) where asked_id > seen_id;
