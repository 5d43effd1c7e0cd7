-- From where an organization's pages get the streets of their maps, if not from this server.
create table dispatch.tile_servers (
  organization_id text primary key references platform.organizations on delete cascade,
  service text not null,
  -- a TileJSON document, a .pmtiles file or a template, with its key if it needs one
  address text not null,
  tile_schema text not null,
  -- plain text; empty: what the server itself names
  attribution text not null
);
