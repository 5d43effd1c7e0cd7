-- Whether a hub's place is a street at least, not the middle of a city. Of older hubs nobody knows how they were found.
alter table dispatch.hubs add column located boolean not null default true;
