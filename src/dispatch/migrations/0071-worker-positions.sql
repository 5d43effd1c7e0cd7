create schema if not exists dispatch;
-- In public, where every schema's statements find the operators.
create extension if not exists cube schema public;
create extension if not exists btree_gist schema public;

-- The last known position of each worker who has reported one: the newest by the device's time, never a late one.
-- To find workers by place use src/dispatch/positions/access.ts.
create table dispatch.worker_positions (
  organization_id text not null,
  worker_id text not null,
  lon double precision not null,
  lat double precision not null,
  -- a stripe of half a kilometre around the earth, with its number in place of its latitudes
  band int not null generated always as (floor(lat * 200)::int) stored,
  -- the place in metres from the earth's centre (src/dispatch/geography/ecef.ts): no seam at the antimeridian or the
  -- poles, and a <-> b is the straight distance in metres
  ecef cube not null,
  -- mirrors the worker's duty, so that one index holds exactly those whom a search may give
  on_duty boolean not null,
  -- the device's time of this position
  at timestamptz not null,
  -- mirror what else of the worker every report changes, so that a search need not look further (src/dispatch/workers/shown.ts)
  last_seen_at timestamptz,
  battery_level double precision,
  primary key (organization_id, worker_id),
  foreign key (organization_id, worker_id) references dispatch.workers on delete cascade
) with (fillfactor = 70);
create index worker_positions_near on dispatch.worker_positions using gist (organization_id, ecef) where on_duty;
-- Everybody in an area of known size, which this finds quicker than the index above. PostgreSQL 18 skips from band to band;
-- before, it reads whole bands.
-- A search reads nothing but this, where nobody has moved since the last vacuum.
create index worker_positions_area on dispatch.worker_positions (organization_id, band, lon)
  include (worker_id, lat, last_seen_at, battery_level) where on_duty;

-- Every reported position, for distances over a span of time. A repeated report has the same key and changes nothing.
create table dispatch.position_reports (
  organization_id text not null,
  worker_id text not null,
  at timestamptz not null,
  lon double precision not null,
  lat double precision not null,
  accuracy real,
  speed real,
  heading real,
  received_at timestamptz not null,
  primary key (organization_id, worker_id, at),
  foreign key (organization_id, worker_id) references dispatch.workers on delete cascade
);
create index position_reports_received_at on dispatch.position_reports using brin (received_at);

-- When a worker went on and off duty.
create table dispatch.duty_events (
  organization_id text not null,
  worker_id text not null,
  at timestamptz not null,
  on_duty boolean not null,
  primary key (organization_id, worker_id, at),
  foreign key (organization_id, worker_id) references dispatch.workers on delete cascade
);

-- What a worker's device has done, by the ID the device gave it: a repeat changes nothing.
create table dispatch.driver_actions (
  organization_id text not null,
  worker_id text not null,
  action_id text not null,
  at timestamptz not null,
  primary key (organization_id, worker_id, action_id),
  foreign key (organization_id, worker_id) references dispatch.workers on delete cascade
);
create index driver_actions_at on dispatch.driver_actions using brin (at);

-- Who has replaced the temporary password of the invitation by one of their own.
create table dispatch.chosen_passwords (
  organization_id text not null,
  worker_id text not null,
  at timestamptz not null,
  primary key (organization_id, worker_id),
  foreign key (organization_id, worker_id) references dispatch.workers on delete cascade
);
