-- What stands for an organization: its icon, and its logo by day and by night. A row outlives its file: the version goes on.
create table chat.realm_pictures (
  organization_id text not null references chat.realms on delete cascade,
  kind text not null check (kind in ('icon', 'logo', 'night_logo')),
  file_id text,
  version int not null default 1,
  primary key (organization_id, kind),
  foreign key (organization_id, file_id) references platform.files
);
