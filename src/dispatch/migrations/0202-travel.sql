-- By how much an organization's trips take longer than the model says, by vehicle: of its own finished trips.
create table dispatch.travel_corrections (
  organization_id text not null references platform.organizations on delete cascade,
  -- CAR, MOTORCYCLE, BICYCLE, TRUCK or FOOT
  vehicle text not null,
  -- 1.2: a fifth longer
  factor double precision not null,
  -- how many it comes from
  trips int not null,
  measured_at timestamptz not null,
  primary key (organization_id, vehicle)
);
create index tasks_arrived on dispatch.tasks (organization_id, arrived_at) where arrived_at is not null;
