-- How the pages look that an organization's recipients follow its deliveries on.
create table dispatch.tracking_looks (
  organization_id text primary key references platform.organizations on delete cascade,
  colour text,
  phone text,
  show_photos boolean not null,
  show_picture boolean not null
);
