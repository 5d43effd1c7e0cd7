-- Whether the point is a door within its building. What was imported before is told at the next import.
alter table dispatch.address_points add column has_unit boolean not null default false;
