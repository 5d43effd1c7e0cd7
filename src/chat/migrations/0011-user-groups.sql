create sequence chat.user_group_ids;
create table chat.user_groups (
  organization_id text not null references platform.organizations on delete cascade,
  id bigint not null default nextval('chat.user_group_ids'),
  name text not null,
  description text not null default '',
  -- system groups (role:owners, …) have members by role, not by row
  is_system_group boolean not null default false,
  creator_id bigint,
  date_created timestamptz,
  deactivated boolean not null default false,
  -- group-setting values by name: a group's ID, or {"direct_members": [], "direct_subgroups": []}
  permissions jsonb not null default '{}',
  primary key (organization_id, id)
);
create unique index user_groups_name on chat.user_groups (organization_id, lower(name));

create table chat.user_group_members (
  organization_id text not null,
  group_id bigint not null,
  user_id bigint not null,
  primary key (organization_id, group_id, user_id),
  foreign key (organization_id, group_id) references chat.user_groups on delete cascade,
  foreign key (organization_id, user_id) references chat.users on delete cascade
);
create index user_group_members_user on chat.user_group_members (organization_id, user_id);

create table chat.user_group_subgroups (
  organization_id text not null,
  group_id bigint not null,
  subgroup_id bigint not null,
  primary key (organization_id, group_id, subgroup_id),
  foreign key (organization_id, group_id) references chat.user_groups on delete cascade,
  foreign key (organization_id, subgroup_id) references chat.user_groups on delete cascade
);

-- from a group up to those that hold it
create index user_group_subgroups_subgroup on chat.user_group_subgroups (organization_id, subgroup_id);
