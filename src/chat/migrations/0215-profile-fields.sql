-- What an organization's people can say of themselves beside their names.
create sequence chat.profile_field_ids;
create table chat.profile_fields (
  organization_id text not null references platform.organizations on delete cascade,
  id bigint not null default nextval('chat.profile_field_ids'),
  name text not null,
  hint text not null,
  -- 1 short text, 2 long text, 3 choice, 4 date, 5 link, 6 people, 7 external account, 8 pronouns
  type smallint not null,
  field_data jsonb not null,
  position int not null,
  in_summary boolean not null,
  required boolean not null,
  editable_by_user boolean not null,
  primary key (organization_id, id)
);
create unique index profile_fields_name on chat.profile_fields (organization_id, lower(name));

create table chat.profile_values (
  organization_id text not null,
  user_id bigint not null,
  field_id bigint not null,
  value text not null,
  -- HTML of the texts
  rendered text,
  primary key (organization_id, user_id, field_id),
  foreign key (organization_id, user_id) references chat.users on delete cascade,
  foreign key (organization_id, field_id) references chat.profile_fields on delete cascade
);
create index profile_values_field on chat.profile_values (organization_id, field_id);

-- The special permission of an owner to change other people's addresses: given by the command line only.
alter table chat.users add column can_change_user_emails boolean not null default false;
