-- Why an automatic assignment came out as it did: who was near, with what each had to do, and why each was passed over.
create table dispatch.assignment_decisions (
  organization_id text not null,
  task_id text not null,
  seq bigint not null generated always as identity,
  decided_at timestamptz not null,
  -- what was asked for: {mode, teams, maxAssignedTaskCount, …}
  options jsonb not null,
  outcome text not null check (outcome in ('assigned', 'noCandidate', 'notLocated')),
  worker_id text,
  -- [{workerId, distance, travel, assignedTasks, refusedBecause}, …], nearest first
  candidates jsonb not null,
  primary key (organization_id, task_id, seq),
  foreign key (organization_id, task_id) references dispatch.tasks on delete cascade
);
create index assignment_decisions_at on dispatch.assignment_decisions using brin (decided_at);
