create schema if not exists dispatch;

create table dispatch.destinations (
  organization_id text not null references platform.organizations on delete cascade,
  id text not null,
  lon double precision not null,
  lat double precision not null,
  -- the fields of the API, as they are shown
  address jsonb not null,
  notes text not null default '',
  metadata jsonb not null default '[]',
  warnings text[] not null default '{}',
  -- of whoever found the place; null when the caller gave the location
  geocoder_place_id text,
  -- of the address that was looked up (see address_corrections); null when the caller gave the location
  address_key text,
  -- how the place was found: {layer, precision}
  geocoding jsonb not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  primary key (organization_id, id)
);
-- To tell another organization's destination (out of scope) from none at all (spec: dispatch 1).
create index destinations_id on dispatch.destinations (id);
create index destinations_metadata on dispatch.destinations using gin (metadata jsonb_path_ops);
