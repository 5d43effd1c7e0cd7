-- Whether the checklist of a new organization was put away: the bare address no longer leads to it.
alter table platform.organizations add column checklist_put_away boolean not null default false;
