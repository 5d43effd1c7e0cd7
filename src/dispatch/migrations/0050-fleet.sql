create schema if not exists dispatch;

-- The organizations that work for another one: it may name them as executor of its tasks.
create table dispatch.delegatees (
  organization_id text not null references platform.organizations on delete cascade,
  delegatee_id text not null references platform.organizations on delete cascade,
  is_fulfillment boolean not null default false,
  created_at timestamptz not null,
  primary key (organization_id, delegatee_id)
);

create table dispatch.administrators (
  organization_id text not null references platform.organizations on delete cascade,
  id text not null,
  type text not null check (type in ('super', 'standard')),
  email text not null,
  -- lower case by the program: the database's own lower() knows ASCII only in the C locale
  email_key text not null,
  name text not null,
  phone text,
  is_active boolean not null default false,
  is_read_only boolean not null default false,
  metadata jsonb not null default '[]',
  password_hash text,
  -- SHA-256 of the token in the activation link; null once it was used
  activation_hash bytea,
  activation_expires_at timestamptz,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  primary key (organization_id, id)
);
create unique index administrators_email on dispatch.administrators (organization_id, email_key);
create unique index administrators_super on dispatch.administrators (organization_id) where type = 'super';
create unique index administrators_activation on dispatch.administrators (organization_id, activation_hash)
  where activation_hash is not null;
create index administrators_created on dispatch.administrators (organization_id, type, created_at, id);
create index administrators_metadata on dispatch.administrators using gin (metadata jsonb_path_ops);

create table dispatch.hubs (
  organization_id text not null references platform.organizations on delete cascade,
  id text not null,
  name text not null,
  address jsonb not null,
  longitude double precision not null,
  latitude double precision not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  primary key (organization_id, id)
);
create index hubs_created on dispatch.hubs (organization_id, created_at, id);

create table dispatch.teams (
  organization_id text not null references platform.organizations on delete cascade,
  id text not null,
  name text not null,
  hub_id text,
  enable_self_assignment boolean not null default false,
  metadata jsonb not null default '[]',
  created_at timestamptz not null,
  modified_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, hub_id) references dispatch.hubs
);
create unique index teams_name on dispatch.teams (organization_id, name);
create index teams_created on dispatch.teams (organization_id, created_at, id);
create index teams_hub on dispatch.teams (organization_id, hub_id) where hub_id is not null;
create index teams_metadata on dispatch.teams using gin (metadata jsonb_path_ops);

-- Positions and duty change often: room on each page keeps those updates away from the indexes (HOT).
create table dispatch.workers (
  organization_id text not null references platform.organizations on delete cascade,
  id text not null,
  name text not null,
  display_name text,
  phone text not null,
  capacity double precision not null default 0,
  additional_capacities jsonb not null default '{"capacityA": 0, "capacityB": 0, "capacityC": 0}',
  -- {id, type, description, licensePlate, color, timeLastModified} as the API shows it; null: on foot
  vehicle jsonb,
  account_status text not null default 'INVITED' check (account_status in ('INVITED', 'ACCEPTED')),
  password_hash text,
  metadata jsonb not null default '[]',
  image_url text,
  timezone text,
  routing_destination_id text,
  on_duty boolean not null default false,
  -- seconds; null: not delayed
  delay_time double precision,
  longitude double precision,
  latitude double precision,
  located_at timestamptz,
  last_seen_at timestamptz,
  app_version text,
  battery_level double precision,
  device_description text,
  platform text,
  has_recently_used_spoofed_locations boolean not null default false,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  primary key (organization_id, id)
) with (fillfactor = 75);
create unique index workers_phone on dispatch.workers (organization_id, phone);
create index workers_created on dispatch.workers (organization_id, created_at, id);
create index workers_phone_anywhere on dispatch.workers (phone);
create index workers_metadata on dispatch.workers using gin (metadata jsonb_path_ops);

create table dispatch.team_workers (
  organization_id text not null,
  team_id text not null,
  worker_id text not null,
  -- members are shown in the order in which they were given
  place bigint generated always as identity,
  primary key (organization_id, team_id, worker_id),
  foreign key (organization_id, team_id) references dispatch.teams on delete cascade,
  foreign key (organization_id, worker_id) references dispatch.workers on delete cascade
);
create index team_workers_worker on dispatch.team_workers (organization_id, worker_id);

create table dispatch.team_managers (
  organization_id text not null,
  team_id text not null,
  administrator_id text not null,
  place bigint generated always as identity,
  primary key (organization_id, team_id, administrator_id),
  foreign key (organization_id, team_id) references dispatch.teams on delete cascade,
  foreign key (organization_id, administrator_id) references dispatch.administrators
);
create index team_managers_administrator on dispatch.team_managers (organization_id, administrator_id);

create table dispatch.recipients (
  organization_id text not null references platform.organizations on delete cascade,
  id text not null,
  name text not null,
  -- the name in lower case, made by the program (see administrators.email_key)
  name_key text not null,
  phone text not null,
  notes text not null default '',
  skip_sms_notifications boolean not null default false,
  metadata jsonb not null default '[]',
  created_at timestamptz not null,
  modified_at timestamptz not null,
  primary key (organization_id, id)
);
create unique index recipients_phone on dispatch.recipients (organization_id, phone);
create index recipients_name on dispatch.recipients (organization_id, name_key, created_at);
-- tells another organization's recipient from an unknown one (spec: dispatch 1)
create index recipients_id on dispatch.recipients (id);
create index recipients_metadata on dispatch.recipients using gin (metadata jsonb_path_ops);

create table dispatch.custom_fields (
  organization_id text not null references platform.organizations on delete cascade,
  model text not null,
  key text not null,
  integration text not null default '',
  definition jsonb not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  primary key (organization_id, model, integration, key)
);
