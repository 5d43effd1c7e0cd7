-- A row of tasks that one worker is to do in a window of time.
create table dispatch.route_plans (
  organization_id text not null references platform.organizations on delete cascade,
  id text not null,
  short_id text not null,
  name text not null,
  color text,
  vehicle_type text,
  worker_id text,
  team_id text,
  start_time timestamptz not null,
  end_time timestamptz,
  start_at text not null,
  end_at text not null,
  starting_hub_id text,
  ending_hub_id text,
  timezone text,
  -- its first task was started, its last one completed
  actual_start_time timestamptz,
  actual_end_time timestamptz,
  -- that it is late was told
  is_delayed boolean not null default false,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, worker_id) references dispatch.workers on delete set null (worker_id),
  foreign key (organization_id, team_id) references dispatch.teams on delete set null (team_id),
  foreign key (organization_id, starting_hub_id) references dispatch.hubs on delete set null (starting_hub_id),
  foreign key (organization_id, ending_hub_id) references dispatch.hubs on delete set null (ending_hub_id)
);
create index route_plans_created on dispatch.route_plans (organization_id, created_at, id);
create index route_plans_worker on dispatch.route_plans (organization_id, worker_id, created_at, id)
  where worker_id is not null;
create index route_plans_team on dispatch.route_plans (organization_id, team_id) where team_id is not null;
create index route_plans_starting_hub on dispatch.route_plans (organization_id, starting_hub_id)
  where starting_hub_id is not null;
create index route_plans_ending_hub on dispatch.route_plans (organization_id, ending_hub_id)
  where ending_hub_id is not null;
create index route_plans_ending on dispatch.route_plans (end_time) where actual_end_time is null and not is_delayed;

alter table dispatch.tasks
  add column route_plan_id text,
  -- its place in the plan
  add column route_plan_place int,
  add foreign key (organization_id, route_plan_id) references dispatch.route_plans
    on delete set null (route_plan_id);
create index tasks_route_plan on dispatch.tasks (organization_id, route_plan_id, route_plan_place)
  where route_plan_id is not null;
