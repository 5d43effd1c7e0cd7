-- How often the order of a container's list has changed: whoever follows the changes notices one that is missing.
alter table dispatch.containers add column version bigint not null default 0;
